"""`riichi score`: what a win is worth, and why."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

import click
from click.core import ParameterSource

from riichi_app.cli.output import format_option, load_all, print_json, refuse, show
from riichi_app.cli.records import DEFAULT_RULES, names, refuse_twins, stream
from riichi_core.hands.win import CIRCUMSTANCES
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.answers import Answers
from riichi_core.scoring.fields import WINDS
from riichi_core.scoring.record import HAPPENED, read_win
from riichi_core.tiles import NotationError, parse_tiles

Callback = TypeVar("Callback", bound=Callable[..., Any])

wind = click.Choice(WINDS)


def tiles(name: str, text: str) -> Callable[[Callback], Callback]:
    """An option that takes tiles, once or several times."""
    return click.option(name, multiple=True, metavar="TILES", help=text)


@click.command("score")
@click.argument("hand", required=False)
@click.argument("tile", required=False)
@click.option("--self-draw", is_flag=True, help="The winner drew the tile.")
@click.option("--discard", is_flag=True, help="Another player discarded it; so it is if not said.")
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
@tiles("--dora", "The dora indicators in the order of turning, as 4m1z.")
@tiles("--kan-dora", "Those of kongs, to be told apart.")
@tiles("--ura", "The indicators under them, with riichi.")
@tiles("--kan-ura", "Those under the indicators of kongs.")
@click.option("--counters", type=int, default=0, metavar="N", help="Counters on the table.")
@click.option("--cite", is_flag=True, help="Say where each rule stands.")
@click.option("--ascii", "plain", is_flag=True, help="No tile characters.")
@click.option(
    "--jsonl", is_flag=True, help="Read records from standard input, one a line, instead."
)
@format_option
@click.pass_context
def command(context: click.Context, /, hand: str | None, tile: str | None, **facts: Any) -> None:
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
        stream(Answers(rulesets))
        return
    if hand is None or tile is None:
        refuse("A hand and the winning tile are needed, as in: riichi score 2345567m345p678s 8m")
    data = _record(hand, tile, facts)
    answer = Answers(rulesets).record(data)
    if "error" in answer:
        _wrong(answer["error"]["message"])
    if facts["form"] == "json":
        if facts["cite"]:
            refuse("--cite is for the text: riichi show RULESET --format json has the sections.")
        print_json({"results": answer["results"]})
    else:
        _explain(data, rulesets, cite=facts["cite"], plain=facts["plain"])
    sys.exit(0 if any(one.get("valid") for one in answer["results"].values()) else 1)


def _refuse_beside_jsonl(context: click.Context) -> None:
    """With --jsonl every fact comes from the records."""
    given = [name for name in context.params if name not in ("jsonl", "rules")
             and context.get_parameter_source(name) is not ParameterSource.DEFAULT]  # fmt: skip
    if "hand" in given:
        refuse("With --jsonl the hands come from standard input: leave HAND and TILE out.")
    if given:
        option = f"--{given[0].replace('_', '-')}".replace("--plain", "--ascii")
        refuse(f"With --jsonl the records say what happened: leave {option} out.")


# ---- one win -------------------------------------------------------------------------------------

_INDICATORS = {
    "dora": "dora_indicators",
    "kan_dora": "kan_dora_indicators",
    "ura": "ura_dora_indicators",
    "kan_ura": "kan_ura_dora_indicators",
}


_OPTIONS = {
    **{field: f"--{name.replace('_', '-')}" for name, field in _INDICATORS.items()},
    **{name: f"--{name.replace('_', '-')}" for name in HAPPENED},
    **{"self_draw": "--self-draw", "winning_tile": "TILE", "circumstances": "--circumstance"},
}
"""The words of the records that are called otherwise here."""


def _record(hand: str, tile: str, facts: dict[str, Any]) -> dict[str, Any]:
    """The record that the options amount to."""
    if facts["self_draw"] and facts["discard"]:
        refuse("--self-draw and --discard: it was one or the other.")
    if facts["not_apart"] and not facts["self_draw"]:
        refuse("--not-apart without --self-draw: only a drawn tile can be kept apart.")
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
    record |= {name: facts[name] for name in HAPPENED}
    return record | {field: _tiles(name, facts[name]) for name, field in _INDICATORS.items()}


def _tiles(name: str, texts: tuple[str, ...]) -> list[str]:
    try:
        return [str(tile) for text in texts for tile in parse_tiles(text)]
    except NotationError as error:
        refuse(f"--{name.replace('_', '-')}: {error}")


def _wrong(message: str) -> NoReturn:
    """Refuse a win, in the words of the options."""
    known = "|".join(sorted(_OPTIONS, key=len, reverse=True))
    refuse(re.sub(rf"\b({known})\b", lambda found: _OPTIONS[found[0]], message))


def _explain(data: dict[str, Any], rulesets: list[Ruleset], *, cite: bool, plain: bool) -> None:
    from riichi_app.documents.tile_characters import can_draw  # noqa: PLC0415 - records need no layout
    from riichi_app.pages.win import explained  # noqa: PLC0415
    from riichi_core.scoring.explain import explain  # noqa: PLC0415

    win = read_win(data)
    found = [explain(win, ruleset) for ruleset in rulesets]
    show(explained(found, tiles=not plain and can_draw(), cite=cite))
