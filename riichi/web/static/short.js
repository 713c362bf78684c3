// Rules in a few words, which a link contains besides the rules. The author of a link is unknown, so its
// words are shown only as text, up to a limit.
import { unpacked } from "./packing.js";

const MOST_LETTERS = 6000;
const MOST_FACTS = 8;
const MOST_WORDS = 300;

const isShort = (text) => typeof text === "string" && text.length <= MOST_WORDS;
const isFact = (fact) => Array.isArray(fact) && fact.length === 2 && fact.every(isShort);

/** The content of the letters: title, summary, facts and the number of others; null if unreadable. */
export async function readShort(letters) {
  if (letters.length > MOST_LETTERS) return null;
  try {
    const [title, summary, facts, more] = JSON.parse(await unpacked(letters));
    const isRight = [title, summary, more].every(isShort) && Array.isArray(facts) && facts.length <= MOST_FACTS;
    return isRight && title && facts.every(isFact) ? { title, summary, facts, more } : null;
  } catch {
    return null; // damaged, or written by hand
  }
}

/** Elements that show it, for below the title. */
export function drawShort({ summary, facts, more }) {
  const list = document.createElement("dl");
  list.className = "short";
  for (const [title, words] of facts) {
    const row = document.createElement("div");
    row.append(element("dt", title), element("dd", words));
    list.append(row);
  }
  return [element("p", summary), list, ...(more ? [element("p", more)] : [])];
}

const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });
