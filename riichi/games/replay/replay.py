"""Replay recorded deals move by move, and report where the result differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations_with_replacement, pairwise
from typing import TypeVar

from riichi.content.playable import with_plain_tiles
from riichi.games.replay.deal_history import DealHistory, finish_deal, outcome_of
from riichi.games.replay.deciding_options import DecidingOptions
from riichi.games.replay.recorded_game import (
    Move,
    RecordedDeal,
    RecordedGame,
    east_wins,
    fitting_fives,
    unseen,
    wall_of,
)
from riichi.games.replay.replay_problems import (
    ProblemKind,
    ReplayProblem,
    deal_problems,
    final_score_problems,
    follows,
    next_deal_problems,
    no_result,
    not_over,
    result_notes,
)
from riichi_core.errors import RecordError
from riichi_core.game.game import GameEnd, Standing, player_results
from riichi_core.game.result import PlayerResult
from riichi_core.hands.marked_tiles import marked_tiles
from riichi_core.hands.win import Win, WinError
from riichi_core.messages import Message
from riichi_core.play.actions import (
    PASS,
    TENPAI,
    WIN,
    DeclareTenpai,
    DeclareWin,
    Discard,
    MeldClaim,
    Response,
    action_message,
)
from riichi_core.play.decide import IllegalActionError, events_for, unfold
from riichi_core.play.events import Drew, Event, Started
from riichi_core.play.game_state import GameState
from riichi_core.play.legal import legal_actions
from riichi_core.play.state import Acting, Announcing, DealState, Offered, awaited
from riichi_core.rules.chapters.dora import KanDora
from riichi_core.rules.chapters.tiles import Tiles
from riichi_core.rules.chapters.yaku import HanWorth
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import Points
from riichi_core.scoring.score import ImpossibleWinError
from riichi_core.settlement.ending import Wins
from riichi_core.tiles import Tile, Wind

# ---- indicators that are missing from a record ---------------------------------------------------


URA_BY_POINTS = Message(
    "the ura dora indicators are unknown: riichi assumes those that fit the points"
)

_URA = Message("the ura dora indicators are unknown: none is counted")
_URA_COUNTED = Message(
    "the ura dora indicators are unknown, and every tile left would count: riichi assumes those "
    "that count least"
)
_QUAD = Message("the indicator of a quad is unknown: it is not counted")
_QUAD_COUNTED = Message(
    "the indicator of a quad is unknown, and every tile left would count: riichi assumes the one "
    "that counts least"
)


def _quad_indicators(recorded: RecordedDeal, deal: DealState, rules: Rules) -> tuple[Tile, ...]:
    """Return tiles for the indicators that were turned but are missing from the record.

    If the deal was won, they are the tiles that give the winners the fewest dora.
    """
    missing = deal.turned - len(recorded.indicators)
    if missing <= 0:
        return ()
    unseen_tiles = unseen(recorded, rules.tiles)
    return tuple(sorted(unseen_tiles, key=lambda tile: _dora_count([tile], deal))[:missing])


def _missing_ura_count(recorded: RecordedDeal, deal: DealState, rules: Rules) -> int:
    """Return the number of ura indicators that count but are missing from the record."""
    end, of_quads = deal.ending, rules.dora.kan_dora
    if rules.dora.ura == "none" or not isinstance(end, Wins) or not deal.riichi & set(end.winners):
        return 0
    under_quads = isinstance(of_quads, KanDora) and of_quads.ura == "counted"
    return max(0, (deal.turned if under_quads else 1) - len(recorded.result.ura))


def _possible_ura(
    recorded: RecordedDeal, deal: DealState, rules: Rules, count: int
) -> Iterator[tuple[Tile, ...]]:
    """Yield tiles for `count` unknown ura indicators, those with the fewest dora for winners first.

    Of tiles that count equally for each winner, only one combination is tried.
    """
    by_counts: dict[tuple[int, ...], list[Tile]] = {}
    for tile in unseen(recorded, rules.tiles):
        by_counts.setdefault(_counts(tile, deal, riichi=True), []).append(tile)
    for chosen in combinations_with_replacement(sorted(by_counts, key=sum), count):
        times = Counter(chosen)
        if all(len(by_counts[counts]) >= number for counts, number in times.items()):
            yield tuple(
                tile for counts, number in times.items() for tile in by_counts[counts][:number]
            )


def _dora_count(indicators: Sequence[Tile], deal: DealState, *, riichi: bool = False) -> int:
    """Return the number of dora that the indicators give the winners."""
    return sum(sum(_counts(tile, deal, riichi=riichi)) for tile in indicators)


def _counts(indicator: Tile, deal: DealState, *, riichi: bool) -> tuple[int, ...]:
    """Return how often an indicator counts for each winner, or for each one in `riichi`."""
    end, kind = deal.ending, indicator.indicated
    return tuple(
        deal.players[win.seat].holds(kind) + (win.tile.kind == kind)
        for win in (end.wins if isinstance(end, Wins) else ())
        if isinstance(win, Win) and (win.riichi or not riichi)
    )


# ---- rules that a record states for its own game -------------------------------------------------


T = TypeVar("T")

RED_AS_PLAIN = Message("red fives count as plain fives, because these rules have none")
WITHOUT_BONUS = Message("replayed without bonus tiles, which the record does not have")
BONUS_AS_PLAIN = Message("bonus tiles that these rules do not have count as plain tiles")


def plain_tiles(value: T, tiles: Tiles, seen: Iterable[Tile]) -> T:
    """Return events or a deal, whose tiles are `seen`, without red fives that the rules lack."""
    kept = marked_tiles(tiles)
    is_kept = all(tile in kept for tile in seen if tile.marked)
    return value if is_kept else with_plain_tiles(value, kept)


def with_its_fives(game: RecordedGame, rules: Rules) -> tuple[Rules, tuple[Message, ...]]:
    """Return the ruleset with the red fives of a record, and notes about them.

    Other programs have no other bonus tiles.
    """
    reds = rules.tiles.red_fives
    ours = (reds.m, reds.p, reds.s)
    notes: tuple[Message, ...] = ()
    if rules.tiles.bonus != "none":
        rules, notes = rules.changed({"tiles.bonus": "none"}), (WITHOUT_BONUS,)
    if not any(ours):
        all_plain = not any(tile.marked for deal in game.deals for tile in deal.seen)
        return rules, notes if all_plain else (*notes, RED_AS_PLAIN)
    m, p, s = game.red_fives or map(_nearest, ours, fitting_fives(game))
    if (m, p, s) == ours:
        return rules, notes
    note = Message(
        "replayed with {m} red 5m, {p} red 5p and {s} red 5s, as the record says"
        if game.red_fives
        else "replayed with {m} red 5m, {p} red 5p and {s} red 5s, as the tiles of the record are",
        m=m, p=p, s=s,
    )  # fmt: skip
    return rules.changed({"tiles.red_fives": {"m": m, "p": p, "s": s}}), (*notes, note)


def _nearest(ours: int, fitting: range) -> int:
    """Return the number of red fives: the ruleset's if it fits or nothing does, else the nearest.

    If the ruleset has none in a suit, the record's red fives count as plain ones.
    """
    return min(max(ours, fitting.start), fitting.stop - 1) if ours and fitting else ours


def with_its_options(game: RecordedGame, rules: Rules) -> tuple[Rules, tuple[Message, ...]]:
    """Return the ruleset with the other options that a record states, and notes about them."""
    notes = []
    worth = rules.yaku.all_simples
    if isinstance(worth, HanWorth) and game.open_tanyao is not None:
        is_open = worth.open is not None
        if is_open != game.open_tanyao:
            han = worth.concealed
            values = {"concealed": han} | ({"open": han} if not is_open else {})
            rules = rules.changed({"yaku.all_simples": values})
            notes.append(OPEN_TANYAO if game.open_tanyao else CONCEALED_TANYAO)
    if game.rounds not in (None, rules.end.rounds):
        rules = rules.changed({"end.rounds": game.rounds})
        notes.append(
            Message.counted(
                "replayed as a game of {n} round, as the record says",
                "replayed as a game of {n} rounds, as the record says",
                game.rounds or 0,
            )
        )
    return rules, tuple(notes)


OPEN_TANYAO = Message("replayed with open All Simples, as the record says")
CONCEALED_TANYAO = Message("replayed without open All Simples, as the record says")


BEGINS_ANEW = Message("each hand starts as recorded, whatever the outcome of the one before")
NO_RESULT = Message(
    "each hand starts as recorded, whatever the outcome of the one before, so there is no result"
)


# ---- replayed deals and games --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Replayed(DealHistory):
    """A recorded deal that was replayed.

    It starts as the record says, with two facts from the earlier deals that a record lacks: the
    chips and the winners.

    Attributes:
        recorded: the deal as it was recorded.
        problems: the differences in the deal and in how the game continues.
        notes: the assumptions about missing information.
        ura: the ura indicators, if they can be derived from the recorded points.
    """

    recorded: RecordedDeal = field(kw_only=True)
    problems: tuple[ReplayProblem, ...] = ()
    notes: tuple[Message, ...] = ()
    ura: tuple[Tile, ...] | None = None

    @property
    def finished(self) -> bool:
        """True if the deal could be played to its end and settled."""
        return self.after is not None


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A recorded game that was replayed.

    Attributes:
        deals: its deals, each started as recorded.
        problems: the differences in and between the deals.
        rules: the ruleset of the replay, with the record's red fives.
        ended_by: why the game is over after its last deal; None if it would continue.
        finals: the result of each player, if the game is over or the record ends with scores; empty
            if these are not a result of a game under these rules.
        scores: the scores at the end, including the bets left over, if each deal follows from the
            one before.
        notes: the assumptions about missing information, and differences in counting.
    """

    deals: tuple[Replayed, ...]
    problems: tuple[ReplayProblem, ...]
    rules: Rules
    ended_by: GameEnd | None = None
    finals: tuple[PlayerResult, ...] = ()
    scores: tuple[Points, ...] | None = None
    notes: tuple[Message, ...] = ()


