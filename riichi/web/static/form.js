// The form: changes go to the engine, and errors appear at their fields.
import { $, $$, addRow, byId, carryParts, chooseBranch, data, fieldsIn, idOf, later, meantBy, meantText, numberText, putFields, say } from "./dom.js";
import { more, onMore } from "./more.js";
import { guard } from "./asking.js";
import { ask, isReady } from "./engine.js";
import { back, change, house, isNamed, onSettle, redraw } from "./house.js";
import { preview } from "./preview.js";
import { drawProblems, errorsIn, isShown, pathsOf } from "./mistakes.js";
import { begins, foundText, searched, wordsOf } from "./words.js";

const form = byId("form");
const boxOf = (path) => byId(idOf(path));

// ---- changes: simultaneous ones are sent together ------------------------------------------------

const dirty = new Set();
const sent = new Set();
guard(() => dirty.size + sent.size > 0);
const soon = later(0, flush);
const afterTyping = later(300, flush);

async function flush() {
  const fields = {};
  for (const path of dirty) if (boxOf(path)) fields[path] = fieldsIn(boxOf(path));
  dirty.clear();
  performance.mark("change");
  if (!Object.keys(fields).length) return;
  for (const path in fields) sent.add(path);
  preview();
  const { unanswered } = await change({ fields });
  for (const path in fields) {
    sent.delete(path);
    if (unanswered) dirty.add(path); // the next change sends it as well
  }
}
onSettle(flush);

/** Set options by their fields, as if the visitor had; an option that the form lacks is added. */
export async function put(all) {
  const missing = {};
  for (const [path, fields] of Object.entries(all)) {
    const box = boxOf(path);
    if (!box) missing[path] = fields;
    else {
      putFields(box, fields);
      dirty.add(path);
    }
  }
  if (dirty.size) soon();
  if (!Object.keys(missing).length) return;
  await change({ fields: missing });
  await redraw();
}

byId("rules").addEventListener("input", (event) => {
  const control = /** @type {any} */ (event.target);
  const box = control.closest(".option");
  if (!box) return;
  if (control.matches("input[type=radio], select")) {
    carryParts(control, box);
    chooseBranch(control, box);
  }
  if (isBlank(control)) return tellMeant(control, say("needed", { number: numberText(before) }));
  tellMeant(control, meantText(control));
  dirty.add(box.dataset.path);
  if (control.matches("textarea, input:not([type=radio], [type=checkbox])")) afterTyping();
  else soon();
});

// An empty field never removes a number that a rule needs: the old number stays.
const isBlank = (control) => control.required && !control.value;
let before = ""; // the number when the visitor entered the field

form.addEventListener("focusin", ({ target }) => (before = target.value));
form.addEventListener("change", ({ target }) => {
  const box = target.closest(".option");
  if (!box || target.type !== "number") return;
  const text = isBlank(target) ? say("needed", { number: numberText(before) }) : meantText(target);
  if (isBlank(target)) {
    target.value = before;
    dirty.add(box.dataset.path);
    soon();
  }
  target.value = meantBy(target);
  if (text) tellMeant(target, text);
});

/** Show, next to a number, the value that it means. */
function tellMeant(control, text) {
  const label = control.closest(".number");
  if (!label) return;
  const said = $(".meant", label) ?? Object.assign(document.createElement("small"), { className: "meant" });
  said.setAttribute("role", "status");
  label.append(said);
  said.textContent = text;
}

document.addEventListener("click", async (event) => {
  const target = /** @type {any} */ (event.target);
  if (target.matches("[data-more]")) addRow(target.closest(".option"));
  const button = target.closest("[data-mend]");
  if (!button) return;
  const line = button.closest(".option, .ask");
  await put(JSON.parse(button.dataset.mend));
  focusIn(line);
});

form.addEventListener("click", async (event) => {
  const path = event.target.closest("[data-back]")?.closest("[data-path]").dataset.path;
  if (!path) return;
  await back([path]);
  focusIn(boxOf(path));
});

form.addEventListener("submit", (event) => event.preventDefault());

// ---- answers -------------------------------------------------------------------------------------

export function showForm(answer) {
  if (answer.form != null) draw(answer);
  for (const [path, fields] of Object.entries(answer.fields ?? {})) if (boxOf(path)) putFields(boxOf(path), fields);
  for (const name of ["base", "vocabulary"]) byId(name).value = house[name];
  if (answer.note !== undefined) byId("base-note").innerHTML = answer.note; // made by the engine, like the form
  if (isNamed() && document.activeElement !== byId("title")) byId("title").value = house.title;
  const changed = new Set(house.changes);
  for (const box of $$(".option", byId("rules"))) box.classList.toggle("changed", changed.has(box.dataset.path));
  for (const chapter of $$(".chapter", form)) {
    chapter.classList.toggle("has", !!$(".option.changed", chapter));
  }
  showProblems(answer.problems ?? []);
  filter();
}

/** Draw all controls again, except those changed since the form was requested. */
function draw(answer) {
  const kept = [...dirty, ...sent].map((path) => [path, boxOf(path)]).filter(([, box]) => box);
  const opened = new Set($$(".chapter[open]", form).map((chapter) => chapter.id));
  if (answer.base) form.dataset.base = answer.base;
  form.replaceChildren(); // otherwise new radio buttons take the marks of kept ones
  form.innerHTML = answer.form; // made by the engine, which escapes all text; the page's policy lets no script run
  for (const [path, html] of Object.entries(answer.redrawn ?? {})) {
    const box = boxOf(path);
    if (box) box.outerHTML = html;
    else if (path.startsWith("yaku.")) $("#c-yaku .options", form).insertAdjacentHTML("beforeend", html);
  }
  for (const [path, box] of kept) boxOf(path)?.replaceWith(box);
  for (const name of opened) byId(name)?.setAttribute("open", "");
  texts.clear();
}

