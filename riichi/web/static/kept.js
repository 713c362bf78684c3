// The storage of a visitor's house rules, and of files that this version cannot open.
// The browser stores them. `riichi web` keeps the house rules in a file, and the browser stores only
// rules that could not be written to that file.
import { say } from "./dom.js";

const NAME = "riichi-house-rules";
const MOST_AFTER_LEAVING = 60000; // the number of bytes that a browser still sends for a closed page

let place = new URL(".", location.href).pathname; // separates the rules of sites on the same origin
let disk = null; // the file of `riichi web`: its name and version; null if the browser keeps the rules
let seen = null; // the rules that this window last read or kept

const key = (what = "") => `${NAME}${what}:${place}`;

function read(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // a private window has nothing
  }
}

function write(name, text) {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    return false; // a private window keeps nothing, and neither does a full storage
  }
}

function remove(name) {
  try {
    localStorage.removeItem(name);
  } catch {} // nothing to remove
}

// ---- the file of `riichi web` --------------------------------------------------------------------

/** The file with its folder; empty if the browser keeps the rules. */
export const filePath = () => disk?.file ?? "";

/** The name of the file without its folder. */
export const fileName = () => filePath().split(/[\\/]/).at(-1);

/** The server's answer about the file; null without a file. */
async function asked(more = {}) {
  const address = `kept?language=${document.documentElement.lang}`;
  try {
    const found = await fetch(address, more);
    return found.ok ? await found.json() : { refused: `${found.status}` };
  } catch {
    return { refused: say("no_server") };
  }
}

async function keepOnDisk(text, isCopied) {
  const headers = { "if-match": disk.version, ...(isCopied && { "x-copy": "yes" }) };
  const answer = await asked({ method: "POST", headers, body: text, keepalive: new Blob([text]).size < MOST_AFTER_LEAVING });
  if (answer.changed) {
    const now = await asked();
    if (now.refused) return rescue(text, now.refused);
    [disk.version, seen] = [now.version, now.text];
    return now.text === null ? keepOnDisk(text, isCopied) : { other: now.text }; // deleting the file loses nothing
  }
  if (answer.refused) return rescue(text, answer.refused);
  [disk.version, seen] = [answer.version, text];
  remove(key());
  remove(key("-over"));
  return { copy: answer.copy };
}

/** Let the browser keep rules that could not be written to the file, with the version they change. */
function rescue(text, refused) {
  write(key(), text);
  write(key("-over"), disk.version ?? "");
  return { refused };
}

/** The text that another program or window has written to the file since this window last looked; null for none. */
export async function changedOnDisk() {
  if (!disk) return null;
  const now = await asked();
  if (now.refused || now.version === disk.version || now.text === null) return null;
  [disk.version, seen] = [now.version, now.text];
  return now;
}

// ---- the house rules -----------------------------------------------------------------------------

/** The kept house rules as `text`, empty for none; `refused` says why the file cannot be read. */
export async function load() {
  const found = document.body.dataset.engine === "server" ? await asked() : null;
  if (!found) {
    seen = read(key());
    return { text: seen ?? read(NAME) ?? "" }; // all sites of an origin shared one name
  }
  place = found.id ?? place; // a server that has stopped does not answer
  disk = found;
  seen = found.text ?? null;
  const rescued = read(key());
  if (found.refused || rescued === null || rescued === seen) return { text: seen ?? rescued ?? "", refused: found.refused };
  // The browser has only rules that the file never had, so they are not an earlier state of the file. If the
  // file still has the version that they change, they are its next state. Otherwise the file counts,
  // because the visitor or an editor wrote it later, and the browser's rules are set aside.
  if (read(key("-over")) === found.version) return { text: rescued };
  if (setAside(rescued)) remove(key());
  return { text: seen ?? "" };
}

/** Whether a text is what this window last saw or kept. */
export const isSeen = (text) => text === seen;

/** Read the browser's storage, to which another window may have written. */
export const look = () => (seen = read(key()));

/** Whether a name in the browser's storage is that of the house rules, which all windows follow. */
export const isHouse = (name) => !disk && name === key();

/**
 * Keep the house rules. If another window or program has changed them, nothing is written:
 * `other` has its text, and keeping again overwrites it. `refused` says why nothing can be kept,
 * and `copy` is the server's copy of the overwritten file, if `isCopied` or the page cannot open that.
 */
export async function keep(text, isCopied) {
  if (disk) return keepOnDisk(text, isCopied);
  const now = read(key());
  if (now !== null && now !== seen && now !== text) return { other: (seen = now) };
  if (!write(key(), text)) {
    for (const what of ["-view", "-steps"]) remove(key(what)); // the rules need the space more
    if (!write(key(), text)) return { refused: say("not_kept") };
  }
  seen = text;
  return {};
}

// ---- the last answer, and what is set aside ------------------------------------------------------

/** Keep the current answer, with which the next visit begins; it may disappear at any time. */
export const keepView = (view) => write(key("-view"), JSON.stringify(view));

/** The answer that belongs to the kept file; null if there is none. */
export const keptView = () => parsed("-view");

const MOST_LETTERS = 200_000; // of the steps for undo

/** Keep the steps before and after the kept file, as many of the nearest as there is space for. */
export function keepSteps({ file, past, future }) {
  for (let most = 50; most > 0; most >>= 1) {
    const text = JSON.stringify({ file, past: past.slice(-most), future: future.slice(-most) });
    if (text.length <= MOST_LETTERS && write(key("-steps"), text)) return;
  }
  remove(key("-steps"));
}

/** The steps that were kept with a file; null if there are none. */
export function keptSteps(file) {
  const steps = parsed("-steps");
  return steps?.file === file && Array.isArray(steps.past) && Array.isArray(steps.future) ? steps : null;
}

function parsed(what) {
  try {
    return JSON.parse(read(key(what)));
  } catch {
    return null;
  }
}

/** Keep a visitor's display setting; it may disappear at any time. */
export const keepLook = (name, value) => write(`${NAME}-look-${name}`, value);

/** A visitor's display setting; empty for the default. */
export const keptLook = (name) => read(`${NAME}-look-${name}`) ?? "";

/** Set aside a file that cannot be opened; false without space: then it counts as unseen. */
export function setAside(text) {
  let n = 1;
  while (![null, text].includes(read(key(`-aside-${n}`)))) n += 1;
  const isKept = write(key(`-aside-${n}`), text);
  if (!isKept) seen = null;
  return isKept;
}

/** The files that were set aside: the text of each, by its name in the storage. */
export function aside() {
  const found = {};
  for (const [before, after] of [[`${NAME}-aside-`, ""], [`${NAME}-aside-`, `:${place}`]]) {
    for (let n = 1, text; (text = read(before + n + after)) !== null; n += 1) if (text) found[before + n + after] = text;
  }
  return found;
}

/** Forget a file that was set aside; its name stays taken, so that later ones are found. */
export const forget = (name) => write(name, "");
