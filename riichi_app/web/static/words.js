// Words by which people look for a rule: each begins a word of its names or of its sentences.
import { say } from "./dom.js";

/** The words of a text without case and accents. */
export const wordsOf = (text) =>
  text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").match(/[\p{L}\p{N}]+/gu) ?? [];

/** A text as `begins` needs it. */
export const searched = (text) => ["", ...wordsOf(text)].join(" ");

/** Whether each of some words begins a word of a text: uma umaoka, but not yakuman. */
export const begins = (words, text) => words.every((word) => text.includes(` ${word}`));

/** What is said of the number of rules that were found. */
export const foundText = (n) => say(n === 0 ? "none" : n === 1 ? "found_one" : "found", { n });
