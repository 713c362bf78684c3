// The offline site: kept for the next visit; the visitor chooses when a new version replaces it.
import { notice } from "./asking.js";
import { say } from "./dom.js";

async function keepSite() {
  const offline = navigator.serviceWorker;
  const found = await offline.register("sw.js", { updateViaCache: "none" });
  const tell = () => {
    if (found.waiting && offline.controller) notice(say("newer"), { [say("reload")]: renew });
  };
  const renew = () => {
    offline.addEventListener("controllerchange", () => location.reload(), { once: true });
    found.waiting?.postMessage("now");
  };
  const watch = (next) => next?.addEventListener("statechange", tell);
  tell();
  watch(found.installing); // the browser may have found it before this page asked
  found.addEventListener("updatefound", () => watch(found.installing));
}

if (document.body.dataset.engine === "worker" && "serviceWorker" in navigator) {
  keepSite().catch(() => {}); // a private window keeps nothing
}
