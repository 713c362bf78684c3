// A hand by tapping tiles, and its score under several rulesets.
import { $, $$, byId, later, say } from "./dom.js";
import { ask } from "./engine.js";
import { working } from "./mistakes.js";
import { dealt, drawTiles, tilesIn, written } from "./tiles.js";

const form = byId("hand-form");
const fields = form.elements;
const soon = later(200, score);

// ---- tapping -------------------------------------------------------------------------------------

$(".keys", form).addEventListener("click", (event) => {
  const tile = event.target.closest("[data-tile]")?.dataset.tile;
  if (tile) tap(tile, fields.into.value);
});

function tap(tile, into) {
  const hand = dealt(fields.hand.value);
  if (into === "dora" || into === "ura") fields[into].value += tile;
  else if (into === "winning_tile") fields.winning_tile.value = tile;
  else if (into !== "hand") hand.melds.push(meld(tile, into));
  else if (hand.tiles.length + 3 * hand.melds.length < 13) hand.tiles.push(tile);
  else fields.winning_tile.value = tile;
  fields.hand.value = written(hand);
  update();
}

function meld([number, suit], kind) {
  if (kind === "chow") return `(${number}${+number + 1}${+number + 2}${suit})`;
  const plain = number === "0" ? "5" : number;
  const tiles = number + plain.repeat(kind === "pung" ? 2 : 3) + suit;
  return kind === "concealed_kong" ? `[${tiles}]` : `(${tiles})`;
}

byId("laid").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const hand = dealt(fields.hand.value);
  if (button.dataset.winning != null) fields.winning_tile.value = "";
  else if (button.dataset.meld) hand.melds.splice(+button.dataset.meld, 1);
  else hand.tiles.splice(+button.dataset.place, 1);
  fields.hand.value = written(hand);
  update();
});

function update() {
  lay();
  soon();
}

/** Draw the hand; each tile is a button that takes it away. */
function lay() {
  const hand = dealt(fields.hand.value);
  const winning = tilesIn(fields.winning_tile.value)[0];
  drawTiles(byId("laid"), hand, winning);
}

form.addEventListener("input", update);
byId("beside").addEventListener("change", score);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  score();
});
byId("clear").addEventListener("click", () => {
  form.reset();
  lay();
  byId("score").textContent = byId("hand-error").textContent = "";
});

// ---- the score -----------------------------------------------------------------------------------

function record() {
  const ticked = (name) => fields[name].checked;
  const riichi = fields.riichi.value;
  return {
    hand: fields.hand.value,
    winning_tile: fields.winning_tile.value,
    won_by: fields.won_by.value,
    seat_wind: fields.seat_wind.value,
    prevailing_wind: fields.prevailing_wind.value,
    riichi,
    ippatsu: ticked("ippatsu"),
    last_tile: ticked("last_tile"),
    after_kong: ticked("after_kong"),
    robbing_kong: ticked("robbing_kong"),
    first_turn: ticked("first_turn"),
    dora_indicators: tilesIn(fields.dora.value),
    ura_dora_indicators: riichi === "none" ? [] : tilesIn(fields.ura.value),
  };
}

async function score() {
  if (!fields.hand.value || !fields.winning_tile.value) return;
  const { file, base } = working();
  const rulesets = [...new Set([base, byId("beside").value].filter(Boolean))];
  performance.mark("hand");
  const answer = await ask("score", { file, rulesets, record: record() });
  const wrong = answer.error?.message ?? answer.refused ?? "";
  byId("hand-error").textContent = wrong;
  for (const control of fields) control.removeAttribute("aria-invalid");
  fields[answer.error?.field]?.setAttribute?.("aria-invalid", "true");
  if (answer.html) byId("score").innerHTML = answer.html;
  else if (wrong) byId("score").textContent = "";
  performance.mark("scored");
}

/** Score the hand again after the rules have changed. */
export function rescore() {
  if (byId("score").innerHTML) soon();
}

lay();
