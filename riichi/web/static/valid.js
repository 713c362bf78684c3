// The last valid rules, which the other parts of the page use while the rules have an error.
import { house } from "./house.js";

const BEFORE = "riichi-house-rules-before"; // kept for the next visit: a file with an error, and the rules before it
const NONE = { file: "", base: "" };

export let valid = NONE; // the last valid rules
let id = ""; // the id of the current rules; empty for none
const before = new Map(); // the last valid rules before each file with an error

/** The rules without errors, for hands, examples and printed pages: the last such rules, if any. */
export const working = () => (valid.file ? valid : house);

/** Remember the current rules if they are valid, otherwise those before them. */
export function remember(answer) {
  const isEdited = id && (answer.form == null || (house.id === id && house.base === valid.base));
  ({ id } = house);
  if (answer.hash) valid = { file: house.file, base: house.base };
  else {
    if (!before.has(house.file)) before.set(house.file, isEdited ? valid : keptBefore());
    valid = before.get(house.file);
    try {
      localStorage.setItem(BEFORE, JSON.stringify({ file: house.file, valid }));
    } catch {
      // a private window keeps nothing
    }
  }
}

function keptBefore() {
  try {
    const { file, valid: kept } = JSON.parse(localStorage.getItem(BEFORE));
    return file === house.file ? kept : NONE;
  } catch {
    return NONE; // nothing is stored
  }
}
