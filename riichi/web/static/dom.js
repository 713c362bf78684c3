// Common functions of all modules: elements, the page's texts, waiting.

/** @type {(selector: string, at?: any) => any} */
export const $ = (selector, at = document) => at.querySelector(selector);
/** @type {(selector: string, at?: any) => any[]} */
export const $$ = (selector, at = document) => [...at.querySelectorAll(selector)];
/** @type {(name: string) => any} */
export const byId = (name) => document.getElementById(name);

document.body.dataset.started = ""; // otherwise the page says what it waits for

export const data = JSON.parse(byId("data")?.textContent ?? "{}");

/** A text in the page's language, with the values of its parameters. */
export function say(name, parts = {}) {
  return (data.say?.[name] ?? name).replace(/\{(\w+)\}/g, (_, part) => parts[part] ?? "");
}

/** The page that links lead to; empty if only this machine could open it. */
export const linkedPage = () => byId("share") ? byId("share").dataset.to || location.origin + location.pathname : "";

/** The id of an option's controls: `o-claims-winners`. */
export const idOf = (path) => "o-" + path.replaceAll(".", "-");

let tasks = 0;

/** Mark the page as busy while work is pending: screen readers announce it, tests wait for it. */
function busy(more) {
  tasks += more;
  if (tasks) document.body.dataset.busy = String(tasks);
  else delete document.body.dataset.busy;
  $("main").setAttribute("aria-busy", String(tasks > 0));
}

/** Do something slow; meanwhile the page is busy. */
export async function doing(call) {
  busy(1);
  try {
    return await call();
  } finally {
    busy(-1);
  }
}

/** A function that runs once, some time after its last call; until then the page is busy. */
export function later(milliseconds, call) {
  let timer = null;
  return (...given) => {
    if (timer === null) busy(1);
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      doing(() => call(...given));
      busy(-1);
    }, milliseconds);
  };
}

/** Let the visitor save a file. */
export function save(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** A number as written in the page's language. */
export const numberText = (value) => Number(value).toLocaleString(document.documentElement.lang).replace("-", "−");

const SHORT = 100; // a smaller number of points means thousands: 20 means 20,000

/** The value that a typed text means; 0 if 0 there means none. */
export function meantBy(control) {
  if (control.value === "0" && !control.required && Number(control.min) > 0) return "";
  const typed = Number(control.value);
  const isShort = "thousands" in control.dataset && Number.isInteger(typed) && typed && Math.abs(typed) < SHORT;
  return isShort ? `${typed * 1000}` : control.value;
}

/** The text to show if the typed number means more. */
export function meantText(control) {
  const meant = meantBy(control);
  if (meant === control.value) return "";
  return meant === "" ? say("meant_none") : say("meant", { typed: control.value, points: numberText(meant) });
}

/** Whether the name of a field belongs to a part that does not always have a control. */
export const isUnseen = (name) => name.endsWith("/cumulative");

/** The fields of some controls by name; ticks of which none is set have an empty one. Hidden controls are disabled. */
export function fieldsIn(box) {
  const fields = {};
  for (const control of $$("input, select, textarea", box)) {
    if (!control.name || control.disabled || (control.type === "radio" && !control.checked)) continue;
    const values = (fields[control.name] ??= []);
    if (control.type !== "checkbox" || control.checked) values.push(meantBy(control));
  }
  return fields;
}

/** The fields of an option's controls; empty if it has none. */
export const fieldsOf = (path) => {
  const box = byId(idOf(path));
  return box ? fieldsIn(box) : {};
};

/** Set the controls of an option from fields; others stay as they are. */
export function putFields(box, fields) {
  for (const one of $$("select", box)) if (one.name in fields) addPenalty(one, fields[one.name][0], box);
  for (const [name, values] of Object.entries(fields)) {
    const named = () => $$("input, select, textarea", box).filter((one) => one.name === name);
    if (!named().length) addHidden(box, name, values);
    while (named().length < values.length && $("template", box)) addRow(box);
    for (const [n, one] of named().entries()) {
      if (["checkbox", "radio"].includes(one.type)) one.checked = values.includes(one.value);
      else one.value = values[n] ?? "";
    }
  }
  for (const one of $$("input[type=radio]:checked, select", box)) if (one.name in fields) chooseBranch(one, box);
}

/** Add an empty row to those of an option. */
export const addRow = (box) => $("template", box).before($("template", box).content.cloneNode(true));

/** A part without a control still belongs to its alternative. */
function addHidden(box, name, values) {
  const inner = $$(".inner", box).filter((one) => name.startsWith(`${nameOf(one)}/${one.dataset.tag}/`)).at(-1);
  if (!inner) return;
  for (const value of values) inner.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
}

/** The name of the choice to which an alternative belongs: its list, or its radio buttons, come first. */
const nameOf = (inner) => $("input, select", inner.parentElement).name;
const innersOf = (control, box) => $$(".inner", box).filter((inner) => nameOf(inner) === control.name);

/** Add the controls of a penalty below a foul's list; the form has them once (controls.py). */
function addPenalty(control, value, box) {
  if (value !== "=points" || innersOf(control, box).length) return;
  const controls = byId("penalty-fields").innerHTML.replaceAll('"@/', `"${control.name}/=points/`);
  const inner = `<div class="inner" data-tag="=points">${controls}</div>`;
  control.insertAdjacentHTML("afterend", inner); // the page's own controls and names
}

const partOf = ({ name }) => name.split("/").slice(3).join("/"); // after the option, and the alternative twice

/** Give a newly chosen alternative the parts that the present one has too. */
export function carryParts(control, box) {
  const inners = innersOf(control, box);
  const [now, next] = [inners.find((one) => !one.hidden), inners.find((one) => one.dataset.tag === control.value)];
  if (!now || !next) return;
  for (const one of $$("select, input[type=number]", next)) {
    const same = partOf(one) && $$("select, input[type=number]", now).find((other) => partOf(other) === partOf(one));
    if (same) one.value = same.value;
  }
}

/** Show the controls of the chosen alternative; the others are hidden and not sent. */
export function chooseBranch(control, box) {
  addPenalty(control, control.value, box);
  for (const inner of innersOf(control, box)) {
    const on = inner.dataset.tag === control.value;
    inner.hidden = !on;
    for (const one of $$("input, select", inner)) one.disabled = !!one.closest(".inner[hidden]");
  }
}
