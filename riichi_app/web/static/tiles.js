// Tiles as text and drawn: `223m(555p)[1111s]` and the shapes that every page has.

import { say } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";

/** The tiles of a text one by one: `223m` is 2m, 2m, 3m. */
export const tilesIn = (text) =>
  [...text.matchAll(/(\d+)([mpsz])/g)].flatMap(([, numbers, suit]) => [...numbers].map((n) => n + suit));

/** A hand as its concealed tiles and its melds. */
export function dealt(text) {
  const melds = text.match(/\[[^\]]*\]|\([^)]*\)/g) ?? [];
  return { tiles: tilesIn(text.replace(/\[[^\]]*\]|\([^)]*\)/g, " ")), melds };
}

const order = (tile) => "mpsz".indexOf(tile[1]) * 100 + (tile[0] === "0" ? 55 : +tile[0] * 10 + 4);

/** A hand as text, its tiles in order. */
export function written({ tiles, melds }) {
  tiles.sort((one, other) => order(one) - order(other));
  const suits = [..."mpsz"].map((suit) => {
    const numbers = tiles.filter((tile) => tile[1] === suit).map((tile) => tile[0]);
    return numbers.length ? numbers.join("") + suit : "";
  });
  return suits.join("") + melds.join("");
}

function drawn(tile) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "tile");
  svg.setAttribute("viewBox", "0 0 30 40");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#t-${tile}`);
  svg.append(use);
  return svg;
}

function button(tiles, marks) {
  const made = document.createElement("button");
  made.type = "button";
  Object.assign(made.dataset, marks);
  const names = tiles.map((tile) => document.querySelector(`.keys [data-tile="${tile}"]`)?.ariaLabel ?? tile);
  made.setAttribute("aria-label", `− ${names.join(", ")}`);
  made.append(...tiles.map(drawn));
  return made;
}

function labelled(text, buttons) {
  const group = document.createElement("span");
  group.className = "indicators";
  group.append(text, ...buttons);
  return group;
}

/** Draw a hand with its indicators, each tile and meld as a button that takes it away. */
export function drawTiles(place, { tiles, melds }, winning, indicators = {}) {
  const all = tiles.map((tile, at) => button([tile], { place: at }));
  all.push(...melds.map((meld, at) => button(tilesIn(meld), { meld: `${at}` })));
  if (winning) all.push(button([winning], { winning: "" }));
  for (const [name, shown] of Object.entries(indicators)) {
    if (!shown.length) continue;
    all.push(labelled(say(name), shown.map((tile, at) => button([tile], { indicator: name, place: at }))));
  }
  place.replaceChildren(...all);
}
