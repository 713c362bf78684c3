// The start of a visit: kept rules, links, and changes by other windows and programs.
import { agreed, notice } from "./asking.js";
import { $, $$, byId, data, doing, idOf, save, say } from "./dom.js";
import { ask, isReady, isStarted } from "./engine.js";
import { changeBase } from "./base.js";
import { hasMore, house, inTurn, isTouched, keepFile, keepShown, open, opened, show, start, state, take, touch } from "./house.js";
import { aside, changedOnDisk, fileName, filePath, forget, isHouse, isSeen, keptSteps, keptView, load, look, setAside } from "./kept.js";
import { beforehand, preview } from "./preview.js";
import { drawShort, readShort } from "./short.js";
import { remember, setSteps } from "./steps.js";
import { setWishes } from "./wishes.js";

/** Begin with the kept rules or new ones, then open the link, if any. */
export async function begin() {
  lock(document.body.dataset.engine === "server"); // until the file is read
  const { text, refused } = await doing(load);
  if (refused) notice(say("cannot_read", { file: fileName(), reason: refused }));
  byId("kept-in").textContent = filePath() && say("kept_in", { file: filePath() });
  if (text) {
    setSteps(keptSteps(text));
    lock(true);
    const isShown = await showKept(text);
    lock(!isShown);
    if (!isShown) offer(text);
    if (!isShown || document.body.dataset.engine === "server") await restore(text);
  }
  for (const [name, old] of Object.entries(aside())) tellAside(name, old);
  if (location.hash.startsWith("#r=")) {
    lock(!house.file);
    await openLink(location.hash.slice(3));
  }
  lock(false);
  if (!house.file) show(data.first); // the engine's answer, which is part of the page
  repeat();
}

/** What the visitor chose and typed before the scripts had loaded: each control with its state. */
const early = $$("main :is(input, select, textarea)").filter(isEarly).map((one) => [one, one.value, one.checked]);

function isEarly(one) {
  if (one.options) return one.selectedIndex !== Math.max(0, [...one.options].findIndex(({ defaultSelected }) => defaultSelected));
  if (one.type === "radio") return one.checked && !one.defaultChecked;
  return one.type === "checkbox" ? one.checked !== one.defaultChecked : one.value !== one.defaultValue;
}

/** Make the early choices again, now that the page answers. */
function repeat() {
  for (const [one, value, checked] of early) {
    if (one.value !== value) one.value = value;
    one.checked = checked;
    for (const kind of ["input", "change"]) one.dispatchEvent(new Event(kind, { bubbles: true }));
  }
}

/** Lock the form while kept rules are being opened: a change would overwrite them. */
function lock(isLocked) {
  for (const part of $$("#rules, #file, .starts, .beginning")) part.inert = isLocked;
  byId("opening").hidden = !isLocked;
  if (isLocked) byId("differences").textContent = "";
}

/** Let the visitor save the file before it is open, in case no engine starts. */
function offer(text) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: say("download_file") });
  button.addEventListener("click", () => save("house-rules.yaml", text, "application/yaml"));
  byId("opening").append(" ", button);
}

/** Show the last visit's answer at once; false if it belongs to another file or version. */
async function showKept(file) {
  const view = keptView();
  if (view?.answer?.file !== file) return false;
  setWishes(view.wished);
  if (view.version !== data.version) return false;
  if (view.language !== document.documentElement.lang || view.answer.vocabulary !== "book") return showTranslated(file, view.answer);
  const { base } = view.answer;
  const form = base === byId("form").dataset.base ? {} : await beforehand(base, "form");
  if (!form) return false;
  touch();
  show({ ...form, ...view.answer });
  return isDrawn(view.answer);
}

/** In another language or vocabulary, show an answer assembled from files of the site until the engine answers. */
async function showTranslated(file, { differences, ...answer }) {
  const sooner = isStarted.then(() => null);
  const form = answer.problems.length ? null : await Promise.race([sooner, beforehand(answer.base, "form")]);
  if (!form) return false;
  touch();
  byId("differences").textContent = "";
  show({ ...form, ...answer, differences: undefined });
  if (!isDrawn(answer)) return false;
  await preview(answer.changes);
  restore(file); // after the engine has started
  return true;
}

