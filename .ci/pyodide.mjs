// Tests of the engine within Pyodide: node .ci/pyodide.mjs FOLDER TEST…
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...tests] = process.argv.slice(2);
const runtime = resolve(folder, "pyodide");
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
const env = {
  HOME: "/home",
  CI: "1",
  PYDANTIC_DISABLE_PLUGINS: "__all__",
  PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1",
  PYTHONDONTWRITEBYTECODE: "1",
};
const python = await loadPyodide({ indexURL: `${runtime}/`, env });
const places = { "/packages": resolve(folder, "packages"), "/tools": resolve(folder, "tools"), "/project": process.cwd() };
for (const [place, path] of Object.entries(places)) {
  python.FS.mkdirTree(place);
  python.mountNodeFS(place, path);
}
python.globals.set("tests", python.toPy(tests));
process.exitCode = python.runPython(`
import os, sys
sys.path[:0] = ["/packages", "/tools", "/project", "/project/validators"]
os.chdir("/project")
import pytest
markers = "markers=xdist_group: tests that stay together where pytest-xdist is"
int(pytest.main(["-p", "no:cacheprovider", "-p", "no:faulthandler", "-o", markers, *tests]))
`);
