// What the page fetches once it is shown: names by which rules are found, and the cards of rarer local yaku.
import { doing } from "./dom.js";

const listeners = [];
let asked = null;

export const more = { names: {}, cards: "" };

/** Have functions called when it is there. */
export const onMore = (...functions) => listeners.push(...functions);

/** Fetch it, unless that was done; without a network it is tried again the next time. */
export const fetchMore = () =>
  (asked ??= doing(async () => {
    const found = await fetch(`more.${document.documentElement.lang}.json`).catch(() => null);
    if (!found?.ok) return (asked = null);
    Object.assign(more, await found.json());
    for (const listen of listeners) listen();
    return more;
  }));
