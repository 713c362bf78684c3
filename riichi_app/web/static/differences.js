// What is different: the words with the answer, the examples a moment later.
import { $, $$, byId, later } from "./dom.js";
import { ask } from "./engine.js";
import { house } from "./house.js";

const place = byId("differences");
let asked = 0;

export function showDifferences(answer) {
  const wrong = (answer.problems ?? []).some((problem) => problem.severity === "error");
  place.classList.toggle("old", wrong);
  if (answer.differences == null) return;
  const before = new Map($$("[data-path].difference", place).map((one) => [one.dataset.path, saysOf(one)]));
  const kept = new Map($$("[data-example]", place).map((one) => [one.dataset.example, one.innerHTML]));
  place.innerHTML = answer.differences;
  for (const one of $$("[data-example]", place)) one.innerHTML = kept.get(one.dataset.example) ?? "";
  const sum = $(".sum", place)?.textContent ?? "";
  if (byId("said").textContent !== sum) byId("said").textContent = sum;
  byId("count").textContent = answer.paths?.length || "";
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

/** Ask for the example of one rule after the other, so that other questions can come between. */
const examples = later(120, async (paths) => {
  const mine = ++asked;
  for (const path of paths) {
    const { examples: found } = await ask("examples", { file: house.file, paths: [path] });
    if (mine !== asked) return;
    const room = $(`[data-example="${path}"]`, place);
    if (room && found) room.innerHTML = found[path] ?? "";
  }
  performance.mark("examples-shown");
});
