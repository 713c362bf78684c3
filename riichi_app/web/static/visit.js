// The start of a visit: what was kept, what a link brings, and what others write meanwhile.
import { agreed, notice } from "./asking.js";
import { $, $$, byId, data, doing, idOf, save, say } from "./dom.js";
import { ask, isReady } from "./engine.js";
import { changeBase } from "./base.js";
import { hasMore, house, inTurn, isTouched, keepFile, keepShown, open, opened, show, start, state, take, touch } from "./house.js";
import { aside, changedOnDisk, fileName, filePath, forget, isHouse, isSeen, keptView, load, look, setAside } from "./kept.js";
import { unpacked } from "./link.js";
import { beforehand } from "./preview.js";
import { drawShort, readShort } from "./short.js";
import { setWishes } from "./wishes.js";

/** Begin with what was there before or with nothing, then with what a link brings. */
export async function begin() {
  lock(document.body.dataset.engine === "server"); // until the file is read
  const { text, refused } = await doing(load);
  if (refused) notice(say("cannot_read", { file: fileName(), reason: refused }));
  byId("kept-in").textContent = filePath() && say("kept_in", { file: filePath() });
  if (text) {
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
  for (const part of $$("#rules, #file, .starts, .beginning")) part.inert = isLocked;
  byId("opening").hidden = !isLocked;
  if (isLocked) byId("differences").textContent = "";
}

/** Let the visitor have the file while it is not open yet, in case no engine starts at all. */
function offer(text) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: say("download_file") });
  button.addEventListener("click", () => save("house-rules.yaml", text, "application/yaml"));
  byId("opening").append(" ", button);
}

/** Show at once what the last visit left; false where that is not the file, or of another version. */
async function showKept(file) {
  const view = keptView();
  if (view?.answer?.file !== file) return false;
  setWishes(view.wished);
  if (view.version !== data.version) return false;
  const { base } = view.answer;
  const form = base === byId("form").dataset.base ? {} : await beforehand(base, "form");
  if (!form) return false;
  touch();
  show({ ...form, ...view.answer });
  return Object.keys(view.answer.fields).every((path) => byId(idOf(path))); // local yaku are drawn by the engine
}

/** Open what was kept; what this version cannot open is set aside, and nothing is written over it. */
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

/** Open the rules that a link has in it; then the link is done with, so that no reload repeats it. */
export async function openLink(packed) {
  const [rules, short = ""] = packed.split(".");
  try {
    await showShort(short);
    const answer = await open(await doing(() => unpacked(rules)));
    if (answer.refused) throw new Error(answer.refused);
    history.replaceState(null, "", location.pathname + location.search);
  } catch (error) {
    notice(`${say("bad_link")} ${error.message} ${say("unchanged")}`);
  }
}

/** Show what a link says of its rules, for as long as no engine has read them and nobody has others. */
async function showShort(letters) {
  const short = await readShort(letters);
  if (!short || house.file || isReady()) return;
  const heading = Object.assign(document.createElement("h3"), { textContent: short.title });
  byId("differences").replaceChildren(heading, ...drawShort(short));
  document.title = say("rules_of", { title: short.title });
}

/** Begin with a ruleset that a link names; a visitor's own rules are replaced after a question. */
export async function beginWith(base) {
  history.replaceState(null, "", location.pathname + location.search);
  if (!$(`#base option[value="${CSS.escape(base)}"]`)) return;
  if (isTouched()) await start(base, data.first.title);
  else await changeBase(base);
}

// ---- other windows and programs ------------------------------------------------------------------

/** Follow another window, if this one has nothing of its own that is not kept. */
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
  const view = keptView();
  setWishes(view?.answer?.file === answer.file ? view.wished : null);
  touch();
  show(answer);
}

/** Look whether the file of `riichi web` was changed: another page is followed, an editor after a question. */
window.addEventListener("focus", () => fileName() && inTurn(followFile));

async function followFile() {
  const isKept = !hasMore();
  const found = await changedOnDisk();
  if (!found) return isKept || !house.file ? null : keepFile(); // it can be written again, perhaps
  if (found.text === house.file) return keepFile();
  const answer = await opened(found.text);
  if (answer.refused) return notice(say("not_rules_in_file", { file: fileName(), reason: answer.refused }));
  if (found.is_by_page && isKept) return follow(answer);
  const [yes, no] = [say("take_file"), say("keep_this")];
  const text = say("changed_in_file", { title: house.title, file: fileName() });
  if (!(await agreed(text, { yes, no, file: house.file, name: house.id }))) return keepFile();
  const before = state();
  setWishes(null);
  return take(answer, say("step_other"), before);
}
