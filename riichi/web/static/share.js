// Sharing: a link, a picture, a page.
import { byId, doing, linkedPage, save, say } from "./dom.js";
import { ask } from "./engine.js";
import { house, settled } from "./house.js";
import { hasErrors } from "./mistakes.js";
import { packed } from "./packing.js";
import { working } from "./valid.js";

const [WIDTH, HEIGHT] = [1200, 630]; // the size that networks and messengers show for a link

const tell = (text) => (byId("share-said").textContent = text);

/** The rules in a few words and as a picture; if they have errors, null, and the page says why. */
async function inShort() {
  await settled();
  const found = await ask("picture", { file: working().file });
  tell(found.refused ?? "");
  return found.refused ? null : found;
}

/** The address of the rules, with the differences to show until an engine has read them. */
async function linkOf(short) {
  const link = `${linkedPage()}#r=${house.code}`;
  if (!short) return link;
  return `${link}.${await packed(JSON.stringify([short.title, short.summary, short.facts, short.more]))}`;
}

/** After a change, everything made before is out of date. */
export function showShared() {
  tell("");
  byId("shared").hidden = byId("picture-shown").hidden = true;
}

async function copy(text, field) {
  field.value = text;
  field.hidden = false;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.select();
    return false;
  }
}

byId("share")?.addEventListener("click", async () => {
  const short = hasErrors() ? null : await inShort();
  await settled();
  const isCopied = await copy(await doing(() => linkOf(short)), byId("shared"));
  const broken = hasErrors() ? say("broken_link") : "";
  tell([say(isCopied ? "copied" : "made"), broken].filter(Boolean).join(" "));
});

// ---- a picture -----------------------------------------------------------------------------------

const addressOf = (svg) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** A drawing as PNG. */
async function drawn(svg) {
  const image = new Image();
  image.src = addressOf(svg);
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  canvas.getContext("2d").drawImage(image, 0, 0, WIDTH, HEIGHT);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

let picture = null;

/** Show the picture on the page, so that people see what they post. */
function show(found) {
  const image = Object.assign(new Image(WIDTH, HEIGHT), {
    src: addressOf(found.svg), alt: `${found.title}. ${found.summary}`,
  });
  const box = byId("picture-shown");
  if (picture) box.firstElementChild.remove();
  box.prepend(image);
  box.hidden = false;
  picture = found;
}

byId("picture").addEventListener("click", async () => {
  const found = await inShort();
  if (!found) return;
  show(found);
  save(`${found.name}.png`, await doing(() => drawn(found.svg)), "image/png");
});
byId("picture-svg").addEventListener("click", () => save(`${picture.name}.svg`, picture.svg, "image/svg+xml"));

// ---- to other apps on this device ----------------------------------------------------------------

const canShare = "share" in navigator;
byId("share-now").hidden = !canShare;

byId("share-now").addEventListener("click", async () => {
  const short = await inShort();
  if (!short) return;
  const image = await doing(() => drawn(short.svg));
  const files = [new File([image], `${short.name}.png`, { type: "image/png" })];
  const url = byId("share") ? await linkOf(short) : undefined;
  const sent = { title: short.title, text: short.summary, url };
  try {
    await navigator.share(navigator.canShare?.({ ...sent, files }) ? { ...sent, files } : sent);
  } catch (error) {
    if (error.name !== "AbortError") tell(error.message);
  }
});

// ---- a page ---------------------------------------------------------------

/** Save the rulebook as a page; with an address, it has a description and a picture for links to it. */
async function savePage(address) {
  await settled();
  const page = await ask("document", { file: working().file, kind: "rulebook", address });
  tell(page.refused ?? "");
  if (!page.html) return;
  save(page.name, page.html, "text/html");
  if (!address) return;
  const short = await inShort();
  save(`${short.name}.png`, await doing(() => drawn(short.svg)), "image/png");
}

byId("share-page").addEventListener("click", () => savePage(""));
byId("host-page").addEventListener("click", () => savePage(byId("host-address").value.trim()));
