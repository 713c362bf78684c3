// Data that the page fetches after it is shown: the names of rules for the search, and the cards of rarer local yaku.
import { doing } from "./dom.js";

const listeners = [];
let asked = null;

export const more = { names: {}, cards: "" };

/** Register functions that run when the data has arrived. */
export const onMore = (...functions) => listeners.push(...functions);

/** Fetch the data once; without a network, the next call tries again. */
export const fetchMore = () =>
  (asked ??= doing(async () => {
    const found = await fetch(`more.${document.documentElement.lang}.json`).catch(() => null);
    if (!found?.ok) return (asked = null);
    Object.assign(more, await found.json());
    for (const listen of listeners) listen();
    return more;
  }));
