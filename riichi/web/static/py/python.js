// Python in a worker: Pyodide, pydantic-core and the project, all from this site.
import { loadPyodide } from "./pyodide.mjs";
import { forget, keep, kept, making, restoring } from "./memory.js";

const PACKAGES = "/lib/python3.14/site-packages";
const EXTENSION = `${PACKAGES}/pydantic_core/_pydantic_core.cpython-314-wasm32-emscripten.so`;

const address = (name) => new URL(name, import.meta.url).href;

/** Start Python from the memory of an earlier visit, or from scratch. */
export async function start(tell) {
  const extension = compiled("pydantic_core.wasm");
  const core = archive("core.bin");
  for (const later of [extension, core]) later.catch(() => {}); // errors are reported where it is awaited
  const linked = { name: EXTENSION, module: extension };
  const memory = await kept();
  if (memory) {
    try {
      return await boot(tell, core, restoring(memory, linked));
    } catch {
      await forget(); // another version of the browser may have kept it
    }
  }
  try {
    const engine = await boot(tell, core, making(linked));
    return { ...engine, prepare: preparing(engine, () => keep(engine.python)) };
  } catch {
    return boot(tell, core, null); // memory.js depends on undocumented parts of Pyodide
  }
}

/** Load Python and the project; if memory cannot be kept, Python loads the extension itself. */
async function boot(tell, core, memory) {
  tell({ stage: "runtime", part: 0.1 });
  const python = await loadPyodide({
    indexURL: address("./"),
    stdLibURL: address("stdlib.zip"),
    packages: [],
    checkAPIVersion: false,
    env: { HOME: "/home", PYDANTIC_DISABLE_PLUGINS: "__all__" },
    ...memory,
  });
  tell({ stage: "unpack", part: 0.5 });
  unpack(python.FS, await core);
  python.FS.writeFile(EXTENSION, memory ? "" : await bytesOf("pydantic_core.wasm"));
  tell({ stage: "import", part: 0.65 });
  const ask = python.runPython(`
import importlib
importlib.invalidate_caches()
from riichi.web.browser import answer_question
answer_question`);
  if (!JSON.parse(ask("")).refused) throw new Error("Python does not work"); // a question without an answer
  tell({ stage: "ready", part: 1, isRestored: memory?._loadSnapshot !== undefined });
  return { python, ask, prepare: preparing({ python, ask }), fetchSearch: searching(python) };
}

// ---- files ---------------------------------------------------------------------------------------

async function fetched(name) {
  const found = await fetch(address(name));
  if (!found.ok) throw new Error(`${name}: ${found.status}`);
  return found;
}

const bytesOf = async (name) => new Uint8Array(await (await fetched(name)).arrayBuffer());

const compiled = (name) =>
  WebAssembly.compileStreaming(fetched(name)).catch(
    async () => WebAssembly.compile(await bytesOf(name)), // if the host serves another content type
  );

/** An archive that is compressed as a whole. */
async function archive(name) {
  const { body } = await fetched(name);
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Write the files of an uncompressed zip archive; Python would take a second for it. */
function unpack(files, bytes) {
  const view = new DataView(bytes);
  const words = new TextDecoder();
  const made = new Set();
  for (let at = 0; view.getUint32(at, true) === 0x04034b50; ) {
    const [size, long, more] = [view.getUint32(at + 18, true), view.getUint16(at + 26, true), view.getUint16(at + 28, true)];
    const name = `${PACKAGES}/${words.decode(new Uint8Array(bytes, at + 30, long))}`;
    const folder = name.slice(0, name.lastIndexOf("/"));
    if (!made.has(folder)) files.mkdirTree(folder);
    made.add(folder);
    at += 30 + long + more;
    files.writeFile(name, new Uint8Array(bytes, at, size));
    at += size;
  }
}

// ---- preparation while idle, and data for the first search ---------------------------------------

const AHEAD = [
  "riichi_core.scenarios.kinds.kind",
  "riichi.content.examples",
  "riichi.web.views",
  "riichi.web.try_yaku",
  "riichi.web.other_programs",
];

/** A function that does one part of the preparation; false when all is done. */
function preparing({ python, ask }, last = () => {}) {
  const view = () => ask('{"ask": "set", "base": "ema-2025"}');
  const parts = [view, ...AHEAD.map((module) => () => python.runPython(`import ${module}`)), last];
  return () => {
    parts.shift()?.();
    return parts.length > 0;
  };
}

/** A function that fetches the data of searches, once. */
function searching(python) {
  let found = null;
  return async () => {
    found ??= archive("search.bin").then((bytes) => {
      unpack(python.FS, bytes);
      python.runPython("import importlib; importlib.invalidate_caches()");
    });
    await found.catch((error) => {
      found = null;
      throw error;
    });
  };
}
