"""`riichi score`: the value of a win, and the reasons."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack

import click

from riichi.cli.language import translator
from riichi.cli.options import answer_lines, load_rules, rules_option
from riichi.cli.output import Output, given_parameters, prints, refuse, subcommand
from riichi_core.hands.hand import Hand, HandError
from riichi_core.hands.win import (
    CIRCUMSTANCES,
    Circumstance,
    Riichi,
    Ron,
    Tsumo,
    Win,
    WinError,
    by_of_facts,
    riichi_of,
)
from riichi_core.messages import quote
from riichi_core.rules.ruleset import Ruleset, fingerprint
from riichi_core.scoring.explain import Explanation, explain
from riichi_core.scoring.result import NoWin, Score
from riichi_core.scoring.score import ImpossibleWinError
from riichi_core.tiles import NotationError, Tile, Wind, parse_tiles

if TYPE_CHECKING:
    from riichi_core.comparison.why_differ import Difference

Callback = TypeVar("Callback", bound=Callable[..., Any])

WINDS = click.Choice([str(wind) for wind in Wind])


class ScoreOptions(TypedDict):
    """The values of the command's options."""

    self_draw: bool
    discard: bool
    rules: tuple[str, ...]
    seat: str
    round_wind: str
    riichi: bool
    double_riichi: bool
    ippatsu: bool
    after_quad: bool
    robbing_quad: bool
    last_tile: bool
    first_turn: bool
    not_apart: bool
    circumstance: tuple[Circumstance, ...]
    dora: tuple[str, ...]
    kan_dora: tuple[str, ...]
    ura: tuple[str, ...]
    kan_ura: tuple[str, ...]
    counters: int
    han: int | None
    fu: int | None
    cite: bool
    plain: bool
    jsonl: bool
    out: Output


def tiles_option(name: str, text: str) -> Callable[[Callback], Callback]:
    """Return a repeatable option for tiles."""
    return click.option(name, multiple=True, metavar="TILES", help=text)


@subcommand("score")
@click.argument("hand", required=False)
@click.argument("tile", required=False)
@click.option("--self-draw", "--tsumo", is_flag=True, help="Won by self-draw (tsumo).")
@click.option("--discard", "--ron", is_flag=True, help="Won on a discard (ron); the default.")
@rules_option()
@click.option("--seat", type=WINDS, default="east", show_default=True, help="The seat wind.")
@click.option("--round-wind", type=WINDS, default="east", show_default=True, help="The round wind.")
@click.option("--riichi", is_flag=True, help="Riichi was declared.")
@click.option("--double-riichi", is_flag=True, help="Riichi in an uninterrupted first turn.")
@click.option("--ippatsu", is_flag=True, help="Won within one go-around after riichi, no calls.")
@click.option("--after-quad", is_flag=True, help="Won on the replacement tile of a quad.")
@click.option("--robbing-quad", is_flag=True, help="Won by robbing a quad.")
@click.option("--last-tile", is_flag=True, help="Won on the last tile, drawn or discarded.")
@click.option("--first-turn", is_flag=True, help="Won in the first turn, before any claim.")
@click.option("--not-apart", is_flag=True, help="The winner mixed the drawn tile into the hand.")
@click.option("--circumstance", multiple=True, metavar="WORD", type=click.Choice(CIRCUMSTANCES),
              help=f"A fact that certain local yaku need: {', '.join(CIRCUMSTANCES)}.")  # fmt: skip
@tiles_option("--dora", "Dora indicators, not the dora, in the order they were turned, e.g. 4m1z.")
@tiles_option("--kan-dora", "Kan dora indicators, if you list them separately.")
@tiles_option("--ura", "Ura dora indicators, not the dora, if riichi was declared.")
@tiles_option("--kan-ura", "Kan ura dora indicators.")
@click.option("--counters", type=int, default=0, show_default=True, metavar="N",
              help="Counters of 100 points on the table.")  # fmt: skip
@click.option("--han", type=click.IntRange(1, 100), metavar="N",
              help="The han, dora included, instead of HAND; needs --fu.")  # fmt: skip
