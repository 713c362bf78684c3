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
  tell();
  found.addEventListener("updatefound", () => {
    const next = found.installing;
    next.addEventListener("statechange", () => next.state === "installed" && tell());
  });
}

if (document.body.dataset.engine === "worker" && "serviceWorker" in navigator) {
  keepSite().catch(() => {}); // a private window keeps nothing
}
