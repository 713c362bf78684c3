"""Replay recorded deals move by move, and report where the result differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import partial
from itertools import combinations_with_replacement, pairwise
from typing import Any, Literal, TypeVar

from riichi_core.errors import RecordError
from riichi_core.game.game import WHY, GameEnd, Standing, finals
from riichi_core.game.result import Final
from riichi_core.hands.win import Win, WinError
from riichi_core.language import Translatable
from riichi_core.messages import Message
from riichi_core.play.actions import (
    PASS,
    TENPAI,
    WIN,
    Announce,
    DeclareWin,
    Discard,
    MeldClaim,
    Response,
    action_message,
)
from riichi_core.play.decide import IllegalActionError, events_for, next_automatic_event
from riichi_core.play.events import Drew, Event, Started
from riichi_core.play.evolve import evolve
from riichi_core.play.game_state import GameState
from riichi_core.play.legal import legal_actions
from riichi_core.play.state import (
    Acting,
    Announcing,
    DealState,
    Offered,
    awaited,
)
from riichi_core.play.wall import DEALT
from riichi_core.records.deal_history import DealHistory, FinalEnd, finish_deal, outcome_of
from riichi_core.records.deciding_options import DecidingOptions, decided_by
from riichi_core.records.recorded_game import (
    Draw,
    Move,
    RecordedDeal,
    RecordedGame,
    fitting_fives,
    unseen,
    wall_of,
)
from riichi_core.rules.chapters.dora import KongIndicators
from riichi_core.rules.chapters.tiles import Tiles
from riichi_core.rules.chapters.yaku import HanWorth
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.points import Points, points_json
from riichi_core.scoring.score import ImpossibleWinError
from riichi_core.settlement.ending import CAUSE_WORDS, Wins
from riichi_core.tiles import Tile, Wind, write_tiles

# ---- indicators that a record does not give ------------------------------------------------------


URA_BY_POINTS = Message("the ura indicators are not known: those are taken that fit the points")

_URA = Message("the ura indicators are not known: none is counted")
_URA_COUNTED = Message(
    "the ura indicators are not known, and every tile that is left counts: those are taken that "
    "count least"
)
_KONG = Message("the indicator of a kong is not known: it is not counted")
_KONG_COUNTED = Message(
    "the indicator of a kong is not known, and every tile that is left counts: that is taken which "
    "counts least"
)


def kong_indicators(recorded: RecordedDeal, deal: DealState, rules: Rules) -> tuple[Tile, ...]:
    """Return tiles for indicators that were turned in a deal and are not in its record.

    Where a deal is won they are those that fewest winners' tiles count.
    """
    missing = deal.turned - len(recorded.indicators)
    if missing <= 0:
        return ()
    unseen_tiles = unseen(recorded, rules.tiles)
    return tuple(sorted(unseen_tiles, key=lambda tile: _dora_count([tile], deal))[:missing])


def missing_ura_count(recorded: RecordedDeal, deal: DealState, rules: Rules) -> int:
    """Return how many ura indicators count in a deal that is over and are not in its record."""
    end, of_kongs = deal.ending, rules.dora.kong_indicators
    if rules.dora.ura == "none" or not isinstance(end, Wins) or not deal.riichi & set(end.winners):
        return 0
    under_kongs = isinstance(of_kongs, KongIndicators) and of_kongs.ura == "counted"
    return max(0, (deal.turned if under_kongs else 1) - len(recorded.result.ura))


def possible_ura(
    recorded: RecordedDeal, deal: DealState, rules: Rules, count: int
) -> Iterator[tuple[Tile, ...]]:
    """Yield tiles for so many unknown ura indicators, those first that fewest winners' tiles count.

    Of tiles that count alike for each winner only one choice is made.
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


def kong_note(tiles: Sequence[Tile], deal: DealState) -> Message:
    """Return what is said of tiles that stand for unknown indicators of kongs."""
    return _KONG_COUNTED if _dora_count(tiles, deal) else _KONG


