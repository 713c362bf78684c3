"""`riichi score`: what a win is worth, and why."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypedDict, TypeVar, Unpack

import click

from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import (
    format_option,
    given_parameters,
    load_all,
    print_json,
    print_lines,
    refuse,
)
from riichi_app.cli.records import names, refuse_twins, stream
from riichi_app.cli.ruleset_options import rules_option
from riichi_core.hands.hand import Hand, HandError
from riichi_core.hands.win import CIRCUMSTANCES, Circumstance, Riichi, Ron, Tsumo, Win, WinError
from riichi_core.messages import Message, quote
from riichi_core.rules.ruleset import fingerprint
from riichi_core.scoring.explain import Explanation, explain
from riichi_core.scoring.score import ImpossibleWinError, Score
from riichi_core.tiles import NotationError, Tile, Wind, parse_tiles

Callback = TypeVar("Callback", bound=Callable[..., Any])

wind = click.Choice([str(wind) for wind in Wind])


class ScoreOptions(TypedDict):
    """The values of the command's options."""

    self_draw: bool
    discard: bool
    rules: tuple[str, ...]
    seat: str
    prevailing: str
    riichi: bool
    double_riichi: bool
    ippatsu: bool
    after_kong: bool
    robbing_kong: bool
    last_tile: bool
    first_turn: bool
    not_apart: bool
    circumstance: tuple[Circumstance, ...]
    dora: tuple[str, ...]
    kan_dora: tuple[str, ...]
    ura: tuple[str, ...]
    kan_ura: tuple[str, ...]
    counters: int
    cite: bool
    plain: bool
    jsonl: bool
    form: str


def tiles(name: str, text: str) -> Callable[[Callback], Callback]:
    """Return what adds an option that takes tiles, once or several times."""
    return click.option(name, multiple=True, metavar="TILES", help=text)


@click.command("score")
@click.argument("hand", required=False)
@click.argument("tile", required=False)
@click.option("--self-draw", "--tsumo", is_flag=True, help="Won by self-draw (tsumo).")
@click.option("--discard", "--ron", is_flag=True, help="Won on a discard (ron); the default.")
@rules_option()
@click.option("--seat", type=wind, default="east", show_default=True, help="The winner's wind.")
@click.option(
    "--prevailing", type=wind, default="east", show_default=True, help="The round's wind."
)
@click.option("--riichi", is_flag=True, help="Riichi was declared.")
@click.option("--double-riichi", is_flag=True, help="Riichi was declared in the first turn.")
@click.option("--ippatsu", is_flag=True, help="Won within one uninterrupted turn after riichi.")
@click.option("--after-kong", is_flag=True, help="Won on the replacement tile of a kong.")
@click.option("--robbing-kong", is_flag=True, help="Won by robbing a kong.")
@click.option("--last-tile", is_flag=True, help="Won on the last tile, drawn or discarded.")
@click.option("--first-turn", is_flag=True, help="Won in the first turn, before any claim.")
@click.option("--not-apart", is_flag=True, help="The drawn tile was mixed into the hand.")
@click.option("--circumstance", multiple=True, metavar="WORD", type=click.Choice(CIRCUMSTANCES),
              help=f"What only some local yaku ask for: {', '.join(CIRCUMSTANCES)}.")  # fmt: skip
@tiles("--dora", "Dora indicators in the order of turning, as 4m1z.")
@tiles("--kan-dora", "Kan dora indicators, to list them apart.")
@tiles("--ura", "Ura dora indicators, with riichi.")
@tiles("--kan-ura", "Kan ura dora indicators.")
@click.option("--counters", type=int, default=0, show_default=True, metavar="N",
              help="Counters of 100 points on the table.")  # fmt: skip
@click.option("--cite", is_flag=True, help="Cite the source of each line.")
@click.option("--ascii", "plain", is_flag=True, help="No tile characters.")
@click.option(
    "--jsonl", is_flag=True, help="Read records from standard input, one a line, instead."
)
@language_options
@format_option
@click.pass_context
def command(
    context: click.Context, /, hand: str | None, tile: str | None, **facts: Unpack[ScoreOptions]
) -> None:
    """Score one win under one or several rulesets, and explain every point.

    HAND is the hand without the winning tile: 123m characters, 123p circles, 123s bamboo, 1z to 4z
    East to North, 5z 6z 7z White Green Red, 0m a red five; then the sets on the table, (345p) a
    chow, (777z) a pung, (7777z) a kong, (777+7z) an extended pung, [1111m] a concealed kong. TILE
    is the winning tile. Quote the hand, for brackets mean something to a shell:

        riichi score '2345567m(345p)678s' 8m --seat south --rules ema-2016

    Where tiles are drawn, a red five has a ' behind it. With --jsonl one record a line is read from
    standard input, and one result a line is written (docs/contracts.md); a bad record gives a line
    with its error.
    """
    if facts["jsonl"]:
        _refuse_beside_jsonl(context)
    rulesets = load_all(names(facts["rules"]))
    refuse_twins(rulesets)
    if facts["jsonl"]:
        from riichi_core.records.batch import Batch  # noqa: PLC0415 - a single win is no record
        from riichi_core.records.win import WinLine  # noqa: PLC0415

        stream(Batch(WinLine, rulesets))
        return
    if hand is None or tile is None:
        refuse("A hand and the winning tile are needed, as in: riichi score 2345567m345p678s 8m")
    win = _win(hand, tile, facts)
    found = [explain(win, ruleset) for ruleset in rulesets]
    errors = [one.result for one in found if isinstance(one.result, ImpossibleWinError)]
    if len(errors) == len(found):
        refuse(errors[0].message)
    if facts["form"] == "json":
        if facts["cite"]:
            refuse("--cite is for the text: riichi show RULESET --format json has the sections.")
        print_json({"results": {one.ruleset.id: _json(one) for one in found}})
    else:
        from riichi_app.documents.tile_characters import can_draw  # noqa: PLC0415 - not for JSON
        from riichi_app.pages.win import explained_win  # noqa: PLC0415

        drawn = not facts["plain"] and can_draw()
        print_lines(explained_win(found, translator(), tiles=drawn, cite=facts["cite"]))
    sys.exit(0 if any(isinstance(one.result, Score) for one in found) else 1)


