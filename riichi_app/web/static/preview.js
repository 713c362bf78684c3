// What differs, as long as no engine has started: put together of what was written with the site.
import { $, byId, data, fieldsOf, say } from "./dom.js";
import { isReady } from "./engine.js";

const HIDDEN = "/cumulative";
const language = document.documentElement.lang;
const fetched = new Map();

/** A file of answers about a ruleset: its `form`, or what `differs` in it; null where there is none. */
export function beforehand(base, what) {
  if (document.body.dataset.engine === "server") return Promise.resolve(null);
  const name = `bases/${base}.${language}.${what}.json`;
  if (!fetched.has(name)) {
    const found = fetch(name).then((answer) => (answer.ok ? answer.json() : null), () => null);
    fetched.set(name, found);
  }
  return fetched.get(name);
}

const keyOf = (fields) =>
  Object.entries(fields)
    .filter(([name, values]) => `${values}` && !name.startsWith("why:") && !name.endsWith(HIDDEN))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, values]) => `${name}=${values}`)
    .join("&");

/** Show what differs by the controls as they are, until the engine has an answer. */
export async function preview() {
  if (isReady()) return;
  const base = byId("form").dataset.base;
  const facts = await beforehand(base, "differs");
  if (!facts || isReady() || base !== byId("form").dataset.base) return;
  const chapters = new Map();
  let n = 0;
  for (const [path, key] of Object.entries(facts.keys)) {
    const now = keyOf(fieldsOf(path));
    if (!now || now === key) continue;
    const entry = facts.differs[path]?.[now];
    if (!entry) continue; // the engine will know
    n += 1;
    const html = entry.html.replace(/(<div class="example"[^>]*>)/, (start) => start + entry.example);
    chapters.set(entry.chapter, (chapters.get(entry.chapter) ?? "") + html);
  }
  if (!n) return;
  const title = $(`#base option[value="${base}"]`)?.dataset.short ?? base;
  const sum = say(n === 1 ? "differs_one" : "differs", { n, base: title });
  const sections = [...chapters].map(([chapter, html]) => `<section><h3>${chapter}</h3>${html}</section>`);
  byId("differences").innerHTML = `<p class="sum"></p>${sections.join("")}`;
  $("#differences .sum").textContent = sum;
  byId("count").textContent = n;
  performance.mark("previewed");
}
