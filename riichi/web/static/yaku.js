// A club's own yaku: an example hand and its conditions, tried out, and added to the rules.
import { agreed, guard } from "./asking.js";
import { $, $$, byId, chooseBranch, doing, fieldsIn, idOf, later, putFields, say } from "./dom.js";
import { ask } from "./engine.js";
import { reveal } from "./form.js";
import { change, house, redraw } from "./house.js";
import { errorsIn, problemText } from "./mistakes.js";
import { tilePad } from "./pad.js";
import { dealt, drawTiles, tilesIn, written } from "./tiles.js";

const dialog = byId("yaku");
const form = byId("yaku-form");
const parts = byId("yaku-parts");
const hand = byId("yaku-pad");
const pad = tilePad(form, "example/", tapped);

let isWritten = false; // whether there is text here that is not in the rules
let isFromShortForm = false;
let isAdded = false; // whether the visitor has tried to add it, so that all errors are shown
guard(() => isWritten);

document.addEventListener("click", async (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const path = /** @type {HTMLElement | null} */ (target.closest("[data-own]"))?.dataset.own;
  const isNew = target.closest("[data-make=yaku]");
  if (!path && !isNew) return;
  isFromShortForm = !!target.closest("#local-row");
  edit(await ask("yaku", path ? { file: house.file, edit: path } : { file: house.file, form: true }));
});

function edit({ form: html = "", hand: tiles = "", winning_tile = "" }) {
  form.append(hand); // before it is put back in place
  parts.innerHTML = html; // made by the engine, which escapes all text
  byId("yaku-hand").append(hand);
  form.elements["example/hand"].value = tiles;
  form.elements["example/winning_tile"].value = winning_tile;
  for (const box of $$(".tap", parts)) drawTap(box);
  isWritten = isAdded = false;
  for (const name of ["yaku-error", "yaku-says", "yaku-hands", "yaku-had", "yaku-conditions"]) byId(name).textContent = "";
  pad.lay();
  showLacks();
  dialog.showModal();
  dialog.scrollTop = 0;
  if (tiles || $('[name="name/en"]', parts)?.value) look();
}

// ---- the definition ------------------------------------------------------------------------------

/** All fields; the example only if the hand has all its tiles. */
function fields() {
  const all = fieldsIn(parts);
  delete all["example/into"];
  if (!pad.isWhole) delete all["example/winning_tile"];
  return all;
}

const look = later(250, lookNow);

async function lookNow() {
  const answer = await ask("yaku", { file: house.file, fields: fields() });
  if (answer.refused) return tell([answer.refused], {});
  const isBegun = isAdded || answer.sentence || Object.keys(answer.value).some((word) => !["name", "worth"].includes(word));
  tell(isBegun ? answer.problems.map(problemText) : [], answer);
}

function tell(problems, answer) {
  byId("yaku-error").textContent = problems.join("\n");
  byId("yaku-says").textContent = answer.sentence ?? "";
  byId("yaku-hands").innerHTML = answer.has ? "" : (answer.hands ?? "");
  byId("yaku-had").textContent = had(answer);
  byId("yaku-had").classList.toggle("yes", !!answer.has);
  showConditions(answer.conditions ?? "");
}

function had({ has, why, worth, error, hands }) {
  if (error) return error.message;
  if (has) return say("has", { worth });
  const missed = has === false ? [say("misses"), why].filter(Boolean).join(" ") : "";
  return [missed, hands ? say("this_has") : ""].filter(Boolean).join(" ");
}

function showConditions(html) {
  const box = byId("yaku-conditions");
  const at = $$("input", box).indexOf(document.activeElement);
  box.innerHTML = html;
  byId("yaku-none").hidden = !!html;
  if (at >= 0) $$("input", box)[at]?.focus();
}

function showLacks() {
  byId("yaku-lacks").textContent = pad.lacks;
}

function tapped() {
  isWritten = true;
  showLacks();
  look();
}

form.addEventListener("input", (event) => {
  if (event.target.closest("#yaku-conditions")) return choose(event.target);
  isWritten ||= parts.contains(event.target);
  if (event.target.matches("select")) chooseBranch(event.target, parts);
  if (event.target.matches(".tap [name$=any_suit]")) drawTap(event.target.closest(".tap"));
  if (parts.contains(event.target)) look();
});

