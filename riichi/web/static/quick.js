// The short form: each decision sets options of the whole form, and shows their values.
import { $, $$, byId, data, fieldsOf, idOf, isUnseen, meantBy, meantText, numberText, say } from "./dom.js";
import { changeBase } from "./base.js";
import { put } from "./form.js";
import { more, onMore } from "./more.js";
import { back, house, titleOf } from "./house.js";
import { drawProblems, isShown, pathsOf as wrongPaths } from "./mistakes.js";
import { begins, searched, wordsOf } from "./words.js";

const form = byId("quick");
const decisions = new Map(data.quick.map((decision) => [decision.key, decision]));

/** Whether the whole form has the values that a way sets; for some options only the kind of value counts. */
function isOn({ on, loosely }) {
  return Object.entries(on).every(([path, wanted]) => {
    const now = fieldsOf(path);
    return Object.entries(wanted)
      .filter(([name]) => !isUnseen(name) && (!loosely.includes(path) || name === path))
      .every(([name, values]) => `${now[name] ?? ""}` === `${values}`);
  });
}

const pathsOf = ({ ways }) => [...new Set(ways.flatMap(({ on }) => Object.keys(on)))];

form.addEventListener("submit", (event) => event.preventDefault());

// ---- the choices ---------------------------------------------------------------------------------

form.addEventListener("change", (event) => {
  const control = event.target;
  const decision = decisions.get(control.closest("[data-ask]")?.dataset.ask);
  if (!decision) return;
  if (control.closest(".points")) return typePoints(control);
  isTyped = control.value === "other";
  if (control.type === "checkbox") put(ticked(decision, control));
  else if (!isTyped) choose(decision.ways.find(({ key }) => key === control.value));
  showQuick();
});

/** Choose a way; if only the kind of value counts, as in the whole form, which keeps equal parts. */
function choose({ on, loosely: [path] }) {
  if (path) $(`#form [name="${path}"][value="${on[path][path]}"]`).click();
  else put(on);
}

/** The values that a tick sets; parts of one option are set together. */
function ticked(decision, control) {
  const parts = Object.entries(decision.none);
  const way = decision.ways.find(({ key }) => key === control.value);
  if (!parts.length) return control.checked ? way.on : way.off;
  const [[path, none]] = parts;
  const boxes = $$("input", control.closest(".ways"));
  if (!boxes.some((one) => one.checked)) return { [path]: none };
  const fields = decision.ways.map(({ on, off }, n) => (boxes[n].checked ? on : off)[path]);
  return { [path]: Object.assign({}, ...fields) };
}

form.addEventListener("input", () => ($(".meant", form).textContent = "")); // it is about an earlier number

// ---- the sentence of the choice under the pointer, or else of the chosen one ---------------------

let looked = null; // the label that the visitor points at or focuses

function look(target) {
  const label = target?.closest(".ways label") ?? null;
  if (label === looked) return;
  looked = label;
  for (const box of $$("[data-ask]", form)) showSentence(box);
}

/** Show one sentence; hidden ones keep their space, so that nothing moves. */
function showSentence(box) {
  const key = box.contains(looked) ? $("input", looked).value : box.dataset.told;
  for (const one of $$(".says > span", box)) one.classList.toggle("on", one.dataset.way === key);
}

form.addEventListener("pointerover", ({ target, pointerType }) => pointerType === "mouse" && look(target));
form.addEventListener("pointerleave", () => look(null));
form.addEventListener("focusin", ({ target }) => look(target));
form.addEventListener("focusout", () => look(null));

// ---- the visitor's own points --------------------------------------------------------------------

const [START, BACK] = ["setup.starting_points", "result.return_points"];
const BACK_NUMBER = `${BACK}/=number`; // absent if players return no points
const [UMA, OKA] = ["result.uma", "result.oka"];
const PLACES = [0, 1, 2, 3];
const place = (n) => `${UMA}/=list/${n}`;

let isTyped = false; // whether the visitor types points, even if they match a choice

