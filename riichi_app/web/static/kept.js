// What is kept for a visitor: the house rules, and files that this version cannot open. The browser
// keeps them; the server on one's own machine keeps the house rules in a file as well.
export const KEPT = "riichi-house-rules";
const ASIDE = `${KEPT}-aside-`;
const VIEW = `${KEPT}-view`;
const onServer = document.body.dataset.engine === "server";

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

/** Take the rules that the server on this machine keeps, which another browser may have made. */
export async function load() {
  if (!onServer) return;
  const found = await fetch("kept").catch(() => null);
  const text = found?.ok ? await found.text() : "";
  if (!text || text === read(KEPT)) return;
  if (read(KEPT)) setAside(read(KEPT));
  write(KEPT, text);
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
  if (onServer) fetch("kept", { method: "POST", body: text, keepalive: true }).catch(() => {});
  if (!write(KEPT, text)) return onServer;
  seen = text;
  return true;
}

/** Keep what is shown, for the next visit to begin with; it can be missing at any time. */
export const keepView = (view) => write(VIEW, JSON.stringify(view));

/** What was shown when the file was kept; null for nothing. */
export function keptView() {
  try {
    return JSON.parse(read(VIEW));
  } catch {
    return null;
  }
}

/** Keep how a visitor wants pages to look, by a name; it can be missing at any time. */
export const keepLook = (name, value) => write(`${KEPT}-look-${name}`, value);

/** How a visitor wants pages to look; empty for as they are. */
export const keptLook = (name) => read(`${KEPT}-look-${name}`) ?? "";

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