ChooseEvents = Callable[[DealState], tuple[Event, ...] | None]
"""A function that chooses the next events of a deal; it returns None to stop."""


def run_deal(
    start: Started, choose_next: ChooseEvents, rules: Rules
) -> Iterator[tuple[Event, DealState | None]]:
    """Yield every event of a deal, chosen and automatic, and the deal after it.

    The deal is None between a discard that nobody can call for and the next draw.
    """
    deal: DealState | None = None
    chosen: tuple[Event, ...] | None = (start,)
    while chosen is not None:
        for event, after in unfold(deal, chosen, rules):
            yield event, after
            deal = after
        assert deal is not None
        chosen = choose_next(deal)


@dataclass(frozen=True, slots=True)
class DealInGame:
    """A recorded deal, and the facts that depend on its place in the game.

    Attributes:
        recorded: the deal.
        before: the standing before it, with the chips and the winners of the earlier deals.
        dealer_wins: how many deals in a row East had won before this one.
        following: the next deal of the record, if there is one.
        stops: whether East ends the game after it, if East may.
    """

    recorded: RecordedDeal
    before: Standing
    dealer_wins: int
    following: RecordedDeal | None
    stops: bool


def replay_deal(deal: DealInGame, rules: Rules, *, by_points: bool) -> Replayed:
    """Replay a recorded deal, as far as its moves are legal.

    If the ruleset has no red fives, the record's red fives count as plain ones. Unknown kan dora
    indicators are chosen so that they count for nobody. If the deal was played by these rules,
    unknown ura indicators are chosen `by_points`, so that they fit the recorded points.
    """
    recorded = plain_tiles(deal.recorded, rules.tiles, deal.recorded.seen)
    deal = replace(deal, recorded=recorded)
    replayed, filled_in, notes = _replay(deal, recorded, rules), recorded, []
    if not replayed.states:
        return replayed
    if of_quads := _quad_indicators(recorded, replayed.end, rules):
        filled_in = replace(filled_in, indicators=(*filled_in.indicators, *of_quads))
        replayed = _replay(deal, filled_in, rules)
        notes.append(_QUAD_COUNTED if _dora_count(of_quads, replayed.end) else _QUAD)
    if with_ura := _with_ura(deal, filled_in, replayed.end, rules, by_points=by_points):
        replayed, note = with_ura
        notes.append(note)
    problems = list(replayed.problems)
    if replayed.finished and deal.following is not None:
        problems += next_deal_problems(recorded, replayed, deal.following.standing)
    where = recorded.where
    return replace(
        replayed,
        problems=tuple(problems),
        notes=tuple(Message("{where}: {message}", where=where, message=note) for note in notes),
    )


