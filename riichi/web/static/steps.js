// Undo and redo: each step has the file and the choices before it, and a description.
import { byId, say } from "./dom.js";

const MOST = 200;
const past = [];
const future = [];

/** Remember the state before a step; undone steps can no longer be redone. */
export function remember(state) {
  past.push(state);
  if (past.length > MOST) past.shift();
  future.length = 0;
  show();
}

/** The state before the last step, or after the last undone one; undefined for none. */
export const lastStep = (isUndo) => (isUndo ? past : future).at(-1);

/** Note that a step was undone or redone; `now` is the state before that. */
export function stepped(isUndo, now) {
  const [from, to] = isUndo ? [past, future] : [future, past];
  to.push({ ...now, step: from.pop().step });
  show();
}

/** All steps, to keep for the next visit. */
export const steps = () => ({ past, future });

/** Begin with the steps of the last visit. */
export function setSteps(kept) {
  past.splice(0, past.length, ...(kept?.past ?? []));
  future.splice(0, future.length, ...(kept?.future ?? []));
  show();
}

function show() {
  for (const [name, steps] of Object.entries({ undo: past, redo: future })) {
    const button = byId(name);
    const step = steps.at(-1)?.step ?? "";
    button.disabled = !steps.length;
    button.title = step && say(name, { step });
    button.setAttribute("aria-label", step ? say(name, { step }) : button.textContent);
  }
}
