// The engine for the pages of the site: one worker for all of them where the browser shares it.
import { start } from "./python.js";

// ---- the pages -----------------------------------------------------------------------------------

const ports = new Set();
let state = null; // how far the engine is, which a page that comes later is told first

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

/** Take what a page sends: a question, a question that nobody waits for any more, or that it is closed. */
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
    ports.add(port); // a page that comes back from the history of the browser was closed before
    waiting.push({ port, number, question, kind: JSON.parse(question).ask });
    soon();
  }
}

// ---- Python --------------------------------------------------------------------------------------

let python = null; // the promise of Python, once it was begun

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

const IDLE = 120; // milliseconds without a question, after which there is time for something else

let waiting = [];
let timer;

/** Do what comes next; between two questions there is time to hear from the pages. */
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

/** The newest question, because the visitor waits for it; but those of one kind from one page keep their order. */
function newest() {
  const last = waiting.at(-1);
  const at = waiting.findIndex(({ port, kind }) => port === last.port && kind === last.kind);
  return at < 0 ? null : waiting.splice(at, 1)[0];
}

async function reply(engine, { port, number, question, kind }) {
  try {
    if (kind === "find") await engine.fetchSearch();
  } catch (error) {
    const refused = String(error.message); // perhaps there is a network the next time
    port.postMessage({ number, answer: JSON.stringify({ refused }) });
    return;
  }
  try {
    port.postMessage({ number, answer: engine.ask(question) });
  } catch (error) {
    port.postMessage({ number, error: String(error.message).trim().split("\n").at(-1) });
    begin(); // Python never raises for a question, so that it is broken: pages to come need another
  }
}

if ("onconnect" in self) self.onconnect = ({ ports: [port] }) => join(port);
else join(self);
