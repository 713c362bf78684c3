"""`riichi foul`: what a fault costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NoReturn

import click

from riichi_app.cli.completion import faults
from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import (
    did_you_mean,
    format_option,
    load_all,
    print_json,
    print_lines,
    refuse,
)
from riichi_app.cli.records import names, refuse_twins
from riichi_app.cli.ruleset_options import rules_option
from riichi_app.pages.fouls import FoulRow, foul_in_full, foul_list
from riichi_core.game.fouls import fouls, judge
from riichi_core.language import Translator
from riichi_core.messages import Message, quote
from riichi_core.rules.answers import answers
from riichi_core.rules.chapters.chombo import PLAY_SETTINGS, PlaySetting
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.search import Findable, Rank, best, findable_option
from riichi_core.rules.settings import setting as setting_of
from riichi_core.source.diagnostics import nearest


@click.command("foul")
@click.argument("foul", nargs=-1, metavar="[FOUL …]", shell_complete=faults)
@rules_option()
@click.option(
    "--setting",
    type=click.Choice(PLAY_SETTINGS),
    default="tournament",
    show_default=True,
    help="The setting whose chombo penalty applies.",
)
@language_options
@format_option
def command(foul: tuple[str, ...], rules: tuple[str, ...], setting: PlaySetting, form: str) -> None:
    """Show the penalties of fouls under one or several rulesets.

    Without FOUL all are listed, and what differs is marked with *. FOUL is a name from that
    list, its title or another name for it (kuikae, noten riichi), for all about it; or words that
    several have, as riichi, for a list of those.
    """
    rulesets = load_all(names(rules))
    refuse_twins(rulesets)
    tr = translator(for_programs=form == "json")
    rows = [_row(name, rulesets, setting, tr) for name in fouls()]
    wanted = " ".join(foul).strip()
    chosen = _choose(rows, wanted, tr) if foul else rows
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


def _choose(rows: list[FoulRow], wanted: str, tr: Translator) -> list[FoulRow]:
    """Return the foul of that name; else those whose names, or whose consequences, have it.

    All else is a question: where a fault answers it best, it is told with the others that do.
    """
    by_path = {row.path: row for row in rows}
    names = {path: findable_option(path, tr) for path in by_path}
    found = best(wanted, names, (Rank.NAME, Rank.IN_A_NAME))
    if not found:
        if _is_elsewhere(wanted, tr):
            _refuse(wanted, {})
        said = {
            path: Findable((), tuple(side.sentences for side in row.settings))
            for path, row in by_path.items()
        }
        found = best(wanted, said) or _answers(wanted, tr)
    return [by_path[path] for path in found if path in by_path] or _refuse(wanted, names)


def _answers(wanted: str, tr: Translator) -> list[str]:
    found = answers(wanted, tr)
    return found if found and found[0].startswith("fouls.") else []


def _is_elsewhere(wanted: str, tr: Translator) -> bool:
    """Return True for a name of something that is no fault, nor what a fault can come to."""
    elsewhere = {
        path: findable_option(path, tr)
        for path in options()
        if path.split(".")[0] not in ("fouls", "chombo", "dead_hand")
    }
    return bool(best(wanted, elsewhere, (Rank.NAME,)))


def _refuse(wanted: str, names: Mapping[str, Findable]) -> NoReturn:
    paths = {name: path for path, one in names.items() for name in one.names}
    near = paths.get(nearest(wanted, paths), "").removeprefix("fouls.")
    message = Message(
        "There is no foul {name}.{guess}\nriichi foul lists them all.\n"
        "riichi ask {name} searches all rules.",
        name=quote(wanted),
        guess=did_you_mean(near),
    )
    refuse(message)


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
