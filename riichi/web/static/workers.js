// Python's worker: one for all pages of the site if the browser can share it, else one for this page.

/** The engine's folder, named after its content, so that a page never asks another build's engine. */
export const folder = new URL("py/", import.meta.url);

const LAST_COUNTS = new Set(["find", "examples", "score", "compare"]); // for these, a page shows only the last answer

/** Start Python, or join the running one; `told` has a function for each kind of its messages.
 * The returned function sends a question. */
export function worker(told) {
  const waiting = new Map();
  let last = 0;

  function hear({ data }) {
    const asked = waiting.get(data.number);
    waiting.delete(data.number);
    if (data.stage === "ready") told.ready(data);
    else if (data.stage) told.progress(data);
    else if (!data.number) told.failed(data.error);
    else if (data.error) asked?.reject(new Error(data.error));
    else asked?.resolve(data.answer);
  }

  const python = connect(hear, told.failed);
  const post = (number) => python.postMessage({ number, question: waiting.get(number).question });

  // A page that the visitor leaves needs no answers, unless the browser shows it again.
  window.addEventListener("pagehide", () => python.postMessage({ isClosed: true }));
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) for (const number of waiting.keys()) post(number);
  });

  return (kind, question) =>
    new Promise((resolve, reject) => {
      if (LAST_COUNTS.has(kind)) {
        for (const [drop, one] of waiting) if (one.kind === kind) python.postMessage({ drop });
      }
      waiting.set(++last, { kind, question, resolve, reject });
      post(last);
    });
}

/** A port to the shared worker; if it fails before its first message, a worker for this page. */
function connect(hear, failed) {
  let port = null;
  let early = []; // messages sent before the first reply, for the worker that will answer

  function own() {
    port = new Worker(new URL("worker.js", folder), { type: "module" });
    port.onmessage = hear;
    port.onerror = (event) => failed(event.message);
    for (const one of early) port.postMessage(one);
    early = null;
  }

  function shared() {
    const settings = { type: "module", extendedLifetime: true }; // outlives a page until the next one has loaded
    const found = new SharedWorker(new URL("worker.js", folder), /** @type {WorkerOptions} */ (settings));
    found.onerror = () => early && own();
    port = found.port;
    port.onmessage = (event) => {
      early = null;
      hear(event);
    };
  }

  try {
    shared();
  } catch {
    own(); // the browser cannot share workers, or not for this page
  }
  return {
    postMessage(what) {
      early?.push(what);
      port.postMessage(what);
    },
  };
}
