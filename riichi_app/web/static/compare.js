// Two rulesets side by side; the address of the page says which: `#ema-2025+wrc-2025`.
import { byId } from "./dom.js";
import { ask } from "./engine.js";
import "./tiles.js";

const [first, second, everything] = ["first", "second", "everything"].map(byId);
let asked = 0;

function fromAddress() {
  const [sides, path] = location.hash.slice(1).split("/");
  const [one, other] = sides.split("+");
  if (one) first.value = one;
  if (other) second.value = other;
  if (!first.value) first.selectedIndex = 0;
  if (!second.value) second.selectedIndex = 1;
  return path;
}

async function show(path) {
  const mine = ++asked;
  const question = { rulesets: [first.value, second.value], everything: everything.checked };
  const words = await ask("compare", question);
  if (mine !== asked) return;
  put(words);
  byId(path ?? "")?.scrollIntoView({ block: "start" });
  const whole = await ask("compare", { ...question, examples: true });
  if (mine !== asked || !whole.html) return;
  const before = window.scrollY;
  put(whole);
  if (path) byId(path)?.scrollIntoView({ block: "start" });
  else window.scrollTo({ top: before });
}

function put(answer) {
  byId("compare-error").textContent = answer.refused ?? "";
  if (answer.html) byId("comparison").innerHTML = answer.html;
}

function address(path) {
  history.replaceState(null, "", `#${first.value}+${second.value}${path ? `/${path}` : ""}`);
}

for (const control of [first, second, everything]) {
  control.addEventListener("change", () => {
    address();
    show();
  });
}
byId("sides").addEventListener("submit", (event) => event.preventDefault());
byId("comparison").addEventListener("click", (event) => {
  const link = event.target.closest("[data-to]");
  if (!link) return;
  event.preventDefault();
  address(link.dataset.to);
  byId(link.dataset.to).scrollIntoView({ block: "start" });
});
window.addEventListener("hashchange", () => show(fromAddress()));
show(fromAddress());
