// Who plays what: the page has all rules, and this script hides those that do not match.
import { $, $$, byId, data, later } from "./dom.js";
import { begins, foundText, searched, wordsOf } from "./words.js";

const rules = $$(".rule").map((box) => ({
  box,
  text: searched(`${data.names[box.dataset.path] ?? box.dataset.path} ${box.textContent}`),
  ways: $$("tbody tr", box).map((row) => ({ row, players: $$(".player", row) })),
}));

function show() {
  const words = wordsOf(byId("find").value);
  const ticked = new Set($$("#who input:checked").map((one) => one.value));
  const differing = byId("differing").checked;
  let found = 0;
  for (const { box, text, ways } of rules) {
    let played = 0;
    for (const { row, players } of ways) {
      for (const one of players) one.hidden = !ticked.has(one.dataset.ruleset);
      row.hidden = players.every((one) => one.hidden);
      if (!row.hidden) played += 1;
    }
    box.hidden = !begins(words, text) || played < (differing ? 2 : 1);
    if (!box.hidden) found += 1;
  }
  for (const chapter of $$(".chapter")) chapter.hidden = !$(".rule:not([hidden])", chapter);
  byId("found").textContent = found === rules.length ? "" : foundText(found);
}

const soon = later(100, show);
byId("find").addEventListener("input", soon);
byId("differing").addEventListener("change", soon);
byId("who").addEventListener("change", soon);