def _with_ura(
    deal: DealInGame, filled_in: RecordedDeal, over: DealState, rules: Rules, *, by_points: bool
) -> tuple[Replayed, Message] | None:
    """Replay a deal with tiles for the unknown ura indicators; None if all are known.

    A message names the chosen tiles.
    """
    missing = _missing_ura_count(filled_in, over, rules)
    points = deal.recorded.result.deltas if by_points else None
    first = None
    for tiles in _possible_ura(filled_in, over, rules, missing) if missing else ():
        ura = (*filled_in.result.ura, *tiles)
        with_ura = replace(filled_in, result=replace(filled_in.result, ura=ura))
        replayed = _replay(deal, with_ura, rules)
        if points is not None and replayed.finished and replayed.settled_deltas == list(points):
            return replace(replayed, ura=ura), URA_BY_POINTS
        if first is None:
            counted = _dora_count(tiles, replayed.end, riichi=True)
            first = replayed, _URA_COUNTED if counted else _URA
        if points is None:
            break
    return first


def _replay(deal: DealInGame, filled_in: RecordedDeal, rules: Rules) -> Replayed:
    """Replay a record whose missing tiles were filled in; the rest of the wall is arbitrary."""
    recorded, before = deal.recorded, deal.before
    try:
        wall = wall_of(filled_in, rules.tiles)
    except RecordError as error:
        problem = ReplayProblem("tiles", error.field, error.message)
        return Replayed(before, (), (), recorded=recorded, problems=(problem,))
    east, south, west, north = (before.scores[before.player(seat)] for seat in Wind)
    scores = (east, south, west, north)
    start = Started(wall, before.round_wind, before.counters, before.bets, scores, deal.dealer_wins)
    events: list[Event] = []
    states: list[DealState | None] = []
    try:
        for event, state in run_deal(start, _RecordedMoves(recorded, rules), rules):
            events.append(event)
            states.append(state)
        finished = finish_deal(before, events, states, rules, stops=deal.stops)
    except _Stuck as error:
        problem = error.problem
        drawn = [n for n, event in enumerate(events) if isinstance(event, Drew)]
        unknown = drawn[len(recorded.draws) - 1 :][:1]  # a draw of an unknown tile
        if unknown:
            del events[unknown[0] :], states[unknown[0] :]
    except (WinError, ImpossibleWinError) as error:
        problem = ReplayProblem("settlement", recorded.where, error.message)
    else:
        return Replayed(
            finished.before, finished.events, finished.states, finished.outcome, finished.after,
            recorded=recorded, problems=tuple(deal_problems(recorded, finished)),
        )  # fmt: skip
    stuck = Replayed(before, tuple(events), tuple(states), recorded=recorded, problems=(problem,))
    return replace(stuck, outcome=outcome_of(GameState(before, stuck.end), rules, "tournament"))


