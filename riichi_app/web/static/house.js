// The house rules: one file of YAML that the engine changes, and nothing else that is kept.
import { byId, doing, later, say } from "./dom.js";
import { ask } from "./engine.js";
import { unpacked } from "./link.js";

const KEPT = "riichi-house-rules";
const listeners = [];

export const house = { file: "", id: "", title: "", base: "", changes: [], paths: [], problems: [] };

/** Have functions called with each answer that changes the house rules. */
export const onAnswer = (...functions) => listeners.push(...functions);

/** Take an answer as the new state, and show it. */
function take(answer) {
  if (answer.refused) {
    byId("file-error").textContent = byId("loose").textContent = answer.refused;
    return answer;
  }
  for (const name of Object.keys(house)) house[name] = answer[name] ?? house[name];
  for (const listen of listeners) listen(answer);
  try {
    localStorage.setItem(KEPT, house.file);
  } catch {
    // a private window keeps nothing
  }
  performance.mark("shown");
  return answer;
}

// One change at a time: each is made to the file that the one before it left.
let queue = Promise.resolve();
const inTurn = (call) => doing(() => (queue = queue.then(call, call)));

/** Change something: options by their fields, the name, the base, or back to the base. */
export const change = (what) => inTurn(async () => take(await ask("set", { file: house.file, ...what })));

/** Draw the whole form anew. */
export const redraw = () => inTurn(async () => take(await ask("form", { file: house.file })));

/** Open a file; one that is nothing for this page leaves what is there. */
export const open = (file) =>
  inTurn(async () => {
    const answer = await ask("open", { file });
    if (answer.form == null && !answer.refused) {
      const { line, text } = answer.problems?.[0] ?? {};
      answer.refused = `${line ? say("line", { n: line }) + ": " : ""}${text ?? ""}`;
    }
    return take(answer);
  });

/** Take the configuration of another program as new house rules. */
export const bring = (program, config) =>
  inTurn(async () => {
    const answer = await ask("import", { program, config });
    return answer.refused ? answer : take(answer);
  });

/** Begin new house rules. */
export const start = (base, title) =>
  inTurn(async () => take(await ask("start", { base, title })));

/** Open the rules that a link has in it. */
export async function openLink(packed) {
  try {
    await open(await doing(() => unpacked(packed)));
  } catch (error) {
    const text = `${say("bad_link")} ${error.message}`;
    byId("loose").textContent = byId("file-error").textContent = text;
  }
}

/** Begin with a link, with what was there before, or with nothing. */
export async function begin() {
  if (location.hash.startsWith("#r=")) {
    await openLink(location.hash.slice(3));
    if (house.file) return;
  }
  let kept = "";
  try {
    kept = localStorage.getItem(KEPT) ?? "";
  } catch {
    // a private window has kept nothing
  }
  if (kept) await open(kept);
  if (house.file) return;
  const [base, title] = [byId("base").value, byId("title").value];
  if (base === byId("form").dataset.base) await change({ base, title }); // its form is there already
  else await start(base, title);
}

byId("base").addEventListener("change", async () => {
  await change({ base: byId("base").value });
  await redraw();
});

// What is typed as the name stays in its field until the engine has taken it.
let typed = null;
const rename = later(300, async () => {
  const title = typed;
  await change({ title });
  if (typed === title) typed = null;
});

/** Whether the name in the field is that of the file. */
export const isNamed = () => typed === null;

byId("title").addEventListener("input", () => {
  typed = byId("title").value;
  rename();
});
byId("terms").addEventListener("change", redraw);
