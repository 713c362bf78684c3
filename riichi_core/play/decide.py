"""Turn the actions of players, reported fouls and automatic steps into events.

An illegal action raises an error that names the player, the legal actions and the position, and
leaves the deal unchanged. A deal advances one event at a time, so any log can be continued.
Sources: EMA 2016, 3.3.1 to 3.4.8, 5.1 to 5.6; WRCR 2015, 5.3 to 5.7, 6.4, 6.5.1, 7.1, 7.2.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from textwrap import wrap
from typing import get_args

from riichi_core.errors import RiichiError
from riichi_core.game.deal_fouls import cost_of, exemption, no_ron_kinds
from riichi_core.game.fouls import (
    DRAWN_TILE_TOUCHES_RIICHI_HAND,
    RIICHI_ON_SEEN_TILES,
    FoulName,
    Judgement,
    after_last_discard,
    at_an_exhaustive_draw,
    judge,
)
from riichi_core.game.game import HAND_OVER
from riichi_core.hands.melds import Meld, MeldKind
from riichi_core.hands.waits import ORPHANS
from riichi_core.messages import Message
from riichi_core.play import events as ev
from riichi_core.play.actions import (
    PASS,
    WIN,
    Action,
    ConcealedKan,
    DeclareTenpai,
    DeclareWin,
    Discard,
    ExtendedKan,
    MeldClaim,
    NineKinds,
    OwnKan,
    Pass,
    Response,
    TakeClaimedTile,
    action_message,
)
from riichi_core.play.deal_wins import PLAIN_TILES
from riichi_core.play.evolve import EventError, evolve, pass_uncalled_discard
from riichi_core.play.legal import (
    CLAIMED_FROM,
    announcements,
    claim_options,
    ends_with_quads,
    four_quads,
    late_calls,
    late_calls_by_tile,
    legal_actions,
    meld_of_claim,
    missed_by,
    resolve_claims,
    tenpai,
    turn_acts,
    unseen_waits,
)
from riichi_core.play.state import (
    SEATS,
    Acting,
    Announcing,
    CallsClosed,
    DealState,
    DrawingReplacement,
    Ended,
    Offered,
)
from riichi_core.rules.chapters.claims import Seconds
from riichi_core.rules.chapters.dora import KanDora, WhenTurned
from riichi_core.rules.chapters.draws import Abortive, Nagashi
from riichi_core.rules.chapters.fouls import FoundAt
from riichi_core.rules.load import GivenRules, rules_of
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ending import AbortiveDraw, Chombo, ExhaustiveDraw, Wins
from riichi_core.settlement.settle import pot_in_bets
from riichi_core.tiles import Tile, Wind


def next_automatic_event(deal: DealState, rules: Rules) -> ev.Event | None:
    """Return the next automatic event; None if a player has to act or the deal is over."""
    phase = deal.phase
    if isinstance(phase, Acting):
        return _before_acting(deal, phase, rules)
    if isinstance(phase, Offered):
        return _after_offer(deal, phase, rules)
    if isinstance(phase, CallsClosed):
        return _after_calls(deal, phase, rules)
    if isinstance(phase, DrawingReplacement):
        return _before_replacement(deal, phase, rules)
    if isinstance(phase, Announcing):
        return _at_the_end(deal, phase, rules)
    assert isinstance(phase, Ended)
    return _other_noten_riichi(deal, phase, rules)


# ---- a turn --------------------------------------------------------------------------------------


def _before_acting(deal: DealState, acting: Acting, rules: Rules) -> ev.Event | None:
    if acting.replacement and _indicator_due(deal, ("after_replacement",), rules):
        return ev.Turned(deal.wall.indicator(deal.turned))
    drew = acting.tile is not None and not acting.replacement
    if drew and (foul := _claimed_tile_not_taken(deal, rules, drew=acting.seat)):
        return foul
    if acting.claimed is not None:
        return _furiten_ended(deal, acting.seat, rules, claimed=True)
    if _temporarily_furiten(deal, acting.seat) and "own_draw" in rules.furiten.temporary_ends:
        return ev.FuritenEnded((acting.seat,))
    return None


HASTY_QUAD_REPLACED: FoulName = "hasty_quad_replaced"


def _automatic_foul(
    deal: DealState, seat: Wind, foul: FoulName, rules: Rules
) -> ev.HandDied | ev.Reported | None:
    """Return the event of a foul that nobody has to report; None if it has no effect in play."""
    judgement = judge(foul, rules)
    if judgement.dead_hand:
        return ev.HandDied(seat, foul)
    return foul_event(deal, seat, judgement, None, rules) if judgement.chombo else None


def _claimed_tile_not_taken(
    deal: DealState, rules: Rules, *, drew: Wind | None = None
) -> ev.Event | None:
    """Return the foul of a player who can no longer take a claimed tile, if any.

    `drew` is a player who has just drawn a tile (WRC 2025, 12.3.1).
    """
    within = rules.claims.take_tile_within
    for claim in deal.untaken_claims:
        drew_first = within == "own_draw" and claim.seat == drew
        late = drew_first or (isinstance(within, int) and claim.discards >= within)
        if late and not deal.players[claim.seat].dead:
            return _automatic_foul(deal, claim.seat, "claimed_tile_not_taken", rules)
    return None


def _temporarily_furiten(deal: DealState, seat: Wind) -> bool:
    """Return whether a player is temporarily furiten because of a passed tile."""
    player = deal.players[seat]
    return player.missed_win and player.riichi is None


def _furiten_ended(deal: DealState, seat: Wind, rules: Rules, *, claimed: bool) -> ev.Event | None:
    """Return the event that ends furiten after a call, if any.

    `claimed` is false for a quad of the player's own tiles.
    """
    ends = rules.furiten.temporary_ends
    freed = SEATS if "any_claim" in ends else (seat,) if claimed and "own_claim" in ends else ()
    seats = tuple(freed_seat for freed_seat in freed if _temporarily_furiten(deal, freed_seat))
    return ev.FuritenEnded(seats) if seats else None


# ---- an offered tile -----------------------------------------------------------------------------


def _after_offer(deal: DealState, offer: Offered, rules: Rules) -> ev.Event | None:
    if offer.quad is None:
        if _indicator_due(deal, ("at_discard",), rules):
            return ev.Turned(deal.wall.indicator(deal.turned))
        if "own_discard" in rules.furiten.temporary_ends and _temporarily_furiten(deal, offer.seat):
            return ev.FuritenEnded((offer.seat,))
        if foul := _claimed_tile_not_taken(deal, rules):
            return foul
    if legal_calls(deal, rules):
        return None
    missed = missed_by(deal, offer, (), rules)
    return ev.Closed(missed=missed) if missed else ev.CLOSED


def legal_calls(deal: DealState, rules: Rules) -> bool:
    """Return whether any seat may call for the offered tile."""
    return any(is_among(PASS, acts) for acts in legal_actions(deal, rules).values())


def _after_calls(deal: DealState, closed: CallsClosed, rules: Rules) -> ev.Event:
    offer = closed.offer
    if closed.winners:
        return ev.Won(closed.winners)
    if offer.quad is not None:
        return ev.QuadMade(offer.seat)
    if offer.riichi and deal.players[offer.seat].riichi is None:
        return ev.RiichiAccepted(offer.seat, rules.riichi.bet)
    if offer.riichi and (foul := _riichi_on_seen_tiles(deal, offer.seat, rules)):
        return foul
    if _indicator_due(deal, ("after_discard",), rules):
        return ev.Turned(deal.wall.indicator(deal.turned))
    if cause := _abortive_draw(deal, offer, rules):
        return cause
    if closed.taker is not None and closed.meld is not None:
        claimed_from = CLAIMED_FROM[(offer.seat - closed.taker) % 4]
        meld = meld_of_claim(closed.meld, offer.tile, claimed_from)
        return ev.Claimed(closed.taker, meld, closed.tile_taken_later)
    if deal.tiles_left == 0:
        return ev.WallEmpty()
    return ev.Drew(SEATS[(offer.seat + 1) % 4], deal.wall.live(deal.drawn))


def _riichi_on_seen_tiles(deal: DealState, seat: Wind, rules: Rules) -> ev.Event | None:
    """Return the foul of a riichi when all its winning tiles are in sight, unless reported."""
    reported = {(report.seat, report.foul) for report in deal.reported}
    if rules.fouls.riichi_on_seen_tiles == "valid" or (seat, RIICHI_ON_SEEN_TILES) in reported:
        return None
    waits = deal.players[seat].waits
    if not waits or unseen_waits(deal, seat, waits):
        return None
    return foul_event(deal, seat, judge(RIICHI_ON_SEEN_TILES, rules), None, rules)


def _abortive_draw(deal: DealState, offer: Offered, rules: Rules) -> ev.Event | None:
    """Return the abortive draw after a discard that nobody won on, if there is one."""
    abortive = rules.draws.abortive
    if not isinstance(abortive, Abortive):
        return None
    if abortive.four_winds == "abort" and _four_winds(deal):
        return ev.Aborted("four_winds")
    if abortive.four_riichi != "play_on" and offer.riichi and len(deal.riichi) == len(SEATS):
        noten = [seat for seat in SEATS if not tenpai(deal, seat, rules)]
        shown_noten = noten if abortive.four_riichi == "abort_hands_shown" else ()
        noten_riichi = _noten_riichi(deal, shown_noten, "four_riichi", rules)
        return noten_riichi or ev.Aborted("four_riichi")
    if ends_with_quads(deal, rules):
        return ev.Aborted("four_quads")
    return None


def _four_winds(deal: DealState) -> bool:
    if not deal.uninterrupted or any(len(player.discards) != 1 for player in deal.players):
        return False
    kinds = {player.discards[0].tile.kind for player in deal.players}
    return len(kinds) == 1 and 27 <= kinds.pop() <= 30


# ---- a quad --------------------------------------------------------------------------------------


def _before_replacement(deal: DealState, phase: DrawingReplacement, rules: Rules) -> ev.Event:
    if furiten := _furiten_ended(deal, phase.seat, rules, claimed=phase.claimed):
        return furiten
    abortive = rules.draws.abortive
    at_once = isinstance(abortive, Abortive) and abortive.four_quads == "abort_at_once"
    if at_once and four_quads(deal.quads):
        return ev.Aborted("four_quads")
    if _indicator_due(deal, ("before_replacement",), rules):
        return ev.Turned(deal.wall.indicator(deal.turned))
    earlier = len(deal.pending_indicators) > 1  # of quads that no discard followed
    if earlier and _indicator_due(deal, ("at_discard", "after_discard"), rules):
        return ev.Turned(deal.wall.indicator(deal.turned))
    return ev.Drew(phase.seat, deal.wall.replacement(deal.replaced), replacement=True)


def _indicator_due(deal: DealState, moments: tuple[WhenTurned, ...], rules: Rules) -> bool:
    """Return whether the indicator of a quad is turned at one of these moments."""
    if not deal.pending_indicators or not isinstance(rules.dora.kan_dora, KanDora):
        return False
    when = rules.dora.kan_dora
    return any(_moment(kind, when) in moments for kind in deal.pending_indicators)


def _moment(kind: MeldKind, when: KanDora) -> WhenTurned:
    if kind == "quad":
        return when.claimed
    return when.concealed if kind == "concealed_quad" else when.extended


# ---- an exhaustive draw --------------------------------------------------------------------------


def _at_the_end(deal: DealState, phase: Announcing, rules: Rules) -> ev.Event | None:
    """Return the next event at an exhaustive draw.

    A seat without a choice announces automatically, from East on, unless a late win is possible.
    When all have announced, a noten riichi is judged before the deal ends.
    """
    late_win = deal.late_offer is not None and any(late_calls(deal, rules, hasty=True).values())
    for seat in () if late_win else SEATS:
        if phase.announced[seat] is None:
            possible = announcements(deal, seat, rules)
            if len(possible) == 1 and isinstance(possible[0], DeclareTenpai):
                return ev.Announced(seat, possible[0].tenpai)
    if None in phase.announced:
        return None
    nagashi = _nagashi_seats(deal, rules)
    if rules.draws.judges_riichi(nagashi=bool(nagashi)):
        noten = {seat for seat in SEATS if phase.announced[seat] is not True}
        if false_riichi := _noten_riichi(deal, noten, "exhaustive_draw", rules):
            return false_riichi
    return ev.Exhausted(nagashi)


def _noten_riichi(
    deal: DealState, noten: Collection[Wind], moment: FoundAt, rules: Rules
) -> ev.Event | None:
    """Return the foul of a noten riichi if the rules judge it at this moment.

    A hand that is noten only because it is dead is excused (EMA 2016, 3.4.6; WRCR 2015, 7.2),
    unless nobody can prove its tenpai (WRC 2025, penalties 12.3.5).
    """
    for seat in sorted(deal.riichi.intersection(noten) - deal.offenders):
        judgement = judge("noten_riichi", rules)
        unproven = not deal.players[seat].dead or seat in unproven_riichi(deal, rules)
        if unproven and moment in judgement.found_at:
            return foul_event(deal, seat, judgement, None, rules)
    return None


def _other_noten_riichi(deal: DealState, ended: Ended, rules: Rules) -> ev.Event | None:
    """Return the next noten riichi at the moment when another one ended the deal."""
    if not isinstance(ended.ending, Chombo):
        return None
    match ended.during:
        case Announcing(announced=announced) if None not in announced:
            noten = {seat for seat in SEATS if announced[seat] is not True}
            return _noten_riichi(deal, noten, "exhaustive_draw", rules)
        case CallsClosed():
            noten = {seat for seat in SEATS if not tenpai(deal, seat, rules)}
            return _noten_riichi(deal, noten, "four_riichi", rules)
        case _:
            return None


def _nagashi_seats(deal: DealState, rules: Rules) -> tuple[Wind, ...]:
    """Return the seats whose discards are all terminals and honours, none of them claimed."""
    nagashi = rules.draws.nagashi
    if not isinstance(nagashi, Nagashi):
        return ()
    allowed_melds: dict[str, tuple[MeldKind, ...]] = {
        "none": (),
        "concealed_quad": ("concealed_quad",),
        "any": ("sequence", "triplet", "quad", "extended_quad", "concealed_quad"),
    }
    seats = frozenset(
        seat
        for seat in SEATS
        if not deal.players[seat].discarded_kinds & ~ORPHANS
        and all(discard.claimed_by is None for discard in deal.players[seat].discards)
        and all(meld.kind in allowed_melds[nagashi.own_calls] for meld in deal.players[seat].sets)
        and deal.players[seat].discards
        and not deal.players[seat].dead
    )
    return tuple(sorted(rules.draws.with_nagashi(seats, deal.riichi)))


def report_foul(
    deal: DealState,
    seat: Wind,
    foul: str,
    rules: Rules,
    points: int | None = None,
    tiles: tuple[Tile, ...] = (),
) -> ev.Reported:
    """Return the event of a foul, which can also be reported after the deal has ended.

    Args:
        deal: the deal.
        seat: the seat that committed it.
        foul: the name of its option, e.g. `swap_call`.
        rules: the ruleset.
        points: the points that a referee deducted, if the rules leave the number to the referee.
        tiles: the tiles that were shown or wrongly called, if the rules bar ron on them.

    Raises:
        RiichiError: if the foul is unknown.
        DealError: if the rules do not leave the points to a referee, or their number is wrong.
    """
    judgement = judge(foul, rules)
    if _last_discard_made(deal):
        judgement = after_last_discard(judgement, rules)
    if _judged_by_the_draw(deal, seat, rules):
        judgement = at_an_exhaustive_draw(judgement, rules)
    return foul_event(deal, seat, judgement, points, rules, tiles)


def _last_discard_made(deal: DealState) -> bool:
    """Return whether the last discard of the deal was made and not won on."""
    if deal.tiles_left:
        return False
    match deal.phase:
        case Offered(quad=None) | CallsClosed(offer=Offered(quad=None)):
            return True
        case Announcing() | Ended(ending=ExhaustiveDraw()):
            return True
        case _:
            return False


def _judged_by_the_draw(deal: DealState, seat: Wind, rules: Rules) -> bool:
    """Return whether an exhaustive draw ended the deal and judges a seat's riichi."""
    end = deal.ending
    if not isinstance(end, ExhaustiveDraw) or seat not in deal.riichi:
        return False
    return rules.draws.judges_riichi(nagashi=bool(end.nagashi))


