// The engine: Python in a worker of this page, or the server on this machine. Both answer the same.
import { byId, doing, say } from "./dom.js";

let isReady;
const started = new Promise((resolve) => (isReady = resolve));
const send = document.body.dataset.engine === "server" ? server() : worker();

function server() {
  queueMicrotask(ready);
  return async (question) => {
    const headers = { "content-type": "application/json" };
    const found = await fetch("ask", { method: "POST", headers, body: question });
    if (!found.ok) throw new Error(`${found.status}`);
    return found.text();
  };
}

function worker() {
  const python = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
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
  isReady();
}

function failed(message) {
  byId("status").textContent = `${say("failed")} ${message ?? ""}`;
}

/** Ask the engine for something; what it refuses has `refused` with the reason. */
export const ask = (wish, more = {}) =>
  doing(async () => {
    await started;
    const language = document.documentElement.lang;
    const terms = byId("terms")?.value ?? "english";
    try {
      return JSON.parse(await send(JSON.stringify({ ask: wish, language, terms, ...more })));
    } catch (error) {
      failed(error.message);
      return { refused: `${say("failed")} ${error.message}` };
    }
  });

if (document.body.dataset.engine === "worker" && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("sw.js");
}
