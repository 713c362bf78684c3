// The differences before an engine has started, assembled from files of the site.
import { $, $$, byId, fieldsIn, fieldsOf, isUnseen, say } from "./dom.js";
import { isReady } from "./engine.js";
import { folder } from "./workers.js";

const language = document.documentElement.lang;
const fetched = new Map();

/** A file of answers about a ruleset: its `form`, or its differences (`differs`); null if there is none. */
export function beforehand(base, what) {
  if (document.body.dataset.engine === "server") return Promise.resolve(null);
  const name = `bases/${base}.${language}.${what}.json`;
  if (!fetched.has(name)) fetched.set(name, fetchJson(new URL(name, folder)));
  return fetched.get(name);
}

async function fetchJson(address) {
  try {
    const found = await fetch(address);
    return found.ok ? await found.json() : null;
  } catch {
    return null; // no network, and not fetched before
  }
}

/** The fields of a value in a line, like `fields_key` in beforehand.py from the value. */
export const keyOf = (fields) =>
  Object.entries(fields)
    .filter(([name, values]) => `${values}` && `${values}` !== "=left_out" && !name.startsWith("why:") && !isUnseen(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, values]) => `${name}=${values}`)
    .join("&");

/** Show the differences of the current controls until the engine answers; for `changed` rules
 * without prepared differences, show only the name. */
export async function preview(changed = []) {
  const form = byId("form");
  const { base } = form.dataset;
  const facts = isReady() ? null : await beforehand(base, "differs");
  if (!facts || isReady() || base !== form.dataset.base) return;
  const rows = $$(".option", form).map((box) => difference(box, facts, changed)).filter(Boolean);
  if (rows.length) show(rows, facts.title);
}

/** The difference in an option, if it is known: its chapter and its sentences. */
function difference(box, { keys, differs }, changed) {
  const { path } = box.dataset;
  if (!(path in keys)) return changed.includes(path) ? named(box) : null;
  const now = keyOf(fieldsIn(box));
  const found = now === keys[path] ? null : differs[path]?.[now];
  if (!found) return null; // same as the base, or a value that only the engine knows
  const { chapter, html, examples } = found;
  const isAsChosen = ({ when }) => Object.entries(when).every(([other, key]) => keyOf(fieldsOf(other)) === key);
  const example = examples.find(isAsChosen)?.html ?? "";
  return { chapter, html: html.replace(/(<div class="example"[^>]*>)/, (start) => start + example) };
}

function named(box) {
  const chapter = $("summary h3", box.closest(".chapter")).textContent;
  const link = Object.assign(document.createElement("a"), { href: `#${box.id}`, textContent: $("legend, .title", box).textContent });
  return { chapter, html: `<article class="difference"><h4>${link.outerHTML}</h4></article>` };
}

/** Show differences by chapter, like the engine. */
function show(rows, title) {
  const chapters = new Map();
  for (const { chapter, html } of rows) chapters.set(chapter, (chapters.get(chapter) ?? "") + html);
  const sections = [...chapters].map(([chapter, html]) => `<section><h3>${chapter}</h3>${html}</section>`);
  byId("differences").innerHTML = `<p class="sum"></p>${sections.join("")}`;
  $("#differences .sum").textContent = say(rows.length === 1 ? "differs_one" : "differs", { n: rows.length, base: title });
  byId("count").textContent = String(rows.length);
  performance.mark("previewed");
}