def _refuse_beside_jsonl(context: click.Context) -> None:
    """Refuse the other options beside --jsonl: every fact comes from the records."""
    given = given_parameters(context)
    if "hand" in given:
        refuse("With --jsonl the hands come from standard input: leave HAND and TILE out.")
    for name, option in given.items():
        if name not in ("jsonl", "rules"):
            refuse(
                Message(
                    "With --jsonl the records say what happened: leave {option} out.", option=option
                )
            )


# ---- one win -------------------------------------------------------------------------------------

_OPTIONS = {
    **{f"{name}_indicators": f"--{name.replace('_', '-')}" for name in ("dora", "kan_dora")},
    **{f"{name}_dora_indicators": f"--{name.replace('_', '-')}" for name in ("ura", "kan_ura")},
    **{name: f"--{name.replace('_', '-')}" for name in ("after_kong", "robbing_kong", "last_tile")},
    **{name: f"--{name.replace('_', '-')}" for name in ("first_turn", "ippatsu")},
}
"""The options that say what fields of records say."""


def _win(hand: str, tile: str, facts: ScoreOptions) -> Win:
    """Return the win that the options say."""
    try:
        return Win(
            Hand.parse(hand),
            _tile(tile),
            _by(facts),
            Wind.of(facts["seat"]),
            Wind.of(facts["prevailing"]),
            _riichi(facts),
            _tiles("--dora", facts["dora"]),
            _tiles("--kan-dora", facts["kan_dora"]),
            facts["counters"],
            frozenset(facts["circumstance"]),
        )
    except WinError as error:
        refuse(_in_options(error))
    except HandError as error:
        refuse(error.message)


def _in_options(error: WinError) -> str:
    """Return an error of a win, whose message may begin with a field, as the options say it."""
    text, option = str(error), _OPTIONS.get(error.field)
    if option is None or not text.startswith(error.field):
        return text
    return option + text.removeprefix(error.field)


def _by(facts: ScoreOptions) -> Tsumo | Ron:
    """Return how the tile was won, of options that go together."""
    if facts["self_draw"] and facts["discard"]:
        refuse("--self-draw and --discard: it was one or the other.")
    if facts["self_draw"]:
        if facts["robbing_kong"]:
            refuse("--robbing-kong on a self-draw: a kong is robbed of another player's tile")
        kong, apart = facts["after_kong"], not facts["not_apart"]
        return Tsumo(kong, facts["last_tile"], facts["first_turn"], apart)
    if facts["not_apart"]:
        refuse("--not-apart without --self-draw: only a drawn tile can be kept apart.")
    if facts["after_kong"]:
        refuse("--after-kong on a discard: the replacement tile is drawn")
    return Ron(facts["robbing_kong"], facts["last_tile"], facts["first_turn"])


def _riichi(facts: ScoreOptions) -> Riichi | None:
    """Return the riichi with what it turned up, of options that go together."""
    ura, kan_ura = _tiles("--ura", facts["ura"]), _tiles("--kan-ura", facts["kan_ura"])
    if facts["riichi"] or facts["double_riichi"]:
        return Riichi(facts["double_riichi"], facts["ippatsu"], ura, kan_ura)
    if facts["ippatsu"]:
        refuse("--ippatsu without riichi")
    if ura or kan_ura:
        option = "--ura" if ura else "--kan-ura"
        refuse(
            Message(
                "{option} without riichi: only who declared riichi turns them up", option=option
            )
        )
    return None


def _tile(text: str) -> Tile:
    tiles = _tiles("TILE", (text,))
    if len(tiles) != 1:
        refuse(Message("TILE: {text} is {n} tiles, expected one", text=quote(text), n=len(tiles)))
    return tiles[0]


def _tiles(option: str, texts: tuple[str, ...]) -> tuple[Tile, ...]:
    try:
        return tuple(tile for text in texts for tile in parse_tiles(text))
    except NotationError as error:
        refuse(Message("{option}: {problem}", option=option, problem=error.message))


def _json(one: Explanation) -> dict[str, Any]:
    """Return what a ruleset makes of the win, as an answer to a record has it."""
    from riichi_core.records.batch import error_json  # noqa: PLC0415 - not for text
    from riichi_core.records.win import win_json  # noqa: PLC0415

    if isinstance(one.result, ImpossibleWinError):
        return {"error": error_json(one.result)}
    return {"ruleset_hash": fingerprint(one.ruleset.rules), **win_json(one.result)}
