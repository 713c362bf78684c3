"""The whole option space: all chapters in the order in which a rulebook would have them."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from riichi_core.rules.chapters.chombo import Chombo
from riichi_core.rules.chapters.claims import Claims
from riichi_core.rules.chapters.dead_hand import DeadHand
from riichi_core.rules.chapters.dealer import Dealer
from riichi_core.rules.chapters.dora import Dora
from riichi_core.rules.chapters.draws import Draws
from riichi_core.rules.chapters.end import End
from riichi_core.rules.chapters.fouls import Fouls
from riichi_core.rules.chapters.fu import FuRules
from riichi_core.rules.chapters.furiten import Furiten
from riichi_core.rules.chapters.kongs import Kongs
from riichi_core.rules.chapters.liability import Liability
from riichi_core.rules.chapters.limits import Limits
from riichi_core.rules.chapters.result import Result
from riichi_core.rules.chapters.riichi import Riichi
from riichi_core.rules.chapters.setup import Setup
from riichi_core.rules.chapters.tiles import Tiles
from riichi_core.rules.chapters.tournament import Tournament
from riichi_core.rules.chapters.winning import Winning
from riichi_core.rules.chapters.yaku import Yaku
from riichi_core.rules.options import Chapter, Frozen, Option


class Rules(Frozen):
    """Every fact that a rulebook can decide. The engine takes chapters of this, nothing else."""

    tiles: Tiles
    setup: Setup
    dora: Dora
    claims: Claims
    kongs: Kongs
    riichi: Riichi
    furiten: Furiten
    winning: Winning
    yaku: Yaku
    fu: FuRules
    limits: Limits
    liability: Liability
    draws: Draws
    dealer: Dealer
    end: End
    result: Result
    chombo: Chombo
    dead_hand: DeadHand
    fouls: Fouls
    tournament: Tournament

    def value(self, path: str) -> Any:
        """The value of an option by its path, as `claims.winners`."""
        chapter, name = path.split(".")
        return getattr(getattr(self, chapter), name)


@cache
def chapters() -> Mapping[str, type[Chapter]]:
    """Name and type of each chapter, in reading order."""
    found: dict[str, type[Chapter]] = {}
    for name, field in Rules.model_fields.items():
        assert isinstance(field.annotation, type)
        assert issubclass(field.annotation, Chapter)
        found[name] = field.annotation
    return found


@cache
def options() -> Mapping[str, Option]:
    """Every option by its path, in reading order."""
    return dict(_options())


def _options() -> Iterator[tuple[str, Option]]:
    for chapter, model in chapters().items():
        for name, option in model.options():
            yield f"{chapter}.{name}", option
