// The Python side of the site, made by the very interpreter that will run it in the browser.
// node precompile.mjs FOLDER: reads FOLDER/pyodide and FOLDER/stage, writes FOLDER/made.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const EMPTY = new Uint8Array([0x50, 0x4b, 5, 6, ...Array(18).fill(0)]); // an archive without files

async function precompile(folder) {
  const runtime = join(folder, "pyodide");
  const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")));
  // Modules keep the lines of their code for errors, but not the columns, a quarter of their size.
  const env = { HOME: "/home", PYDANTIC_DISABLE_PLUGINS: "__all__", PYTHONNODEBUGRANGES: "1" };
  const python = await loadPyodide({ indexURL: `${runtime}/`, env });
  python.unpackArchive(EMPTY, "zip", { extractDir: "/tmp" }); // as the browser does: it takes modules
  const packages = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  python.mountNodeFS(packages, join(folder, "stage"));
  for (const [place, name] of [["/made", "made"], ["/runtime", "pyodide"]]) {
    python.FS.mkdirTree(place);
    python.mountNodeFS(place, join(folder, name));
  }
  python.runPython("import importlib; importlib.invalidate_caches()");
  try {
    python.runPython("1 / 0"); // to show an error in the browser, too, takes modules
  } catch {
    python.runPython("from riichi_app.web.site.precompile import precompile; precompile()");
  }
}

try {
  await precompile(process.argv[2]);
} catch (error) {
  console.error(error.message ?? error);
  process.exit(1);
}
