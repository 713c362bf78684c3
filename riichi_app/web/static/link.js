// A link with the rules in it, and behind a dot with what differs in a few words.
import { say } from "./dom.js";
import { LONGEST, unpackedAtMost } from "./packing.js";

/** How many bytes a file of rules may have. */
export const LARGEST = 64 * 1024;

/** The text of a link; the error of what is none says why in words for people. */
export async function unpacked(letters) {
  if (letters.length > LONGEST) throw new Error(say("too_large"));
  const text = await unpackedAtMost(LARGEST, letters).catch(() => {
    throw new Error(say("damaged"));
  });
  if (text === null) throw new Error(say("too_large"));
  return text;
}
