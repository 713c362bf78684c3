// A hand that the visitor taps in, and its score under several rulesets next to it.
import { byId, later } from "./dom.js";
import { ask } from "./engine.js";
import { tilePad } from "./pad.js";
import { tilesIn } from "./tiles.js";
import { working } from "./valid.js";

const form = byId("hand-form");
const fields = form.elements;
const soon = later(200, score);
const pad = tilePad(form, "", update);

function update() {
  byId("hand-says").textContent = pad.lacks;
  if (pad.isWhole) soon();
  else byId("score").textContent = byId("hand-error").textContent = "";
}

form.addEventListener("input", ({ target }) => {
  if (target.name === "dora" || target.name === "ura") pad.lay();
  update();
});
form.addEventListener("submit", (event) => event.preventDefault());
byId("clear").addEventListener("click", () => {
  form.reset();
  pad.lay();
  update();
});

// ---- the score -----------------------------------------------------------------------------------

function record() {
  const ticked = (name) => fields[name].checked;
  const riichi = fields.riichi.value;
  return {
    ...pad.hand,
    won_by: fields.won_by.value,
    seat_wind: fields.seat_wind.value,
    round_wind: fields.round_wind.value,
    riichi,
    ippatsu: ticked("ippatsu"),
    last_tile: ticked("last_tile"),
    after_quad: ticked("after_quad"),
    robbing_quad: ticked("robbing_quad"),
    first_turn: ticked("first_turn"),
    dora_indicators: tilesIn(fields.dora.value),
    ura_dora_indicators: riichi === "none" ? [] : tilesIn(fields.ura.value),
  };
}

async function score() {
  if (!pad.isWhole) return;
  const { file, base } = working();
  const rulesets = [...new Set([base, byId("beside").value].filter(Boolean))];
  performance.mark("hand");
  const asked = record();
  const answer = await ask("score", { file, rulesets, record: asked });
  if (!pad.isWhole || JSON.stringify(asked) !== JSON.stringify(record())) return; // it has changed since
  byId("hand-error").textContent = answer.error?.message ?? answer.refused ?? "";
  for (const control of fields) control.removeAttribute("aria-invalid");
  fields[answer.error?.field]?.setAttribute?.("aria-invalid", "true");
  show(answer.html ?? "");
  performance.mark("scored");
}

/** Show a score; opened parts stay open. */
function show(html) {
  const isOpen = byId("score").querySelector(".how")?.open;
  byId("score").innerHTML = html; // made by the engine, which escapes all text
  if (isOpen) byId("score").querySelector(".how")?.setAttribute("open", "");
}

/** Score the hand again after a change of the rules. */
export function rescore() {
  if (pad.isWhole) soon();
}

update();
