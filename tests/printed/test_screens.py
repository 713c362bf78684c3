"""Pages on a phone and on two screens: nothing overflows, and no word is broken."""

from __future__ import annotations

import html as markup
import json
import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from paper import browser, chromium
from running import printed as made_by

from riichi.locale import languages

WIDTHS = (412, 1000, 1280)

CALLS = {
    "sheet": ("sheet", "ema-2025"),
    "card": ("card", "ema-2025"),
    "guide": ("compare", "ema-2025", "wrc-2025", "--format", "html"),
    "poster": ("poster", "ema-2025", "wrc-2025"),
    "quiz": ("quiz", "ema-2025", "wrc-2025", "--format", "html"),
    "rulebook": ("rulebook", "tuesday-club"),
    "game": ("game", "game.yaml", "--rules", "ema-2025,wrc-2025", "--format", "html"),
    "standings": ("tournament", "results.csv", "--rules", "ema-2025,wrc-2025", "--format", "html"),
}  # fmt: skip

GAME = """
players: [Anna van der Meulen, Bartholomew, Cleo, Dan]
deals:
  - {end: exhaustive_draw, riichi: [Cleo, Dan], tenpai: [Cleo, Dan]}
  - {end: win, won_by: self_draw, wins: [{seat: Cleo, han: 4, fu: 20}]}
"""
NAMES = ["Annabella van der Meulen-Oosterhout", "Bartholomew", "Cleo", "Dan"]
RESULTS = "session,table,player,points,late_minutes,penalty,reason\n" + "".join(
    f"{session},{table},{name} {table},{points},{late},{penalty},{reason}\n"
    for session in range(1, 9)
    for table in "AB"
    for name, points, late, penalty, reason in zip(
        NAMES, (45000, 30000, 25000, 20000), (3.5, "", "", ""), ("", 8000, "", ""),
        ("", "telephone at the table after a warning", "", ""), strict=True)
)  # fmt: skip
"""Eight sessions, long names, and reasons for deductions: the widest that standings get."""

MEASURE = """<script>addEventListener("load", () => setTimeout(() => {
  const told = {};
  for (const frame of document.querySelectorAll("iframe")) {
    const page = frame.contentDocument, width = page.documentElement.clientWidth;
    const out = [...page.querySelectorAll("body *")].filter(e => !e.closest("svg") &&
      !e.matches(".aloud") && e.getBoundingClientRect().right > width + 1);
    const broken = [], walk = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const node = walk.currentNode;
      if (node.parentElement.closest("svg, style, .aloud")) continue;
      for (const word of node.data.matchAll(/\\p{Script=Latin}{2,24}/gu)) {
        const range = page.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map(r => Math.round(r.top))).size > 1)
          broken.push(word[0]);
      }
    }
    told[frame.id] = {out: out.map(e => e.outerHTML.slice(0, 80)), broken,
      sideways: page.documentElement.scrollWidth - width};
  }
  document.body.dataset.measured = JSON.stringify(told);
}, 100))</script>"""
"""Of each frame: what sticks out of it, which words stand on two lines, how far it scrolls."""


@cache
def pages(language: str) -> dict[str, str]:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        Path("game.yaml").write_text(GAME, encoding="utf-8")
        Path("results.csv").write_text(RESULTS, encoding="utf-8")
        return {name: made_by(*call, "--language", language) for name, call in CALLS.items()}


@browser
@pytest.mark.parametrize("language", languages())
def test_pages_fit_every_screen_and_break_no_word(language: str, tmp_path: Path) -> None:
    frames = "".join(
        f'<iframe id="{name} {width}" style="width:{width}px;height:900px" '
        f'srcdoc="{markup.escape(text)}"></iframe>'
        for name, text in pages(language).items()
        for width in WIDTHS
    )
    file = tmp_path / "frames.html"
    file.write_text(f'<meta charset="utf-8"><body>{frames}{MEASURE}</body>', encoding="utf-8")
    call = ("--virtual-time-budget=9000", "--window-size=1500,1000", "--dump-dom", file.as_uri())
    found = re.search(r'data-measured="([^"]*)"', chromium(tmp_path, *call))
    assert found is not None
    told: dict[str, Any] = json.loads(markup.unescape(found[1]))
    assert len(told) == len(CALLS) * len(WIDTHS)
    nothing = {"out": [], "broken": [], "sideways": 0}
    assert {name: one for name, one in told.items() if one != nothing} == {}


def test_a_page_has_a_dark_scheme_only_on_screens() -> None:
    style = pages("en")["sheet"].split("</style>")[0]
    assert "@media screen and (prefers-color-scheme: dark)" in style
