// The Python side of the site, made by the same interpreter that runs it in the browser.
// node precompile.mjs FOLDER: reads FOLDER/pyodide and FOLDER/stage, writes FOLDER/made.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const EMPTY = new Uint8Array([0x50, 0x4b, 5, 6, ...Array(18).fill(0)]); // an archive without files

async function precompile(folder) {
  const runtime = join(folder, "pyodide");
  const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")));
  // Modules keep line numbers for errors, but not columns, which take a quarter of their size.
  const env = { HOME: "/home", PYDANTIC_DISABLE_PLUGINS: "__all__", PYTHONNODEBUGRANGES: "1" };
  const python = await loadPyodide({ indexURL: `${runtime}/`, env });
  python.unpackArchive(EMPTY, "zip", { extractDir: "/tmp" }); // imports the modules that the browser needs for it
  const packages = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  python.mountNodeFS(packages, join(folder, "stage"));
  for (const [place, name] of [["/made", "made"], ["/runtime", "pyodide"]]) {
    python.FS.mkdirTree(place);
    python.mountNodeFS(place, join(folder, name));
  }
  python.runPython("import importlib; importlib.invalidate_caches()");
  try {
    python.runPython("1 / 0"); // imports the modules that show an error in the browser
  } catch {
    python.runPython("from riichi.web.site.precompile import precompile; precompile()");
  }
}

try {
  await precompile(process.argv[2]);
} catch (error) {
  console.error(error.message ?? error);
  process.exit(1);
}
