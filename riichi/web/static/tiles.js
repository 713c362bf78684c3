// Tiles as text and drawn: `223m(555p)[1111s]` and the shapes that every page has.
import { byId, say } from "./dom.js";
import { keepLook, keptLook } from "./kept.js";

const SVG = "http://www.w3.org/2000/svg";

// ---- corners -------------------------------------------------------------------------------------

const CORNERS = { "--corners": "inline", "--face": "translate(5.4px, 7.4px) scale(.8)" };
const tick = byId("corners");

/** Show or hide the numbers and letters in the corners of all tiles on the page. */
function showCorners(shown) {
  for (const [name, value] of Object.entries(CORNERS)) {
    if (shown) document.documentElement.style.setProperty(name, value);
    else document.documentElement.style.removeProperty(name);
  }
}

/** A document with the visitor's choice of corners on tiles. */
export function withCorners(html) {
  const style = Object.entries(CORNERS).map(([name, value]) => `${name}:${value}`).join(";");
  return keptLook("corners") ? html.replace("<html ", `<html style="${style}" `) : html;
}

tick?.addEventListener("change", () => {
  keepLook("corners", tick.checked ? "on" : "");
  showCorners(tick.checked);
});
if (tick) tick.checked = !!keptLook("corners");
showCorners(keptLook("corners"));

// ---- tiles ---------------------------------------------------------------------------------------

/** The tiles of a text one by one: `223*m` is 2m, 2m, 3*m. */
export const tilesIn = (text) =>
  [...text.matchAll(/(\d[\d*]*)([mpsz])/g)].flatMap(([, numbers, suit]) =>
    numbers.match(/\d\*?/g).map((n) => n + suit));

/** A hand as its concealed tiles and its melds. */
export function dealt(text) {
  const melds = text.match(/\[[^\]]*\]|\([^)]*\)/g) ?? [];
  return { tiles: tilesIn(text.replace(/\[[^\]]*\]|\([^)]*\)/g, " ")), melds };
}

const order = (tile) =>
  "mpsz".indexOf(tile.at(-1)) * 100 + (tile[0] === "0" ? 55 : +tile[0] * 10 + 4) + (tile[1] === "*" ? 2 : 0);

/** A hand as text, its tiles in order. */
export function written({ tiles, melds }) {
  tiles.sort((one, other) => order(one) - order(other));
  const suits = [..."mpsz"].map((suit) => {
    const numbers = tiles.filter((tile) => tile.at(-1) === suit).map((tile) => tile.slice(0, -1));
    return numbers.length ? numbers.join("") + suit : "";
  });
  return suits.join("") + melds.join("");
}

function drawn(tile, turned) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `tile${turned ? " turned" : ""}${tile[1] === "*" ? " marked" : ""}`);
  svg.setAttribute("viewBox", "0 0 30 40");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#t-${tile.replace("*", "")}`);
  svg.append(use);
  return svg;
}

/** The layout of a meld: the claimed tile turned, the outer tiles of a concealed quad face down. */
function lying(tiles, meld) {
  if (meld.startsWith("[")) return ["back", tiles[1], tiles[0], "back"].map((tile) => drawn(tile));
  return tiles.map((tile, at) => drawn(tile, at === 0));
}

function button(tiles, marks, shapes = tiles.map((tile) => drawn(tile))) {
  const made = document.createElement("button");
  made.type = "button";
  Object.assign(made.dataset, marks);
  const names = tiles.map((tile) => document.querySelector(`.keys [data-tile="${tile}"]`)?.ariaLabel ?? tile);
  made.setAttribute("aria-label", `− ${names.join(", ")}`);
  made.append(...shapes);
  return made;
}

function labelled(text, buttons) {
  const group = document.createElement("span");
  group.className = "indicators";
  group.append(text, ...buttons);
  return group;
}

/** Draw a hand with its indicators; each tile and meld is a button that removes it. */
export function drawTiles(place, { tiles, melds }, winning, indicators = {}) {
  const all = tiles.map((tile, at) => button([tile], { place: at }));
  all.push(...melds.map((meld, at) => button(tilesIn(meld), { meld: `${at}` }, lying(tilesIn(meld), meld))));
  if (winning) all.push(button([winning], { winning: "" }));
  for (const [name, shown] of Object.entries(indicators)) {
    if (!shown.length) continue;
    all.push(labelled(say(name), shown.map((tile, at) => button([tile], { indicator: name, place: at }))));
  }
  place.replaceChildren(...all);
}
