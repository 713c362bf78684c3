"""Playing a deal or a game: events in, state out.

`legal` says who may do what, `decide` what comes of it, `evolve` folds what happened; a `Table`
plays a whole game with them.
"""

from riichi_core.play.acts import Act, ActError, Call, parse_act
from riichi_core.play.deal import Deal
from riichi_core.play.decide import IllegalActError, decide
from riichi_core.play.evolve import EventError, evolve
from riichi_core.play.legal import legal
from riichi_core.play.table import Table, TableError
from riichi_core.play.text import position
from riichi_core.play.view import View, view
from riichi_core.play.wall import Wall, WallError

__all__ = [
    "Act",
    "ActError",
    "Call",
    "Deal",
    "EventError",
    "IllegalActError",
    "Table",
    "TableError",
    "View",
    "Wall",
    "WallError",
    "decide",
    "evolve",
    "legal",
    "parse_act",
    "position",
    "view",
]
