// Two rulesets side by side, named by the page's address: `#ema-2025+wrc-2025`; `mine` are the visitor's own rules.
import { $$, byId, say } from "./dom.js";
import { ask } from "./engine.js";
import { load } from "./kept.js";
import "./offline.js";
import "./tiles.js";

const [first, second, everything] = ["first", "second", "everything"].map(byId);
const { text: mine } = await load();
if (mine) first.prepend(new Option(say("mine"), "mine", true, true));
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
  const turn = ++asked;
  const [rulesets, file] = first.value === "mine" ? [[second.value], mine] : [[first.value, second.value], ""];
  const answer = await ask("compare", { rulesets, file, everything: everything.checked });
  if (turn !== asked) return;
  byId("compare-error").textContent = answer.refused ?? "";
  if (!answer.html) return;
  byId("comparison").innerHTML = answer.html;
  byId(path ?? "")?.scrollIntoView({ block: "start" });
  // One rule's example after the other, so that other questions can come between; visible rules first.
  const rooms = $$("[data-example]", byId("comparison"));
  const at = Math.max(0, rooms.findIndex((room) => room.closest("article").id === path));
  for (const room of [...rooms.slice(at), ...rooms.slice(0, at)]) {
    const found = await ask("examples", { rulesets, file, paths: [room.dataset.example] });
    if (turn !== asked) return;
    room.innerHTML = found.examples?.[room.dataset.example] ?? "";
  }
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
