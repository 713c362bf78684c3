// The engine: Python in a worker of this page, or the server on this machine. Both answer the same.
import { notice } from "./asking.js";
import { byId, doing, say } from "./dom.js";

let begin;
const isStarted = new Promise((resolve) => (begin = resolve));
const send = document.body.dataset.engine === "server" ? server() : worker();

function server() {
  queueMicrotask(ready);
  return async (question) => {
    const headers = { "content-type": "application/json" };
    const found = await fetch("ask", { method: "POST", headers, body: question }).catch(() => {
      throw new Error(say("no_server"));
    });
    if (!found.ok) throw new Error(`${found.status}`);
    return found.text();
  };
}

/** The worker of Python: one for all pages of the site where the browser has that, and it outlives each. */
function started() {
  const address = new URL("worker.js?__VERSION__", import.meta.url); // pages of another build have another one
  if (!globalThis.SharedWorker) return new Worker(address, { type: "module" });
  const shared = new SharedWorker(address, { type: "module", extendedLifetime: true });
  shared.onerror = (event) => failed(event.message);
  return shared.port;
}

function worker() {
  const python = started();
  const waiting = new Map();
  let last = 0;
  python.onmessage = ({ data }) => {
    if (data.stage === "ready") ready();
    else if (data.stage) progress(data);
    else if (data.number) {
      const { resolve, reject } = waiting.get(data.number);
      waiting.delete(data.number);
      if (data.error) reject(new Error(data.error));
      else resolve(data.answer);
    } else failed(data.error);
  };
  python.onerror = (event) => failed(event.message);
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      python.postMessage({ number: last, question });
    });
}

function progress({ stage, part }) {
  byId("progress").value = part;
  byId("status").textContent = say(stage);
}

function ready() {
  performance.mark("engine-ready");
  byId("progress").hidden = true;
  byId("status").textContent = say("ready");
  document.body.dataset.ready = "";
  begin();
}

/** Whether a question would be answered at once. */
export const isReady = () => "ready" in document.body.dataset;

function failed(message) {
  byId("status").textContent = `${say("failed")} ${message ?? ""}`;
}

/** Ask the engine for something; what it refuses has `refused` with the reason, also `unanswered` where it said nothing. */
export const ask = (question, more = {}) =>
  doing(async () => {
    await isStarted;
    const language = document.documentElement.lang;
    const terms = byId("terms")?.value ?? "english";
    try {
      return JSON.parse(await send(JSON.stringify({ ask: question, language, terms, ...more })));
    } catch (error) {
      failed(error.message);
      return { refused: `${say("failed")} ${error.message}`, unanswered: true };
    }
  });

// ---- without a network ---------------------------------------------------------------------------

/** Have the site kept for the next visit; a new version of it waits until it is asked for. */
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