def ura_note(tiles: Sequence[Tile], deal: DealState) -> Message:
    """Return what is said of tiles that stand for unknown ura indicators."""
    return _URA_COUNTED if _dora_count(tiles, deal, riichi=True) else _URA


def _dora_count(indicators: Sequence[Tile], deal: DealState, *, riichi: bool = False) -> int:
    """Return how often winners have what indicators show."""
    return sum(sum(_counts(tile, deal, riichi=riichi)) for tile in indicators)


def _counts(indicator: Tile, deal: DealState, *, riichi: bool) -> tuple[int, ...]:
    """Return for each winner, with `riichi` for those with riichi, how often it counts."""
    end, kind = deal.ending, indicator.indicated
    return tuple(
        deal.players[win.seat].holds(kind) + (win.tile.kind == kind)
        for win in (end.wins if isinstance(end, Wins) else ())
        if isinstance(win, Win) and (win.riichi or not riichi)
    )


# ---- rules that a record states of its own game --------------------------------------------------


T = TypeVar("T")

RED_AS_PLAIN = Message("red fives count as plain ones here, as these rules have none")


def plain_fives(value: T, tiles: Tiles) -> T:
    """Return events or deals with plain fives in the suits in which a set of tiles has no red."""
    reds = tiles.red_fives
    suits = [suit for suit in "mps" if not getattr(reds, suit)]
    plain: T = _with_plain_fives(value, suits) if suits else value
    return plain


