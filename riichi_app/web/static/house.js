// The house rules: one file of YAML that the engine changes, and nothing else that is kept.
import { agreed, guard, notice } from "./asking.js";
import { byId, doing, later, save, say } from "./dom.js";
import { ask } from "./engine.js";
import { aside, forget, isSeen, keep, KEPT, kept, setAside, unseen } from "./kept.js";
import { unpacked } from "./link.js";

const listeners = [];

export const house = { file: "", id: "", title: "", base: "", changes: [], paths: [], problems: [] };

let touched = false; // whether these are rules that somebody made or brought here
let unsaved = false; // whether they are nowhere but in this window

/** Have functions called with each answer that changes the house rules. */
export const onAnswer = (...functions) => listeners.push(...functions);

/** Show an answer as the new state. */
function show(answer) {
  if (answer.refused) {
    byId("file-error").textContent = byId("loose").textContent = answer.refused;
    return answer;
  }
  for (const name of Object.keys(house)) house[name] = answer[name] ?? house[name];
  for (const listen of listeners) listen(answer);
  performance.mark("shown");
  return answer;
}

/** Take what the visitor did as the new state, and keep it. */
async function take(answer) {
  show(answer);
  if (answer.refused) return answer;
  touched = true;
  const other = unseen();
  if (other !== null && other !== house.file && !(await isPreferred())) {
    const theirs = await opened(other);
    if (!theirs.refused) kept();
    return show(theirs);
  }
  const before = unsaved;
  unsaved = !isSeen(house.file) && !keep(house.file);
  if (unsaved && !before) notice(say("not_kept"));
  return answer;
}

const isPreferred = () =>
  agreed(say("changed_elsewhere", { title: house.title }), {
    yes: say("keep_this"), no: say("keep_other"), file: house.file, name: house.id,
  });

/** Whether other rules may take the place of these, which is asked if somebody made them. */
const mayReplace = async (file) =>
  !touched || file === house.file ||
  agreed(say("replace", { title: house.title }), {
    yes: say("replace_yes"), no: say("replace_no"), file: house.file, name: house.id,
  });

// One change at a time: each is made to the file that the one before it left.
let queue = Promise.resolve();
const inTurn = (call) => doing(() => (queue = queue.then(call, call)));

/** Change something: options by their fields, the name, the base, or back to the base. */
export const change = (what) => inTurn(async () => take(await ask("set", { file: house.file, ...what })));

/** Draw the whole form anew. */
export const redraw = () => inTurn(async () => show(await ask("form", { file: house.file })));

/** The answer to a file; one that is nothing for this page is refused. */
async function opened(file) {
  const answer = await ask("open", { file });
  if (answer.form == null && !answer.refused) {
    const { line, text } = answer.problems?.[0] ?? {};
    answer.refused = `${line ? say("line", { n: line }) + ": " : ""}${text ?? ""}`;
  }
  return answer;
}

/** Take new house rules, unless they are refused or those that are here shall stay (`kept`). */
const takeNew = async (answer) => {
  if (answer.refused) return answer;
  return (await mayReplace(answer.file)) ? take(answer) : { kept: true };
};

/** Open a file; what it says of itself, if it cannot be opened, is `refused`. */
export const open = (file, { sure = false } = {}) =>
  inTurn(async () => {
    const answer = await opened(file);
    return sure || answer.refused ? take(answer) : takeNew(answer);
  });

/** Take the configuration of another program as new house rules. */
export const bring = (program, config) =>
  inTurn(async () => takeNew(await ask("import", { program, config })));

/** Begin new house rules. */
export const start = (base, title) => inTurn(async () => takeNew(await ask("start", { base, title })));

/** Open the rules that a link has in it; then the link is done with, so that no reload repeats it. */
export async function openLink(packed) {
  try {
    const answer = await open(await doing(() => unpacked(packed)));
    if (answer.refused) throw new Error(answer.refused);
    history.replaceState(null, "", location.pathname + location.search);
  } catch (error) {
    notice(`${say("bad_link")} ${error.message}`);
  }
}

/** Begin with what was there before or with nothing, then with what a link brings. */
export async function begin() {
  const before = kept();
  if (before) await restore(before);
  for (const [name, text] of Object.entries(aside())) tellAside(name, text);
  if (location.hash.startsWith("#r=")) await openLink(location.hash.slice(3));
  if (house.file) return;
  const [base, title] = [byId("base").value, byId("title").value];
  const isDrawn = base === byId("form").dataset.base; // its form is there already
  await inTurn(async () => {
    if (!house.file) show(await (isDrawn ? ask("set", { file: "", base, title }) : ask("start", { base, title })));
  });
}

/** Open what was kept; where this version cannot, it is set aside and nothing is written over it. */
const restore = (text) =>
  inTurn(async () => {
    const answer = await opened(text);
    if (answer.refused) return setAside(text);
    touched = true;
    return show(answer);
  });

function tellAside(name, text) {
  notice(say("aside"), {
    [say("download")]: () => save("house-rules.yaml", text, "application/yaml"),
    [say("delete")]: async (box) => {
      const [yes, no] = [say("delete"), say("replace_no")];
      if (!(await agreed(say("delete_aside"), { yes, no, file: text, name: "house-rules" }))) return;
      forget(name);
      box.remove();
    },
  });
}

// ---- other windows -------------------------------------------------------------------------------

/** Follow another window, if this one has nothing of its own that is not kept. */
window.addEventListener("storage", ({ key, newValue }) => {
  if (key !== KEPT || !newValue) return;
  inTurn(async () => {
    if (touched && !isSeen(house.file)) return;
    const answer = await opened(newValue);
    if (answer.refused || unseen() !== newValue) return;
    kept();
    touched = true;
    show(answer);
  });
});

/** Say that the visitor has the file. */
export function downloaded() {
  unsaved = false;
}

guard(() => unsaved || typed !== null);

// ---- its name and its base -----------------------------------------------------------------------

byId("base").addEventListener("change", async () => {
  await change({ base: byId("base").value });
  await redraw();
});

// What is typed as the name stays in its field until the engine has taken it.
let typed = null;
const rename = later(300, async () => {
  const title = typed;
  await change({ title });
  if (typed === title) typed = null;
});

/** Whether the name in the field is that of the file. */
export const isNamed = () => typed === null;

byId("title").addEventListener("input", () => {
  typed = byId("title").value;
  rename();
});
byId("terms").addEventListener("change", redraw);