def _drawn_tile_wins(deal: DealState, seat: Wind, rules: Rules) -> bool:
    """Return whether the tile that a seat just drew wins or has won (EMA 2025, 6.7.2)."""
    phase = deal.phase
    if isinstance(phase, Ended) and isinstance(phase.ending, Wins):
        return seat in phase.ending.winners and phase.ending.discarder is None
    return isinstance(phase, Acting) and phase.seat == seat and WIN in turn_acts(deal, phase, rules)


def unproven_riichi(deal: DealState, rules: Rules) -> frozenset[Wind]:
    """Return the seats whose riichi can no longer be proven because of a foul."""
    return frozenset(
        report.seat
        for report in deal.reported
        if report.outcome == "dead_hand" and judge(report.foul, rules).unproven
    )


def foul_event(
    deal: DealState, seat: Wind, judgement: Judgement, points: int | None, rules: Rules,
    tiles: tuple[Tile, ...] = (),
) -> ev.Reported:  # fmt: skip
    """Return the event of a judged foul in this deal; a chombo is charged at the settlement."""
    cost, ban = cost_of(judgement, points, "points"), judgement.ban
    no_ron = sorted(no_ron_kinds(judgement, tiles, "tiles"))
    ending = deal.ending
    exempt = exemption(
        judgement,
        dead=deal.players[seat].dead and seat not in unproven_riichi(deal, rules),
        riichi_void=any(report.riichi_void for report in deal.reported if report.seat == seat),
        nagashi=isinstance(ending, ExhaustiveDraw) and bool(ending.nagashi),
        rules=rules,
    )
    touching = judgement.foul == DRAWN_TILE_TOUCHES_RIICHI_HAND and judgement.dead_hand
    if exempt is not None or (touching and _drawn_tile_wins(deal, seat, rules)):
        return ev.Reported(seat, judgement.foul, "not_judged")
    standing = deal.players[seat].riichi is not None
    offer = deal.phase
    declaring = isinstance(offer, Offered) and offer.seat == seat and bool(offer.riichi)
    later = () if _judged_now(deal, seat, judgement) else judgement.found_at
    pending = later and not judgement.paid_later
    lapses = (standing or declaring) and judgement.riichi_lapses and not pending
    if judgement.chombo and judgement.found_at and not later and ending is None:  # found in play
        later = ("after_the_hand",) if rules.chombo.when == "after_the_hand" else ()
    return ev.Reported(
        seat=seat,
        foul=judgement.foul,
        outcome=judgement.effect,
        points=cost.points,
        charged=cost.charged,
        bets=pot_in_bets(cost.points, rules) if cost.charged == "pot" else 0,
        riichi_void=lapses,
        bet=rules.riichi.bet if lapses and standing else 0,
        found_at=later,
        tiles=tiles,
        no_ron=tuple(PLAIN_TILES[kind] for kind in no_ron),
        no_calls=ban is not None and ban.calls == "none",
        until_draw=ban is not None and ban.until == "own_draw",
    )


