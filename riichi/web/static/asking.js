// Questions before something is lost, and messages that stay until the visitor closes them.
import { $, byId, save, say } from "./dom.js";

let last = Promise.resolve(true);

/** Ask questions in a window, one after the other; true for yes. A file can be saved first. */
export const agreed = (text, words) => (last = last.then(() => answered(text, words)));

function answered(text, { yes, no, file = "", name = "" }) {
  const dialog = byId("question");
  byId("question-text").textContent = text;
  const [first, second, third] = ["yes", "no", "file"].map((one) => byId(`question-${one}`));
  [first.textContent, second.textContent, third.hidden] = [yes, no, !file];
  third.onclick = () => save(`${name}.yaml`, file, "application/yaml");
  return new Promise((resolve) => {
    const answer = (value) => {
      dialog.close();
      resolve(value);
    };
    first.onclick = () => answer(true);
    second.onclick = () => answer(false);
    dialog.oncancel = (event) => {
      event.preventDefault();
      answer(false);
    };
    dialog.showModal();
    second.focus();
  });
}

/** Show a message at the top of the page until it is closed; `acts` are buttons by label. */
export function notice(text, acts = {}) {
  const box = document.createElement("p");
  box.append(Object.assign(document.createElement("span"), { textContent: text }));
  for (const [words, act] of Object.entries({ ...acts, [say("close")]: () => box.remove() })) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: words });
    button.addEventListener("click", () => act(box));
    box.append(button);
  }
  $("#notices").append(box);
  return box;
}

const guards = [];

/** Register functions that return, before the visitor leaves the page, whether typed text is not kept yet. */
export const guard = (...functions) => guards.push(...functions);

window.addEventListener("beforeunload", (event) => {
  if (guards.some((isLost) => isLost())) event.preventDefault();
});
