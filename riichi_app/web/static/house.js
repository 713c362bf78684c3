// The house rules: one file of YAML that the engine changes, and nothing else that is kept.
import { agreed, guard, notice } from "./asking.js";
import { $, byId, data, doing, fieldsOf, idOf, later, save, say } from "./dom.js";
import { ask, isReady, isStarted } from "./engine.js";
import { aside, forget, isSeen, keep, keepView, KEPT, kept, keptView, load, setAside, unseen } from "./kept.js";
import { unpacked } from "./link.js";
import { beforehand, preview } from "./preview.js";

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

/** Take what the visitor did as the new state, and keep it; the state before can be had again. */
async function take(answer, { step = say("step_file"), isStep = true, before: wished = { ...wishes } } = {}) {
  const past = { file: house.file, wishes: wished, step };
  show(answer);
  if (answer.refused) return answer;
  if (isStep && past.file && past.file !== house.file) remember(past);
  touched = true;
  const other = unseen();
  if (other !== null && other !== house.file && !(await isPreferred())) {
    const theirs = await opened(other);
    if (!theirs.refused) kept();
    return show(theirs);
  }
  const before = unsaved;
  unsaved = !isSeen(house.file) && !keep(house.file);
  keepShown(answer);
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

/** Change something: options by their fields, the name, or back to the base. */
export const change = (what) =>
  inTurn(async () => {
    const paths = [...Object.keys(what.fields ?? {}), ...(what.back ?? [])];
    const step = paths.length ? paths.map(titleOf).join(", ") : say("step_name");
    const answer = await ask("set", { file: house.file, ...what });
    const before = { ...wishes };
    Object.assign(wishes, what.fields); // chosen, though the base may have it too
    for (const path of what.back ?? []) delete wishes[path];
    return take(answer, { step, before });
  });

/** Have options as in the base again. */
export async function back(paths) {
  await change({ back: paths });
  await redraw();
}

const titleOf = (path) => (byId(idOf(path)) ? $("legend, .title", byId(idOf(path))).textContent : $(`[data-path="${path}"]`)?.dataset.title ?? path);

// ---- another base: what is the same there is not lost, only no change any more -------------------

let wishes = {}; // the fields of all that somebody chose, by option, though the base may have it too

function wish() {
  for (const path of house.changes) {
    const fields = fieldsOf(path);
    if (Object.keys(fields).some((name) => name === path || name.startsWith(`${path}/`))) wishes[path] = fields;
  }
  return { ...wishes };
}

/** Choose another base; every rule that somebody chose stays, or comes back where the base has it otherwise. */
export async function changeBase(base) {
  if (base === house.base) return;
  await showBase(base);
  await inTurn(async () => {
    const before = { ...wishes };
    const fields = wish();
    const step = say("step_base", { base: baseTitle(house.base) });
    await take(await ask("set", { file: house.file, base, fields }), { step, before });
    show(await ask("form", { file: house.file }));
    keepShown();
    tellSame(Object.keys(fields).filter((path) => !house.changes.includes(path)));
  });
}

const baseTitle = (base) => $(`#base option[value="${base}"]`)?.textContent ?? base;

/** Say which rules the new base has anyway, so that nobody thinks them lost. */
function tellSame(paths) {
  const said = byId("base-said");
  const bold = (textContent) => Object.assign(document.createElement("b"), { textContent });
  const n = house.changes.length;
  said.replaceChildren();
  if (paths.length) {
    const main = say(paths.length > 1 ? "same_here" : "same_here_one", { n: paths.length, base: baseTitle(house.base) });
    said.append(bold(main), ` ${paths.map(titleOf).join(", ")}. `);
  }
  if (!n) return;
  const plain = Object.assign(document.createElement("button"), { type: "button", textContent: say("plain") });
  plain.addEventListener("click", () => back([...house.changes]));
  said.append(bold(say(n > 1 ? "kept_yours" : "kept_yours_one", { n })), " ", plain);
}

/** Show the form of a base that was written with the site, while no engine could draw it. */
async function showBase(base) {
  if (isReady()) return;
  const found = await beforehand(base, "form");
  if (!found || isReady()) return;
  const fields = wish();
  for (const listen of listeners) listen({ ...found, fields });
  byId("base").value = base;
}

// ---- undo ----------------------------------------------------------------------------------------

const MOST_STEPS = 200;
const past = [];
const future = [];

function remember(state) {
  past.push(state);
  if (past.length > MOST_STEPS) past.shift();
  future.length = 0;
  showSteps();
}

function showSteps() {
  for (const [name, steps] of [["undo", past], ["redo", future]]) {
    const button = byId(name);
    const step = steps.at(-1)?.step ?? "";
    button.disabled = !steps.length;
    button.title = step && say(name, { step });
    button.setAttribute("aria-label", step ? say(name, { step }) : button.textContent);
  }
}

const go = (from, to, words) =>
  inTurn(async () => {
    const state = from.pop();
    if (!state) return;
    to.push({ file: house.file, wishes: { ...wishes }, step: state.step });
    wishes = state.wishes;
    await take(await ask("form", { file: state.file }), { isStep: false });
    byId("base-said").textContent = say(words, { step: state.step });
    showSteps();
  });

export const undo = () => go(past, future, "undone");
export const redo = () => go(future, past, "redone");

byId("undo").addEventListener("click", undo);
byId("redo").addEventListener("click", redo);
document.addEventListener("keydown", (event) => {
  const isText = event.target.matches("textarea, input:not([type=radio], [type=checkbox])");
  if (isText || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) redo();
  else undo();
});

// ---- the next visit ------------------------------------------------------------------------------

let shown = null; // the answer that is shown, which the next visit begins with

/** Keep what is shown beside the file, so that the next visit shows it before any engine has started. */
function keepShown(answer = shown) {
  if (!answer) return;
  shown = answer;
  const { form, redrawn, ...rest } = answer;
  const fields = Object.fromEntries(house.changes.map((path) => [path, fieldsOf(path)]));
  keepView({ version: data.version, language: document.documentElement.lang, answer: { ...rest, fields }, wishes });
}

/** Show at once what the last visit left; false where that is not the file, or of another version. What was
 * said in another language is put together of what was written beforehand, until the engine says it in this one. */
async function showKept(file) {
  const view = keptView();
  if (view?.version !== data.version || view.answer?.file !== file) return false;
  if (view.language !== document.documentElement.lang) return showTranslated(file, view);
  const { base } = view.answer;
  const form = base === byId("form").dataset.base ? {} : await beforehand(base, "form");
  if (!form) return false;
  wishes = view.wishes ?? {};
  touched = true;
  show({ ...form, ...view.answer });
  return isDrawn(view.answer);
}

async function showTranslated(file, { answer: { differences, ...answer }, wishes: wished = {} }) {
  const sooner = isStarted.then(() => null); // then the engine says it
  const form = answer.problems.length ? null : await Promise.race([sooner, beforehand(answer.base, "form")]);
  if (!form) return false;
  [wishes, touched] = [wished, true];
  byId("differences").textContent = "";
  show({ ...form, ...answer, differences: undefined });
  if (!isDrawn(answer)) return false;
  await preview(answer.changes);
  restore(file); // in its turn, once the engine has started
  return true;
}

/** Whether every change has its controls: local yaku are drawn by the engine.
 * @type {(answer: any) => boolean} */
const isDrawn = ({ fields }) => Object.keys(fields).every((path) => byId(idOf(path)));

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
  await load();
  const before = kept();
  if (before) {
    const isShown = await showKept(before);
    if (!isShown) lock(true);
    if (!isShown || document.body.dataset.engine === "server") await restore(before);
    lock(false);
  }
  for (const [name, text] of Object.entries(aside())) tellAside(name, text);
  if (location.hash.startsWith("#r=")) {
    if (!house.file) lock(true);
    await openLink(location.hash.slice(3));
    lock(false);
  }
  if (house.file) return;
  const [base, title] = [byId("base").value, byId("title").value];
  const { first } = data; // what the engine would answer, written with the page
  if (base === first.base && title === first.title) return show(first);
  const isDrawn = base === byId("form").dataset.base; // its form is there already
  await inTurn(async () => {
    if (!house.file) show(await (isDrawn ? ask("set", { file: "", base, title }) : ask("start", { base, title })));
  });
}

/** While kept rules are opened nothing can be changed: it would be written over them. */
function lock(isLocked) {
  byId("rules").inert = isLocked;
  byId("opening").hidden = !isLocked;
  if (isLocked) byId("differences").textContent = "";
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

byId("base").addEventListener("change", () => changeBase(byId("base").value));

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