def _judged_now(deal: DealState, seat: Wind, judgement: Judgement) -> bool:
    """Return whether a foul is judged now, and not later in the deal or never."""
    phase = deal.phase
    if not judgement.found_at or (judgement.paid_later and isinstance(phase, Ended)):
        return True
    if isinstance(phase, Ended) and isinstance(phase.ending, Chombo):
        phase = phase.during
    match phase:
        case Announcing() | Ended(ending=ExhaustiveDraw()):
            return "exhaustive_draw" in judgement.found_at
        case Ended(ending=Wins(winners=winners)):
            return "own_win" in judgement.found_at and seat in winners
        case CallsClosed() | Ended(ending=AbortiveDraw(cause="four_riichi")):
            return "four_riichi" in judgement.found_at and len(deal.riichi) == len(SEATS)
        case _:
            return False


WIDTH = 100
"""The longest line of a message."""

_CALLS = frozenset((*get_args(MeldClaim), Pass))

_TURN_ACTS = frozenset((Discard, *get_args(OwnKan), NineKinds))
"""Actions only for the player in turn; a win may also be a late call."""

_STAYS = "\N{NO-BREAK SPACE}"


class IllegalActionError(RiichiError):
    """An illegal action.

    Attributes:
        seat: the seat of the action; None if the error is about all calls together.
        action: the action; None if the error is about all calls together.
        legal: the legal actions of each seat.
        message: the reason, which shows nobody's tiles.
    """

    code = "illegal_action"

    def __init__(
        self,
        why: str,
        deal: DealState,
        options: Mapping[Wind, Sequence[Action]],
        call: Response | None = None,
    ) -> None:
        self.seat: Wind | None = call.seat if call else None
        self.action: Action | None = call.action if call else None
        self.legal = options
        self._deal = deal
        super().__init__(why)

    @property
    def position(self) -> str:
        """The deal as text."""
        return str(self._deal)

    @property
    def detail(self) -> Message:
        """The legal actions and the position as text, with all tiles."""
        lines = (*_options_in_words(self.legal), *self.position.splitlines())
        return Message.joined(lines, "\n")


