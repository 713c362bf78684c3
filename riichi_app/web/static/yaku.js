// A yaku of the club's own: put together from the words, tried, and taken into the rules.
import { agreed, guard } from "./asking.js";
import { $, byId, chooseBranch, fieldsIn, idOf, later, say } from "./dom.js";
import { ask } from "./engine.js";
import { problemText, reveal } from "./form.js";
import { change, house, redraw } from "./house.js";
import { tilesIn } from "./tiles.js";

const dialog = byId("yaku");
const form = byId("yaku-form");
const parts = byId("yaku-parts");
const empty = parts.innerHTML;

let isWritten = false; // whether something is written here that is not in the rules
guard(() => isWritten);

document.addEventListener("click", async (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const path = /** @type {HTMLElement | null} */ (target.closest("[data-own]"))?.dataset.own;
  if (path) edit((await ask("yaku", { file: house.file, edit: path })).form ?? empty);
  else if (target.id === "new-yaku") edit(empty);
});

function edit(html) {
  parts.innerHTML = html;
  isWritten = false;
  for (const name of ["yaku-error", "yaku-says", "yaku-hands", "yaku-had"]) byId(name).textContent = "";
  dialog.showModal();
  if (html !== empty) look();
}

const look = later(250, async () => {
  const answer = await ask("yaku", { file: house.file, fields: fieldsIn(parts) });
  if (answer.refused) return show([answer.refused], "", "");
  show(answer.problems.map(problemText), answer.sentence ?? "", answer.hands ?? "");
});

function show(problems, sentence, hands) {
  byId("yaku-error").textContent = problems.join("\n");
  byId("yaku-says").textContent = sentence;
  byId("yaku-hands").innerHTML = hands;
}

form.addEventListener("input", (event) => {
  isWritten ||= parts.contains(event.target);
  if (event.target.matches("select")) chooseBranch(event.target, parts);
  if (parts.contains(event.target)) look();
});

byId("yaku-has").addEventListener("click", async () => {
  const [hand, winning_tile] = ["hand", "winning_tile"].map((name) => form.elements[`record/${name}`].value);
  const record = { hand, winning_tile: tilesIn(winning_tile)[0] ?? winning_tile, won_by: "self_draw",
    seat_wind: "south", prevailing_wind: "east" };
  const answer = await ask("yaku", { file: house.file, fields: fieldsIn(parts), record });
  const wrong = answer.refused ?? answer.error?.message ?? answer.problems?.map(problemText)[0];
  const said = answer.has ? say("has") : say("misses");
  byId("yaku-had").textContent = answer.has == null ? wrong : [said, answer.why].filter(Boolean).join(" ");
});

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = fieldsIn(parts);
  const answer = await ask("yaku", { file: house.file, fields });
  if (answer.refused || answer.problems.length) {
    show([answer.refused, ...(answer.problems ?? []).map(problemText)].filter(Boolean), "", "");
    return;
  }
  const path = `yaku.${answer.id}`;
  await change({ fields: { [path]: { ...fields, [`${path}/name`]: [answer.id] } } });
  await redraw();
  isWritten = false;
  dialog.close();
  reveal(idOf(path));
});

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
