// What is different: the words with the answer, the examples a moment later.
import { $, $$, byId, later } from "./dom.js";
import { ask } from "./engine.js";
import { house } from "./house.js";
import { fileBefore, working } from "./mistakes.js";

const place = byId("differences");
let asked = 0;
let drawn = null; // the file of which the differences are shown

export function showDifferences(answer) {
  if (answer.problems) byId("count").textContent = (answer.paths ?? house.changes).length || "";
  if (answer.differences == null) return answer.problems && showBefore();
  drawn = fileBefore();
  draw(answer);
}

/** Show what differs in the last rules without a mistake, or nothing where there are none. */
async function showBefore() {
  const file = fileBefore();
  if (file === drawn) return;
  drawn = file;
  place.textContent = "";
  const answer = file ? await ask("set", { file }) : {};
  if (file === drawn && answer.differences != null) draw(answer);
}

function draw(answer) {
  const before = new Map($$("[data-path].difference", place).map((one) => [one.dataset.path, saysOf(one)]));
  const kept = new Map($$("[data-example]", place).map((one) => [one.dataset.example, one.innerHTML]));
  place.innerHTML = answer.differences;
  for (const one of $$("[data-example]", place)) one.innerHTML = kept.get(one.dataset.example) ?? "";
  const sum = $(".sum", place)?.textContent ?? "";
  if (byId("said").textContent !== sum) byId("said").textContent = sum;
  if (answer.paths?.length) examples(answer.paths);
  if (answer.form == null && before.size) follow(before);
}

const saysOf = (article) => $(".sides", article)?.textContent;

/** Bring what the last change made different into view, where it stands beside the form. */
function follow(before) {
  const fresh = $$("[data-path].difference", place).find((one) => before.get(one.dataset.path) !== saysOf(one));
  const side = place.closest(".side");
  if (!fresh || side.scrollHeight <= side.clientHeight) return;
  side.scrollTo({ top: fresh.offsetTop - side.offsetTop - 16 });
  fresh.classList.add("fresh");
}

const examples = later(120, async (paths) => {
  const mine = ++asked;
  const answer = await ask("examples", { file: working().file, paths });
  if (mine !== asked || !answer.examples) return;
  for (const one of $$("[data-example]", place)) {
    one.innerHTML = answer.examples[one.dataset.example] ?? "";
  }
  performance.mark("examples-shown");
});
