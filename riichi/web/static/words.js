// Search words: each must begin a word of a rule's names or sentences.
import { say } from "./dom.js";

/** The words of a text without case and accents. */
export const wordsOf = (text) =>
  text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").match(/[\p{L}\p{N}]+/gu) ?? [];

/** A text in the form that `begins` needs. */
export const searched = (text) => ["", ...wordsOf(text)].join(" ");

/** Whether each search word begins a word of a text: uma finds umaoka, but not yakuman. */
export const begins = (words, text) => words.every((word) => text.includes(` ${word}`));

/** The message with the number of rules found. */
export const foundText = (n) => say(n === 0 ? "none" : n === 1 ? "found_one" : "found", { n });
