"""Output in notebooks: well-formed HTML that loads nothing from elsewhere."""

from __future__ import annotations

import re
from html import escape
from typing import Any
from xml.etree import ElementTree

import pytest
from each import each

import riichi_core as rc

WIN = rc.Win("34445m35p123345s", "4p", by="tsumo", seat="south", dora="4p")
OPEN = rc.Win("23406m55p(777+7z^)[9999s]", "7m", by="ron", seat="west")
EMA = rc.load("ema-2016")
LABELS = [line.label for line in rc.explain(WIN, EMA).lines]

SHOWN: dict[str, Any] = {
    "hand": OPEN.hand,
    "win": OPEN,
    "score": rc.score(WIN, EMA),
    "explanation": rc.explain(WIN, EMA),
    "no win": rc.explain(rc.Win("234567m(345p)678s1z", "1z", by="ron"), EMA),
    "comparison": rc.compare("ema-2016", "wrcr-2015"),
    "difference": rc.why_differ(WIN, "ema-2016", "wrcr-2015"),
    "equal": rc.why_differ(OPEN, "ema-2016", "wrcr-2015"),
    "ruleset": EMA,
}


def shown(name: str) -> str:
    html: str = SHOWN[name]._repr_html_()
    return html


@each("name", SHOWN)
def test_html_is_well_formed_and_loads_nothing(name: str) -> None:
    html = shown(name)
    ElementTree.fromstring(f"<div>{html}</div>")
    without_namespace = html.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|<script|href|src=|url\(", without_namespace)


def test_a_hand_has_a_picture_of_each_tile() -> None:
    svg = ElementTree.fromstring(shown("hand"))
    pictures = svg.findall("{http://www.w3.org/2000/svg}g")
    assert len(pictures) == len(OPEN.hand.tiles) == 15
    assert svg.get("aria-label") == str(OPEN.hand)
    width = float(svg.get("width", ""))
    assert width == 30 * len(pictures) + 12 * len(OPEN.hand.melds)
    red = rc.Hand("2345567m340p678s")._repr_html_()
    assert red != rc.Hand("2345567m345p678s")._repr_html_()


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("score", ["4 han 30 fu, 7,900 points", "mixed_triple_sequence", "2 han", "dora"]),
        ("explanation", [*map(str, LABELS), "yaku.mixed_triple_sequence", "7,900"]),
        ("no win", ["no yaku"]),
        ("comparison", ["ema-2016", "wrcr-2015", "Multiple winners"]),
        ("difference", ["limits.raised_to_mangan", "8,000"]),
        ("ruleset", ["EMA Riichi rules, 2016 edition", "claims.winners"]),
    ],
)
def test_html_lists_the_yaku_that_count(name: str, texts: list[str]) -> None:
    html = shown(name)
    for text in texts:
        assert escape(text) in html, text
