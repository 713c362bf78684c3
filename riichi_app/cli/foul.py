"""`riichi foul`: what a fault costs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import click

from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import (
    did_you_mean,
    format_option,
    load_all,
    print_json,
    print_lines,
    refuse,
)
from riichi_app.cli.records import DEFAULT_RULES, names, refuse_twins
from riichi_app.pages.fouls import FoulRow, foul_in_full, foul_list
from riichi_core.game.fouls import fouls, judge
from riichi_core.language import Translator
from riichi_core.messages import Message, quote
from riichi_core.rules.chapters.chombo import PLAY_SETTINGS, PlaySetting
from riichi_core.rules.glossary import SYNONYMS
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import setting as setting_of
from riichi_core.source.diagnostics import nearest

OTHER_NAMES = {
    "cell phone": "phone",
    "false kan": "false_concealed_kong",
    "false ron": "false_win_shown",
    "false tsumo": "false_win_shown",
    "mobile": "phone",
    "riichi ankan": "riichi_kong",
    "riichi kan": "riichi_kong",
    "shamisen": "passing_information",
    "shouhai": "wrong_tile_count",
    "slow play": "slow_or_hasty_play",
    "smartphone": "phone",
    "taahai": "wrong_tile_count",
    "telephone": "phone",
}
"""What people call a foul beside its name and title."""


@click.command("foul")
@click.argument("foul", nargs=-1)
@click.option(
    "--rules", multiple=True, metavar="A,B", help=f"Rulesets; {DEFAULT_RULES} if not said."
)
@click.option(
    "--setting",
    type=click.Choice(PLAY_SETTINGS),
    default="tournament",
    show_default=True,
    help="Whose price of a chombo.",
)
@language_options
@format_option
def command(foul: tuple[str, ...], rules: tuple[str, ...], setting: PlaySetting, form: str) -> None:
    """Show what a fault costs under one or several rulesets.

    Without FOUL all faults are listed, and what differs is marked with *. FOUL is a name from that
    list, its title or another name for it (kuikae, noten riichi), for all about it; or words that
    several have, as riichi, for a list of those.
    """
    rulesets = load_all(names(rules))
    refuse_twins(rulesets)
    tr = translator(for_programs=form == "json")
    rows = [_row(name, rulesets, setting, tr) for name in fouls()]
    wanted = " ".join(foul).strip()
    chosen = _choose(rows, wanted) if foul else rows
    if form == "json":
        print_json(_json(rulesets, chosen, setting))
    elif len(chosen) == 1:
        print_lines(foul_in_full(rulesets, chosen[0], tr))
    else:
        print_lines(foul_list(rulesets, chosen, setting, tr))


def _row(foul: str, rulesets: Sequence[Ruleset], setting: PlaySetting, tr: Translator) -> FoulRow:
    path = f"fouls.{foul}"
    option = options()[path]
    return FoulRow(
        foul,
        replace(option, title=tr(option.title)),
        tuple(setting_of(ruleset, path, option, tr) for ruleset in rulesets),
        tuple(judge(foul, ruleset.rules, setting=setting) for ruleset in rulesets),
    )


# ---- by what name --------------------------------------------------------------------------------


def _squashed(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())


def _choose(rows: list[FoulRow], wanted: str) -> list[FoulRow]:
    """Return the foul of that name; else those whose names, or whose consequences, mention it."""
    name = _squashed(wanted.strip().casefold().removeprefix("fouls."))
    others = {_squashed(other): foul for other, foul in OTHER_NAMES.items()}
    others |= {_squashed(other): _squashed(word) for other, word in SYNONYMS.items()}
    sought = {name, _squashed(others.get(name, name))} - {""}
    tests: list[Callable[[FoulRow], bool]] = [
        lambda row: bool(sought & {_squashed(title) for title in _titles(row)}),
        lambda row: _mentions(wanted, *_titles(row)),
        lambda row: _mentions(wanted, *(side.sentences for side in row.settings)),
    ]
    for test in tests:
        if found := [row for row in rows if test(row)]:
            return found
    near = _near(rows, wanted)
    message = Message(
        "There is no foul {name}.{guess}\nriichi foul lists them all.",
        name=quote(wanted),
        guess=did_you_mean(near),
    )
    return refuse(message)


def _titles(row: FoulRow) -> tuple[str, ...]:
    """Return the names of a foul: its id, and its title in English and in the language."""
    return row.foul.replace("_", " "), options()[row.path].title, row.option.title


def _mentions(wanted: str, *texts: str) -> bool:
    """Return True if each word, or what it is called here, begins a word of the texts."""
    text = " ".join(texts).casefold()
    words = re.findall(r"\w+", wanted.casefold().replace("_", " "))
    return bool(words) and all(
        any(re.search(rf"\b{re.escape(one)}", text) for one in (word, SYNONYMS.get(word, word)))
        for word in words
    )


def _near(rows: Sequence[FoulRow], wanted: str) -> str:
    titles = {row.option.title: row.foul for row in rows}
    near = nearest(wanted.replace(" ", "_"), [row.foul for row in rows])
    other = near or nearest(wanted, [*titles, *OTHER_NAMES, *SYNONYMS])
    return titles.get(other, other)


# ---- for programs --------------------------------------------------------------------------------


def _json(
    rulesets: Sequence[Ruleset], rows: Sequence[FoulRow], setting: PlaySetting
) -> dict[str, Any]:
    labels = [ruleset.id for ruleset in rulesets]
    return {
        "rulesets": labels,
        "setting": setting,
        "fouls": [
            {
                "foul": row.foul,
                "path": row.path,
                "title": row.option.title,
                "differs": row.differs,
                "clauses": list(row.option.clauses),
                "judgements": {
                    label: {**side.as_json(), **judged.as_json()}
                    for label, side, judged in zip(
                        labels, row.settings, row.judgements, strict=True
                    )
                },
            }
            for row in rows
        ],
    }
