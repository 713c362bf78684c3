// The house rules: one YAML file, which the engine changes. It is the only state to keep.
import { agreed, guard, notice } from "./asking.js";
import { $, byId, data, doing, fieldsOf, idOf, later, save, say } from "./dom.js";
import { ask } from "./engine.js";
import { fileName, isSeen, keep, keepSteps, keepView, setAside } from "./kept.js";
import { lastStep, remember, stepped, steps } from "./steps.js";
import { setWishes, unwish, wish, wished } from "./wishes.js";

const listeners = [];

export const house = { file: "", code: "", id: "", title: "", vocabulary: "book", base: "", changes: [], paths: [], problems: [] };

let touched = false; // whether the visitor made or opened these rules
let unsaved = false; // whether they exist only in this window
let left = false; // whether the visitor chose a file with an error, which stays until the next change
let shown = null; // the current answer

/** Register functions that get each answer that changes the house rules. */
export const onAnswer = (...functions) => listeners.push(...functions);

/** Note that the visitor made these rules. */
export const touch = () => (touched = true);

/** Whether the visitor made or opened the present rules. */
export const isTouched = () => touched;

/** Whether the rules are the visitor's own and not kept as they are. */
export const hasMore = () => touched && !left && !isSeen(house.file);

/** Have all parts of the page show an answer. */
export function tell(answer) {
  for (const listen of listeners) listen(answer);
}

/** Show an answer as the new state. */
export function show(answer) {
  byId("loose").textContent = answer.refused ?? "";
  if (answer.refused) return answer;
  for (const name of Object.keys(house)) house[name] = answer[name] ?? house[name];
  shown = answer;
  tell(answer);
  performance.mark("shown");
  return answer;
}

// One change at a time: each applies to the file that the previous one left.
let queue = Promise.resolve();
export const inTurn = (call) => doing(() => (queue = queue.then(call, call)));

const unfinished = [];

/** Register functions that send recently typed text before it is undone or replaced. */
export const onSettle = (...functions) => unfinished.push(...functions);

/** Wait until the file has every change of the visitor. */
export const settled = () =>
  doing(async () => {
    await Promise.all(unfinished.map((send) => send()));
    await queue;
  });

/** The state that a step stores. */
export const state = () => ({ file: house.file, ...wished() });

/** Make an answer the new state, and keep it; `step` describes the change for undo. */
export async function take(answer, step, before = state()) {
  show(answer);
  if (answer.refused) return answer;
  byId("base-said").textContent = "";
  if (step && before.file && before.file !== house.file) remember({ ...before, step });
  touched = true;
  return keepFile(answer);
}

/** Keep the file. If another window or program has changed it, the visitor chooses which version stays;
 * `isCopied` asks for a copy of the other one. */
export async function keepFile(answer = shown, isCopied = false) {
  [unsaved, left] = [true, false];
  const result = await keep(house.file, isCopied);
  if (result.copy) notice(say("copied_beside", { file: fileName(), copy: result.copy }));
  if (result.refused) return notKept(answer, result.refused);
  if (result.other === undefined || result.other === house.file) return kept(answer);
  return (await isPreferred()) ? keepFile(answer, true) : takeOther(answer, result.other);
}

/** Show the rules that another window or program kept; undo brings back those of this window. */
async function takeOther(mine, text) {
  const answer = await opened(text);
  if (answer.refused && fileName()) {
    left = true;
    return notKept(mine, answer.refused);
  }
  if (answer.refused) {
    notice(`${say("aside")} ${answer.refused}`);
    setAside(text);
    return keepFile(mine);
  }
  remember({ ...state(), step: say("step_other") });
  setWishes(null);
  return kept(show(answer));
}

let warning = null; // the message that nothing is kept

function showSaved(isSaved) {
  byId("unsaved").hidden = isSaved;
  byId("kept-in").hidden = !isSaved;
}

function kept(answer) {
  unsaved = false;
  warning?.remove();
  warning = null;
  showSaved(true);
  keepShown(answer);
  return answer;
}

function notKept(answer, reason) {
  showSaved(false);
  const text = fileName() ? say("not_saved", { file: fileName(), reason }) : reason;
  if (warning?.firstChild.textContent !== text) {
    warning?.remove();
    const download = () => save(`${house.id}.yaml`, house.file, "application/yaml");
    warning = notice(text, { [say("download_file")]: download });
  }
  keepShown(answer);
  return answer;
}

const isPreferred = () => {
  const [text, no] = fileName() ? ["changed_in_file", "take_file"] : ["changed_elsewhere", "keep_other"];
  return agreed(say(text, { title: house.title, file: fileName() }), {
    yes: say("keep_this"), no: say(no), file: house.file, name: house.id,
  });
};

