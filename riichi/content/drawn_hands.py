"""Winning hands as drawings, in examples and on their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from riichi.content.examples import WinningHand, seat_before
from riichi.content.yaku_hands import example_win
from riichi.writers.drawings import win_groups
from riichi.writers.model import DrawnHand, Styled, TextLine
from riichi_core.hands.win import Win
from riichi_core.language import Translator
from riichi_core.rules.ruleset import Ruleset


def drawn_win(win: Win, tr: Translator, ruleset: Ruleset | None = None) -> DrawnHand:
    """Return a win's hand for drawing or writing, with quads as in a ruleset."""
    down = "outer_two" if ruleset is None else ruleset.rules.quads.concealed_face_down
    groups = win_groups(win.hand, win.tile, tr, outer_down=down != "inner_two")
    return DrawnHand(groups, f"{win.hand} + {win.tile}")


def own_yaku_lines(name: str, ruleset: Ruleset, tr: Translator) -> Iterator[TextLine]:
    """Yield the drawn example of a club's own yaku; nothing for any other yaku."""
    if (win := example_win(name, ruleset)) is not None:
        yield (drawn_win(win, tr, ruleset),)


def example_lines(says: str, hands: Iterable[WinningHand], tr: Translator) -> Iterator[TextLine]:
    """Yield the description of the events, then the winning hands."""
    yield (Styled(says, "emphasis"),)
    yield from hand_lines(hands, tr)


def hand_lines(
    hands: Iterable[WinningHand], tr: Translator, ruleset: Ruleset | None = None
) -> Iterator[TextLine]:
    """Yield a line for each hand, with its seat if there are several winners."""
    for hand in hands:
        drawing = drawn_win(hand.win, tr, ruleset)
        yield (seat_before(hand), drawing) if hand.seat else (drawing,)
