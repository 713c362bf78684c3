// The file: shown, downloaded, opened, taken to another program.
import { guard } from "./asking.js";
import { byId, doing, save, say } from "./dom.js";
import { ask } from "./engine.js";
import { bring, downloaded, house, open, start } from "./house.js";

const LARGEST = 64 * 1024;

const field = byId("yaml");
let shown = field.value; // the file as the field had it before somebody wrote there
const isWritten = () => field.value !== shown;
guard(isWritten);

export function showFile() {
  if (!isWritten()) field.value = shown = house.file;
  byId("file-said").textContent = isWritten() ? say("not_taken") : "";
  byId("file-error").textContent = "";
  byId("losses").textContent = "";
  byId("exported").hidden = true;
}

async function take(text, more) {
  const answer = await open(text, more);
  if (answer.refused || answer.kept) return;
  field.value = shown = house.file;
  byId("file-said").textContent = say("opened");
}

byId("download").addEventListener("click", () => {
  save(`${house.id}.yaml`, house.file, "application/yaml");
  downloaded();
});
byId("take").addEventListener("click", () => take(field.value, { sure: shown === house.file }));
byId("anew").addEventListener("click", () => start(byId("base").value, ""));
byId("open").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  if (file.size > LARGEST) byId("file-error").textContent = say("too_large");
  else await doing(async () => take(await file.text()));
  event.target.value = "";
});

// ---- another program -----------------------------------------------------------------------------

let configuration = null;

byId("export").addEventListener("click", async () => {
  configuration = await ask("export", { file: house.file, program: byId("program").value });
  byId("exported").hidden = !configuration.config;
  if (configuration.refused) byId("losses").textContent = configuration.refused;
  else byId("losses").innerHTML = configuration.html;
});
byId("exported").addEventListener("click", () => {
  save(configuration.name, JSON.stringify(configuration.config, null, 2) + "\n", "application/json");
});
byId("program").addEventListener("change", () => {
  byId("exported").hidden = true;
});
byId("import").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  const { wrong, said } = await doing(() => brought(file));
  byId("import-error").textContent = wrong ?? "";
  byId("import-said").textContent = said ?? "";
  event.target.value = "";
});

/** What comes of the file of another program: what is wrong, or what to say. */
async function brought(file) {
  if (file.size > LARGEST) return { wrong: say("too_large") };
  let config;
  try {
    config = JSON.parse(await file.text());
  } catch {
    return { wrong: say("no_json") };
  }
  const answer = await bring(byId("program").value, config);
  if (answer.refused) return { wrong: answer.refused };
  if (answer.kept) return {};
  const fields = answer.no_option.join(", ");
  return { said: [say("opened"), fields && say("no_option", { fields })].filter(Boolean).join(" ") };
}