def _options_in_words(options: Mapping[Wind, Sequence[Action]]) -> Iterator[Message]:
    """Yield the legal actions, seat by seat, in the form that `as_action` accepts."""
    for seat, acts in options.items():
        indent = " " * len(f"  {seat} may: ")
        text = indent + ", ".join(str(act).replace(" ", _STAYS) for act in acts)
        lines = [line.replace(_STAYS, " ") for line in wrap(text, WIDTH, subsequent_indent=indent)]
        actions = Message.joined((lines[0].lstrip(), *lines[1:]), "\n")
        yield Message("  {seat} may: {actions}", seat=seat, actions=actions)
    if not options:
        yield Message("  no player has a legal action")


def decide(deal: DealState, answers: Iterable[Response], rules: GivenRules) -> tuple[ev.Event, ...]:
    """Turn actions of players into events, up to the next decision.

    Args:
        deal: the deal.
        answers: one action in a turn; all calls for an offered tile, where a seat without a call
            said nothing; any number of announcements at an exhaustive draw.
        rules: the ruleset.

    Raises:
        IllegalActionError: an illegal action.
    """
    return decide_and_advance(deal, answers, rules_of(rules))[0]


def decide_and_advance(
    deal: DealState, answers: Iterable[Response], rules: Rules
) -> tuple[tuple[ev.Event, ...], DealState]:
    """Return the events of `decide` and the deal after them."""
    chosen = events_for(deal, tuple(answers), rules)
    return advance(deal, chosen, rules)


