// The file: shown, downloaded, opened, exported to another program.
import { guard } from "./asking.js";
import { $, byId, doing, idOf, save, say } from "./dom.js";
import { ask } from "./engine.js";
import { bring, downloaded, house, open, settled, start } from "./house.js";
import { errorsIn, hasErrors, pathOf, problemText } from "./mistakes.js";
import { working } from "./valid.js";

const LARGEST = 96 * 1024; // the maximum size of a file of rules, in bytes

const field = byId("yaml");
let shown = field.value; // the text of the field before the visitor edits it
let source = ""; // the rules at that time
const isWritten = () => field.value !== shown;
const isOfNow = () => source === house.file;
guard(isWritten);

export function showFile() {
  if (!isWritten()) fill();
  byId("file-said").textContent = isWritten() ? say("not_taken") : "";
  byId("file-error").textContent = "";
  byId("losses").textContent = "";
  byId("exported").hidden = true;
  byId("share-said").textContent = "";
  byId("shared").hidden = true; // its content is out of date
  showErrors();
}

function fill() {
  field.value = house.file;
  source = house.file;
  shown = field.value; // a field turns each line end into a line feed
}

/** List the problems of the rules below the file; each links to its field or its line. */
function showErrors() {
  const list = byId("file-errors");
  list.textContent = "";
  for (const problem of errorsIn(house.problems)) {
    const { line } = problem;
    const name = idOf(pathOf(problem));
    const isField = !!byId(name);
    const link = Object.assign(document.createElement("a"), { href: isField ? `#${name}` : "#yaml" });
    link.textContent = `${say("line", { n: line })}: ${problemText(problem)}`;
    if (!isField) link.addEventListener("click", (event) => {
      event.preventDefault();
      toLine(line);
    });
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
}

/** Go to a line of the text of the file, optionally with a message. */
export function toLine(line, text) {
  $(".views [data-view=file]").click();
  byId("programs").open = true;
  if (text) byId("file-said").textContent = text;
  const lines = field.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  field.focus();
  field.scrollIntoView({ block: "nearest" });
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  field.scrollTop = (field.scrollHeight * (line - 1)) / lines.length;
}

async function take(text, more) {
  const answer = await open(text, more);
  if (answer.refused) throw new Error(answer.refused);
  if (answer.kept) return;
  fill();
  byId("file-error").textContent = "";
  byId("file-said").textContent = say(hasErrors() ? "opened_wrong" : "opened");
}

byId("download").addEventListener("click", async () => {
  await settled();
  save(`${house.id}.yaml`, house.file, "application/yaml");
  downloaded();
});
byId("take").addEventListener("click", () => take(field.value, { sure: isOfNow() }).catch(refuse));
byId("anew").addEventListener("click", async () => {
  byId("file-error").textContent = (await start(byId("base").value, "")).refused ?? "";
});
byId("open").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  await doing(async () => take(await textOf(file), {})).catch(refuse);
  event.target.value = "";
});

/** The text of a file, or an error with the reason why it is not text. */
async function textOf(file) {
  if (file.size > LARGEST) throw new Error(say("too_large"));
  const content = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw new Error(say("no_text"));
  }
}

function refuse(error) {
  byId("file-said").textContent = "";
  byId("file-error").textContent = `${say("not_rules")} ${error.message}`;
}

// ---- another program -----------------------------------------------------------------------------

let configuration = null;

byId("export").addEventListener("click", async () => {
  configuration = await ask("export", { file: working().file, program: byId("program").value });
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

/** Use the answer to another program's file: return its errors, or a message. */
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
