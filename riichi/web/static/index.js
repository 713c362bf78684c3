// The page of house rules: its parts, and their reaction to a new answer.
import { $, $$, byId, data, say } from "./dom.js";
import { house, onAnswer } from "./house.js";
import { showForm, reveal } from "./form.js";
import { showDifferences } from "./differences.js";
import { showFile } from "./file.js";
import { rescore } from "./hand.js";
import { showMistakes } from "./mistakes.js";
import { showQuick } from "./quick.js";
import { begin, beginWith, openLink } from "./visit.js";
import "./offline.js";
import { fetchMore } from "./more.js";
import { showReds } from "./pad.js";
import { showPaper } from "./paper.js";
import "./yaku.js";

// The page can be shown before it can be shared.
const sharing = import("./share.js");
const showShared = async () => (await sharing).showShared();
onAnswer(showMistakes, showForm, showQuick, showDifferences, showFile, rescore, showPaper, showReds, showShared, showTitle);

const usualTitle = document.title;

/** The window's title is the club's name if the club has its own rules, or if they came with a link. */
function showTitle() {
  const { title } = house;
  const isUsual = !title || title === data.first.title;
  document.title = isUsual ? usualTitle : say("rules_of", { title });
}

// ---- the parts of the page: one at a time on a phone, next to the rules on a wide screen ---------

const views = $$(".views a").map((link) => link.dataset.view);
const wide = window.matchMedia("(min-width: 64rem)");

function show(view) {
  if (view === "rules" && wide.matches) view = "differs";
  document.body.dataset.view = view;
  for (const link of $$(".views a")) {
    if (link.dataset.view === view) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

for (const link of $$(".views a")) {
  link.addEventListener("click", (event) => {
    event.preventDefault(); // the browser would scroll there, and move the rules
    if (document.body.dataset.view === "rules") rulesAt = window.scrollY;
    if (location.hash !== link.hash) history.pushState(null, "", link.hash);
    showAt(link.dataset.view);
  });
}

let rulesAt = 0; // how far the rules were scrolled on a phone when another part was opened

/** Show a part from its top; the rules stay where they were. */
function showAt(view) {
  show(view);
  if (wide.matches) $(".side").scrollTop = 0;
  else if (view === "rules") window.scrollTo({ top: rulesAt, behavior: "instant" });
  else byId(view).scrollIntoView({ behavior: "instant" });
}

function follow() {
  const to = location.hash.slice(1);
  if (views.includes(to)) showAt(to);
  else if (to.startsWith("o-")) goTo(to);
  else if (to.startsWith("r=")) openLink(to.slice(2));
  else if (to.startsWith("b=")) beginWith(to.slice(2));
}

function goTo(name) {
  show("rules");
  reveal(name);
}

document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest('a[href^="#o-"]');
  if (!link) return;
  event.preventDefault();
  goTo(link.getAttribute("href").slice(1));
});
window.addEventListener("hashchange", follow);
wide.addEventListener("change", () => show(document.body.dataset.view));

show("rules");
byId("form").removeAttribute("aria-busy");
begin().then(() => {
  if (!location.hash.startsWith("#r=")) follow();
  fetchMore();
});
byId("find").addEventListener("focus", fetchMore);
byId("local-yaku").addEventListener("toggle", fetchMore);
