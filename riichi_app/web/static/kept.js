// What this browser keeps for a visitor: the house rules, and files that this version cannot open.
export const KEPT = "riichi-house-rules";
const ASIDE = `${KEPT}-aside-`;

let seen = null; // what was kept when this window looked last

function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // a private window has kept nothing
  }
}

function write(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false; // a private window keeps nothing, and a full one no more
  }
}

/** The house rules that are kept; empty for none. */
export function kept() {
  seen = read(KEPT);
  return seen ?? "";
}

/** Whether a text is what this window last saw or kept. */
export const isSeen = (text) => text === seen;

/** What is kept and this window has not seen, of another window; null if there is no such thing. */
export function unseen() {
  const now = read(KEPT);
  return now === seen ? null : now;
}

/** Keep the house rules; false where the browser does not. */
export function keep(text) {
  if (!write(KEPT, text)) return false;
  seen = text;
  return true;
}

/** Keep a file that cannot be opened apart; where there is no room, it counts as not seen. */
export function setAside(text) {
  let n = 1;
  while (![null, text].includes(read(ASIDE + n))) n += 1;
  if (!write(ASIDE + n, text)) seen = null;
}

/** The files that were set aside: by the name under which each is kept, its text. */
export function aside() {
  const found = {};
  for (let n = 1, text; (text = read(ASIDE + n)) !== null; n += 1) if (text) found[ASIDE + n] = text;
  return found;
}

/** Forget a file that was set aside; its name stays taken, so that those after it are found. */
export const forget = (name) => write(name, "");
