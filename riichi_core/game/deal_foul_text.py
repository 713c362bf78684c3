"""Fouls of a deal in a line each: what one did there, once the deal is settled."""

from __future__ import annotations

from collections.abc import Iterator

from riichi_core.game.deal_fouls import Exemption, JudgedFoul
from riichi_core.game.foul_text import judgement_words, moments
from riichi_core.game.judgement import SettledEffect
from riichi_core.language import ENGLISH, Text, Translator
from riichi_core.rules.rules import options
from riichi_core.settlement.settle import Settlement

EXEMPT: dict[Exemption, Text] = {
    "dead_hand": "not judged: the hand was declared dead, and no proof is asked",
    "riichi_void": "not judged: the riichi is void",
    "nagashi": "not judged beside nagashi mangan",
    "deal_over": "not judged: a chombo had ended the deal",
}


def settled_effect(one: JudgedFoul, settlement: Settlement) -> SettledEffect:
    """Return the effect of a foul once its deal is settled."""
    voided = one.comes_to == "chombo" and one.seat not in settlement.offenders
    return "void_chombo" if voided else one.comes_to


def foul_line(one: JudgedFoul, settlement: Settlement, name: str, tr: Translator = ENGLISH) -> str:
    """Return in a line what a foul of a deal did.

    Args:
        one: the foul, judged.
        settlement: what the deal came to.
        name: what the offender is called.
        tr: the language.
    """
    title = tr(options()[f"fouls.{one.judgement.foul}"].title)
    words = "; ".join(_did(one, settlement, tr))
    if one.committed.turn is not None:
        return tr("{player} in turn {turn}: {foul}; {words}", foul=title, player=name,
                  turn=one.committed.turn, words=words)  # fmt: skip
    return tr("{player}: {foul}; {words}", foul=title, player=name, words=words)


def _did(one: JudgedFoul, settlement: Settlement, tr: Translator) -> Iterator[str]:
    if one.exempt == "elsewhere":
        yield tr("not judged: only {when}", when=moments(one.judgement, tr))
        return
    if one.exempt is not None:
        yield tr(EXEMPT[one.exempt])
        return
    if one.committed.points:
        yield tr("{points} after uma", points=one.committed.points)
    else:
        yield judgement_words(one.judgement, tr)
    if one.judgement.hand_is_dead and not one.judgement.dead_hand and not one.judgement.chombo:
        yield tr("the hand is dead")
    if settled_effect(one, settlement) == "void_chombo":
        yield tr("the chombo is void, for a win was declared at the same time")
    if one.cuts_off:
        yield tr("the deal ended there")
    if one.win == "void":
        yield tr("the win does not count")
    elif one.win == "false":
        yield tr(FALSE_WIN[one.seat in settlement.offenders])


FALSE_WIN: dict[bool, Text] = {
    True: "the win that was shown is a false one: chombo",
    False: "the win that was shown is a false one, void beside that of another",
}
"""A win with a dead hand, by whether its chombo stands."""