/** Keep the current state and the steps for undo next to the file, for the next visit. */
export function keepShown(answer = shown) {
  const { form, redrawn, ...rest } = answer;
  const fields = Object.fromEntries([...house.changes, "other_rules", "history"].map((path) => [path, fieldsOf(path)]));
  const { lang: language } = document.documentElement;
  keepSteps({ file: house.file, ...steps() });
  keepView({ version: data.version, language, answer: { ...rest, fields }, wished: wished() });
}

// ---- changes -------------------------------------------------------------------------------------

/** Change something: options by their fields, own yaku, the name, or options back to the base. */
export const change = (what) =>
  inTurn(async () => {
    const [fields, yaku, gone] = [what.fields ?? {}, what.yaku ?? {}, what.back ?? []];
    const paths = [...Object.keys({ ...fields, ...yaku }), ...gone];
    const titles = paths.map((path) => titleOf(path, yaku[path]?.name.en)).join(", ");
    const step = paths.length > 9 ? say("changed", { n: paths.length }) : titles || say(what.vocabulary ? "step_words" : "step_name");
    const answer = await ask("set", { file: house.file, ...what });
    const before = state();
    if (!answer.refused) {
      wish(fields, answer.changes);
      unwish(gone);
    }
    return take(answer, step, before);
  });

/** Reset options to the base. */
export async function back(paths) {
  await change({ back: paths });
  await redraw();
}

/** The title of an option on the page; a new yaku has a title of its own. */
export function titleOf(path, own = path) {
  const title = $("legend, .title", byId(idOf(path)) ?? document.createElement("p"));
  const card = $(`[data-title][data-path="${path}"]`);
  return title?.textContent ?? card?.dataset.title ?? own;
}

/** Draw the whole form again. */
export const redraw = () => inTurn(async () => show(await ask("form", { file: house.file })));

async function go(isUndo) {
  await settled();
  await inTurn(async () => {
    const to = lastStep(isUndo);
    if (!to) return;
    const answer = await ask("form", { file: to.file });
    if (answer.refused) return show(answer);
    stepped(isUndo, state());
    setWishes(to);
    await take(answer, "");
    byId("base-said").textContent = say(isUndo ? "undone" : "redone", { step: to.step });
  });
}

export const undo = () => go(true);
export const redo = () => go(false);

byId("undo").addEventListener("click", undo);
byId("redo").addEventListener("click", redo);
document.addEventListener("keydown", (event) => {
  const isText = /** @type {Element} */ (event.target).matches("textarea, input:not([type=radio], [type=checkbox])");
  if (isText || !(event.ctrlKey || event.metaKey) || event.altKey || $("dialog[open]")) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) redo();
  else undo();
});

// ---- other rules ---------------------------------------------------------------------------------

/** The answer to a file; a file that this page cannot use is refused. */
export async function opened(file) {
  const answer = await ask("open", { file });
  if (answer.form == null && !answer.refused) {
    const { line, text } = answer.problems?.[0] ?? {};
    answer.refused = `${line ? say("line", { n: line }) + ": " : ""}${text ?? ""}`;
  }
  return answer;
}

/** Whether other rules may replace these; asks if the visitor made them. */
const mayReplace = async (file) =>
  !touched || file === house.file ||
  agreed(say("replace", { title: house.title }), {
    yes: say("replace_yes"), no: say("replace_no"), file: house.file, name: house.id,
  });

/** Open new house rules, unless they are refused or the visitor keeps the present ones (`kept`). */
async function takeNew(answer, { step, sure = false }) {
  if (answer.refused) return answer;
  if (!sure && !(await mayReplace(answer.file))) return { kept: true };
  const before = state();
  setWishes(null);
  return take(answer, step, before);
}

/** Open a file; `refused` says why it cannot be opened. */
export const open = (file, { sure = false } = {}) =>
  inTurn(async () => takeNew(await opened(file), { step: say("step_file"), sure }));

/** Use the configuration of another program as new house rules. */
export const bring = (program, config) =>
  inTurn(async () => takeNew(await ask("import", { program, config }), { step: say("step_file") }));

/** Start new house rules. */
export const start = (base, title) =>
  inTurn(async () => takeNew(await ask("start", { base, title }), { step: say("step_new") }));

/** Note that the visitor has the file. */
export function downloaded() {
  unsaved = false;
}

guard(() => unsaved || typed !== null);

// ---- the name ------------------------------------------------------------------------------------

// A typed name stays in its field until the engine has answered.
let typed = null;
async function sendName() {
  const title = typed;
  if (title === null) return;
  await change({ title });
  if (typed === title) typed = null;
}
const rename = later(300, sendName);
onSettle(sendName);

/** Whether the name in the field is that of the file. */
export const isNamed = () => typed === null;

byId("title").addEventListener("input", () => {
  typed = byId("title").value;
  rename();
});
byId("vocabulary").addEventListener("change", async () => {
  await change({ vocabulary: byId("vocabulary").value });
  await redraw();
});
