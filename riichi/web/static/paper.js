// Papers to print: each is a separate page in a frame without scripts.
import { $, $$, byId, doing, linkedPage, save, say } from "./dom.js";
import { ask } from "./engine.js";
import { withCorners } from "./tiles.js";
import { working } from "./valid.js";

const frame = byId("printed");
let made = null; // the current answer, with the file it was made from
let asked = 0; // the number of requests: only the last one counts

const SHEET = 1000; // the width in pixels at which pages look as on paper
const COMPARE = ["poster", "guide", "quiz"]; // the papers that compare the rules with other ones

const chosen = () => $("[data-print]:checked")?.dataset.print;

/** Make the chosen paper, and show it. */
async function make() {
  const kind = chosen();
  if (!kind) return;
  const [paper, language] = ["paper", "paper-language"].map((name) => byId(name).value);
  const against = (COMPARE.includes(kind) && byId("paper-against").value) || null;
  const { file } = working();
  byId("print-said").textContent = say("making");
  const turn = ++asked;
  const answer = await ask("document", { file, kind, paper, language, against, page: linkedPage() });
  if (turn !== asked) return;
  byId("print-said").textContent = "";
  byId("print-error").textContent = answer.refused ?? "";
  byId("printing").hidden = frame.hidden = !answer.html;
  byId("print-again").hidden = true;
  if (!answer.html) return;
  made = { ...answer, file };
  await shown(answer.html);
  if (frame.getBoundingClientRect().top > window.innerHeight) byId("printing").scrollIntoView({ block: "start" });
}

/** Show a page in the frame; resolves when it has loaded. */
const shown = (html) =>
  doing(() => new Promise((done) => {
    frame.addEventListener("load", done, { once: true });
    frame.srcdoc = withCorners(html);
  }));

// The frame is as wide as the form, in a window of any size. A hidden form has no width.
new ResizeObserver(([{ contentRect }]) => {
  if (contentRect.width) frame.style.zoom = contentRect.width / SHEET;
}).observe(byId("papers"));

/** After a change of the rules, say that the paper is out of date; try again if it could not be made. */
export function showPaper() {
  if (byId("print-error").textContent) make();
  byId("print-again").hidden = !made || frame.hidden || made.file === working().file;
}

/** Show the options of the paper: A3 for a poster, and another ruleset to compare with. */
function offer() {
  byId("paper-against").closest("label").hidden = !COMPARE.includes(chosen());
  const isPoster = chosen() === "poster";
  for (const option of $$("#paper [data-poster]")) {
    option.hidden = option.disabled = !isPoster;
    if (option.selected && !isPoster) byId("paper").selectedIndex = 0;
  }
}

byId("papers").addEventListener("change", () => {
  offer();
  make();
});
byId("print-again").addEventListener("click", make);
byId("print-now").addEventListener("click", () => frame.contentWindow.print());
byId("print-save").addEventListener("click", () => save(made.name, withCorners(made.html), "text/html"));
offer();
