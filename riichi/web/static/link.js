// A link that contains the rules and, after a dot, a short description of the differences.
import { say } from "./dom.js";
import { LONGEST, unpackedAtMost } from "./packing.js";

/** The maximum size of a file of rules, in bytes. */
export const LARGEST = 96 * 1024;

/** The text of a link; an invalid link throws an error with a readable reason. */
export async function unpacked(letters) {
  if (letters.length > LONGEST) throw new Error(say("too_large"));
  const text = await unpackedAtMost(LARGEST, letters).catch(() => {
    throw new Error(say("damaged"));
  });
  if (text === null) throw new Error(say("too_large"));
  return text;
}