def replay_game(game: RecordedGame, rules: Rules, played_by: Rules | None = None) -> ReplayedGame:
    """Replay a recorded game, deal by deal.

    Each deal starts as recorded. If the deal before it ends with a different standing, that is a
    separate problem. The red fives, open All Simples and rounds are those of the record. If the
    ruleset has no red fives, they count as plain ones.

    Args:
        game: the game.
        rules: the ruleset.
        played_by: the rules of the game, if `rules` are others. Each problem then names the options
            that cause it, and missing ura indicators are derived from these rules.
    """
    rules, notes = with_its_fives(game, rules)
    if played_by is None:
        rules, option_notes = with_its_options(game, rules)
        notes = (*notes, *option_notes)
        own_rules = None
    else:
        own_rules, _ = with_its_options(game, with_its_fives(game, played_by)[0])
    deals = tuple(_replayed_deals(game, rules, own_rules))
    problems = [problem for deal in deals for problem in deal.problems]
    notes = (*notes, *game.notes, *(note for deal in deals for note in deal.notes))
    if game.cut is not None:
        problems.append(ReplayProblem("cut", "", game.cut))
    last = deals[-1]
    over = last.over if last.finished else None
    all_follow = all(follows(later.recorded, deal) for deal, later in pairwise(deals))
    results: tuple[PlayerResult, ...] = ()
    at_end: list[ReplayProblem] = []
    if last.after is not None and (over is not None or game.final is not None):
        settled = (deal.outcome for deal in deals if deal.finished)
        played = [outcome for outcome in settled if outcome is not None]
        results = player_results(last.after, played, rules)
        at_end = final_score_problems(game, last, results)
        all_follow |= played_by is None and game.final is not None and not at_end
    why = no_result(game, rules) if all_follow else None
    if not all_follow:
        why = NO_RESULT if results else BEGINS_ANEW
    shown_results = () if why is not None else results
    return ReplayedGame(
        deals,
        (*problems, *at_end),
        rules,
        over,
        shown_results,
        tuple(final.score for final in results) if results and all_follow else None,
        (*notes, *([] if why is None else [why]), *result_notes(game, shown_results)),
    )


