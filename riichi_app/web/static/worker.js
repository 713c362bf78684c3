// Python in the page: Pyodide, pydantic-core and the project, all from this site.
import { loadPyodide } from "./py/pyodide.mjs";

const stage = (name, part) => postMessage({ stage: name, part });
const address = (name) => new URL(name, import.meta.url).href;

// The archive is packed as a whole, which the browser undoes itself.
async function archive(name) {
  const found = await fetch(address(name));
  if (!found.ok) throw new Error(`${name}: ${found.status}`);
  return new Response(found.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function begin() {
  const core = archive("py/core.bin");
  core.catch(() => {}); // told where it is waited for
  stage("runtime", 0.1);
  const python = await loadPyodide({
    indexURL: address("py/"),
    stdLibURL: address("py/stdlib.zip"),
    packages: [],
    checkAPIVersion: false,
    env: { HOME: "/home", PYDANTIC_DISABLE_PLUGINS: "__all__" },
  });
  stage("unpack", 0.5);
  const extractDir = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  python.unpackArchive(await core, "zip", { extractDir });
  stage("import", 0.65);
  const ask = python.runPython("from riichi_app.web.browser import answer_question\nanswer_question");
  stage("ready", 1);
  return { python, ask, extractDir };
}

// What comes next is imported while nobody asks.
const ahead = [
  "riichi_core.scenarios.kinds.kind",
  "riichi_app.content.examples",
  "riichi_app.web.views",
  "riichi_app.web.try_yaku",
  "riichi_app.web.other_programs",
];
const waiting = [];
let idle;

function next(engine) {
  clearTimeout(idle);
  const question = waiting.shift();
  if (question) reply(engine, question);
  idle = setTimeout(() => {
    if (waiting.length) return next(engine);
    const module = ahead.shift();
    if (!module) return undefined;
    engine.python.runPython(`import ${module}`);
    return next(engine);
  }, waiting.length ? 0 : 120);
}

// What only a search takes is an archive of its own, fetched once somebody searches.
let search = null;

async function fetchSearch({ python, extractDir }) {
  python.unpackArchive(await archive("py/search.bin"), "zip", { extractDir });
  python.runPython("import importlib; importlib.invalidate_caches()");
}

async function reply(engine, { number, question }) {
  try {
    if (JSON.parse(question).ask === "find") await (search ??= fetchSearch(engine));
  } catch (error) {
    search = null; // perhaps there is a network the next time
    return postMessage({ number, answer: JSON.stringify({ refused: String(error.message) }) });
  }
  try {
    return postMessage({ number, answer: engine.ask(question) });
  } catch (error) {
    return postMessage({ number, error: String(error.message).trim().split("\n").at(-1) });
  }
}

const begun = begin();
begun.catch((error) => postMessage({ error: String(error.message ?? error) }));
self.onmessage = async ({ data }) => {
  waiting.push(data);
  next(await begun);
};
begun.then(next, () => {});