/** Starting points, return points and uma as one decision; the last two places mirror the first two. */
function typePoints(control) {
  const said = $(".meant", form);
  const inputs = $$(".points input", form);
  const at = inputs.indexOf(control);
  if (!control.value) {
    showPoints();
    said.textContent = say("needed", { number: numberText(control.value) });
    return;
  }
  said.textContent = meantText(control);
  control.value = meantBy(control);
  const [start, target, ...uma] = inputs.map((one) => Number(one.value));
  if (at === 2 || at === 3) uma[5 - at] = -uma[at - 2];
  const isRaw = inputs[1].value === "";
  const least = isRaw || (control.name === "start" && target < start) ? start : target;
  const oka = `${fieldsOf(OKA)[OKA] ?? "none"}`;
  const fields = {
    [START]: { [START]: [`${start}`] },
    [BACK]: isRaw ? { [BACK]: ["none"] } : { [BACK]: ["=number"], [BACK_NUMBER]: [`${least}`] },
    [OKA]: { [OKA]: [least === start ? "none" : oka === "none" ? "first" : oka] },
    [UMA]: { [UMA]: ["=list"] },
  };
  for (const n of PLACES) fields[UMA][place(n)] = [`${uma[n]}`];
  isTyped = true;
  put(fields);
  showPoints();
  showQuick();
}

/** Show the points of the whole form. */
function showPoints() {
  const uma = fieldsOf(UMA);
  const values = [fieldsOf(START)[START], fieldsOf(BACK)[BACK_NUMBER], ...PLACES.map((n) => uma[place(n)])];
  $$(".points input", form).forEach((one, n) => (one.value = values[n] ?? ""));
}

function pointsText() {
  const [start, least] = [fieldsOf(START)[START], fieldsOf(BACK)[BACK_NUMBER]].map(Number);
  const uma = PLACES.map((n) => Number(fieldsOf(UMA)[place(n)]));
  if ([least, ...uma].some(Number.isNaN)) return null;
  const signed = uma.map((value) => `${value > 0 ? "+" : ""}${numberText(value)}`).join(", ");
  const isOka = `${fieldsOf(OKA)[OKA]}` !== "none" && least > start;
  const numbers = { start: numberText(start), back: numberText(least), oka: numberText(4 * (least - start)) };
  return say(isOka ? "oka" : "no_oka", { ...numbers, uma: signed });
}

// ---- display -------------------------------------------------------------------------------------

/** Show in each line the values of the whole form. */
export function showQuick(answer = {}) {
  if (answer.form != null) isTyped = false;
  const changed = new Set(house.changes);
  for (const box of $$("[data-ask]", form)) {
    const decision = decisions.get(box.dataset.ask);
    const keys = decision.ways.filter(isOn).map(({ key }) => key);
    const list = $("select", box);
    if (list) showList(list, keys);
    else for (const one of $$("input", box)) one.checked = keys.includes(one.value);
    const text = list ? pointsText() : null;
    const own = $("[data-way=own]", box);
    if (text === null) own.replaceChildren(elsewhere(decision));
    else own.textContent = text;
    box.dataset.told = box.matches(".ticks") ? tickedText(keys, decision) : (!list && keys[0]) || "own";
    showSentence(box);
    const mine = pathsOf(decision).some((path) => changed.has(path));
    box.classList.toggle("changed", mine);
    $(".undo", box).hidden = !mine;
    drawProblems($(".wrong", box), wrongWith(decision));
  }
  showLocal();
  showDoors();
}

function showList(list, keys) {
  const isOther = isTyped || !keys.length;
  list.value = isOther ? "other" : keys[0];
  const box = $(".points", form);
  box.hidden = !isOther;
  if (isOther && !box.contains(document.activeElement)) showPoints();
}

/** The sentence of ticks: that of the only ticked one, or the one for none. */
function tickedText(keys, { ways, none }) {
  if (keys.length) return keys.length === 1 ? keys[0] : "";
  const nothing = Object.keys(none).length ? [none] : ways.map(({ off }) => off);
  return nothing.every((on) => isOn({ on, loosely: [] })) ? "nothing" : "own";
}

/** A link to the rule of a decision whose value matches none of its ways. */
function elsewhere(decision) {
  const link = document.createElement("a");
  link.href = `#${idOf(pathsOf(decision).at(-1))}`;
  link.textContent = say("elsewhere");
  return link;
}

/** The errors in the options of a line. */
function wrongWith(decision) {
  const paths = pathsOf(decision);
  return house.problems.filter((one) => isShown(one) && wrongPaths(one).some((path) => paths.includes(path)));
}

form.addEventListener("click", (event) => {
  const button = event.target.closest(".undo");
  if (!button) return;
  const decision = decisions.get(button.closest("[data-ask]")?.dataset.ask);
  back(decision ? pathsOf(decision).filter((path) => house.changes.includes(path)) : changedLocal());
});

// ---- local yaku ----------------------------------------------------------------------------------

const local = byId("local-yaku");
let cards = $$(".yaku-card", local);

onMore(() => {
  byId("yaku-cards").insertAdjacentHTML("beforeend", more.cards);
  cards = $$(".yaku-card", local);
  showLocal();
});
let areAllShown = false;

