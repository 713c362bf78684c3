"""The one writer of house-rule files."""

from __future__ import annotations

from riichi_core.rules.house_file import house_file

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


def test_a_file_without_changes_is_only_its_head() -> None:
    assert house_file({"title": "A", "later": True}, {}) == "title: A\nlater: true\n"