def advance(
    deal: DealState | None, events: Iterable[ev.Event], rules: Rules
) -> tuple[tuple[ev.Event, ...], DealState]:
    """Return the events with the automatic ones that follow, and the deal after them.

    Without a deal the first event must be `Started`.
    """
    steps = [*unfold(deal, events, rules)]
    deal_after = steps[-1][1] if steps else deal
    assert deal_after is not None  # it is None only between two steps
    return tuple([event for event, _ in steps]), deal_after


def unfold(
    deal: DealState | None, events: Iterable[ev.Event], rules: Rules
) -> Iterator[tuple[ev.Event, DealState | None]]:
    """Yield events and the automatic ones that follow, with the deal after each.

    The deal is None between a discard that nobody can call for and the next draw.
    """
    uncalled: tuple[ev.Drew, DealState] | None = None
    for event in events:
        uncalled = None if deal is None else pass_uncalled_discard(deal, event)
        if uncalled is None:
            deal = evolve(deal, event)
            yield event, deal
        else:
            drew, deal = uncalled
            yield from ((event, None), (ev.CLOSED, None), (drew, deal))
    if deal is None:
        raise EventError(Message("no hand has started"))
    while uncalled is None and (automatic := next_automatic_event(deal, rules)) is not None:
        deal = evolve(deal, automatic)
        yield automatic, deal


