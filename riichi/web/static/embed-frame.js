// The embedded page on a club's own site: the words of the link, and a link to all the rules.
import { LONGEST } from "./packing.js";
import { drawShort, readShort } from "./short.js";

const LETTERS = /^[\w-]+$/;

/** Show the content of the address. */
async function show() {
  const [rules, letters = ""] = location.hash.replace(/^#r=/, "").split(".");
  const short = LETTERS.test(rules) && rules.length <= LONGEST ? await readShort(letters) : null;
  const [main, damaged] = [document.querySelector("main"), document.getElementById("damaged")];
  main.hidden = !short;
  damaged.hidden = !!short;
  if (short) {
    document.title = main.querySelector("h1").textContent = short.title;
    main.querySelector("#short").replaceChildren(...drawShort(short));
    const link = main.querySelector("a");
    link.href = `${link.dataset.to}#r=${rules}.${letters}`;
  }
  tellHeight();
}

/** Send the frame's height to the site. */
function tellHeight() {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  window.parent.postMessage({ riichiHeight: height }, "*");
}

// The site's colours, from its script; without one, those of the device. The page declares no
// colour scheme, because browsers would then draw a background behind its corners.
const device = window.matchMedia("(prefers-color-scheme: dark)");
const paint = (isDark) => (document.documentElement.dataset.theme = isDark ? "dark" : "light");
const follow = () => paint(device.matches);
device.addEventListener("change", follow);
window.addEventListener("message", ({ source, data }) => {
  if (source !== window.parent || typeof data?.riichiDark !== "boolean") return;
  device.removeEventListener("change", follow);
  paint(data.riichiDark);
});

follow();
window.addEventListener("hashchange", show);
new ResizeObserver(tellHeight).observe(document.body);
show();