@click.option("--fu", type=click.IntRange(20, 1000), metavar="N", help="The fu; needs --han.")
@click.option("--cite", is_flag=True, help="Cite the source of each line.")
@click.option("--ascii", "plain", is_flag=True, help="Do not print tile characters.")
@click.option(
    "--jsonl", is_flag=True, help="Read records from standard input instead, one per line."
)
@prints
@click.pass_context
def command(
    context: click.Context, /, hand: str | None, tile: str | None, **facts: Unpack[ScoreOptions]
) -> None:
    """Score one win under one or several rulesets, and explain every point.

    HAND is the hand without the winning tile: 123m characters, 123p circles, 123s bamboo, 1z to 4z
    East to North, 5z 6z 7z White Green Red, 0m a red five, 3*m a bonus tile; then the sets on the
    table, (345p) a sequence, (777z) a triplet, (7777z) a quad, (777+7z) an extended quad, [1111m] a
    concealed quad. TILE is the winning tile. Quote the hand: brackets are special to the shell. You
    may also write tile characters, m123, 5pr, and honours as E S W N P F C.

        riichi score '2345567m(345p)678s' 8m --seat south --rules ema-2016

    With --han and --fu instead of a hand, it prints the payments.

    In the output, ' after a tile character marks a red five, * a bonus tile. --jsonl reads one
    record per line from standard input and writes one result per line
    (docs/reference/json-records.md), or the error of a bad record.
    """
    if facts["jsonl"]:
        _refuse_beside_jsonl(context)
    rulesets = load_rules(facts["rules"])
    if facts["jsonl"]:
        from riichi_core.records.jsonl import RecordBatch
        from riichi_core.records.win import WinLine

        answer_lines(RecordBatch(WinLine, rulesets))
        return
    if facts["han"] is not None or facts["fu"] is not None:
        _show_payments(context, rulesets, facts)
        return
    if hand is None or tile is None:
        refuse("Give a hand and the winning tile, e.g. riichi score 2345567m345p678s 8m")
    win = _read_win(hand, tile, facts)
    explanations = [explain(win, ruleset) for ruleset in rulesets]
    errors = [
        explanation.result
        for explanation in explanations
        if isinstance(explanation.result, ImpossibleWinError)
    ]
    if len(errors) == len(explanations):
        refuse(errors[0].message)
    out = facts["out"]
    if out.form == "json":
        if facts["cite"]:
            refuse(
                "--cite works only with text: riichi show RULESET --format json has the sections."
            )
        results = {
            explanation.ruleset.id: _explanation_json(explanation) for explanation in explanations
        }
        differing = [difference.as_json() for difference in _differences(explanations)]
        out.data({"results": results, "differences": differing})
    else:
        from riichi.content.win import explained_win
        from riichi.writers.drawings import can_draw

        drawn = not facts["plain"] and can_draw()
        out.lines(explained_win(explanations, out.tr, tiles=drawn, cite=facts["cite"]))
        if differences := _differences(explanations):
            from riichi.content.difference import difference_text

            out.lines(difference_text(differences, out.tr))
    sys.exit(0 if any(isinstance(explanation.result, Score) for explanation in explanations) else 1)


_BESIDE_HAN = {
    "han", "fu", "rules", "seat", "round_wind", "self_draw", "discard", "counters", "form",
    "language", "terms",
}  # fmt: skip
"""The options that go with --han."""


def _show_payments(
    context: click.Context, rulesets: Sequence[Ruleset], facts: ScoreOptions
) -> None:
    """Show the payments for han and fu under each ruleset."""
    from riichi.content.stated_score import Stated, stated_result, stated_text

    if facts["han"] is None:
        refuse("--fu needs --han.")
    for name, option in given_parameters(context).items():
        if name not in _BESIDE_HAN:
            refuse("With --han there is no hand: leave {option} out.", option=option)
    if facts["self_draw"] and facts["discard"]:
        refuse("--self-draw and --discard: it was one or the other.")
    drawn = True if facts["self_draw"] else False if facts["discard"] else None
    seat, round_wind = Wind.of(facts["seat"]), Wind.of(facts["round_wind"])
    stated = Stated(facts["han"], facts["fu"], seat, facts["counters"], drawn, round_wind)
    results = [stated_result(stated, ruleset) for ruleset in rulesets]
    if not any(result.scores for result in results):
        refuse(results[0].errors[0].message)
    out = facts["out"]
    if out.form == "json":
        out.data({"results": {result.ruleset.id: result.as_json() for result in results}})
    else:
        out.lines(stated_text(stated, results, out.tr))


