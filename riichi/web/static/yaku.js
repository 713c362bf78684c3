// A club's own yaku: an example hand and its conditions, tried out, and added to the rules.
import { agreed, guard } from "./asking.js";
import { $, $$, byId, chooseBranch, fieldsIn, idOf, later, putFields, say } from "./dom.js";
import { ask } from "./engine.js";
import { toLine } from "./file.js";
import { reveal } from "./form.js";
import { change, house, redraw } from "./house.js";
import { errorsIn, problemText } from "./mistakes.js";
import { tilePad } from "./pad.js";

const dialog = byId("yaku");
const form = byId("yaku-form");
const pad = tilePad(form, "example/", tapped);

let ticked = []; // the conditions that the yaku requires, the last choice at the end
let isWritten = false; // whether there is text here that is not in the rules
let isFromShortForm = false;
let isAdded = false; // whether the visitor has tried to add it, so that all errors are shown
guard(() => isWritten);

document.addEventListener("click", async (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const path = /** @type {HTMLElement | null} */ (target.closest("[data-own]"))?.dataset.own;
  if (!path && !target.closest("[data-make=yaku]")) return;
  isFromShortForm = !!target.closest("#local-row");
  if (!path) return edit({});
  const answer = await ask("yaku", { file: house.file, edit: path });
  if (answer.fields) edit(answer.fields);
  else toLine(answer.line, say("as_text"));
});

function edit(fields) {
  form.reset();
  for (const one of $$(".worth [type=hidden]", form)) one.remove(); // a part of another yaku's worth
  for (const name of ["id", "example/hand", "example/winning_tile"]) form.elements[name].value = "";
  putFields(form, fields);
  chooseBranch(form.elements.worth, form);
  ticked = fields.ticked ?? [];
  isWritten = isAdded = false;
  tell([], {});
  pad.lay();
  showLacks();
  dialog.showModal();
  dialog.scrollTop = 0;
  if (fields.id) look();
}

// ---- the definition ------------------------------------------------------------------------------

/** All fields; the winning tile only if the hand has all its tiles. */
function fields() {
  const { "example/into": _, ...all } = fieldsIn(form);
  if (!pad.isWhole) delete all["example/winning_tile"];
  return { ...all, ticked };
}

const question = () => ({ file: house.file, fields: fields() });
const look = later(250, lookNow);

async function lookNow() {
  const asked = question();
  const answer = await ask("yaku", asked);
  if (JSON.stringify(asked) !== JSON.stringify(question())) return; // there is a newer question
  if (answer.refused) return tell([answer.refused], {});
  tell(isAdded || ticked.length ? answer.problems.map(problemText) : [], answer);
}

function tell(problems, answer) {
  byId("yaku-error").textContent = problems.join("\n");
  byId("yaku-says").textContent = answer.sentence ?? "";
  byId("yaku-hands").innerHTML = answer.hands ?? "";
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

/** Show the conditions that hold for the hand; others stay chosen in case the hand has them again. */
function showConditions(html) {
  const box = byId("yaku-conditions");
  const at = $$("input", box).indexOf(document.activeElement);
  box.innerHTML = html; // made by the engine, which escapes all text
  const offered = $$("input", box);
  byId("yaku-none").hidden = !!html;
  ticked = ticked.filter((key) => offered.every(({ value, checked }) => value !== key || checked));
  if (at >= 0) offered[at]?.focus();
}

function showLacks() {
  byId("yaku-lacks").textContent = pad.lacks;
}

function tapped() {
  isWritten = true;
  showLacks();
  look();
}

form.addEventListener("input", ({ target }) => {
  isWritten = true;
  if (target.matches("select")) chooseBranch(target, form);
  if (target.closest("#yaku-conditions")) {
    ticked = ticked.filter((key) => key !== target.value);
    if (target.checked) ticked.push(target.value);
  }
  look();
});

// ---- adding to the rules -------------------------------------------------------------------------

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  isAdded = true;
  const answer = await ask("yaku", question());
  const wrong = errorsIn(answer.problems ?? []);
  if (answer.refused || wrong.length) return tell([answer.refused, ...wrong.map(problemText)].filter(Boolean), answer);
  if (answer.has === false && !(await isMeant(answer.why))) return;
  const path = `yaku.${answer.id}`;
  await change({ yaku: { [path]: answer.value } });
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