def _with_plain_fives(value: Any, suits: Collection[str]) -> Any:
    if isinstance(value, Tile):
        return value.plain if value.red and value.suit in suits else value
    if isinstance(value, tuple):
        parts = [_with_plain_fives(part, suits) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if is_dataclass(value) and not isinstance(value, type):
        parts = [(part.name, getattr(value, part.name)) for part in fields(value)]
        return replace(value, **{name: _with_plain_fives(part, suits) for name, part in parts})
    return value


def with_its_fives(game: RecordedGame, rules: Rules) -> tuple[Rules, tuple[Message, ...]]:
    """Return the ruleset with the red fives of a record, and a note about them."""
    reds = rules.tiles.red_fives
    ours = (reds.m, reds.p, reds.s)
    if not any(ours):
        all_plain = plain_fives(game.deals, rules.tiles) == game.deals
        return rules, () if all_plain else (RED_AS_PLAIN,)
    m, p, s = game.red_fives or map(_nearest, ours, fitting_fives(game))
    if (m, p, s) == ours:
        return rules, ()
    note = Message(
        "replayed with {m} red 5m, {p} red 5p and {s} red 5s, as the record says"
        if game.red_fives
        else "replayed with {m} red 5m, {p} red 5p and {s} red 5s, as the tiles of the record are",
        m=m, p=p, s=s,
    )  # fmt: skip
    return rules.changed({"tiles.red_fives": {"m": m, "p": p, "s": s}}), (note,)


def _nearest(ours: int, fitting: range) -> int:
    """Return how many fives are red: as these rules have them where that or nothing fits.

    Where these rules have none in a suit, those of a record count as plain ones.
    """
    return min(max(ours, fitting.start), fitting.stop - 1) if ours and fitting else ours


def with_its_options(game: RecordedGame, rules: Rules) -> tuple[Rules, tuple[Message, ...]]:
    """Return the ruleset with what else a record says of its rules, and notes about that."""
    notes = []
    worth = rules.yaku.all_simples
    if isinstance(worth, HanWorth) and game.open_tanyao is not None:
        is_open = worth.open is not None
        if is_open != game.open_tanyao:
            values = {"closed": worth.closed} | ({"open": worth.closed} if not is_open else {})
            rules = rules.changed({"yaku.all_simples": values})
            notes.append(OPEN_TANYAO if game.open_tanyao else CLOSED_TANYAO)
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


# ---- a record and what was played by it ----------------------------------------------------------


OPEN_TANYAO = Message("replayed with open All Simples, as the record says")
CLOSED_TANYAO = Message("replayed without open All Simples, as the record says")


ProblemKind = Literal[
    "tiles", "illegal", "draws", "indicators", "end", "winners", "deltas", "settlement", "standing",
    "cut",
]  # fmt: skip


_ENDS: dict[str, Translatable] = {
    "win": "a win",
    "exhausted": "an empty wall",
    "nagashi": "nagashi mangan",
    "three_wins": "three wins",
    "draw": "a draw",
    "chombo": "a chombo",
    "void": "a deal to be dealt again",
    **CAUSE_WORDS,
}


@dataclass(frozen=True, slots=True)
class ReplayProblem:
    """A place at which a deal comes out otherwise than it was recorded.

    Attributes:
        kind: what it is about.
        where: its place in the record; empty where it is the whole of it.
        message: what is otherwise.
        detail: more about it, in lines of its own.
        options: under other rules than it was played by, the options that make it; none where no
            few of them do, None where that is not known.
    """

    kind: ProblemKind
    where: str
    message: str
    detail: str = ""
    options: tuple[str, ...] | None = None

    def message_under(self, ruleset: Ruleset | None = None) -> Message:
        """Return all of it in one message, with the options that make it as a ruleset has them."""
        message = Message("{message}", message=self.message)
        if self.where:
            message = Message("{where}: {message}", where=self.where, message=message)
        if ruleset is not None and self.options is not None:
            decided = decided_by(self.options, ruleset)
            message = Message("{message}, {by}", message=message, by=decided)
        return Message.joined((message, self.detail), by="\n") if self.detail else message

    @property
    def text(self) -> Message:
        """All of it in one message."""
        return self.message_under()

    def __str__(self) -> str:
        return self.text


def deal_problems(recorded: RecordedDeal, replayed: DealHistory) -> list[ReplayProblem]:
    """List what came out otherwise in a deal that was played to its end."""
    result, where = recorded.result, recorded.where
    problems: list[ReplayProblem] = []

    def compare(kind: ProblemKind, what: Message, there: object, here: object) -> None:
        if there != here:
            problems.append(ReplayProblem(kind, where, _differs(what, there, here)))

    draws_here = _draws(recorded, replayed)
    for number, (draw_there, draw_here) in enumerate(
        zip(recorded.draws, draws_here, strict=False), start=1
    ):
        if draw_there != draw_here:
            draw = Message("draw {n}", n=number)
            message = _differs(draw, _described(draw_there), _described(draw_here))
            problems.append(ReplayProblem("draws", where, message))
            break
    compare("draws", Message("tiles drawn"), len(recorded.draws), len(draws_here))
    problems += _indicators(recorded, replayed)
    if not (result.end == "draw" and replayed.ended != "win"):
        compare("end", Message("the end"), _end_message(result.end), _end_message(replayed.ended))
    winners = replayed.settlement.winners if replayed.settlement else ()
    here = sorted(replayed.before.player(seat) for seat in winners)
    compare("winners", Message("winners"), sorted(result.winners), here)
    if result.tenpai is not None and replayed.ended == "exhausted":
        compare(
            "end", Message("who was tenpai"), sorted(result.tenpai), sorted(replayed.tenpai or ())
        )
    if result.deltas is not None:
        compare("deltas", Message("points"), list(result.deltas), replayed.deltas)
    return problems


def _end_message(end: FinalEnd) -> Message:
    return Message(_ENDS[end])


def not_over(recorded: RecordedDeal) -> ReplayProblem:
    """Return that a deal is not over here where its record ends."""
    message = Message("the end: recorded {end}, and here the deal goes on",
                      end=_end_message(recorded.result.end))  # fmt: skip
    return ReplayProblem("end", recorded.where, message)


def _indicators(recorded: RecordedDeal, replayed: DealHistory) -> Iterator[ReplayProblem]:
    """Yield how the indicators differ; those that the record does not have are not named."""
    there, here = recorded.indicators, replayed.end.indicators
    if here == there:
        return
    message = _differs(Message("indicators"), write_tiles(there), write_tiles(here))
    if len(here) > len(there):
        more = len(here) - len(there)
        message = Message("indicators: recorded {there}, here {n} more",
                          there=write_tiles(there), n=more)  # fmt: skip
    yield ReplayProblem("indicators", recorded.where, message)


def _draws(recorded: RecordedDeal, replayed: DealHistory) -> list[Draw]:
    """Return the tiles drawn here, East's fourteenth tile first."""
    player = recorded.standing.player
    first = Draw(recorded.dealer, replayed.end.wall.live(DEALT - 1))
    draws = [event for event in replayed.events if isinstance(event, Drew)]
    return [first, *(Draw(player(event.seat), event.tile, event.replacement) for event in draws)]


def _differs(what: Message, there: object, here: object) -> Message:
    return Message("{what}: recorded {there}, here {here}", what=what, there=there, here=here)


def _described(draw: Draw) -> Message:
    return Message(
        "player {player} {tile} after a kong" if draw.replacement else "player {player} {tile}",
        player=draw.player, tile=draw.tile,
    )  # fmt: skip


def next_deal_problems(
    recorded: RecordedDeal, replayed: DealHistory, there: Standing
) -> list[ReplayProblem]:
    """List how the game stands otherwise than before the next deal of the record, or is over."""
    here, problems = replayed.next_standing, []
    if replayed.over is not None:
        message = Message("the game is over after it ({why}), and the record goes on",
                          why=Message(WHY[replayed.over]))  # fmt: skip
        problems.append(ReplayProblem("end", recorded.where, message))
    if _place(there) != _place(here):
        message = _differs(Message("after it"), _stands(there), _stands(here))
        problems.append(ReplayProblem("standing", recorded.where, message))
    if not _differ_only_by_points(recorded, replayed, there.scores, here.scores):
        message = _differs(Message("scores after it"), there.scores, here.scores)
        problems.append(ReplayProblem("standing", recorded.where, message))
    return problems


def follows(recorded: RecordedDeal, before: DealHistory) -> bool:
    """Return True if a deal begins as the one before it ended here."""
    there, here = recorded.standing, before.after
    if here is None:
        return False
    return before.over is None and (_place(there), there.scores) == (_place(here), here.scores)


def _place(standing: Standing) -> tuple[object, ...]:
    return standing.round, standing.dealer, standing.counters, standing.bets


def _stands(standing: Standing) -> Message:
    return Message("{round} {n}, counters {counters}, bets {bets}",
                   round=standing.prevailing, n=standing.dealer + 1, counters=standing.counters,
                   bets=points_json(standing.bets))  # fmt: skip


def _differ_only_by_points(
    recorded: RecordedDeal, replayed: DealHistory, there: Sequence[Points], here: Sequence[Points]
) -> bool:
    """Return True if scores after a deal differ as its points do, which is a problem already."""
    points = recorded.result.deltas or replayed.deltas
    return all(
        score_there - score_here == points_there - points_here
        for score_there, score_here, points_there, points_here in zip(
            there, here, points, replayed.deltas, strict=True
        )
    )


def final_score_problems(
    game: RecordedGame, end: DealHistory, results: tuple[Final, ...]
) -> list[ReplayProblem]:
    """List how the scores at the end differ, with bets that are left and without."""
    last, with_bets = game.deals[-1], tuple(final.score for final in results)
    if game.final is None or any(
        _differ_only_by_points(last, end, game.final, here)
        for here in (end.next_standing.scores, with_bets)
    ):
        return []
    message = _differs(Message("scores at the end"), game.final, with_bets)
    return [ReplayProblem("standing", last.where, message)]


def no_result(game: RecordedGame, rules: Rules) -> Message | None:
    """Return why a game that was not begun as rules have it comes to no result under them."""
    first, begun = game.deals[0].standing, 4 * rules.setup.starting_points
    points = sum(first.scores) + first.bets * rules.riichi.bet
    if points == begun:
        return None
    return Message(
        "the game began with {there:,} points, and by these rules it begins with {here:,}: there "
        "is no result", there=points, here=begun,
    )  # fmt: skip


BEGINS_ANEW = Message("each deal begins as it was recorded, whatever came of the one before")
NO_RESULT = Message(
    "each deal begins as it was recorded, whatever came of the one before: there is no result"
)


def result_notes(game: RecordedGame, here: tuple[Final, ...]) -> tuple[Message, ...]:
    """Return a note of other results: uma and rounding have changed, and rooms have their own."""
    ours = [points_json(final.result) for final in here]
    theirs = list(map(points_json, game.results or ()))
    if not theirs or not ours or theirs == ours:
        return ()
    return (_differs(Message("results"), theirs, ours),)


# ---- deals and games played again ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Replayed(DealHistory):
    """A recorded deal that was played again.

    It begins where the record says, with what a record does not: chips, and who has won before.

    Attributes:
        recorded: the deal as it was recorded.
        problems: what differs, by itself and in how the game goes on.
        notes: what was made of what the record does not say.
        ura: the ura indicators, where they follow from the points of the record.
    """

    recorded: RecordedDeal = field(kw_only=True)
    problems: tuple[ReplayProblem, ...] = ()
    notes: tuple[Message, ...] = ()
    ura: tuple[Tile, ...] | None = None

    @property
    def finished(self) -> bool:
        """True if it could be played to its end and settled."""
        return self.after is not None


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A recorded game that was played again.

    Attributes:
        deals: its deals, each begun where the record says that it began.
        problems: what differs, in the deals and between them.
        rules: what it was replayed by: the ruleset, with red fives as the record says.
        over: why the game is over after the last of its deals; None where it would go on.
        finals: the result of each player, where the game is over or the record ends with scores;
            none where that is no result of a game under these rules.
        scores: those at the end, with bets that were left, where all deals follow each other.
        notes: what was made of what the record does not say, and where it counts otherwise.
    """

    deals: tuple[Replayed, ...]
    problems: tuple[ReplayProblem, ...]
    rules: Rules
    over: GameEnd | None = None
    finals: tuple[Final, ...] = ()
    scores: tuple[Points, ...] | None = None
    notes: tuple[Message, ...] = ()


ChooseEvents = Callable[[DealState], tuple[Event, ...] | None]
"""Chooses the next events of a deal where it stands; None if there is nothing more to do."""


def run_deal(
    start: Started, choose_next: ChooseEvents, rules: Rules
) -> Iterator[tuple[Event, DealState]]:
    """Yield every event of a deal, chosen and automatic, and the deal after it.

    Args:
        start: the event with which the deal begins.
        choose_next: chooses the events that are the players'.
        rules: the ruleset.
    """
    deal: DealState | None = None
    chosen: tuple[Event, ...] | None = (start,)
    while chosen is not None:
        for event in chosen:
            deal = evolve(deal, event)
            yield event, deal
        assert deal is not None
        while (automatic := next_automatic_event(deal, rules)) is not None:
            deal = evolve(deal, automatic)
            yield automatic, deal
        chosen = choose_next(deal)


def replay_deal(
    recorded: RecordedDeal,
    rules: Rules,
    dealer_wins: int = 0,
    earlier: Standing | None = None,
    *,
    stops: bool = False,
    by_points: bool = True,
) -> Replayed:
    """Play a recorded deal again, as far as its moves are legal.

    Where the ruleset has no red fives those of the record count as plain ones. What is not known of
    the indicators is such that nobody counts it, or for ura that the points of the record come out.

    Args:
        recorded: the deal.
        rules: the ruleset.
        dealer_wins: how many deals in a row East had won before.
        earlier: the standing after the deal before, for chips and for who has won.
        stops: whether East ends the game after it, where a leading East may.
        by_points: whether it was played by these rules, so that ura follow from its points.
    """
    recorded = plain_fives(recorded, rules.tiles)
    before = recorded.standing
    if earlier is not None:
        before = replace(before, chips=earlier.chips, won=earlier.won)

    def replay_from(filled_in: RecordedDeal) -> Replayed:
        return _replay(recorded, filled_in, before, rules, dealer_wins, stops)

    replayed, filled_in, notes = replay_from(recorded), recorded, []
    if not replayed.states:
        return replayed
    if of_kongs := kong_indicators(recorded, replayed.states[-1], rules):
        filled_in = replace(filled_in, indicators=(*filled_in.indicators, *of_kongs))
        replayed = replay_from(filled_in)
        notes.append(kong_note(of_kongs, replayed.states[-1]))
    missing, with_ura = missing_ura_count(filled_in, replayed.states[-1], rules), None
    for tiles in possible_ura(filled_in, replayed.states[-1], rules, missing) if missing else ():
        ura = (*filled_in.result.ura, *tiles)
        candidate = replay_from(replace(filled_in, result=replace(filled_in.result, ura=ura)))
        if with_ura is None:
            with_ura = candidate, ura_note(tiles, candidate.states[-1])
        if not by_points or recorded.result.deltas is None:
            break
        if candidate.finished and candidate.deltas == list(recorded.result.deltas):
            with_ura = replace(candidate, ura=ura), URA_BY_POINTS
            break
    if with_ura is not None:
        replayed, note = with_ura
        notes.append(note)
    where = recorded.where
    return replace(
        replayed,
        notes=tuple(Message("{where}: {message}", where=where, message=note) for note in notes),
    )


def _replay(
    recorded: RecordedDeal,
    filled_in: RecordedDeal,
    before: Standing,
    rules: Rules,
    dealer_wins: int,
    stops: bool,
) -> Replayed:
    """Play a deal again from a record with tiles filled in; the rest of the wall is made up."""
    try:
        wall = wall_of(filled_in, rules.tiles)
    except RecordError as error:
        problem = ReplayProblem("tiles", error.field, error.message)
        return Replayed(before, (), (), recorded=recorded, problems=(problem,))
    east, south, west, north = (recorded.scores[before.player(seat)] for seat in Wind)
    scores = (east, south, west, north)
    start = Started(wall, before.prevailing, before.counters, before.bets, scores, dealer_wins)
    events, states = [], []
    try:
        for event, deal in run_deal(start, _RecordedMoves(recorded, rules), rules):
            events.append(event)
            states.append(deal)
        finished = finish_deal(before, events, states, rules, stops=stops)
    except _Stuck as stuck:
        problem = stuck.problem
        drawn = [n for n, event in enumerate(events) if isinstance(event, Drew)]
        unknown = drawn[len(recorded.draws) - 1 :][:1]  # a draw of a tile that nobody knows
        if unknown:
            del events[unknown[0] :], states[unknown[0] :]
    except (WinError, ImpossibleWinError) as error:
        problem = ReplayProblem("settlement", recorded.where, error.message)
    else:
        return Replayed(
            finished.before, finished.events, finished.states, finished.outcome, finished.after,
            recorded=recorded, problems=tuple(deal_problems(recorded, finished)),
        )  # fmt: skip
    outcome = outcome_of(GameState(before, states[-1]), rules, "tournament")
    return Replayed(before, tuple(events), tuple(states), outcome,
                    recorded=recorded, problems=(problem,))  # fmt: skip


def replay_game(game: RecordedGame, rules: Rules, played_by: Rules | None = None) -> ReplayedGame:
    """Play a recorded game again, deal by deal.

    Each deal begins as it was recorded; where the deal before leaves the game otherwise that is a
    problem of its own. What the record says of its red fives, of open All Simples and of rounds is
    kept to, but where a ruleset has no red fives they count as plain ones.

    Args:
        game: the game.
        rules: the ruleset.
        played_by: the rules by which it was played, where `rules` are others: each problem then
            names the options that make it, and ura that the record does not give follow from them.
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
    results: tuple[Final, ...] = ()
    at_end: list[ReplayProblem] = []
    if last.after is not None and (over is not None or game.final is not None):
        settled = (deal.outcome for deal in deals if deal.finished)
        played = [outcome for outcome in settled if outcome is not None]
        results = finals(last.after, played, rules)
        at_end = final_score_problems(game, last, results)
        all_follow |= played_by is None and game.final is not None and not at_end
    why = no_result(game, rules) if all_follow and results else None
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
    """Yield each deal played again; with the rules by which it was, what makes each problem."""
    deciding = None if own_rules is None else DecidingOptions(own_rules, rules)
    wins, earlier, number = 0, None, 1
    for place, deal in enumerate(game.deals, start=1):
        recorded, following = deal, game.deals[place] if place < len(game.deals) else None
        play = partial(_replayed_deal, following=following, wins=wins, earlier=earlier,
                       stops=following is None and game.cut is None)  # fmt: skip
        notes: tuple[Message, ...] = ()
        if own_rules is not None and recorded.result.winners and not recorded.result.ura:
            own_replay = play(recorded, own_rules, by_points=True)
            if own_replay.ura is not None:
                recorded = replace(recorded, result=replace(recorded.result, ura=own_replay.ura))
                notes = own_replay.notes
        replayed = play(recorded, rules, by_points=own_rules is None)
        problems = replayed.problems
        if deciding is not None and problems:
            options = deciding.options(partial(_otherwise, play, recorded))
            problems = tuple(
                replace(problem, options=options.get(problem.kind)) for problem in problems
            )
        yield replace(replayed, first=number, problems=problems, notes=(*notes, *replayed.notes))
        number += len(replayed.events)
        if replayed.after is not None:
            earlier = replayed.after
            stays = earlier.dealer == recorded.dealer
            winners = () if replayed.settlement is None else replayed.settlement.winners
            wins = wins + 1 if stays and Wind.EAST in winners else 0


def _otherwise(
    play: Callable[..., Replayed], recorded: RecordedDeal, rules: Rules
) -> Mapping[ProblemKind, tuple[str, ...]]:
    """Return what comes out otherwise in a deal under some rules, by its kind."""
    messages: dict[ProblemKind, tuple[str, ...]] = {}
    for problem in play(recorded, rules, by_points=False).problems:
        messages[problem.kind] = (*messages.get(problem.kind, ()), problem.message)
    return messages


def _replayed_deal(
    recorded: RecordedDeal,
    rules: Rules,
    *,
    following: RecordedDeal | None,
    wins: int,
    earlier: Standing | None,
    stops: bool,
    by_points: bool,
) -> Replayed:
    """Return a deal played again, with what is otherwise in how the game goes on."""
    replayed = replay_deal(recorded, rules, wins, earlier, stops=stops, by_points=by_points)
    if not replayed.finished or following is None:
        return replayed
    next_problems = next_deal_problems(recorded, replayed, following.standing)
    return replace(replayed, problems=(*replayed.problems, *next_problems))


# ---- playing -------------------------------------------------------------------------------------


class _Stuck(Exception):  # noqa: N818 - it never leaves this module
    """A move that cannot be made, or none where one is needed."""

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
            raise _Stuck(ReplayProblem("illegal", where, error.why, error.detail)) from None

    def _refuse_more(self, deal: DealState) -> None:
        if self.left:
            move = self.left[-1]
            message = Message(
                "the deal is over before player {player}: {action} ({phase})",
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
        """Return the recorded act; a discard that only the drawn tile can be is one of it."""
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
        """Return True if a move calls the offered tile: for one meld, or one of several wins."""
        if self._seat(move.player) == offer.seat:
            return False
        if isinstance(move.act, MeldClaim):
            return not calls
        giver = self.recorded.result.giver
        return isinstance(move.act, DeclareWin) and giver is not None

    def _three_won(self, deal: DealState) -> bool:
        """Return True if the record ends here, or may end, because three won."""
        end = self.recorded.result.end
        return end == "three_wins" or (end == "draw" and deal.tiles_left > 0)

    def _announcements(self, deal: DealState) -> list[Response]:
        """Return the announcements at an exhaustive draw, as the result has them."""
        result = self.recorded.result
        tenpai = result.tenpai
        if tenpai is None and result.end != "nagashi" and any(result.deltas or ()):
            tenpai = frozenset(
                player for player, points in enumerate(result.deltas or ()) if points > 0
            )
        responses = []
        for seat, acts in legal_actions(deal, self.rules).items():
            player = self.standing.player(seat)
            choice = TENPAI if tenpai is None else Announce(player in tenpai)
            responses.append(Response(seat, choice if choice in acts else acts[0]))
        return responses
