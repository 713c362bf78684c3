// What somebody chose, by option, though the base may have it too: so no other base loses it.
import { byId, fieldsOf, idOf } from "./dom.js";

let wishes = {}; // the fields of each option
let firm = []; // those that were chosen over another base: they stay if this base has them too

/** What is chosen now, to be had again. */
export const wished = () => ({ wishes: { ...wishes }, firm: [...firm] });

/** Have what was chosen before; nothing for a file that somebody brings. */
export function setWishes(state) {
  wishes = { ...state?.wishes };
  firm = [...(state?.firm ?? [])];
}

/** Note what somebody chose, and which options the file then changes. */
export function wish(fields, changes) {
  for (const [path, values] of Object.entries(fields)) {
    if (`${path}/name` in values) continue; // a yaku of their own is in the file over any base
    if (changes.includes(path) || firm.includes(path)) wishes[path] = values;
    else delete wishes[path]; // tried, and put back
  }
}

/** Forget what somebody chose for some options. */
export function unwish(paths) {
  for (const path of paths) delete wishes[path];
  firm = firm.filter((path) => !paths.includes(path));
}

/** All that somebody chose, to be set over another base. */
export function carried(changes) {
  for (const path of changes) {
    const fields = byId(idOf(path)) ? fieldsOf(path) : {};
    if (Object.keys(fields).some((name) => name === path || name.startsWith(`${path}/`))) wishes[path] = fields;
  }
  firm = Object.keys(wishes);
  return { ...wishes };
}
