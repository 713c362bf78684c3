// Another base: every rule that somebody chose stays, or comes back where the base has it differently.
import { $, byId, say } from "./dom.js";
import { ask, isReady } from "./engine.js";
import { back, house, inTurn, keepShown, show, state, take, tell, titleOf } from "./house.js";
import { beforehand } from "./preview.js";
import { carried } from "./wishes.js";

const MOST_NAMES = 6;

/** Choose another base, with every rule that somebody chose. */
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

const titleOfBase = (base) => $(`#base option[value="${base}"]`)?.textContent ?? base;

/** Show the form of a base that was written with the site, while no engine could draw it. */
async function showBase(base) {
  if (isReady()) return;
  const found = await beforehand(base, "form");
  if (!found || isReady()) return;
  tell({ ...found, fields: carried(house.changes) });
  byId("base").value = base;
}

/** Say which rules the new base has anyway, so that nobody thinks them lost. */
function tellSame(paths) {
  const said = byId("base-said");
  said.textContent = "";
  if (paths.length) {
    const names = paths.slice(0, MOST_NAMES).map((path) => titleOf(path)).join(", ");
    const n = paths.length - MOST_NAMES;
    const textContent = n > 0 ? say("and_more", { names, n }) : names;
    said.append(`${say("same_here", { base: titleOfBase(house.base) })} `);
    said.append(Object.assign(document.createElement("b"), { textContent }));
    said.append(`. ${say("stay_yours")} `);
  }
  const n = house.changes.length;
  if (!n) return;
  const plain = Object.assign(document.createElement("button"), { type: "button", textContent: say("plain") });
  plain.addEventListener("click", () => back([...house.changes]));
  said.append(`${say("kept_yours", { n })} `, plain);
}

byId("base").addEventListener("change", () => changeBase(byId("base").value));
