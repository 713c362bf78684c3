// Documents to print: each is a page of its own in a frame in which nothing runs.
import { $$, byId, doing, save } from "./dom.js";
import { ask } from "./engine.js";
import { house } from "./house.js";
import { withCorners } from "./tiles.js";

const frame = byId("printed");
let made = null;

for (const button of $$("[data-print]")) {
  button.addEventListener("click", async () => {
    button.setAttribute("aria-busy", "true");
    const paper = byId("paper").value;
    const answer = await ask("document", { file: house.file, kind: button.dataset.print, paper });
    button.removeAttribute("aria-busy");
    byId("print-error").textContent = answer.refused ?? "";
    byId("printing").hidden = frame.hidden = !answer.html;
    for (const other of $$("[data-print]")) other.removeAttribute("aria-current");
    if (!answer.html) return;
    made = answer;
    await shown(answer.html);
    button.setAttribute("aria-current", "true");
  });
}

/** Show a page in the frame; done when it is there. */
const shown = (html) =>
  doing(() => new Promise((done) => {
    frame.addEventListener("load", done, { once: true });
    frame.srcdoc = withCorners(html);
  }));

byId("paper").addEventListener("change", () => {
  const now = $$("[data-print]").find((button) => button.hasAttribute("aria-current"));
  now?.click();
});
byId("print-now").addEventListener("click", () => frame.contentWindow.print());
byId("print-save").addEventListener("click", () => save(made.name, withCorners(made.html), "text/html"));
