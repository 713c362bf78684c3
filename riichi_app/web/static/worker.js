// Python in the page: Pyodide, pydantic-core and the project, all from this site.
import { loadPyodide } from "./py/pyodide.mjs";

const stage = (name, part) => postMessage({ stage: name, part });
const address = (name) => new URL(name, import.meta.url).href;

async function load(name) {
  const found = await fetch(address(name));
  if (!found.ok) throw new Error(`${name}: ${found.status}`);
  return found.arrayBuffer();
}

async function begin() {
  const packages = Promise.all([load("py/core.zip"), load("py/pydantic_core.whl")]);
  stage("runtime", 0.1);
  const python = await loadPyodide({
    indexURL: address("py/"),
    stdLibURL: address("py/stdlib.zip"),
    packages: [],
    checkAPIVersion: false,
  });
  stage("unpack", 0.5);
  const [core, wheel] = await packages;
  const extractDir = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  python.unpackArchive(wheel, "wheel", { extractDir });
  python.unpackArchive(core, "zip", { extractDir });
  stage("import", 0.65);
  const ask = python.runPython("from riichi_app.web.door import ask\nask");
  stage("ready", 1);
  return { python, ask };
}

// What comes next is imported while nobody asks.
const ahead = ["riichi_app.pages.examples", "riichi_app.web.views"];
const waiting = [];
let idle;

function next({ python, ask }) {
  clearTimeout(idle);
  const question = waiting.shift();
  if (question) postMessage({ number: question.number, ...answer(ask, question.question) });
  idle = setTimeout(() => {
    if (waiting.length) return next({ python, ask });
    const module = ahead.shift();
    if (!module) return undefined;
    python.runPython(`import ${module}`);
    return next({ python, ask });
  }, waiting.length ? 0 : 120);
}

function answer(ask, question) {
  try {
    return { answer: ask(question) };
  } catch (error) {
    return { error: String(error.message).trim().split("\n").at(-1) };
  }
}

const begun = begin();
begun.catch((error) => postMessage({ error: String(error.message ?? error) }));
self.onmessage = async ({ data }) => {
  waiting.push(data);
  next(await begun);
};
begun.then(next, () => {});
