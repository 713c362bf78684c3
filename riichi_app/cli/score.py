"""`riichi score`: what a win is worth, and why."""

from __future__ import annotations

import json
import sys
from typing import Any, NoReturn

import click

from riichi_app.cli.output import format_option, load_all, print_json, refuse, show
from riichi_core.hands.win import WinError
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.answers import Answers
from riichi_core.scoring.record import CIRCUMSTANCES, WINDS, read_win
from riichi_core.tiles import NotationError, parse_tiles

DEFAULT_RULES = "ema-2016,wrcr-2015"

wind = click.Choice(WINDS)


@click.command("score")
@click.argument("hand", required=False)
@click.argument("tile", required=False)
@click.option(
    "--self-draw/--discard", default=False, help="How it was won; on a discard if not said."
)
@click.option(
    "--rules", multiple=True, metavar="A,B", help=f"Rulesets; {DEFAULT_RULES} if not said."
)
@click.option("--seat", type=wind, default="east", show_default=True, help="The winner's wind.")
@click.option(
    "--prevailing", type=wind, default="east", show_default=True, help="The round's wind."
)
@click.option("--riichi", is_flag=True, help="Riichi was declared.")
@click.option("--double-riichi", is_flag=True, help="Riichi was declared in the first turn.")
@click.option("--ippatsu", is_flag=True, help="Won within the turn after riichi.")
@click.option("--after-kong", is_flag=True, help="The tile drawn was the replacement after a kong.")
@click.option(
    "--robbing-kong", is_flag=True, help="The tile was added to a pung by another player."
)
@click.option("--last-tile", is_flag=True, help="It was the last tile, drawn or discarded.")
@click.option(
    "--first-turn", is_flag=True, help="Won before the first own discard, nothing claimed."
)
@click.option("--not-apart", is_flag=True, help="The drawn tile was not kept apart from the hand.")
@click.option("--circumstance", multiple=True, metavar="WORD", type=click.Choice(CIRCUMSTANCES),
              help=f"What only some local yaku ask for: {', '.join(CIRCUMSTANCES)}.")  # fmt: skip
@click.option("--dora", default="", metavar="TILES", help="The dora indicators, as 4m1z.")
@click.option("--kan-dora", default="", metavar="TILES", help="Those of kongs, to be told apart.")
@click.option("--ura", default="", metavar="TILES", help="The indicators under them, with riichi.")
@click.option("--kan-ura", default="", metavar="TILES", help="Those under the indicators of kongs.")
@click.option("--counters", default=0, metavar="N", help="Counters on the table.")
@click.option("--cite", is_flag=True, help="Say where each rule stands.")
@click.option("--ascii", "plain", is_flag=True, help="No tile characters.")
@click.option(
    "--jsonl", is_flag=True, help="Read records from standard input, one a line, instead."
)
@format_option
def command(hand: str | None, tile: str | None, form: str, jsonl: bool, **facts: Any) -> None:
    """Score one win under one or several rulesets, and explain every point.

    HAND is the hand without the winning tile, as '2345567m345p(777z^)'; TILE is the winning tile.
    Quote the hand: brackets mean something to a shell.

    With --jsonl one record a line is read from standard input, and one result a line is written
    (docs/contracts.md); a bad record gives a line with its error.
    """
    rulesets = load_all(_names(facts["rules"]))
    _refuse_twins(rulesets)
    if jsonl:
        if hand or tile:
            refuse("With --jsonl the hands come from standard input: leave HAND and TILE out.")
        _stream(Answers(rulesets))
        return
    if hand is None or tile is None:
        refuse("A hand and the winning tile are needed, as in: riichi score 2345567m345p678s 8m")
    data = _record(hand, tile, facts)
    if form == "json":
        answer = Answers(rulesets).record(data)
        if "error" in answer:
            _wrong(answer["error"]["field"], answer["error"]["message"])
        print_json(answer)
        sys.exit(0 if any(one.get("valid") for one in answer["results"].values()) else 1)
    _explain(data, rulesets, cite=facts["cite"], plain=facts["plain"])


def _names(rules: tuple[str, ...]) -> list[str]:
    names = [name.strip() for text in rules or (DEFAULT_RULES,) for name in text.split(",")]
    found = list(dict.fromkeys(filter(None, names)))
    if not found:
        refuse("--rules names no ruleset: expected ids or paths, as --rules ema-2016,my-club.yaml")
    return found


def _refuse_twins(rulesets: list[Ruleset]) -> None:
    ids = [ruleset.id for ruleset in rulesets]
    for ruleset in rulesets:
        if ids.count(ruleset.id) > 1:
            refuse(f"Two of the rulesets have the id '{ruleset.id}': results are told apart by it.")


# ---- one win -------------------------------------------------------------------------------------

_FLAGS = ("ippatsu", "after_kong", "robbing_kong", "last_tile", "first_turn")
_INDICATORS = {
    "dora": "dora_indicators",
    "kan_dora": "kan_dora_indicators",
    "ura": "ura_dora_indicators",
    "kan_ura": "kan_ura_dora_indicators",
}


def _record(hand: str, tile: str, facts: dict[str, Any]) -> dict[str, Any]:
    """The record that the options amount to."""
    riichi = "double" if facts["double_riichi"] else "riichi" if facts["riichi"] else "none"
    record: dict[str, Any] = {
        "hand": hand,
        "winning_tile": tile,
        "won_by": "self_draw" if facts["self_draw"] else "discard",
        "seat_wind": facts["seat"],
        "prevailing_wind": facts["prevailing"],
        "riichi": riichi,
        "winning_tile_apart": not facts["not_apart"],
        "circumstances": list(facts["circumstance"]),
        "counters": facts["counters"],
    }
    record |= {name: facts[name] for name in _FLAGS}
    return record | {field: _tiles(name, facts[name]) for name, field in _INDICATORS.items()}


def _tiles(name: str, text: str) -> list[str]:
    try:
        return [str(tile) for tile in parse_tiles(text)]
    except NotationError as error:
        _wrong(f"--{name.replace('_', '-')}", str(error))


def _wrong(where: str, message: str) -> NoReturn:
    refuse(message if where and where in message else f"{where}: {message}" if where else message)


def _explain(data: dict[str, Any], rulesets: list[Ruleset], *, cite: bool, plain: bool) -> None:
    from riichi_app.render.tiles import can_draw  # noqa: PLC0415 - records need no layout
    from riichi_app.render.win import explained  # noqa: PLC0415
    from riichi_core.scoring.explain import explain  # noqa: PLC0415

    try:
        win = read_win(data)
    except WinError as error:
        _wrong(error.field, str(error))
    found = [explain(win, ruleset) for ruleset in rulesets]
    show(explained(found, tiles=not plain and can_draw(), cite=cite))
    sys.exit(0 if any(one.lines for one in found) else 1)


# ---- many ----------------------------------------------------------------------------------------


def _stream(answers: Answers) -> None:
    """Answer record by record; empty lines are passed over."""
    lines = iter(sys.stdin.buffer.readline, b"")
    out = sys.stdout.buffer
    for number, line in enumerate(lines, 1):
        if line.strip():
            out.write(json.dumps(answers.line(line.strip(), number)).encode("ascii") + b"\n")
            out.flush()