def events_for(deal: DealState, calls: tuple[Response, ...], rules: Rules) -> tuple[ev.Event, ...]:
    """Return the events that the players choose, without the automatic ones that follow.

    Raises:
        IllegalActionError: an illegal action.
    """
    options = legal_actions(deal, rules)
    phase = deal.phase
    if len(calls) == 1 and type(phase) is Acting and calls[0].seat is phase.seat:
        act = calls[0].action
        if type(act) in _TURN_ACTS and is_among(act, options[phase.seat]):
            return (turn_event(deal, phase, act),)
    if len(calls) > 1 and len({call.seat for call in calls}) < len(calls):
        raise IllegalActionError(Message("a seat can answer only once"), deal, options)
    if deal.over:
        late_options = late_calls(deal, rules, hasty=any(call.hasty for call in calls))
        if not calls or any(call.action not in late_options.get(call.seat, ()) for call in calls):
            raise IllegalActionError(Message(HAND_OVER), deal, options, *calls[:1])
        return _take_back(deal, calls, rules, options)
    takes = [call for call in calls if isinstance(call.action, TakeClaimedTile)]
    if not takes:
        return _events_of_calls(deal, calls, rules, options)
    for call in takes:
        _check(deal, call, options, options)
    taken = tuple(ev.Taken(call.seat) for call in takes)
    others = tuple(call for call in calls if call not in takes)
    return (*taken, *_events_of_calls(deal, others, rules, options)) if others else taken


