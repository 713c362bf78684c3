"""`riichi foul`: the penalties of fouls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import click

from riichi.ask.names import Findable, Rank, best_matches, findable_option
from riichi.ask.questions import CLOSEST, Answers, answers
from riichi.cli.ask import answer_json, answer_lines, read_as_lines
from riichi.cli.completion import complete_fouls
from riichi.cli.options import load_rules, rules_option, ruleset_names
from riichi.cli.output import (
    PRINTED,
    Output,
    did_you_mean,
    given_parameters,
    refuse,
    refuse_together,
    refuse_without,
    subcommand,
    writes,
)
from riichi.content.fouls import FoulRow, foul_in_full, foul_list
from riichi.writers.columns import paragraph
from riichi.writers.paper import POSTERS
from riichi_core.game.fouls import fouls, judge, judgement_words
from riichi_core.language import Translator
from riichi_core.messages import quote
from riichi_core.rules.chapters.chombo import PLAY_SETTINGS, PlaySetting
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import setting as setting_of
from riichi_core.spelling import closest_word


@subcommand("foul")
@click.argument("foul", nargs=-1, metavar="[FOUL …]", shell_complete=complete_fouls)
@rules_option()
@click.option(
    "--setting",
    type=click.Choice(PLAY_SETTINGS),
    default="tournament",
    show_default=True,
    help="The setting whose chombo penalty applies.",
)
@click.option("--disputes", is_flag=True,
              help="With HTML or PDF: list the rules about which players most often "
              "disagree.")  # fmt: skip
@writes("text", "json", "html", "pdf", papers=POSTERS,
        text="Output format; HTML and PDF list the penalties for a referee.")  # fmt: skip
def command(
    foul: tuple[str, ...], rules: tuple[str, ...], setting: PlaySetting, disputes: bool, out: Output
) -> None:
    """Show the penalties of fouls under one or several rulesets.

    Without FOUL, it lists all fouls and marks the differences with *. FOUL is a name or title from
    that list, or another name, e.g. kuikae or noten riichi. A word that several fouls share, e.g.
    riichi, lists them all. If the words fit no foul exactly, it shows the closest ones. Questions
    about other rules go to riichi ask.
    """
    is_paper = out.form in PRINTED
    given = {*given_parameters(click.get_current_context()).values()}
    refuse_together(given, {"--disputes": ("FOUL", "--setting")})
    refuse_without([("disputes", out.tr.and_list(PRINTED), is_paper)])
    rulesets = load_rules(rules or ("ema",) if is_paper and not disputes else rules)
    if disputes:
        from riichi.content.penalties import disputes_paper

        out.document(disputes_paper(rulesets, out.paper, out.tr), "disputes")
        return
    if is_paper and len(rulesets) > 1:
        refuse("A list of penalties is for one ruleset, not {n}.", n=len(rulesets))
    tr = out.tr.of(*rulesets)
    rows = [_foul_row(name, rulesets, setting, tr) for name in fouls()]
    wanted = " ".join(foul).strip()
    found = _choose_fouls(rows, wanted, tr) if foul else _Found(rows)
    chosen, sure = found.rows, found.sure
    if out.form == "json":
        ruleset_ids = ruleset_names(rules)
        other = found.other and answer_json(wanted, found.other, ruleset_ids, tr)
        shown = _fouls_json(rulesets, chosen, setting)
        out.data({**shown, "sure": sure, "read_as": found.read_as or None, "ask": other})
        return
    if found.other and is_paper:
        refuse("There is no foul {name}. riichi foul lists them all.", name=quote(wanted))
    if found.other:
        text = tr("There is no foul {name}. riichi ask answers:", name=quote(wanted))
        answer = answer_lines(found.other, ruleset_names(rules), out.tr)
        out.lines([*paragraph(text), *answer])
        return
    if is_paper:
        from riichi.content.penalties import penalties_paper

        made = penalties_paper(rulesets[0], chosen, setting, out.paper, out.tr)
        out.document(made, f"{rulesets[0].id}-penalties")
        return
    read_as = [*read_as_lines(found.read_as, tr)]
    if len(chosen) == 1 and sure:
        out.lines([*read_as, *foul_in_full(rulesets, chosen[0], tr)])
    else:
        doubt = [] if sure else [*paragraph(tr("The closest rules:"))]
        out.lines([*read_as, *doubt, *foul_list(rulesets, chosen, setting, tr)])


def _foul_row(
    foul: str, rulesets: Sequence[Ruleset], setting: PlaySetting, tr: Translator
) -> FoulRow:
    path = f"fouls.{foul}"
    option = options()[path]
    return FoulRow(
        foul,
        replace(option, title=tr(option.title)),
        tuple(setting_of(ruleset, path, option, tr) for ruleset in rulesets),
        tuple(judge(foul, ruleset.rules, setting=setting) for ruleset in rulesets),
    )


# ---- by what name --------------------------------------------------------------------------------


class _Found(NamedTuple):
    """The fouls that a query finds.

    Attributes:
        sure: whether the user means exactly these fouls.
        read_as: the query as corrected, if it differs from the original.
        other: the answer to the query, if it is about another rule.
    """

    rows: list[FoulRow]
    sure: bool = True
    read_as: str = ""
    other: Answers | None = None


def _choose_fouls(rows: list[FoulRow], wanted: str, tr: Translator) -> _Found:
    """Return the foul with this name, or the fouls whose names or penalties contain the words.

    Any other query is a question. If a foul answers it, the result is this foul with its twins, or
    the fouls among the closest rules. If another rule does, the result is the answer of `riichi
    ask`.
    """
    by_path = {row.path: row for row in rows}
    names = {path: findable_option(path, tr) for path in by_path}
    # Without the amounts and conditions of the penalties.
    penalties = {
        path: Findable(tuple(tr(judgement_words(one)).partition(",")[0] for one in row.judgements))
        for path, row in by_path.items()
    }
    for findables in (names, penalties):
        if paths := best_matches(wanted, findables, (Rank.NAME, Rank.IN_A_NAME)):
            return _Found([by_path[path] for path in paths])
    found = answers(wanted)
    near = found.told if found.sure else found.rules
    told = [by_path[rule] for rule in near if rule in by_path][:CLOSEST]
    if told and {found.first, *found.twins} & by_path.keys():
        return _Found(told, found.sure, found.read_as)
    if not found.candidates:
        paths_by_name = {name: path for path, one in names.items() for name in one.names}
        nearest = paths_by_name.get(closest_word(wanted, paths_by_name), "")
        refuse(
            "There is no foul {name}.{guess}\nriichi foul lists them all.",
            name=quote(wanted),
            guess=did_you_mean(nearest.removeprefix("fouls.")),
        )
    return _Found([], found.sure, found.read_as, found)


# ---- for programs --------------------------------------------------------------------------------


def _fouls_json(
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
                    label: {**side.as_json(), **judgement.as_json()}
                    for label, side, judgement in zip(
                        labels, row.settings, row.judgements, strict=True
                    )
                },
            }
            for row in rows
        ],
    }