def _differences(explanations: Sequence[Explanation]) -> list[Difference]:
    """Return why the points under the first ruleset differ from those under the others.

    A ruleset under which the win is impossible is left out.
    """
    first, *others = explanations
    if isinstance(first.result, ImpossibleWinError):
        return []
    differing = [
        other
        for other in others
        if not isinstance(other.result, ImpossibleWinError)
        and _points(other.result) != _points(first.result)
    ]
    if not differing:
        return []
    from riichi_core.comparison.why_differ import difference_of

    return [difference_of(first, other) for other in differing]


def _points(result: Score | NoWin) -> int | None:
    return result.points if isinstance(result, Score) else None


def _refuse_beside_jsonl(context: click.Context) -> None:
    """Refuse the other options with --jsonl: every fact comes from the records."""
    given = given_parameters(context)
    if "hand" in given:
        refuse("--jsonl reads the hands from standard input: leave out HAND and TILE.")
    for name, option in given.items():
        if name not in ("jsonl", "rules"):
            refuse("--jsonl reads this from the records: leave out {option}.", option=option)


# ---- one win -------------------------------------------------------------------------------------

_OPTIONS = {
    **{f"{name}_indicators": f"--{name.replace('_', '-')}" for name in ("dora", "kan_dora")},
    **{f"{name}_dora_indicators": f"--{name.replace('_', '-')}" for name in ("ura", "kan_ura")},
    **{name: f"--{name.replace('_', '-')}" for name in ("after_quad", "robbing_quad", "last_tile")},
    **{name: f"--{name.replace('_', '-')}" for name in ("first_turn", "ippatsu")},
}
"""The options that correspond to fields of records."""


def _read_win(hand: str, tile: str, facts: ScoreOptions) -> Win:
    """Return the win described by the command-line options."""
    try:
        return Win(
            Hand.parse(hand),
            _read_tile(tile),
            _how_won(facts),
            Wind.of(facts["seat"]),
            Wind.of(facts["round_wind"]),
            _read_riichi(facts),
            _read_tiles("--dora", facts["dora"]),
            _read_tiles("--kan-dora", facts["kan_dora"]),
            facts["counters"],
            frozenset(facts["circumstance"]),
        )
    except WinError as error:
        refuse(_error_in_options(error))
    except HandError as error:
        refuse(error.message)


def _error_in_options(error: WinError) -> str:
    """Return an error of a win with the option's name in place of the field's."""
    text, option = translator()(error.message), _OPTIONS.get(error.field)
    if option is None or not text.startswith(error.field):
        return text
    return option + text.removeprefix(error.field)


def _how_won(facts: ScoreOptions) -> Tsumo | Ron:
    """Return the circumstances of the winning tile, from compatible options."""
    if facts["self_draw"] and facts["discard"]:
        refuse("--self-draw and --discard contradict each other.")
    if facts["not_apart"] and not facts["self_draw"]:
        refuse("--not-apart without --self-draw: only a drawn tile can be kept apart.")
    return by_of_facts(
        self_draw=facts["self_draw"],
        after_quad=facts["after_quad"],
        robbing_quad=facts["robbing_quad"],
        last_tile=facts["last_tile"],
        first_turn=facts["first_turn"],
        apart=not facts["not_apart"],
    )


def _read_riichi(facts: ScoreOptions) -> Riichi | None:
    """Return the riichi with its indicators, from compatible options."""
    ura, kan_ura = _read_tiles("--ura", facts["ura"]), _read_tiles("--kan-ura", facts["kan_ura"])
    declared = facts["riichi"] or facts["double_riichi"]
    riichi = Riichi(facts["double_riichi"]) if declared else None
    return riichi_of(riichi, facts["ippatsu"], ura, kan_ura)


def _read_tile(text: str) -> Tile:
    tiles = _read_tiles("TILE", (text,))
    if len(tiles) != 1:
        refuse("TILE: {text} is {n} tiles, expected one", text=quote(text), n=len(tiles))
    return tiles[0]


def _read_tiles(option: str, texts: tuple[str, ...]) -> tuple[Tile, ...]:
    try:
        return tuple(tile for text in texts for tile in parse_tiles(text))
    except NotationError as error:
        refuse("{option}: {problem}", option=option, problem=error.message)


def _explanation_json(explanation: Explanation) -> dict[str, Any]:
    """Return a ruleset's score of the win in the format of an answer to a record."""
    from riichi_core.records.jsonl import error_json
    from riichi_core.records.win import win_json

    if isinstance(explanation.result, ImpossibleWinError):
        return {"error": error_json(explanation.result)}
    return {"ruleset_hash": fingerprint(explanation.ruleset.rules), **win_json(explanation.result)}
