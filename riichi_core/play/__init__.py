"""Playing a deal or a game: events in, state out.

`legal` says who may do what, `decide` what comes of it, `evolve` folds what happened; a `Table`
plays a whole game with them.
"""

from riichi_core.play.actions import Action, ActionError, Response, parse_action
from riichi_core.play.decide import IllegalActionError, decide
from riichi_core.play.evolve import EventError, evolve
from riichi_core.play.legal import legal_actions
from riichi_core.play.observation import Observation, observe
from riichi_core.play.state import DealState
from riichi_core.play.table import Table, TableError
from riichi_core.play.text import position
from riichi_core.play.wall import Wall, WallError

__all__ = [
    "Action",
    "ActionError",
    "DealState",
    "EventError",
    "IllegalActionError",
    "Observation",
    "Response",
    "Table",
    "TableError",
    "Wall",
    "WallError",
    "decide",
    "evolve",
    "legal_actions",
    "observe",
    "parse_action",
    "position",
]
