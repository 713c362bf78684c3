// Python in a worker, or the server on this machine; both give the same answers.
import { byId, doing, say } from "./dom.js";
import { worker } from "./workers.js";

let begin;

/** Resolves when the engine is ready. */
export const isStarted = new Promise((resolve) => (begin = resolve));
const send = document.body.dataset.engine === "server" ? server() : worker({ progress, ready, failed });

/** A server that has stopped may start again: until then, the question waits and the page says so. */
function server() {
  queueMicrotask(() => ready());
  return async (_kind, question) => {
    const headers = { "content-type": "application/json" };
    for (;;) {
      const found = await fetch("ask", { method: "POST", headers, body: question }).catch(() => null);
      const isStopped = !found || found.status === 403; // a server with another file refuses
      byId("stopped").hidden = !isStopped;
      if (found?.ok) return found.text();
      if (!isStopped) throw new Error(`${found.status}`);
      await new Promise((again) => setTimeout(again, 1000));
    }
  };
}

function progress({ stage, part }) {
  byId("progress").value = part;
  byId("status").textContent = say(stage);
}

function ready(detail = {}) {
  performance.mark("engine-ready", { detail });
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

/** Ask the engine a question. A refused answer has `refused` with the reason, and `unanswered` if there was no answer.
 * If a newer question of its kind replaced it before it was answered, the answer has `dropped`. */
export const ask = (kind, more = {}) =>
  doing(async () => {
    await isStarted;
    const language = document.documentElement.lang;
    try {
      return JSON.parse(await send(kind, JSON.stringify({ ask: kind, language, ...more })));
    } catch (error) {
      failed(error.message);
      return { refused: `${say("failed")} ${error.message}`, unanswered: true };
    }
  });