def _replayed_deals(
    game: RecordedGame, rules: Rules, own_rules: Rules | None
) -> Iterator[Replayed]:
    """Yield each replayed deal; with the rules of the game, also the cause of each problem."""
    deciding = None if own_rules is None else DecidingOptions(own_rules, rules)
    counted = zip(game.deals, east_wins(game.deals, rules.dealer.wins_in_a_row), strict=True)
    number = 1
    earlier: Standing | None = None
    for place, (recorded, wins) in enumerate(counted, start=1):
        before = recorded.standing
        if earlier is not None:
            before = replace(before, chips=earlier.chips, won=earlier.won)
        following = game.deals[place] if place < len(game.deals) else None
        stops = following is None and game.cut is None
        deal = DealInGame(recorded, before, wins, following, stops)
        notes: tuple[Message, ...] = ()
        if own_rules is not None and recorded.result.winners and not recorded.result.ura:
            own_replay = replay_deal(deal, own_rules, by_points=True)
            if own_replay.ura is not None:
                result = replace(recorded.result, ura=own_replay.ura)
                deal = replace(deal, recorded=replace(recorded, result=result))
                notes = own_replay.notes
        replayed = replay_deal(deal, rules, by_points=own_rules is None)
        problems = replayed.problems
        if deciding is not None and problems:
            options = deciding.options(partial(_messages_by_kind, deal))
            problems = tuple(
                replace(problem, options=options.get(problem.kind)) for problem in problems
            )
        yield replace(replayed, first=number, problems=problems, notes=(*notes, *replayed.notes))
        number += len(replayed.events)
        if replayed.after is not None:
            earlier = replayed.after


def _messages_by_kind(deal: DealInGame, rules: Rules) -> Mapping[ProblemKind, tuple[str, ...]]:
    """Return the messages of a deal's problems under some rules, by kind."""
    messages: dict[ProblemKind, tuple[str, ...]] = {}
    for problem in replay_deal(deal, rules, by_points=False).problems:
        messages[problem.kind] = (*messages.get(problem.kind, ()), problem.message)
    return messages


# ---- playing -------------------------------------------------------------------------------------