def _events_of_calls(
    deal: DealState,
    calls: tuple[Response, ...],
    rules: Rules,
    options: Mapping[Wind, Sequence[Action]],
) -> tuple[ev.Event, ...]:
    phase = deal.phase
    if isinstance(phase, Offered):
        late_too = deal.late_offer is not None or deal.untaken_claims
        offered = claim_options(deal, phase, rules) if late_too else options
        if earlier := _calls_for_earlier_tile(deal, calls, offered, rules):
            for call in calls:
                if call not in earlier:
                    _check(deal, call, offered, options)
            return _take_back(deal, earlier, rules, options)
        return (_close_calls(deal, phase, calls, rules, offered, options),)
    if not calls:
        raise IllegalActionError(Message("no action given: a player must act"), deal, options)
    if isinstance(phase, Announcing):
        if all(isinstance(call.action, DeclareTenpai) for call in calls):
            return _announce(deal, calls, options)
        return _take_back(deal, calls, rules, options)
    assert isinstance(phase, Acting)
    by_others = any(call.seat != phase.seat for call in calls)
    called = by_others or type(calls[0].action) in _CALLS
    if called or _calls_for_earlier_tile(deal, calls, options, rules):
        return _take_back(deal, calls, rules, options)
    if len(calls) > 1:
        raise IllegalActionError(Message("one player can act at a time"), deal, options)
    _check(deal, calls[0], options, options)
    return (turn_event(deal, phase, calls[0].action),)


def _calls_for_earlier_tile(
    deal: DealState,
    calls: tuple[Response, ...],
    options: Mapping[Wind, Sequence[Action]],
    rules: Rules,
) -> tuple[Response, ...]:
    """Return the calls for an earlier offered tile, which take back the events since.

    A hasty call is for the earlier tile if that is legal, any other call only if it is not legal
    for the present tile. It is too late if a win on the present tile was called before it.
    """
    if deal.late_offer is None:
        return ()
    earlier = tuple(
        call
        for call in calls
        if (call.hasty or call.action not in options.get(call.seat, ()))
        and call.action in late_calls(deal, rules, hasty=call.hasty).get(call.seat, ())
    )
    won = [call.order for call in calls if call not in earlier and call.action == WIN]
    return tuple(call for call in earlier if not won or call.order <= min(won))


def _check(
    deal: DealState,
    call: Response,
    options: Mapping[Wind, Sequence[Action]],
    shown_options: Mapping[Wind, Sequence[Action]],
) -> None:
    if not is_among(call.action, options.get(call.seat, ())):
        raise IllegalActionError(_may_not(call), deal, shown_options, call)


def is_among(act: Action, acts: Sequence[Action]) -> bool:
    """Return whether an action is one of others; identity is tried first because it is faster."""
    for option in acts:
        if option is act:
            return True
    return act in acts


def _may_not(call: Response) -> Message:
    return Message("{seat} may not {act}", seat=call.seat, act=action_message(call.action))


# ---- a turn --------------------------------------------------------------------------------------


def turn_event(deal: DealState, acting: Acting, act: Action) -> ev.Event:
    """Return the event of an action of the player in turn."""
    seat = acting.seat
    if isinstance(act, Discard):
        return ev.Discarded(seat, act.tile, act.tsumogiri, act.riichi)
    match act:
        case ConcealedKan(tiles=tiles):
            return ev.QuadDeclared(seat, Meld("concealed_quad", tiles))
        case ExtendedKan(tile=tile):
            sets = deal.players[seat].sets
            triplets = (meld for meld in sets if meld.kind == "triplet")
            triplet = next(meld for meld in triplets if meld.tiles[0].kind == tile.kind)
            quad = Meld("extended_quad", (*triplet.tiles, tile), triplet.claimed_from)
            return ev.QuadDeclared(seat, quad)
        case DeclareWin():
            return ev.Won((seat,))
        case NineKinds():
            return ev.Aborted("nine_kinds")
        case _:
            raise AssertionError(act)


