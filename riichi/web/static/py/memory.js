// Python's memory, kept for the next visit, which then imports nothing. Pyodide has no public API for this,
// so its version is pinned (lock.json), and python.js continues without it if this fails.
import create from "./pyodide.asm.mjs";

const MEMORY = new URL("memory", import.meta.url).href; // this folder is named after its content
const CACHE = `riichi-memory-${new URL("..", import.meta.url).href}`;

/** The memory that this build kept; null if there is none. Memories of other builds are deleted. */
export async function kept() {
  try {
    if (!(await caches.has(CACHE))) return null;
    const cache = await caches.open(CACHE);
    for (const { url } of await cache.keys()) if (url !== MEMORY) await cache.delete(url);
    const found = await cache.match(MEMORY);
    return found ? await unpacked(found) : null;
  } catch {
    await forget(); // it is damaged, or this browser keeps nothing
    return null;
  }
}

export async function forget() {
  try {
    await caches.delete(CACHE);
  } catch {
    // caches need https, and private windows may not use them
  }
}

/** Keep the current memory. */
export async function keep(python) {
  try {
    const bytes = python.makeMemorySnapshot(); // fails if Python holds JavaScript objects
    const cache = await caches.open(CACHE);
    await cache.put(MEMORY, await packed(bytes));
  } catch {
    await forget(); // e.g. without space: the next visit starts like this one
  }
}

// ---- a third of the memory is empty and not kept -------------------------------------------------

const BLOCK = 65536;

async function packed(bytes) {
  const blocks = [];
  for (let at = 0; at < bytes.length; at += BLOCK) blocks.push(bytes.subarray(at, at + BLOCK));
  const used = blocks.map((block) => block.some((byte) => byte));
  const body = await new Blob(blocks.filter((_, n) => used[n])).arrayBuffer();
  const headers = { size: `${bytes.length}`, used: used.map(Number).join(""), digest: await digest(body) };
  return new Response(body, { headers });
}

async function unpacked(response) {
  const { headers } = response;
  const body = await response.arrayBuffer();
  if ((await digest(body)) !== headers.get("digest")) throw new Error("damaged");
  const bytes = new Uint8Array(+headers.get("size"));
  let from = 0;
  for (const [n, isUsed] of [...headers.get("used")].entries()) {
    if (isUsed === "0") continue;
    const block = new Uint8Array(body, from, Math.min(BLOCK, body.byteLength - from));
    bytes.set(block, n * BLOCK);
    from += block.length;
  }
  return bytes;
}

/** The digest, because a single wrong byte could make Python give wrong answers. */
async function digest(body) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", body)).toString();
}

// ---- Pyodide's start settings --------------------------------------------------------------------

/** Start in such a way that the memory can be kept later. */
export const making = (extension) => ({
  _makeSnapshot: true,
  createPyodideModule: (settings) => withExtension(settings, extension),
});

/** Start from a kept memory. */
export const restoring = (memory, extension) => ({
  _loadSnapshot: memory,
  createPyodideModule: async (settings) => {
    const module = await withExtension(settings, extension);
    if (memory.length > module.HEAP8.length) module.growMemory(memory.length);
    return module;
  },
});

/** Python's module with the extension linked before Python starts: always at the same place, so that a memory fits. */
async function withExtension(settings, extension) {
  settings.preRun.unshift((module) => {
    module.addRunDependency("extension");
    link(module, extension).finally(() => module.removeRunDependency("extension"));
  });
  return create(settings);
}

async function link(module, { name, module: compiled }) {
  const trampoline = (module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET >>> 2]) >>> 2;
  if (!module.HEAPU32[trampoline]) module.addFunction(() => {}, "v"); // in a first start, Python adds one there later
  const library = module.newDSO(name, undefined, "loading");
  Object.assign(library, { refcount: Infinity, global: false });
  library.exports = await module.loadWebAssemblyModule(await compiled, { loadAsync: true, nodelete: true }, name, {});
}
