"""Tenhou: the type of a game as in its lobby, and its published rules for everything else."""

from __future__ import annotations

from typing import Any

from riichi.programs import program_config as maps
from riichi_core.records.fields import Record
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules, options

PEOPLE = ("chips", "chombo", "dead_hand", "fouls", "tournament")
"""Chapters about people, which do not apply to software."""

FOUR_PLAYERS, NO_RED_FIVES, NO_OPEN_SIMPLES, TWO_ROUNDS = 1, 2, 4, 8


class GameType(Record):
    """The number of `type` in a log."""

    type: int = FOUR_PLAYERS | TWO_ROUNDS


def bit(path: str, mask: int, on: Any, off: Any) -> maps.OptionMapping[GameType]:
    """Return the mapping of a bit of the type."""
    return maps.OptionMapping(
        path, ("type",), _type_fields, lambda c, _: on if c.type & mask else off
    )


def _type_fields(_value: Any, rules: Rules) -> maps.Json:
    bits = (
        (NO_RED_FIVES, rules.written_value("tiles.red_fives") == maps.NO_REDS),
        (NO_OPEN_SIMPLES, rules.written_value("yaku.all_simples") != maps.CONCEALED_AND_OPEN),
        (TWO_ROUNDS, rules.end.rounds != 1),
    )
    return {"type": FOUR_PLAYERS + sum(bit for bit, on in bits if on)}


MAPPINGS: tuple[maps.OptionMapping[GameType], ...] = (
    bit("tiles.red_fives", NO_RED_FIVES, maps.NO_REDS, maps.ONE_RED_EACH),
    bit("yaku.all_simples", NO_OPEN_SIMPLES, maps.CONCEALED, maps.CONCEALED_AND_OPEN),
    bit("end.rounds", TWO_ROUNDS, 2, 1),
)


def known_values() -> maps.Json:
    """Return the values that a source states about Tenhou, or that follow from one, by option."""
    book = load("tenhou")
    return {
        path: book.rules.written_value(path)
        for path, option in options().items()
        if option.effect == "play"
        and path.partition(".")[0] not in PEOPLE
        and book.provenance[path].kind in ("cite", "assumed")
    }


TENHOU = maps.ProgramConfig(
    id="tenhou",
    name="Tenhou",
    version="of 2026",
    source="bits of the type in tsubakisakura/mjlog2json, mthrok/tenhou-log-utils and "
    "MahjongRepository/tenhou-python-bot; all else as `riichi show tenhou`",
    config=GameType,
    mappings=MAPPINGS,
    always={
        path: value
        for path, value in known_values().items()
        if path not in {mapping.path for mapping in MAPPINGS}
    },
)
