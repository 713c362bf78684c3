// The engine for the pages of the site: one worker for all of them if the browser can share it.
import { start } from "./python.js";

// ---- the pages -----------------------------------------------------------------------------------

const ports = new Set();
let state = null; // the state of the engine, which a new page receives first

function tell(what) {
  state = what;
  for (const port of ports) port.postMessage(what);
}

function join(port) {
  ports.add(port);
  port.onmessage = ({ data }) => receive(port, data);
  if (!python) begin();
  else if (state) port.postMessage(state);
}

/** Handle a page's message: a question, a question that is no longer needed, or the page's end. */
function receive(port, { number, question, drop, isClosed }) {
  if (isClosed) {
    ports.delete(port);
    waiting = waiting.filter((one) => one.port !== port);
  } else if (drop) {
    const at = waiting.findIndex((one) => one.port === port && one.number === drop);
    if (at < 0) return; // it is being answered
    waiting.splice(at, 1);
    port.postMessage({ number: drop, answer: '{"dropped": true}' });
  } else {
    ports.add(port); // a page from the browser's history was closed before
    waiting.push({ port, number, question, kind: JSON.parse(question).ask });
    soon();
  }
}

// ---- Python --------------------------------------------------------------------------------------

let python = null; // the promise of Python, once it has been started

/** Start Python. After a failure, the next page starts it again. */
function begin() {
  python = start(tell);
  python.then(soon, ({ message }) => {
    python = null;
    for (const { port, number } of waiting) port.postMessage({ number, error: message });
    waiting = [];
    tell({ error: message });
  });
}

// ---- the questions -------------------------------------------------------------------------------

const IDLE = 120; // milliseconds without a question before other work begins

let waiting = [];
let timer;

/** Do the next task; between two questions there is time for messages from the pages. */
function soon() {
  clearTimeout(timer);
  timer = setTimeout(next, waiting.length ? 0 : IDLE);
}

async function next() {
  const engine = await python;
  if (!engine) return;
  const question = newest();
  if (question) await reply(engine, question);
  else if (!engine.prepare()) return;
  soon();
}

/** The newest question, because the visitor waits for it; questions of one kind from one page keep their order. */
function newest() {
  const last = waiting.at(-1);
  const at = waiting.findIndex(({ port, kind }) => port === last.port && kind === last.kind);
  return at < 0 ? null : waiting.splice(at, 1)[0];
}

async function reply(engine, { port, number, question, kind }) {
  try {
    if (kind === "find") await engine.fetchSearch();
  } catch (error) {
    const refused = String(error.message); // there may be a network next time
    port.postMessage({ number, answer: JSON.stringify({ refused }) });
    return;
  }
  try {
    port.postMessage({ number, answer: engine.ask(question) });
  } catch (error) {
    port.postMessage({ number, error: String(error.message).trim().split("\n").at(-1) });
    begin(); // Python never raises for a question, so it is broken: later pages need a new one
  }
}

if ("onconnect" in self) self.onconnect = ({ ports: [port] }) => join(port);
else join(self);