def _announce(
    deal: DealState, calls: tuple[Response, ...], options: Mapping[Wind, Sequence[Action]]
) -> tuple[ev.Event, ...]:
    """Return the announcements in turn order from East; they are also binding out of turn."""
    events = []
    for call in sorted(calls, key=lambda call: call.seat):
        _check(deal, call, options, options)
        assert isinstance(call.action, DeclareTenpai)
        events.append(ev.Announced(call.seat, call.action.tenpai))
    return tuple(events)


# ---- calls ---------------------------------------------------------------------------------------


def _close_calls(
    deal: DealState,
    offer: Offered,
    calls: tuple[Response, ...],
    rules: Rules,
    options: Mapping[Wind, Sequence[Action]],
    shown_options: Mapping[Wind, Sequence[Action]],
) -> ev.Closed:
    for call in calls:
        _check(deal, call, options, shown_options)
        _check_in_time(deal, call, rules, options)
    resolution = resolve_claims(offer.seat, calls, rules.claims)
    missed = missed_by(deal, offer, resolution.winners, rules)
    answered = {call.seat for call in calls}
    silent = tuple(seat for seat in options if seat not in answered)
    return ev.Closed(calls, resolution.winners, resolution.taker, resolution.meld, missed, silent)


def _check_in_time(
    deal: DealState, call: Response, rules: Rules, options: Mapping[Wind, Sequence[Action]]
) -> None:
    """Reject a call for a set after the time limit, if the rules set one in seconds."""
    window = rules.claims.meld_window
    if not isinstance(window, Seconds) or not isinstance(call.action, MeldClaim):
        return
    if call.seconds is not None and call.seconds > window.seconds:
        problem = Message(
            "{seat} calls after {seconds} seconds; the limit is {most}",
            seat=call.seat,
            seconds=call.seconds,
            most=window.seconds,
        )
        raise IllegalActionError(problem, deal, options, call)


def _take_back(
    deal: DealState,
    calls: tuple[Response, ...],
    rules: Rules,
    options: Mapping[Wind, Sequence[Action]],
) -> tuple[ev.Event, ...]:
    """Return the events of late calls for an offered tile, which take back what followed it."""
    hasty = any(call.hasty for call in calls)
    called_offer = next(
        (
            (number, earlier_offer)
            for number, earlier_offer, allowed in late_calls_by_tile(deal, rules, hasty=hasty)
            if all(call.action in allowed.get(call.seat, ()) for call in calls)
        ),
        None,
    )
    if called_offer is None:
        raise _too_late(deal, calls, rules, options)
    for call in calls:
        _check_in_time(deal, call, rules, options)
    number, earlier_offer = called_offer
    assert isinstance(earlier_offer.deal.phase, Offered)
    offered = claim_options(earlier_offer.deal, earlier_offer.deal.phase, rules)
    callers = {call.seat for call in calls}
    earlier = tuple(call for call in earlier_offer.called if call.seat not in callers)
    moment = 1 + max((call.order for call in earlier), default=0)
    called_late = tuple(replace(call, order=moment + call.order) for call in calls)
    all_calls = (*earlier, *called_late)
    closed = _close_calls(
        earlier_offer.deal, earlier_offer.deal.phase, all_calls, rules, offered, offered
    )
    then = earlier_offer.deal
    if closed.taker is not None and deal.replaced > then.replaced:
        foul = _automatic_foul(then, deal.quads[-1], HASTY_QUAD_REPLACED, rules)
        if foul is not None:
            return ev.TakenBack(number), closed, foul
    return ev.TakenBack(number), closed


def _too_late(
    deal: DealState,
    calls: tuple[Response, ...],
    rules: Rules,
    options: Mapping[Wind, Sequence[Action]],
) -> IllegalActionError:
    """Return the error of the first illegal call."""
    for call in calls:
        late = late_calls(deal, rules, hasty=call.hasty).get(call.seat, ())
        if call.action not in (*late, *options.get(call.seat, ())):
            problem = Message(
                "it is not {seat}'s turn, and it is too late to {act}",
                seat=call.seat,
                act=action_message(call.action),
            )
            if isinstance(deal.phase, Acting) and call.seat == deal.phase.seat:
                problem = _may_not(call)
            return IllegalActionError(problem, deal, options, call)
    return IllegalActionError(
        Message("these calls are for different tiles"), deal, options, calls[0]
    )
