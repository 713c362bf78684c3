// A hand that the visitor builds by tapping tiles, in the fields of a form.
import { $, $$, fieldsOf, say } from "./dom.js";
import { dealt, drawTiles, tilesIn, written } from "./tiles.js";

const ALL = 14;
const FEWEST = 13; // without the winning tile

const REDS = "tiles.red_fives";
const BONUS = "tiles.bonus";

/**
 * Offer the red fives that the rules have, and bonus tiles after all others. Other red fives keep their room, so that
 * each suit begins a line.
 */
export function showReds() {
  const fields = fieldsOf(REDS);
  const has = (suit) => Number(fields[`${REDS}/${suit}`]?.[0] ?? 0) > 0;
  for (const key of $$(".keys [data-tile^='0']")) key.classList.toggle("off", !has(key.dataset.tile[1]));
  const bonus = Object.entries(fieldsOf(BONUS)).filter(([name, [tile]]) => name.endsWith("/tile") && tile);
  for (const keys of $$(".keys")) {
    for (const key of $$("[data-tile*='*']", keys)) key.remove();
    for (const [, [tile]] of bonus) keys.append(markedKey($(`[data-tile='${tile}']`, keys)));
  }
}

function markedKey(plain) {
  const key = plain.cloneNode(true);
  const [number, suit] = plain.dataset.tile;
  key.dataset.tile = `${number}*${suit}`;
  key.setAttribute("aria-label", `${plain.getAttribute("aria-label")} *`);
  $("svg", key).classList.add("marked");
  return key;
}

/**
 * Let the visitor tap tiles into the fields of a form.
 * @param {any} form with keys, a place to lay the tiles, and radios `into`
 * @param {string} before the prefix of its fields' names
 * @param {() => void} changed is called after each change
 */
export function tilePad(form, before, changed) {
  const field = (name) => form.elements[before + name];
  const laid = $(".laid", form);

  function tap(tile, into) {
    const hand = dealt(field("hand").value);
    if (into === "dora" || into === "ura") field(into).value += tile;
    else if (into === "winning_tile") field("winning_tile").value = tile;
    else if (into !== "hand") hand.melds.push(meld(tile, into));
    else if (hand.tiles.length + 3 * hand.melds.length < FEWEST) hand.tiles.push(tile);
    else field("winning_tile").value = tile;
    put(hand);
    for (const one of field("into")) one.checked = one.value === "hand";
  }

  function put(hand) {
    field("hand").value = written(hand);
    update();
  }

  function update() {
    lay();
    changed();
  }

  /** Draw the hand; each tile is a button that removes it. */
  function lay() {
    const indicators = ["dora", "ura"].map((name) => [name, tilesIn(field(name)?.value ?? "")]);
    const winning = tilesIn(field("winning_tile").value)[0];
    drawTiles(laid, dealt(field("hand").value), winning, Object.fromEntries(indicators));
  }

  /** If fourteen tiles were written, use the last one as the winning tile. */
  function part() {
    const text = field("hand").value;
    const tiles = tilesIn(text.replace(/\[[^\]]*\]|\([^)]*\)/g, " "));
    if (field("winning_tile").value || count() !== ALL) return;
    field("winning_tile").value = tiles.pop();
    put({ tiles, melds: dealt(text).melds });
  }

  function count() {
    const { tiles, melds } = dealt(field("hand").value);
    return tiles.length + 3 * melds.length + (field("winning_tile").value ? 1 : 0);
  }

  $(".keys", form).addEventListener("click", (event) => {
    const tile = event.target.closest("[data-tile]")?.dataset.tile;
    if (tile) tap(tile, field("into").value);
  });
  laid.addEventListener("click", (event) => {
    const { dataset } = event.target.closest("button") ?? {};
    if (!dataset) return;
    const hand = dealt(field("hand").value);
    if (dataset.winning != null) field("winning_tile").value = "";
    else if (dataset.indicator) {
      const tiles = tilesIn(field(dataset.indicator).value);
      tiles.splice(+dataset.place, 1);
      field(dataset.indicator).value = tiles.join("");
    } else if (dataset.meld) hand.melds.splice(+dataset.meld, 1);
    else hand.tiles.splice(+dataset.place, 1);
    put(hand);
  });
  for (const name of ["hand", "winning_tile"]) field(name).addEventListener("input", update);
  field("hand").addEventListener("change", part);
  for (const one of field("into")) one.addEventListener("change", changed);

  lay();
  return {
    lay,
    /** The hand as fields of a record. */
    get hand() {
      return { hand: field("hand").value, winning_tile: field("winning_tile").value };
    },
    /** Whether the hand has all its tiles. */
    get isWhole() {
      return count() === ALL && !!field("winning_tile").value;
    },
    /** The next step, in words; empty if the hand is complete. */
    get lacks() {
      const n = count();
      const more = ALL - n;
      const into = field("into").value;
      if (into === "sequence") return say("tap_lowest");
      if (into === "dora" || into === "ura") return say("tap_dora");
      if (!n) return say("tap");
      if (more < 0) return say("too_many", { n, more: -more });
      if (!field("winning_tile").value) return say(more === 1 ? "add_winning" : "add", { n, more });
      return more ? say("add", { n, more }) : "";
    },
    clear() {
      for (const name of ["hand", "winning_tile"]) field(name).value = "";
      lay();
    },
  };
}

function meld(tile, kind) {
  const own = tile.slice(0, -1); // with its mark
  const suit = tile.at(-1);
  const plain = +tile[0] || 5;
  if (kind === "sequence") {
    const lowest = Math.min(plain, 7);
    const numbers = [lowest, lowest + 1, lowest + 2].map((n) => (n === plain ? own : n));
    return `(${numbers.join("")}${suit})`;
  }
  const tiles = `${plain}`.repeat(kind === "triplet" ? 2 : 3);
  return kind === "concealed_quad" ? `[${tiles}${own}${suit}]` : `(${tiles}${own}${suit})`;
}
