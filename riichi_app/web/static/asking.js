// Questions before something is lost, and what is said until somebody has read it.
import { $, byId, save, say } from "./dom.js";

let last = Promise.resolve(true);

/** Ask one thing after another in a window; true for yes. A file can be taken away first. */
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

/** Say something at the top of the page until it is closed; `acts` are buttons by their words. */
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

/** Have functions asked, before the page is left, whether something typed is kept nowhere yet. */
export const guard = (...functions) => guards.push(...functions);

window.addEventListener("beforeunload", (event) => {
  if (guards.some((isLost) => isLost())) event.preventDefault();
});
