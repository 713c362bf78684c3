// The short form: each decision sets options of the whole form, and shows what that has.
import { $, $$, byId, data, fieldsOf, idOf, say } from "./dom.js";
import { put } from "./form.js";
import { back, changeBase, house } from "./house.js";
import { drawProblems, isShown, pathsOf as wrongPaths } from "./mistakes.js";

const form = byId("quick");
const decisions = new Map(data.quick.map((decision) => [decision.key, decision]));
const HIDDEN = "/cumulative"; // a part without a control

/** Whether the whole form has what a way sets; of some options only the kind of value counts. */
function isOn({ on, loosely = [] }) {
  return Object.entries(on).every(([path, wanted]) => {
    const now = fieldsOf(path);
    return Object.entries(wanted)
      .filter(([name]) => !name.endsWith(HIDDEN) && (!loosely.includes(path) || name === path))
      .every(([name, values]) => `${now[name] ?? ""}` === `${values}`);
  });
}

const pathsOf = ({ ways }) => [...new Set(ways.flatMap(({ on }) => Object.keys(on)))];

// ---- what is chosen ------------------------------------------------------------------------------

form.addEventListener("change", (event) => {
  const control = event.target;
  const box = control.closest("[data-ask]");
  if (control.closest(".points")) return put(typedPoints(control));
  isTyped = false;
  const decision = decisions.get(box?.dataset.ask);
  if (!decision) return;
  if (control.type === "checkbox") put(ticked(decision, box, control));
  else if (control.value === "other") isTyped = true;
  else put(decision.ways.find(({ key }) => key === control.value).on);
  showQuick();
});

/** What a tick sets; those that are parts of one option go together. */
function ticked(decision, box, control) {
  const parts = Object.entries(decision.none);
  const way = decision.ways.find(({ key }) => key === control.value);
  if (!parts.length) return control.checked ? way.on : way.off;
  const [[path, none]] = parts;
  const boxes = $$("input", box);
  if (!boxes.some((one) => one.checked)) return { [path]: none };
  const fields = decision.ways.map(({ on, off }, n) => (boxes[n].checked ? on : off)[path]);
  return { [path]: Object.assign({}, ...fields) };
}

// ---- points of one's own -------------------------------------------------------------------------

const POINTS = ["setup.starting_points", "result.return_points"];
const UMA = "result.uma";

let isTyped = false; // whether somebody wants to type points, though they may be those of a choice

/** Start, return and uma as one decision: what is missing at the start goes to the first. */
function typedPoints(control) {
  const [start, target, first, second] = $$(".points input").map((one) => one.valueAsNumber);
  const places = [first, second].map((value) => (Math.abs(value) < 1000 ? value * 1000 : value)); // 20 means 20,000
  if (![start, target, ...places].every(Number.isInteger)) return {};
  const back = control.name === "start" && target < start ? start : target;
  const fields = { [UMA]: { [UMA]: ["=list"] }, "result.oka": { "result.oka": [back > start ? "first" : "none"] } };
  [start, back].forEach((value, n) => (fields[POINTS[n]] = { [POINTS[n]]: [`${value}`] }));
  [...places, -places[1], -places[0]].forEach((value, n) => (fields[UMA][`${UMA}/=list/${n}`] = [`${value}`]));
  return fields;
}

function showPoints(isShown) {
  const box = $(".points", form);
  box.hidden = !isShown;
  if (!isShown || box.contains(document.activeElement)) return;
  const uma = fieldsOf(UMA);
  const values = [...POINTS.map((path) => fieldsOf(path)[path]), uma[`${UMA}/=list/0`], uma[`${UMA}/=list/1`]];
  $$("input", box).forEach((one, n) => (one.value = values[n] ?? ""));
}

function pointsText() {
  const [start, back] = POINTS.map((path) => Number(fieldsOf(path)[path]));
  const uma = [0, 1, 2, 3].map((n) => Number(fieldsOf(UMA)[`${UMA}/=list/${n}`]));
  if (uma.some(Number.isNaN)) return say("elsewhere");
  const number = (value) => value.toLocaleString(document.documentElement.lang);
  const signed = (value) => `${value > 0 ? "+" : ""}${number(value)}`.replace("-", "−");
  const oka = fieldsOf("result.oka")["result.oka"] != "none" && back > start;
  return say(oka ? "oka" : "no_oka", {
    start: number(start), back: number(back), oka: number(4 * (back - start)), uma: uma.map(signed).join(", "),
  });
}

// ---- what is shown -------------------------------------------------------------------------------

/** Show in each line what the whole form has. */
export function showQuick(answer = {}) {
  if (answer.form != null) isTyped = false;
  const changed = new Set(house.changes);
  for (const box of $$("[data-ask]", form)) {
    const decision = decisions.get(box.dataset.ask);
    const on = decision.ways.filter(isOn);
    const keys = on.map(({ key }) => key);
    const list = $("select", box);
    let says = on.map((way) => way.says).join(" ");
    if (list) {
      const isOther = isTyped || !keys.length;
      list.value = isOther ? "other" : keys[0];
      showPoints(isOther);
      if (isOther) says = pointsText();
    } else for (const one of $$("input", box)) one.checked = keys.includes(one.value);
    const ticks = !!$("input[type=checkbox]", box);
    $(".says", box).textContent = says || (ticks ? say("none_ticked") : say("elsewhere"));
    const own = pathsOf(decision).filter((path) => changed.has(path));
    box.classList.toggle("changed", own.length > 0);
    $(".undo", box).hidden = !own.length;
    drawProblems($(".wrong", box), wrongWith(decision));
  }
  showLocal();
  showCards();
}

/** What is wrong with the options of a line. */
function wrongWith(decision) {
  const paths = pathsOf(decision);
  return house.problems.filter((one) => isShown(one) && wrongPaths(one).some((path) => paths.includes(path)));
}

form.addEventListener("click", (event) => {
  const button = event.target.closest(".undo");
  if (!button) return;
  const decision = decisions.get(button.closest("[data-ask]").dataset.ask);
  back(pathsOf(decision).filter((path) => house.changes.includes(path)));
});

// ---- local yaku ----------------------------------------------------------------------------------

const local = byId("local-yaku");

local.addEventListener("change", ({ target }) => {
  const { path } = target.dataset;
  put({ [path]: target.checked ? JSON.parse(target.dataset.fields)[path] : { [path]: ["none"] } });
});

function showLocal() {
  const names = [];
  for (const one of $$("input[data-path]", local)) {
    const now = fieldsOf(one.dataset.path)[one.dataset.path];
    one.checked = now ? now[0] !== "none" : false;
    if (one.checked) names.push(one.dataset.title);
  }
  byId("local-names").textContent = names.join(", ") || say("no_local");
}

// ---- where to begin ------------------------------------------------------------------------------

for (const one of $$("input[name=card]")) one.addEventListener("change", () => changeBase(one.value));

function showCards() {
  for (const one of $$("input[name=card]")) one.checked = one.value === house.base;
  for (const card of $$(".start-card")) card.classList.toggle("chosen", !!$("input:checked", card));
}
