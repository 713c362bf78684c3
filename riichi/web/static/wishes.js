// The visitor's choices by option, even those that the base has too, so that they survive another base.
import { byId, fieldsOf, idOf } from "./dom.js";

let wishes = {}; // the chosen fields of each option
let firm = []; // the options chosen over another base, which stay even if this base has the same value

/** The present choices, to restore later. */
export const wished = () => ({ wishes: { ...wishes }, firm: [...firm] });

/** Restore earlier choices; an opened file has none. */
export function setWishes(state) {
  wishes = { ...state?.wishes };
  firm = [...(state?.firm ?? [])];
}

/** Note the visitor's choices, and the options that the file then changes. */
export function wish(fields, changes) {
  for (const [path, values] of Object.entries(fields)) {
    if (changes.includes(path) || firm.includes(path)) wishes[path] = values;
    else delete wishes[path]; // tried, and reset
  }
}

/** Forget the visitor's choices for some options. */
export function unwish(paths) {
  for (const path of paths) delete wishes[path];
  firm = firm.filter((path) => !paths.includes(path));
}

/** All choices of the visitor, to set over another base. */
export function carried(changes) {
  for (const path of changes) {
    const fields = byId(idOf(path)) ? fieldsOf(path) : {};
    if (Object.keys(fields).some((name) => name === path || name.startsWith(`${path}/`))) wishes[path] = fields;
  }
  firm = Object.keys(wishes);
  return { ...wishes };
}
