// The differences: the text with the answer, the examples a moment later.
import { $, $$, byId, later, say } from "./dom.js";
import { ask } from "./engine.js";
import { working } from "./valid.js";

const place = byId("differences");
const side = place.closest(".side");
let asked = 0;
let fresh = ""; // the option that the last change made differ
let top = 0; // the panel's last scroll position
let reading = false; // whether the reader has scrolled the panel, so that it stays there

side.addEventListener("scroll", () => {
  if (place.offsetParent) reading = Math.abs(side.scrollTop - top) > 1;
});

export function showDifferences(answer) {
  byId("paper-title").textContent = answer.title ?? byId("title").value;
  if (answer.differences == null) return;
  const before = new Map($$("[data-path].difference", place).map((one) => [one.dataset.path, saysOf(one)]));
  const kept = new Map($$("[data-example]", place).map((one) => [one.dataset.example, one.innerHTML]));
  place.innerHTML = answer.differences;
  for (const one of $$("[data-example]", place)) one.innerHTML = kept.get(one.dataset.example) ?? "";
  byId("count").textContent = answer.paths?.length || "";
  if (answer.paths?.length) examples(answer.paths);
  if (answer.form != null) [fresh, reading] = ["", false];
  else if (before.size) fresh = changedSince(before) ?? fresh;
  mark();
}

const saysOf = (article) => $(".sides", article)?.textContent;

const changedSince = (before) =>
  $$("[data-path].difference", place).find((one) => before.get(one.dataset.path) !== saysOf(one))?.dataset.path;

const freshArticle = () => fresh && $(`[data-path="${fresh}"].difference`, place);

/** Mark and announce the difference that the last change made, and scroll to it. */
function mark() {
  const sum = $(".sum", place)?.textContent ?? "";
  const article = freshArticle();
  const title = article && $("h4", article).textContent;
  const said = article ? `${sum} ${say("last_change")} ${title}.` : sum;
  if (byId("said").textContent !== said) byId("said").textContent = said;
  byId("last-change").hidden = !article;
  if (!article) return;
  byId("to-change").textContent = title;
  article.classList.add("fresh");
  bring();
}

/** Scroll the panel to the last change, unless the reader has scrolled elsewhere. */
function bring() {
  const article = freshArticle();
  if (!article || reading || !place.offsetParent) return;
  const heading = article.previousElementSibling;
  const start = heading?.matches("h3") ? heading : article; // including its chapter if it is the first
  const above = byId("last-change").offsetHeight + 8;
  const to = side.scrollTop + start.getBoundingClientRect().top - side.getBoundingClientRect().top - above;
  if (side.scrollHeight > side.clientHeight) side.scrollTo({ top: to, behavior: "instant" });
  top = side.scrollTop;
}

byId("to-change").addEventListener("click", () => {
  reading = false;
  freshArticle().scrollIntoView({ block: "nearest", behavior: "instant" });
  bring();
  $("h4 a", freshArticle()).focus({ preventScroll: true });
});

/** Ask for one rule's example after the other, so that other questions can come between. */
const examples = later(120, async (paths) => {
  const mine = ++asked;
  for (const path of paths) {
    const { examples: found } = await ask("examples", { file: working().file, paths: [path] });
    if (mine !== asked) return;
    const room = $(`[data-example="${path}"]`, place);
    if (room && found) room.innerHTML = found[path] ?? "";
  }
  bring();
  performance.mark("examples-shown");
});
