// The form: what people change goes to the engine, what is wrong comes back to its field.
import { $, $$, byId, chooseBranch, data, fieldsIn, idOf, later, say } from "./dom.js";
import { guard } from "./asking.js";
import { change, house, isNamed, redraw } from "./house.js";

const form = byId("form");
const boxOf = (path) => byId(idOf(path));

// ---- changes: those of one moment go together ----------------------------------------------------

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
  await change({ fields });
  for (const path in fields) sent.delete(path);
}

form.addEventListener("input", (event) => {
  const control = event.target;
  const box = control.closest(".option");
  if (!box) return;
  if (control.matches("input[type=radio], select")) chooseBranch(control, box);
  dirty.add(box.dataset.path);
  if (control.matches("input:not([type=radio], [type=checkbox])")) afterTyping();
  else soon();
});

form.addEventListener("change", async (event) => {
  const name = event.target.id === "local" && event.target.value;
  if (!name) return;
  const path = `yaku.${name}`;
  await change({ fields: { [path]: { [path]: ["=closed"], [`${path}/=closed/closed`]: ["1"] } } });
  await redraw();
  reveal(idOf(path));
});

form.addEventListener("click", async (event) => {
  const path = event.target.closest("[data-back]")?.dataset.back;
  if (!path) return;
  await change({ back: [path] });
  await redraw();
  focusIn(boxOf(path));
});

form.addEventListener("submit", (event) => event.preventDefault());

// ---- answers -------------------------------------------------------------------------------------

export function showForm(answer) {
  if (answer.form != null) draw(answer);
  byId("base").value = house.base;
  if (isNamed() && document.activeElement !== byId("title")) byId("title").value = house.title;
  const changed = new Set(house.changes);
  for (const box of $$(".option", form)) box.classList.toggle("changed", changed.has(box.dataset.path));
  for (const chapter of $$(".chapter", form)) {
    const n = $$(".option.changed", chapter).length;
    $(".count", chapter).textContent = n ? say("changed", { n }) : $$(".option", chapter).length;
    chapter.classList.toggle("has", n > 0);
  }
  showProblems(answer.problems ?? []);
  filter();
}

/** Draw all controls anew, but those that have been changed since the form was asked for. */
function draw(answer) {
  const kept = [...dirty, ...sent].map((path) => [path, boxOf(path)]).filter(([, box]) => box);
  const opened = new Set($$(".chapter[open]", form).map((chapter) => chapter.id));
  form.innerHTML = answer.form; // made by the engine, which escapes every text; the policy of the page lets nothing run
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
  for (const error of $$(".error", form)) error.textContent = "";
  for (const control of $$("[aria-invalid]", form)) {
    control.removeAttribute("aria-invalid");
    control.removeAttribute("aria-describedby");
  }
  const loose = [];
  for (const problem of problems) {
    if (problem.severity !== "error") continue;
    const boxes = [problem.path, ...(problem.also ?? [])]
      .map((path) => boxOf(path.split(/[.[]/).slice(0, 2).join(".")))
      .filter(Boolean);
    for (const box of boxes) markWrong(box, problemText(problem));
    if (!boxes.length) loose.push(problemText(problem));
  }
  byId("loose").textContent = loose.join("\n");
}

export function problemText({ text, expected, nearest }) {
  const more = [
    expected && say("expected", { text: expected }),
    nearest && say("nearest", { text: nearest }),
  ];
  return [text, ...more.filter(Boolean)].join(" – ");
}

function markWrong(box, text) {
  const error = $(".error", box);
  error.textContent = [error.textContent, text].filter(Boolean).join("\n");
  for (const control of $$("input:checked, input[type=number]:enabled, select:enabled", box)) {
    control.setAttribute("aria-invalid", "true");
    control.setAttribute("aria-describedby", error.id);
  }
}

// ---- which rules are shown -----------------------------------------------------------------------

const LISTED = { common: new Set(data.common), differ: new Set(data.differ) };
const texts = new Map();

function textOf(box) {
  const path = box.dataset.path;
  if (!texts.has(path)) texts.set(path, `${data.names[path] ?? path} ${box.textContent}`.toLowerCase());
  return texts.get(path);
}

function filter() {
  const words = byId("find").value.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = words.length ? "all" : $("input[name=shown]:checked").value;
  const listed = LISTED[shown];
  let found = 0;
  for (const chapter of $$(".chapter", form)) {
    let some = 0;
    for (const box of $$(".option", chapter)) {
      const changed = box.classList.contains("changed");
      const hit =
        (shown === "all" || changed || !!listed?.has(box.dataset.path)) &&
        words.every((word) => textOf(box).includes(word));
      box.hidden = !hit;
      some += hit;
    }
    const adding = $(".add", chapter);
    if (adding) adding.hidden = !!words.length || !["all", "common"].includes(shown);
    chapter.hidden = !some && (!adding || adding.hidden);
    if (words.length || shown !== "all") chapter.open = true;
    found += some;
  }
  const said = words.length ? (found ? say("found", { n: found }) : say("none")) : "";
  if (byId("found").textContent !== said) byId("found").textContent = said;
}

byId("find").addEventListener("input", filter);
for (const one of $$("input[name=shown]")) {
  one.addEventListener("change", () => {
    for (const chapter of $$(".chapter", form)) chapter.open = false;
    filter();
  });
}

/** Show one option whatever is filtered, and go there. */
export function reveal(name) {
  const box = byId(name);
  if (!box) return;
  box.hidden = box.closest(".chapter").hidden = false;
  box.closest("details").open = true;
  box.scrollIntoView({ block: "center" });
  focusIn(box);
}

function focusIn(box) {
  (box && $("input:checked, input:enabled, select, button", box))?.focus({ preventScroll: true });
}

filter();