class _Stuck(Exception):  # noqa: N818 - it never leaves this module
    """A move that is not possible, or is missing."""

    def __init__(self, problem: ReplayProblem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class _RecordedMoves:
    """The moves of a record, one after the other, for `run_deal`."""

    def __init__(self, recorded: RecordedDeal, rules: Rules) -> None:
        self.recorded, self.rules, self.standing = recorded, rules, recorded.standing
        self.left = list(reversed(recorded.moves))

    def __call__(self, deal: DealState) -> tuple[Event, ...] | None:
        if deal.over:
            self._refuse_more(deal)
            return None
        where = self.left[-1].where if self.left else self.recorded.where
        try:
            return events_for(deal, tuple(self._answers(deal)), self.rules)
        except IllegalActionError as error:
            raise _Stuck(ReplayProblem("illegal", where, error.message, error.detail)) from None

    def _refuse_more(self, deal: DealState) -> None:
        if self.left:
            move = self.left[-1]
            message = Message(
                "the hand is over before player {player}: {action} ({phase})",
                player=move.player, action=action_message(move.act), phase=awaited(deal.phase),
            )  # fmt: skip
            raise _Stuck(ReplayProblem("end", move.where, message))

    def _seat(self, player: int) -> Wind:
        return self.standing.seat(player)

    def _call(self, move: Move) -> Response:
        return Response(self._seat(move.player), move.act)

    def _answers(self, deal: DealState) -> list[Response]:
        if isinstance(deal.phase, Offered):
            return self._calls(deal, deal.phase)
        if isinstance(deal.phase, Announcing):
            return self._announcements(deal)
        if not self.left:
            raise _Stuck(not_over(self.recorded))
        assert isinstance(deal.phase, Acting)
        return [self._act(deal, deal.phase)]

    def _act(self, deal: DealState, acting: Acting) -> Response:
        """Return the recorded action; a discard that can only be the drawn tile is tsumogiri."""
        call = self._call(self.left.pop())
        act = call.action
        if isinstance(act, Discard) and act.tile == acting.tile and not act.tsumogiri:
            acts = legal_actions(deal, self.rules).get(call.seat, ())
            drawn = replace(act, tsumogiri=True)
            return Response(call.seat, drawn if drawn in acts and act not in acts else act)
        return call

    def _calls(self, deal: DealState, offer: Offered) -> list[Response]:
        """Return the responses to an offered tile; a seat without a recorded call has passed."""
        options = legal_actions(deal, self.rules)
        calls: list[Response] = []
        while self.left and self._calls_for(offer, self.left[-1], calls):
            calls.append(self._call(self.left.pop()))
        if not self.left and not calls and self._three_won(deal):
            can = [seat for seat, acts in options.items() if WIN in acts]
            calls = [Response(seat, WIN) for seat in can] if len(can) == 3 else []
        called = {call.seat for call in calls}
        return calls + [Response(seat, PASS) for seat in options if seat not in called]

    def _calls_for(self, offer: Offered, move: Move, calls: list[Response]) -> bool:
        """Return True if a move calls the offered tile, for one meld or for one of several wins."""
        if self._seat(move.player) == offer.seat:
            return False
        if isinstance(move.act, MeldClaim):
            return not calls
        giver = self.recorded.result.giver
        return isinstance(move.act, DeclareWin) and giver is not None

    def _three_won(self, deal: DealState) -> bool:
        """Return True if the record ends here, or may end here, because three players won."""
        end = self.recorded.result.end
        return end == "three_wins" or (end == "draw" and deal.tiles_left > 0)

    def _announcements(self, deal: DealState) -> list[Response]:
        """Return the announcements at an exhaustive draw, according to the result."""
        result = self.recorded.result
        tenpai = result.tenpai
        if tenpai is None and result.end != "nagashi" and any(result.deltas or ()):
            tenpai = frozenset(
                player for player, points in enumerate(result.deltas or ()) if points > 0
            )
        responses = []
        for seat, acts in legal_actions(deal, self.rules).items():
            player = self.standing.player(seat)
            choice = TENPAI if tenpai is None else DeclareTenpai(player in tenpai)
            responses.append(Response(seat, choice if choice in acts else acts[0]))
        return responses
