"""Recorded games of a study: each deal settled again under each ruleset, where play fits it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from riichi_core.game.game import PlayedDeal, play_deal
from riichi_core.game.standing import Standing
from riichi_core.messages import Message
from riichi_core.play.game_state import Settled
from riichi_core.play.state import DealState
from riichi_core.play.winning import deal_result
from riichi_core.records.divergences import over_again
from riichi_core.records.foreign import refused
from riichi_core.records.history import DealHistory, GameHistory, header_of, read_histories
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset, fingerprint
from riichi_core.source.diagnostics import Diagnostic
from riichi_study.effects import GameEffect, gains, moved, outcome
from riichi_study.fortune import DealName
from riichi_study.games import SETTING
from riichi_study.plan import StudyPlan
from riichi_study.rows import DealRow, GameRow, LeftOut, StudiedRow
from riichi_study.switches import Switch


@dataclass(frozen=True, slots=True)
class StudiedRecord:
    """A recorded game under each ruleset: the deals that all settle, and what each leaves out."""

    row: StudiedRow
    left_out: tuple[LeftOut, ...]


def read_records(
    data: bytes | Diagnostic, foreign: Ruleset, given: Sequence[Ruleset]
) -> tuple[GameHistory, ...]:
    """Return the games of a file.

    Args:
        data: what is in it: a log of riichi, or a record of another program; or why it cannot be
            read.
        foreign: the ruleset of records of other programs, which do not say theirs.
        given: rulesets of which one may have made a log of riichi that no shipped one made.

    Raises:
        RecordError: it cannot be read, or nobody has the ruleset of the log.
    """
    if isinstance(data, Diagnostic):
        raise refused("", data.message)
    header = header_of(data)
    if header is None:
        return read_histories(data, foreign)
    shipped = [load(header.ruleset)] if header.ruleset in library.shipped() else []
    for one in (*given, *shipped):
        if fingerprint(one.rules) == header.ruleset_hash:
            return read_histories(data, one)
    message = Message("the log was made under {ruleset} ({hash}), which is not at hand",
                      ruleset=header.ruleset, hash=header.ruleset_hash)  # fmt: skip
    raise refused("", message)


_Came = Mapping[int, PlayedDeal]


def study_record(
    plan: StudyPlan, switches: Sequence[Switch], number: int, game: GameHistory
) -> StudiedRecord:
    """Return a recorded game settled again under each ruleset of a study.

    Every deal begins as it began. Where the end of a deal follows from what was declared, as where
    one of two winners is paid, it is settled; what players would have done is never guessed.

    Args:
        plan: the study.
        switches: its options to be switched alone.
        number: which game, from 1.
        game: the game as it was recorded.
    """
    deals = [one for one in game.deals if one.end is not None]
    found = [_settled(deals, one.rules) for one in plan.rulesets]
    first, *others = (settled for settled, _ in found)
    common = [place for place in first if all(place in other for other in others)]
    names = list(_names(deals))
    return StudiedRecord(
        StudiedRow(
            number,
            tuple(_row(names, settled, common) for settled, _ in found),
            tuple(_effect(first, other) for other in others),
            {
                switch.path: _effect(first, _settled(deals, switch.rules)[0])
                for switch in switches
                if switch.rules is not None
            },
        ),
        tuple(left for _, left in found),
    )


def _settled(deals: Sequence[DealHistory], rules: Rules) -> tuple[_Came, LeftOut]:
    """Return what each deal comes to under some rules, by its place, and what is left out."""
    found: dict[int, PlayedDeal] = {}
    impossible, next_at = 0, None
    for place, deal in enumerate(deals):
        if next_at not in (None, (deal.before.round, deal.before.dealer)):
            return found, LeftOut(len(deals), impossible, len(deals) - place)
        next_at = None
        over = over_again(deal.events, rules, SETTING)
        came = None if over is None else _came(deal, over, rules, place + 1)
        if came is None:
            impossible += 1
            continue
        found[place] = came
        next_at = (came.after.round, came.after.dealer) if came.over is None else (-1, -1)
    return found, LeftOut(len(deals), impossible)


def _came(deal: DealHistory, over: DealState, rules: Rules, number: int) -> PlayedDeal | None:
    facts = deal_result(over, rules, SETTING)
    if facts is None:
        return None
    stops = any(isinstance(event, Settled) and event.stopped for event in deal.events)
    return play_deal(deal.before, facts, rules, number=number, stops=stops)


def _names(deals: Sequence[DealHistory]) -> Iterator[DealName]:
    begun: Counter[tuple[int, int]] = Counter()
    for deal in deals:
        place = (deal.before.round, deal.before.dealer)
        yield DealName(*place, begun[place])
        begun[place] += 1


def _row(names: Sequence[DealName], settled: _Came, places: Sequence[int]) -> GameRow:
    """Return the row of a game, with the deals at some places; its result is not known."""
    deals = tuple(DealRow.of(place + 1, names[place], settled[place]) for place in places)
    last: Standing | None = settled[places[-1]].after if places else None
    return GameRow(deals, () if last is None else tuple(map(float, last.scores)), (), (), None)


def _effect(first: _Came, other: _Came) -> GameEffect:
    both = [(one, other[place]) for place, one in first.items() if place in other]
    return GameEffect(
        len(both),
        sum(outcome(one) != outcome(two) for one, two in both),
        float(sum(moved(gains(one), gains(two)) for one, two in both)),
        0,
        0.0,
    )