local.addEventListener("change", ({ target }) => {
  const { path, fields } = target.dataset;
  if (!path) return;
  put({ [path]: target.checked ? JSON.parse(fields)[path] : { [path]: ["none"] } });
});

byId("find-local").addEventListener("input", showCards);
byId("all-local").addEventListener("click", () => {
  areAllShown = true;
  byId("find-local").value = "";
  showCards();
});

const namesOf = (card) => searched(card.dataset.words);

/** Show the cards that match a search, by name or else by sentence; without a search, the common ones. */
function showCards() {
  const words = wordsOf(byId("find-local").value);
  const named = cards.filter((card) => begins(words, namesOf(card)));
  const found = named.length ? named : cards.filter((card) => begins(words, searched(card.textContent)));
  const isShown = (card) =>
    words.length ? found.includes(card) : areAllShown || "common" in card.dataset || $("input", card).checked;
  for (const card of cards) card.hidden = !isShown(card);
  byId("all-local").hidden = areAllShown;
  byId("found-local").textContent = words.length && !found.length ? say("no_local_found") : "";
}

/** The yaku that the club or its base defines itself; the whole form has a button to change each. */
const ownPaths = () => $$("#form [data-own]").map(({ dataset }) => dataset.own);

/** The local yaku, known ones and the club's own, that the file sets. */
function changedLocal() {
  const paths = [...cards.map((card) => $("input", card).dataset.path), ...ownPaths()];
  return house.changes.filter((path) => paths.includes(path));
}

function showLocal() {
  const names = ownPaths().map((path) => titleOf(path));
  for (const one of $$("input[data-path]", local)) {
    const now = fieldsOf(one.dataset.path)[one.dataset.path];
    one.checked = now ? now[0] !== "none" : house.changes.includes(one.dataset.path); // not drawn yet
    if (one.checked) names.push(one.dataset.title);
  }
  byId("local-names").textContent = names.join(", ") || say("no_local");
  const isChanged = changedLocal().length > 0;
  byId("local-row").classList.toggle("changed", isChanged);
  $("#local-row > .undo").hidden = !isChanged;
  showOwn();
  showCards();
}

/** The club's own yaku, each with buttons to change and to remove it. */
function showOwn() {
  const rows = ownPaths().map((path) => {
    const row = Object.assign(document.createElement("p"), { className: "own-yaku" });
    const title = titleOf(path);
    row.append(Object.assign(document.createElement("b"), { textContent: title }));
    row.append(ownButton("change_yaku", { own: path }, `${say("change_yaku")}: ${title}`));
    if (house.changes.includes(path)) row.append(ownButton("remove_yaku", { remove: path }, say("remove_named", { title })));
    return row;
  });
  const shown = byId("own-yaku");
  const list = shown.cloneNode();
  list.append(...rows);
  if (!list.isEqualNode(shown)) shown.replaceChildren(...list.children); // a button replaced while pressed loses the click
}

function ownButton(text, dataset, label) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: say(text), ariaLabel: label });
  Object.assign(button.dataset, dataset);
  return button;
}

byId("own-yaku").addEventListener("click", ({ target }) => target.dataset.remove && back([target.dataset.remove]));

// A search for a local yaku among all rules leads to its card.
const MOST_FOUND = 4;
byId("find").addEventListener("input", ({ target }) => {
  const words = wordsOf(target.value);
  const found = words.length ? cards.filter((card) => begins(words, namesOf(card))).slice(0, MOST_FOUND) : [];
  const links = found.flatMap((card) => {
    const link = document.createElement("a");
    link.href = `#${card.id}`;
    link.textContent = $("b", card).textContent;
    return [link, " "];
  });
  byId("found-yaku").replaceChildren(...(links.length ? [say("local_found"), ...links] : []));
});
byId("found-yaku").addEventListener("click", (event) => {
  const card = event.target.hash && byId(event.target.hash.slice(1));
  if (!card) return;
  event.preventDefault();
  local.open = true;
  byId("find-local").value = event.target.textContent;
  showCards();
  card.scrollIntoView({ block: "center" });
  $("input", card).focus({ preventScroll: true });
});

// ---- the start -----------------------------------------------------------------------------------

const doors = $$("input[name=door]");
for (const one of doors) one.addEventListener("change", () => changeBase(one.value));

function showDoors() {
  for (const one of doors) one.checked = one.value === house.base;
  for (const box of $$(".door")) box.classList.toggle("chosen", !!$("input:checked", box));
}
