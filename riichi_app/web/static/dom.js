// What every module needs: elements, the words of the page, a wait before something is done.

/** @type {(selector: string, at?: any) => any} */
export const $ = (selector, at = document) => at.querySelector(selector);
/** @type {(selector: string, at?: any) => any[]} */
export const $$ = (selector, at = document) => [...at.querySelectorAll(selector)];
/** @type {(name: string) => any} */
export const byId = (name) => document.getElementById(name);

document.body.dataset.started = ""; // or the page says what it waits for

export const data = JSON.parse(byId("data")?.textContent ?? "{}");

/** The words for something in the language of the page, with what stands in their braces. */
export function say(name, parts = {}) {
  return (data.say?.[name] ?? name).replace(/\{(\w+)\}/g, (_, part) => parts[part] ?? "");
}

/** The id of an option's controls: `o-claims-winners`. */
export const idOf = (path) => "o-" + path.replaceAll(".", "-");

let tasks = 0;

/** Say on the page as long as something is to be done: a reader's software tells it, tests wait. */
function busy(more) {
  tasks += more;
  if (tasks) document.body.dataset.busy = String(tasks);
  else delete document.body.dataset.busy;
  $("main").setAttribute("aria-busy", String(tasks > 0));
}

/** Do what takes its time; meanwhile the page is busy. */
export async function doing(call) {
  busy(1);
  try {
    return await call();
  } finally {
    busy(-1);
  }
}

/** A function that is called once, some time after it was last asked for; until then the page is busy. */
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

/** Hand a file to the visitor. */
export function save(name, text, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** A number as people write it in the language of the page. */
export const numberText = (value) => Number(value).toLocaleString(document.documentElement.lang).replace("-", "−");

const SHORT = 100; // points below this are thousands: 20 means 20,000

/** The value that somebody means by what is typed; 0 where there is no such number means none. */
export function meantBy(control) {
  if (control.value === "0" && !control.required && Number(control.min) > 0) return "";
  const typed = Number(control.value);
  const isShort = "thousands" in control.dataset && Number.isInteger(typed) && typed && Math.abs(typed) < SHORT;
  return isShort ? `${typed * 1000}` : control.value;
}

/** What is said where somebody means more than is typed. */
export function meantText(control) {
  const meant = meantBy(control);
  if (meant === control.value) return "";
  return meant === "" ? say("meant_none") : say("meant", { typed: control.value, points: numberText(meant) });
}

/** Whether the name of a field is of a part that has no control for every value. */
export const isUnseen = (name) => name.endsWith("/cumulative");

/** The fields of some controls by name, as an answer of a form has them; hidden ones are off. */
export function fieldsIn(box) {
  const fields = {};
  for (const control of $$("input, select", box)) {
    const ticked = !["checkbox", "radio"].includes(control.type) || control.checked;
    if (control.name && !control.disabled && ticked) (fields[control.name] ??= []).push(meantBy(control));
  }
  return fields;
}

/** The fields of an option's controls; empty where it has none. */
export const fieldsOf = (path) => {
  const box = byId(idOf(path));
  return box ? fieldsIn(box) : {};
};

/** Set the controls of an option as fields have them; what they do not name stays. */
export function putFields(box, fields) {
  for (const [name, values] of Object.entries(fields)) {
    const controls = $$("input, select", box).filter((one) => one.name === name);
    if (!controls.length) addHidden(box, name, values);
    for (const one of controls) {
      if (["checkbox", "radio"].includes(one.type)) one.checked = values.includes(one.value);
      else one.value = values[0] ?? "";
    }
  }
  for (const one of $$("input[type=radio]:checked, select", box)) if (one.name in fields) chooseBranch(one, box);
}

/** A part that has no control goes with its alternative all the same. */
function addHidden(box, name, values) {
  const inner = $$(".inner", box).filter((one) => name.startsWith(`${one.dataset.of}/${one.dataset.tag}/`)).at(-1);
  if (!inner) return;
  for (const value of values) inner.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
}

/** Show what belongs to the alternative that was chosen; the rest is hidden and never sent. */
export function chooseBranch(control, box) {
  for (const inner of $$(".inner", box)) {
    if (inner.dataset.of !== control.name) continue;
    const on = inner.dataset.tag === control.value;
    inner.hidden = !on;
    for (const one of $$("input, select", inner)) one.disabled = !!one.closest(".inner[hidden]");
  }
}
