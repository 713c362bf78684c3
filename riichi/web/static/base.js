// Another base: every rule that the visitor chose stays, or returns if the base plays it differently.
import { $, byId, say } from "./dom.js";
import { ask, isReady } from "./engine.js";
import { back, house, inTurn, keepShown, show, state, take, tell, titleOf } from "./house.js";
import { beforehand } from "./preview.js";
import { carried } from "./wishes.js";

/** Choose another base, and keep every rule that the visitor chose. */
export async function changeBase(base) {
  if (base === house.base) return;
  await showBase(base);
  await inTurn(async () => {
    const before = state();
    const step = say("step_base", { base: titleOfBase(house.base) });
    const fields = carried(house.changes);
    const answer = await take(await ask("set", { file: house.file, base, fields }), step, before);
    if (answer.refused) {
      byId("base").value = house.base;
      return;
    }
    const drawn = show(await ask("form", { file: house.file }));
    if (!drawn.refused) keepShown(drawn);
    tellSame(Object.keys(fields).filter((path) => !house.changes.includes(path)));
  });
}

const titleOfBase = (base) => $(`#base option[value="${base}"]`)?.dataset.short ?? base;

/** Show the prepared form of a base while no engine can draw it. */
async function showBase(base) {
  if (isReady()) return;
  const found = await beforehand(base, "form");
  if (!found || isReady()) return;
  tell({ ...found, fields: carried(house.changes) });
  byId("base").value = base;
}

/** Say which rules the new base has anyway, so that they do not seem lost. */
function tellSame(paths) {
  const said = byId("base-said");
  const bold = (textContent) => Object.assign(document.createElement("b"), { textContent });
  const n = house.changes.length;
  said.replaceChildren();
  if (paths.length) {
    const main = say(paths.length > 1 ? "same_here" : "same_here_one", { n: paths.length, base: titleOfBase(house.base) });
    said.append(bold(main), ` ${paths.map((path) => titleOf(path)).join(", ")}. `);
  }
  if (!n) return;
  const plain = Object.assign(document.createElement("button"), { type: "button", textContent: say("plain") });
  plain.addEventListener("click", () => back([...house.changes]));
  said.append(bold(say(n > 1 ? "kept_yours" : "kept_yours_one", { n })), " ", plain);
}

byId("base").addEventListener("change", () => changeBase(byId("base").value));
