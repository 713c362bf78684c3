// Errors in the rules: readable, with a button for each way to fix them. Meanwhile the other parts of the
// page use the last rules without errors, and say so.
import { showDifferences } from "./differences.js";
import { byId, idOf, say } from "./dom.js";
import { ask } from "./engine.js";
import { house } from "./house.js";
import { remember, valid } from "./valid.js";

const isError = ({ severity }) => severity === "error";

/** The option that has a problem; the problem may name a part of it. */
export const pathOf = ({ path }) => path.split(/[.[]/).slice(0, 2).join(".");

/** The options at which a problem is shown: for an error, each option of a conflict; otherwise its own. */
export const pathsOf = (problem) =>
  isError(problem) ? [pathOf(problem), ...(problem.also ?? [])] : [pathOf(problem)];

/** The errors among problems. */
export const errorsIn = (problems) => problems.filter(isError);

/** Whether the rules have an error. */
export const hasErrors = () => house.problems.some(isError);

/** Whether the page shows it: each error, and everything that a button can fix. */
export const isShown = (problem) => isError(problem) || (problem.fixes ?? []).length > 0;

/** The error as text; if buttons fix it, they show the allowed values. */
export function problemText({ text, expected, suggestion }) {
  const more = [
    expected && say("expected", { text: expected }),
    suggestion && say("suggestion", { text: suggestion }),
  ];
  return [text, ...more.filter(Boolean)].join(" – ");
}

/** Draw problems in their place, each with the buttons that fix it. */
export function drawProblems(place, problems) {
  place.classList.toggle("hint", problems.length > 0 && !problems.some(isError));
  const parts = [];
  for (const problem of problems) {
    if (parts.length) parts.push("\n");
    const text = problemText(problem);
    const words = text.charAt(0).toUpperCase() + text.slice(1);
    const buttons = (problem.fixes ?? []).flatMap((mend) => [" ", button(mend, words)]);
    parts.push(words, ...(buttons.length ? ["\n", ...buttons.slice(1)] : []));
  }
  place.replaceChildren(...parts);
}

/** A button that fixes an error; the error describes it. */
function button({ says, fields }, words) {
  const made = Object.assign(document.createElement("button"), { type: "button", className: "mend", textContent: says });
  made.dataset.mend = JSON.stringify(fields);
  made.setAttribute("aria-description", words);
  return made;
}

// ---- messages in the other parts -----------------------------------------------------------------

const notes = ["h-differs", "h-hand", "h-print", "program"].map((name) => {
  const note = Object.assign(document.createElement("p"), { className: "mistake", hidden: true });
  note.setAttribute("role", "status");
  if (name === "program") byId(name).closest(".acts").before(note);
  else byId(name).after(note);
  return note;
});

/** Say in each part of the page that the rules have an error; runs before the parts that use the valid rules. */
export function showMistakes(answer) {
  if (answer.file !== house.file || !answer.problems) return; // only a form
  remember(answer);
  const { problems } = answer;
  const errors = errorsIn(problems);
  for (const note of notes) {
    note.hidden = !errors.length;
    note.replaceChildren(...(errors.length ? noteParts(errors) : []));
  }
  if (answer.hash) drawn = valid.file;
  else showBefore();
}

let drawn = null; // the file whose differences are shown

/** Show the differences of the last valid rules, if there are any, and the number of changes. */
async function showBefore() {
  const count = () => (byId("count").textContent = house.changes.length || "");
  count();
  const { file } = valid;
  if (file === drawn) return;
  drawn = file;
  byId("differences").textContent = "";
  const answer = file ? await ask("set", { file }) : {};
  if (file !== drawn || answer.differences == null) return;
  showDifferences(answer);
  count();
}

function noteParts(errors) {
  const n = errors.length;
  const place = errors.flatMap(pathsOf).map(idOf).find(byId);
  const link = Object.assign(document.createElement("a"), {
    href: place ? `#${place}` : "#rules", textContent: say(n === 1 ? "mend_it" : "mend_them"),
  });
  const rest = valid.file ? say(n === 1 ? "rules_before" : "rules_before_them") : say("no_rules_before");
  return [say(n === 1 ? "mistake" : "mistakes", { n }), " ", link, ". ", rest];
}
