// Python in the page: Pyodide, pydantic-core and the project, all from this site.
import { loadPyodide } from "./py/pyodide.mjs";
import create from "./py/pyodide.asm.mjs";

const address = (name) => new URL(name, import.meta.url).href;

// ---- the pages that ask: one, or all of the site where the browser shares a worker ---------------

const ports = new Set();
let told = null; // what a page that comes later is told first

function tell(what) {
  told = what;
  for (const port of ports) port.postMessage(what);
}

const stage = (name, part) => tell({ stage: name, part });

// ---- Python, begun or put back as it stood at the end of the first visit -------------------------

const PACKAGES = "/lib/python3.14/site-packages";
const EXTENSION = `${PACKAGES}/pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so`;
const MEMORY = address("py/memory");
const MEMORIES = `riichi-memory-${address("./")}`;

// The archive is packed as a whole, which the browser undoes itself.
async function archive(name) {
  const found = await fetch(address(name));
  if (!found.ok) throw new Error(`${name}: ${found.status}`);
  return new Response(found.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Write the files of an archive, in which none is packed by itself. */
function unpack({ FS }, bytes) {
  const view = new DataView(bytes);
  const words = new TextDecoder();
  const made = new Set();
  for (let at = 0; view.getUint32(at, true) === 0x04034b50; ) {
    const [size, long, more] = [view.getUint32(at + 18, true), view.getUint16(at + 26, true), view.getUint16(at + 28, true)];
    const name = `${PACKAGES}/${words.decode(new Uint8Array(bytes, at + 30, long))}`;
    const folder = name.slice(0, name.lastIndexOf("/"));
    if (!made.has(folder)) FS.mkdirTree(folder);
    made.add(folder);
    at += 30 + long + more;
    FS.writeFile(name, new Uint8Array(bytes, at, size));
    at += size;
  }
}

const compiled = (name) =>
  WebAssembly.compileStreaming(fetch(address(name))).catch(async () => {
    const found = await fetch(address(name)); // a host that sends it as something else
    return WebAssembly.compile(await found.arrayBuffer());
  });

async function memories() {
  try {
    return await caches.open(MEMORIES);
  } catch {
    return null; // a private window, or no https
  }
}

/** The memory that was kept by this very engine; null for none. Those of others are dropped. */
async function keptMemory(cache) {
  for (const { url } of (await cache?.keys()) ?? []) if (url !== MEMORY) await cache.delete(url);
  const found = await cache?.match(MEMORY);
  return found ? new Uint8Array(await found.arrayBuffer()) : null;
}

async function begin() {
  const cache = await memories();
  const memory = await keptMemory(cache).catch(() => null);
  if (memory) {
    try {
      return await boot(memory);
    } catch {
      await cache.delete(MEMORY); // damaged, or of another browser: as on the first visit
    }
  }
  const engine = await boot(null);
  if (cache) engine.keep = () => keepMemory(cache, engine);
  return engine;
}

/** Keep the memory for the next visit, once all that comes next is imported. */
function keepMemory(cache, { python }) {
  try {
    const bytes = python.makeMemorySnapshot();
    cache.put(MEMORY, new Response(bytes)).catch(() => cache.delete(MEMORY)); // there is no room
  } catch {
    // it cannot be kept as it is: the next visit begins as this one did
  }
}

async function boot(memory) {
  const core = archive("py/core.bin");
  const extension = compiled("py/pydantic_core.wasm");
  for (const later of [core, extension]) later.catch(() => {}); // told where it is waited for
  stage("runtime", 0.1);
  const python = await loadPyodide({
    indexURL: address("py/"),
    stdLibURL: address("py/stdlib.zip"),
    packages: [],
    checkAPIVersion: false,
    env: { HOME: "/home", PYDANTIC_DISABLE_PLUGINS: "__all__" },
    _makeSnapshot: !memory,
    _loadSnapshot: memory ?? undefined,
    createPyodideModule: (settings) => withExtension(settings, extension, memory),
  });
  stage("unpack", 0.5);
  unpack(python, await core);
  python.FS.writeFile(EXTENSION, ""); // what is there is linked already
  stage("import", 0.65);
  const ask = python.runPython(`
import importlib
importlib.invalidate_caches()
from riichi_app.web.browser import answer_question
answer_question`);
  JSON.parse(ask(JSON.stringify({ ask: "set", base: "ema-2025" }))); // the first view, and that it works
  stage("ready", 1);
  return { python, ask, isRestored: !!memory };
}

/** Python's module, in which the extension has the same place each time, so that a memory fits. */
async function withExtension(settings, extension, memory) {
  settings.preRun.unshift((M) => {
    M.addRunDependency("extension");
    link(M, extension).finally(() => M.removeRunDependency("extension"));
  });
  const M = await create(settings);
  if (memory && memory.length > M.HEAP8.length) M.growMemory(memory.length);
  return M;
}

async function link(M, extension) {
  const trampoline = (M.__PyRuntime + M.HEAP32[M.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >>> 2]) >>> 2;
  if (!M.HEAPU32[trampoline]) M.addFunction(() => {}, "v"); // its place in the table
  const library = M.newDSO(EXTENSION, undefined, "loading");
  Object.assign(library, { refcount: Infinity, global: false });
  const how = { loadAsync: true, nodelete: true };
  library.exports = await M.loadWebAssemblyModule(await extension, how, EXTENSION, {});
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
    if (!module) return keepOnce(engine);
    engine.python.runPython(`import ${module}`);
    return next(engine);
  }, waiting.length ? 0 : 120);
}

// What only a search takes is an archive of its own, fetched once somebody searches.
let search = null;

async function fetchSearch({ python }) {
  unpack(python, await archive("py/search.bin"));
  python.runPython("import importlib; importlib.invalidate_caches()");
}

function keepOnce(engine) {
  engine.keep?.();
  delete engine.keep;
}

async function reply(engine, { number, question, port }) {
  try {
    if (JSON.parse(question).ask === "find") await (search ??= fetchSearch(engine));
  } catch (error) {
    search = null; // perhaps there is a network the next time
    return port.postMessage({ number, answer: JSON.stringify({ refused: String(error.message) }) });
  }
  try {
    return port.postMessage({ number, answer: engine.ask(question) });
  } catch (error) {
    return port.postMessage({ number, error: String(error.message).trim().split("\n").at(-1) });
  }
}

const begun = begin();
begun.catch((error) => tell({ error: String(error.message ?? error) }));
begun.then(next, () => {});

function join(port) {
  ports.add(port);
  if (told) port.postMessage(told);
  port.onmessage = async ({ data }) => {
    waiting.push({ ...data, port });
    next(await begun);
  };
}

if ("onconnect" in self) self.onconnect = ({ ports: [port] }) => join(port);
else join(self);