// ---- sentences that set controls of the form -----------------------------------------------------

const saysOf = (box) => box.closest("label").textContent;

// One sentence at a time: what the next one sets depends on the answer to the one before it.
let choices = Promise.resolve();
function choose(box) {
  const [says, checked] = [saysOf(box), box.checked];
  isWritten = true;
  choices = choices.then(() => doing(async () => {
    const now = $$("#yaku-conditions input").find((one) => saysOf(one) === says);
    if (!now || now.defaultChecked === checked) return;
    putCondition(now.dataset, checked);
    await lookNow();
  }));
}

function putCondition({ sets, fields }, checked) {
  if (sets) putSets(JSON.parse(sets));
  for (const [name, values] of Object.entries(JSON.parse(fields))) {
    const several = $$(`input[type=checkbox][name="${name}"]`, parts).length > 1 && !name.includes("=");
    const others = several ? (fieldsIn(parts)[name] ?? []).filter((one) => !values.includes(one)) : [];
    putFields(parts, { [name]: checked ? [...others, ...values] : others });
  }
  for (const box of $$(".tap", parts)) drawTap(box);
}

/** Put these sets into the form, and no others. */
function putSets(sets) {
  for (const n of [0, 1, 2, 3]) {
    const [kind, number, suit] = sets[n] ?? ["", "n", "X"];
    putFields(parts, { [`sets/${n}/kind`]: [kind], [`sets/${n}/number`]: [number], [`sets/${n}/suit`]: [suit || "X"] });
  }
}

// ---- tiles that may be repeated ------------------------------------------------------------------

const tapName = (box) => $("input[type=hidden]", box);

function drawTap(box) {
  drawTiles($(".laid", box), dealt(tapName(box).value), null);
  const keys = $(".tap-keys", box);
  if (keys.children.length || box.closest("[hidden]")) return;
  keys.append(...$$(".keys button:not([data-tile^='0'])", hand).map((key) => key.cloneNode(true)));
}

function putTap(box, tiles) {
  tapName(box).value = written({ tiles, melds: [] });
  isWritten = true;
  drawTap(box);
  look();
}

parts.addEventListener("click", (event) => {
  const box = event.target.closest(".tap");
  const key = event.target.closest("button");
  if (!box || !key) return;
  const tiles = tilesIn(tapName(box).value);
  if (key.dataset.tile) putTap(box, [...tiles, key.dataset.tile]);
  else if (key.dataset.place) putTap(box, tiles.filter((_, at) => at !== +key.dataset.place));
  else if (key.dataset.take) putTap(box, tilesIn(pad.hand.hand.replaceAll("0", "5")));
});

parts.addEventListener("change", () => {
  for (const box of $$(".tap", parts)) drawTap(box);
});

// ---- adding to the rules -------------------------------------------------------------------------

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  isAdded = true;
  const answer = await ask("yaku", { file: house.file, fields: fields() });
  const wrong = errorsIn(answer.problems ?? []);
  if (answer.refused || wrong.length) return tell([answer.refused, ...wrong.map(problemText)].filter(Boolean), answer);
  if (answer.has === false && !(await isMeant(answer.why))) return;
  const path = `yaku.${answer.id}`;
  /** @type {Record<string, string[]>} */
  const given = { ...fields(), [`${path}/name`]: [answer.id] };
  if (answer.example) given.example = [JSON.stringify(answer.example)];
  await change({ fields: { [path]: given } });
  await redraw();
  isWritten = false;
  dialog.close();
  if (isFromShortForm) $(`#own-yaku [data-own="${path}"]`)?.focus();
  else reveal(idOf(path));
});

/** Ask whether a yaku is meant that its own example hand does not have. */
const isMeant = (why) =>
  agreed([say("lacks_yaku"), why].filter(Boolean).join(" "), { yes: say("add_anyway"), no: say("go_on") });

async function close() {
  const [yes, no] = [say("drop"), say("go_on")];
  if (isWritten && !(await agreed(say("drop_yaku"), { yes, no }))) return;
  isWritten = false;
  dialog.close();
}

byId("yaku-close").addEventListener("click", close);
dialog.addEventListener("cancel", (event) => {
  event.preventDefault();
  close();
});