function showProblems(problems) {
  const shown = problems.filter(isShown);
  for (const box of $$(".option", byId("rules"))) drawProblems($(".error", box), shown.filter((one) => pathsOf(one).includes(box.dataset.path)));
  for (const control of $$("[aria-invalid]", form)) {
    control.removeAttribute("aria-invalid");
    control.removeAttribute("aria-describedby");
  }
  const errors = errorsIn(shown);
  for (const path of new Set(errors.flatMap(pathsOf))) if (boxOf(path)) markWrong(boxOf(path));
  drawProblems(byId("loose"), errors.filter((problem) => !pathsOf(problem).some(boxOf)));
}

function markWrong(box) {
  const error = $(".error", box);
  error.id = `e-${box.id}`;
  for (const control of $$("input:checked, input[type=number]:enabled, select:enabled", box)) {
    control.setAttribute("aria-invalid", "true");
    control.setAttribute("aria-describedby", error.id);
  }
}

// ---- the visible rules ---------------------------------------------------------------------------

const LISTED = { common: new Set(data.common), differ: new Set(data.differ) };
const texts = new Map();

function textOf(box) {
  const path = box.dataset.path;
  if (!texts.has(path)) texts.set(path, searched(`${more.names[path] ?? path} ${box.textContent}`));
  return texts.get(path);
}

onMore(() => {
  texts.clear();
  if (byId("find").value) filter();
});

let meant = null; // the engine's answer to a search: { text, paths, sure, read_as }
let listed = null; // the list that was shown before the search

/** Show the listed rules, or those that match the typed words; other searches go to the engine. */
function filter() {
  const text = byId("find").value.trim();
  const words = wordsOf(text);
  if (!words.length) {
    meant = null;
    if (listed) listed.checked = true;
    listed = null;
    return showListed($("input[name=shown]:checked").value);
  }
  listed ??= $("input[name=shown]:checked");
  $("input[name=shown][value=all]").checked = true; // a search is among all rules
  const begun = $$(".option", form).filter((box) => begins(words, textOf(box)));
  const isAsked = isReady() && (words.length > 1 || !begun.length);
  if (!isAsked) meant = null;
  if (isAsked && meant?.text !== text) {
    find();
    if (meant || !begun.length) return; // the results stay until there is an answer
  }
  const found = (meant?.paths ?? []).map(boxOf).filter(Boolean);
  const boxes = found.length ? found : begun;
  const isGuess = found.length && !meant.sure;
  show(new Set(boxes), { isOpen: true });
  const readAs = found.length && meant.read_as ? say("read_as", { words: `'${meant.read_as}'` }) : "";
  const count = meant?.no_rule ?? (boxes.length || !byId("found-yaku").textContent ? foundText(boxes.length) : "");
  tell([readAs, isGuess ? say("closest") : count].filter(Boolean).join(" "));
}

const find = later(200, async () => {
  const text = byId("find").value.trim();
  const answer = await ask("find", { words: text });
  if (text !== byId("find").value.trim()) return; // there is a newer search
  meant = { text, ...answer };
  filter();
});

function showListed(list) {
  const boxes = $$(".option", form).filter(
    ({ dataset, classList }) =>
      list === "all" || classList.contains("changed") || LISTED[list]?.has(dataset.path),
  );
  show(new Set(boxes), { isOpen: list !== "all", isAdding: ["all", "common"].includes(list) });
  tell("");
}

function show(boxes, { isOpen, isAdding = false }) {
  for (const box of $$(".option", form)) box.hidden = !boxes.has(box);
  for (const chapter of $$(".chapter", form)) {
    $(".count", chapter).textContent = countText(chapter);
    const adding = $(".add", chapter);
    if (adding) adding.hidden = !isAdding;
    chapter.hidden = !$(".option:not([hidden])", chapter) && !(adding && isAdding);
    if (isOpen) chapter.open = true;
  }
}

/** The number of visible rules in each chapter, and of all changed rules. */
function countText(chapter) {
  const all = $$(".option", chapter);
  const [shown, changed] = [all.filter((box) => !box.hidden), all.filter((box) => box.classList.contains("changed"))];
  const isPart = shown.length < all.length;
  const text = say(isPart ? "shown_of" : all.length === 1 ? "rule" : "rules", { shown: shown.length, n: all.length });
  return changed.length ? `${text}, ${say("changed", { n: changed.length })}` : text;
}

function tell(text) {
  if (byId("found").textContent !== text) byId("found").textContent = text;
}

byId("find").addEventListener("input", filter);
for (const one of $$("input[name=shown]")) {
  one.addEventListener("change", () => {
    for (const chapter of $$(".chapter", form)) chapter.open = false;
    [byId("find").value, listed] = ["", null];
    byId("find").dispatchEvent(new Event("input"));
  });
}

/** Show an option even if it is filtered out, and scroll to it. */
export function reveal(name) {
  const box = byId(name);
  if (!box) return;
  box.hidden = box.closest(".chapter").hidden = false;
  byId("all").open = true;
  box.closest("details").open = true;
  box.scrollIntoView({ block: "center" });
  focusIn(box);
}

function focusIn(box) {
  (box && $("input:checked, input:enabled, select, button", box))?.focus({ preventScroll: true });
}

filter();
