"""The one writer of house-rule files."""

from __future__ import annotations

from pathlib import Path

import pytest

from riichi.house_file import house_file
from riichi_core.rules.load import load

HEAD = {"extends": "ema-2025", "title": "Club: Leiden", "ruleset": "club", "format": 1}


def test_a_file_has_its_chapters_and_options_in_reading_order_below_its_comments() -> None:
    reason = "voted in " + "2025 and " * 12 + "2026"
    changes = {
        "end.bust": {"value": "play_on", "house": reason},
        "setup.starting_points": 25000,
        "riichi.deposit": {"value": 500, "house": "voted"},
        "yaku.own": {"name": {"en": "Own"}, "worth": "none"},
        "yaku.all_simples": "none",
    }
    assert (
        house_file(HEAD, changes, {"riichi.deposit": "A bet of 500."})
        == f"""\
format: 1
ruleset: club
title: "Club: Leiden"
extends: ema-2025

setup:
  starting_points: 25000

riichi:
  # A bet of 500.
  deposit: {{value: 500, house: voted}}

yaku:
  all_simples: none
  own:
    name: {{en: Own}}
    worth: none

end:
  bust:
    value: play_on
    house: {reason}
"""
    )


def test_a_head_has_a_line_for_each_entry_of_its_lists_and_mappings() -> None:
    past = [{"date": "2025", "change": "Red fives."}, {"date": "2026", "change": "None."}]
    text = house_file(HEAD | {"history": past, "other_rules": {"Fee": "3 euros"}}, {})
    assert text.splitlines()[4:] == [
        "other_rules:",
        '  Fee: "3 euros"',
        "history:",
        '  - {date: "2025", change: Red fives.}',
        '  - {date: "2026", change: None.}',
    ]


def test_a_file_without_changes_is_only_its_head() -> None:
    assert house_file({"title": "A", "later": True}, {}) == "title: A\nlater: true\n"


AFTER = {"counter": "added", "dealer": "stays", "bets": "stay"}
TO_FIRST = dict.fromkeys(("own_bets", "other_bets", "counters"), "nearest")


@pytest.mark.parametrize(
    ("path", "short", "whole"),
    [
        ("draws.abortive", {"four_winds": "abort", "dealer": "rotates"},
         {"nine_kinds": "play_on", "four_winds": "abort", "four_riichi": "play_on",
          "four_quads": "play_on", **AFTER, "dealer": "rotates"}),
        ("draws.nagashi", {"counters": "paid"},
         {"own_calls": "any", "counters": "paid", "bets": "stay", "noten_payments": "dropped",
          "noten_riichi": "not_judged", "dealer": "stays_if_tenpai",
          "counters_after": "as_after_draw"}),
        ("claims.winners", {"all": {"counters": "each"}},
         {"all": {**TO_FIRST, "dealer": "stays", "counters": "each"}}),
        ("claims.winners", {"at_most_two": {"three": {"bets": "returned"}}},
         {"at_most_two": {**TO_FIRST, "dealer": "stays",
                             "three": {**AFTER, "bets": "returned"}}}),
        ("chips.awarded", {"worth": 500, "red_five": {"concealed": 1}},
         {"worth": 500, "ippatsu": 0, "ura_dora": 0, "red_five": {"concealed": 1, "open": 0},
          "yakuman": {"self_draw": 0, "discard": 0}, "bust": 0}),
    ],
)  # fmt: skip
def test_parts_that_a_club_leaves_out_have_their_usual_values(
    path: str, short: object, whole: object, tmp_path: Path
) -> None:
    file = tmp_path / "club.yaml"
    for values in (short, whole):
        file.write_text(house_file({**HEAD, "extends": "wrc-2025"}, {path: values}), "utf-8")
        assert load(file).rules.written_value(path) == whole