/** Whether every change has controls already: the engine draws local yaku.
 * @type {(answer: any) => boolean} */
const isDrawn = ({ fields }) => Object.keys(fields).every((path) => byId(idOf(path)));

/** Open the kept rules; set them aside if this version cannot open them, so nothing overwrites them. */
const restore = (text) =>
  inTurn(async () => {
    const answer = await opened(text);
    if (answer.refused) {
      if (fileName() && isSeen(text)) notice(say("not_rules_in_file", { file: fileName(), reason: answer.refused }));
      else setAside(text);
      return;
    }
    touch();
    show(answer);
    if (isSeen(text)) keepShown(answer);
    else await keepFile(answer);
  });

function tellAside(name, text) {
  notice(say("aside"), {
    [say("download")]: () => save("house-rules.yaml", text, "application/yaml"),
    [say("open_aside")]: async () => {
      const answer = await open(text);
      if (answer.refused) notice(`${say("not_rules")} ${answer.refused}`);
    },
    [say("delete")]: async (box) => {
      const [yes, no] = [say("delete"), say("replace_no")];
      if (!(await agreed(say("delete_aside"), { yes, no, file: text, name: "house-rules" }))) return;
      forget(name);
      box.remove();
    },
  });
}

/** Open the rules in a link and remove it from the address, so that no reload repeats it. */
export async function openLink(packed) {
  const [rules, short = ""] = packed.split(".");
  try {
    await showShort(short);
    const answer = await open(`#r=${rules}`);
    if (answer.refused) throw new Error(answer.refused);
    history.replaceState(null, "", location.pathname + location.search);
  } catch (error) {
    notice(`${say("bad_link")} ${error.message}. ${say("unchanged")}`);
  }
}

/** Show a link's own words until an engine has read its rules, if the visitor has no other rules. */
async function showShort(letters) {
  const short = await readShort(letters);
  if (!short || house.file || isReady()) return;
  const heading = Object.assign(document.createElement("h3"), { textContent: short.title });
  byId("differences").replaceChildren(heading, ...drawShort(short));
  document.title = say("rules_of", { title: short.title });
}

/** Start with the ruleset that a link names; ask before it replaces the visitor's own rules. */
export async function beginWith(base) {
  history.replaceState(null, "", location.pathname + location.search);
  if (!$(`#base option[value="${CSS.escape(base)}"]`)) return;
  if (isTouched()) await start(base, data.first.title);
  else await changeBase(base);
}

// ---- other windows and programs ------------------------------------------------------------------

/** Follow another window, if everything in this one is kept. */
window.addEventListener("storage", ({ key, newValue }) => {
  if (!isHouse(key) || !newValue) return;
  inTurn(async () => {
    if (hasMore()) return;
    const answer = await opened(newValue);
    if (answer.refused || look() !== newValue) return;
    follow(answer);
  });
});

function follow(answer) {
  const [view, theirs] = [keptView(), keptSteps(answer.file)];
  if (theirs) setSteps(theirs); // the windows share their steps
  else remember({ ...state(), step: say("step_other") });
  setWishes(view?.answer?.file === answer.file ? view.wished : null);
  touch();
  show(answer);
}

/** Check whether the file of `riichi web` has changed: follow another page, ask after an editor's change. */
window.addEventListener("focus", () => fileName() && inTurn(followFile));

async function followFile() {
  const isKept = !hasMore();
  const found = await changedOnDisk();
  if (!found) return isKept || !house.file ? null : keepFile(); // perhaps it can be written again
  if (found.text === house.file) return keepFile();
  const answer = await opened(found.text);
  if (answer.refused) return notice(say("not_rules_in_file", { file: fileName(), reason: answer.refused }));
  if (found.is_by_page && isKept) return follow(answer);
  const [yes, no] = [say("take_file"), say("keep_this")];
  const text = say("changed_in_file", { title: house.title, file: fileName() });
  if (!(await agreed(text, { yes, no, file: house.file, name: house.id }))) return keepFile(undefined, true);
  const before = state();
  setWishes(null);
  return take(answer, say("step_other"), before);
}
