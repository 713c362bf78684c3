"""The legal actions of each seat, and the resolution of claims.

Two decisions are made elsewhere: `decide` rejects a call that comes too late by the clock, and
`game_state.may_stop` says whether East may end the game.

Sources: EMA 2016, 3.3 to 3.3.14, 3.4.1, 3.4.5; WRCR 2015, 2.2, 5.3 to 5.7.5, 6.5.1;
EMA 2025, 3.3.1, 6.4.5; WRC 2025, rules 8.1, 8.2, penalties 12.3.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, assert_never

from riichi_core.hands.hand import Hand
from riichi_core.hands.melds import From, Meld
from riichi_core.hands.readings import readings
from riichi_core.hands.waits import (
    ORPHANS,
    Suits,
    held,
    kinds_in,
    orphan_waits,
    tenpai_discards,
    with_tile,
)
from riichi_core.play.actions import (
    DRAWN_DISCARDS,
    HAND_DISCARDS,
    NINE_KINDS,
    NOTEN,
    PASS,
    TAKE,
    TENPAI,
    WIN,
    Action,
    Chii,
    ClaimedKan,
    ConcealedKan,
    DeclareWin,
    Discard,
    ExtendedKan,
    MeldClaim,
    Pon,
    Response,
)
from riichi_core.play.deal_wins import PLAIN_TILES, has_winning_yaku, has_yaku, hypothetical_win
from riichi_core.play.observation import observe
from riichi_core.play.state import (
    SEATS,
    Acting,
    Announcing,
    DealState,
    Ended,
    LateOffer,
    Offered,
    PlayerState,
    discards_since,
)
from riichi_core.play.wall import MOST_QUADS
from riichi_core.rules.chapters.claims import Claims, HastyAct, Seconds
from riichi_core.rules.chapters.draws import Abortive
from riichi_core.rules.load import GivenRules, rules_of
from riichi_core.rules.rules import Rules
from riichi_core.scoring.result import Score
from riichi_core.scoring.score import score, scorer
from riichi_core.settlement.ending import Wins
from riichi_core.tiles import Tile, Wind
from riichi_core.tiles.tile import ORDER


def live_waits(player: PlayerState, waits: int, rules: Rules) -> int:
    """Return the waits that count, as bits.

    Some rules exclude a kind of which the hand has all four.
    """
    own_four = rules.draws.waiting_on_own_four
    match own_four:
        case "tenpai":
            return waits
        case "noten" | "noten_if_in_sight":
            dead_waits = [kind for kind in kinds_in(waits) if player.holds(kind) == 4]
        case "noten_if_quad":
            quads = {meld.tiles[0].kind for meld in player.sets if meld.quad}
            dead_waits = [kind for kind in kinds_in(waits) if kind in quads]
        case "noten_if_concealed":
            dead_waits = [kind for kind in kinds_in(waits) if held(player.suits, kind) == 4]
        case _:
            assert_never(own_four)
    for kind in dead_waits:
        waits &= ~(1 << kind)
    return waits


def tenpai(deal: DealState, seat: Wind, rules: Rules) -> bool:
    """Return whether a hand of thirteen tiles counts as tenpai; a dead hand never does.

    If the rules require a yaku, it may come from any wait, by self-draw or on a discard. Riichi
    counts as a yaku.
    """
    player = deal.players[seat]
    if player.dead:
        return False
    waits = live_waits(player, player.waits, rules)
    if rules.draws.waiting_on_own_four == "noten_if_in_sight" and not player.riichi:
        waits = unseen_waits(deal, seat, waits)
    if not waits or player.riichi or rules.draws.tenpai == "shape":
        return bool(waits)
    return any(
        _has_yaku(deal, seat, kind, rules, drawn=drawn)
        for kind in kinds_in(waits)
        for drawn in (True, False)
    )


def unseen_waits(deal: DealState, seat: Wind, waits: int) -> int:
    """Return the waits of which a seat does not see all four tiles, as bits."""
    unseen = observe(deal, seat).unseen_counts()
    return sum(1 << kind for kind in kinds_in(waits) if unseen[kind])


def furiten(deal: DealState, seat: Wind, rules: Rules) -> bool:
    """Return whether a player is furiten, because of their own discard or a passed tile."""
    player = deal.players[seat]
    if player.missed_win:
        return True
    discarded_waits = player.waits & player.discarded_kinds
    if not discarded_waits or rules.furiten.caused_by == "any_winning_tile":
        return bool(discarded_waits)
    return any(
        _has_yaku(deal, seat, kind, rules, drawn=False) for kind in kinds_in(discarded_waits)
    )


def _has_yaku(deal: DealState, seat: Wind, kind: int, rules: Rules, *, drawn: bool) -> bool:
    win = hypothetical_win(deal, deal.players[seat], seat, kind, drawn=drawn)
    return win is not None and has_yaku(win, rules)


_FOUR_OF_EACH = 0o444444444


def turn_acts(deal: DealState, acting: Acting, rules: Rules) -> tuple[Action, ...]:
    """Return the legal actions of the player whose turn it is."""
    player = deal.players[acting.seat]
    discards = _discards(acting, player, rules)
    if acting.tile is None:
        return tuple(discards)
    actions: list[Action] = []
    if _may_win_by_draw(deal, acting, player, rules):
        actions.append(WIN)
    if _may_abort(deal, acting, player, rules):
        actions.append(NINE_KINDS)
    suits = with_tile(player.suits, acting.tile.kind)
    quads = _own_quads(deal, acting, player, suits, rules)
    if quads and may_make_quad(deal) and not barred(player, "kan", rules):
        actions += quads
    actions += discards
    if not player.riichi:
        actions += _riichi_discards(deal, acting, player, suits, discards, rules)
    return tuple(actions)


def barred(player: PlayerState, act: str, rules: Rules) -> bool:
    """Return whether a player may not do this because their hand is dead."""
    return player.dead and act in rules.dead_hand.bars


def may_make_quad(deal: DealState) -> bool:
    """Return whether a quad is possible: a tile is left to draw, and fewer than four were made."""
    return deal.tiles_left > 0 and len(deal.quads) < MOST_QUADS


# ---- discards ------------------------------------------------------------------------------------


def _discards(acting: Acting, player: PlayerState, rules: Rules) -> list[Discard]:
    discards = []
    if acting.tile is not None:
        discards.append(DRAWN_DISCARDS[acting.tile.order])
        if player.riichi or (player.dead and rules.dead_hand.discards == "drawn_tile"):
            return discards
    discards += map(HAND_DISCARDS.__getitem__, sorted(set(map(ORDER, player.hand))))
    if acting.claimed is not None:
        swaps = swapping_kinds(*acting.claimed, rules)
        return [discard for discard in discards if not swaps >> discard.tile.kind & 1]
    return discards


def swapping_kinds(meld: Meld, kind: int, rules: Rules) -> int:
    """Return the kinds whose discard is a swap call, as bits.

    These are the claimed kind and the other end of a sequence.
    """
    kinds = 0
    if "same_tile" in rules.claims.forbidden_swaps:
        kinds |= 1 << kind
    if meld.kind == "sequence" and "other_end" in rules.claims.forbidden_swaps:
        lowest = meld.tiles[0].kind
        if kind == lowest and lowest % 9 < 6:
            kinds |= 1 << lowest + 3
        elif kind == lowest + 2 and lowest % 9 > 0:
            kinds |= 1 << lowest - 1
    return kinds


# ---- winning and calling off ---------------------------------------------------------------------


def _may_win_by_draw(deal: DealState, acting: Acting, player: PlayerState, rules: Rules) -> bool:
    assert acting.tile is not None
    complete = (
        player.waits >> acting.tile.kind & 1
        or (player.riichi and acting.tile.bonus)  # it may be wild
        or _may_win_any_tiles(deal, acting, rules)
    )
    if not complete or barred(player, "win", rules):
        return False
    return has_winning_yaku(deal, acting.seat, acting, rules)


def _may_win_any_tiles(deal: DealState, acting: Acting, rules: Rules) -> bool:
    """Return whether a yaku with a form of its own may count at this moment."""
    if not rules.yaku.local or not (acting.replacement or deal.first_turn(acting.seat)):
        return False
    return scorer(rules).wins_any_tiles


def _may_abort(deal: DealState, acting: Acting, player: PlayerState, rules: Rules) -> bool:
    if not deal.uninterrupted or player.discards or acting.tile is None:
        return False
    abortive = rules.draws.abortive
    if abortive == "none" or abortive.nine_kinds != "may_abort":
        return False
    kinds = {tile.kind for tile in (*player.hand, acting.tile)}
    return sum(ORPHANS >> kind & 1 for kind in kinds) >= 9


# ---- quads ---------------------------------------------------------------------------------------


def _own_quads(
    deal: DealState, acting: Acting, player: PlayerState, suits: Suits, rules: Rules
) -> list[Action]:
    m, p, s, z = suits
    has_four = (m | p | s | z) & _FOUR_OF_EACH
    if acting.tile is None or not (player.sets or has_four):
        return []
    quads: list[Action] = []
    for suit, counts in enumerate(suits if has_four else ()):
        fours = counts & _FOUR_OF_EACH
        while fours:
            kind = 9 * suit + (fours.bit_length() - 1) // 3
            fours &= ~(4 << 3 * (kind % 9))
            if not player.riichi or _quad_after_riichi(deal, acting, player, kind, rules):
                quads.append(ConcealedKan(_four_of_kind(player, acting.tile, kind)))
    if player.riichi:
        return quads
    for meld in player.sets:
        if meld.kind == "triplet" and held(suits, meld.tiles[0].kind):
            (tile,) = (
                tile for tile in (*player.hand, acting.tile) if tile.kind == meld.tiles[0].kind
            )
            quads.append(ExtendedKan(tile))
    return quads


def _four_of_kind(player: PlayerState, drawn: Tile, kind: int) -> tuple[Tile, ...]:
    return tuple(sorted(tile for tile in (*player.hand, drawn) if tile.kind == kind))


def _quad_after_riichi(
    deal: DealState, acting: Acting, player: PlayerState, kind: int, rules: Rules
) -> bool:
    """Return whether a player in riichi may declare a concealed quad with the drawn tile."""
    rule = rules.riichi.concealed_quad
    if rule == "never" or acting.tile is None or acting.tile.kind != kind:
        return False
    quad = Meld("concealed_quad", _four_of_kind(player, acting.tile, kind))
    hand = tuple(tile for tile in player.hand if tile.kind != kind)
    player_after = player.with_hand(hand, with_tile(player.suits, kind, -3), (*player.sets, quad))
    waits_before, waits_after = player.waits, player_after.waits
    if rule != "same_waits_fifth_tile_counts":
        waits_before, waits_after = (
            live_waits(player, waits_before, rules),
            live_waits(player_after, waits_after, rules),
        )
    if waits_after != waits_before:
        return False
    if rule == "same_waits":
        return True
    if not all(_only_a_triplet(player, wait, kind) for wait in kinds_in(waits_before)):
        return False
    return rule != "same_waits_readings_and_yaku" or _same_yaku(deal, acting, player_after, rules)


def _only_a_triplet(player: PlayerState, wait: int, kind: int) -> bool:
    """Return whether three tiles are a triplet in every reading of the hand with a wait."""
    return all(
        any(meld.kind == "triplet" and meld.first.kind == kind for meld in reading.sets)
        for reading in readings(Hand(player.hand, player.sets), PLAIN_TILES[wait], drawn=True)
    )


def _same_yaku(deal: DealState, acting: Acting, player_after: PlayerState, rules: Rules) -> bool:
    """Return whether a win on a discard of any wait has the same yaku with and without the quad."""

    def yaku(player: PlayerState, kind: int) -> object:
        win = hypothetical_win(deal, player, acting.seat, kind, drawn=False)
        result = None if win is None else score(win, rules)
        return {yaku.id for yaku in result.yaku} if isinstance(result, Score) else None

    player_before = deal.players[acting.seat]
    return all(
        yaku(player_before, kind) == yaku(player_after, kind)
        for kind in kinds_in(player_after.waits)
    )


# ---- riichi --------------------------------------------------------------------------------------


def _may_riichi(deal: DealState, acting: Acting, player: PlayerState, rules: Rules) -> bool:
    """Return whether the player may declare riichi with a tenpai hand."""
    if deal.tiles_left < rules.riichi.tiles_left:
        return False
    if deal.scores[acting.seat] < rules.riichi.least_points:
        return False
    return not (player.missed_win and rules.riichi.when_furiten == "forbidden")


def _riichi_discards(
    deal: DealState,
    acting: Acting,
    player: PlayerState,
    suits: Suits,
    discards: list[Discard],
    rules: Rules,
) -> list[Discard]:
    """Return the riichi discards: those that leave tenpai, or all if noten riichi is valid."""
    if player.is_open or barred(player, "riichi", rules):
        return []
    # Few hands are tenpai. The others read no option of `rules.riichi`, so that a study need not
    # play them again under another value (WatchedRules).
    waits_by_discard = tenpai_discards(suits, no_melds=not player.sets)
    if not waits_by_discard and rules.fouls.riichi_needs_tenpai:
        return []
    if not _may_riichi(deal, acting, player, rules):
        return []
    riichi_discards: list[Discard] = []
    allowed: dict[int, bool] = {}
    for discard in discards:
        kind = discard.tile.kind
        if kind not in allowed:
            allowed[kind] = _may_wait(player, suits, kind, waits_by_discard.get(kind, 0), rules)
        if allowed[kind]:
            riichi_discards.append(Discard(discard.tile, discard.tsumogiri, riichi=True))
            if rules.riichi.open != "none":
                riichi_discards.append(Discard(discard.tile, discard.tsumogiri, riichi="open"))
    return riichi_discards


def _may_wait(player: PlayerState, suits: Suits, kind: int, waits: int, rules: Rules) -> bool:
    """Return whether a player may declare riichi with a discard that leaves these waits."""
    if rules.riichi.when_furiten == "forbidden" and waits & (player.discarded_kinds | 1 << kind):
        return False
    if not rules.fouls.riichi_needs_tenpai:
        return True
    player_after = player._replace(suits=with_tile(suits, kind, -1))
    return bool(waits and live_waits(player_after, waits, rules))


Options = dict[Wind, tuple[Action, ...]]

CLAIMED_FROM: dict[int, From] = {3: "left", 2: "across", 1: "right"}
"""The player whose discard completed a set, by the number of seats after its owner."""


# ---- who may call --------------------------------------------------------------------------------


def claim_options(deal: DealState, offer: Offered, rules: Rules) -> Options:
    """Return the calls for an offered tile by seat; a seat that may call may also pass."""
    options: Options = {}
    kind = offer.tile.kind
    suit, shift = kind // 9, 3 * (kind % 9)
    meldable = offer.quad is None and deal.tiles_left > 0 and not ends_with_quads(deal, rules)
    for seat, player in zip(SEATS, deal.players, strict=True):
        if seat is offer.seat:
            continue
        acts: list[Action] = []
        if player.waits >> kind & 1 and (
            _may_be_won_on(player, offer, rules) and _may_call_win(deal, offer, seat, rules)
        ):
            acts.append(WIN)
        if meldable and not player.riichi:
            counts = player.suits[suit]
            equal_tiles = counts >> shift & 7
            sequences = (offer.seat + 1) % 4 == seat and kind < 27 and has_sequence(counts, shift)
            may_call = equal_tiles >= 2 or sequences
            if may_call and not any(ban.no_calls for ban in player.bans):
                acts += _meld_claims(deal, offer, player, equal_tiles, sequences, rules)
        if acts:
            options[seat] = (*acts, PASS)
    return options


def ends_with_quads(deal: DealState, rules: Rules) -> bool:
    """Return whether four quads of several players end the deal unless this discard is won on."""
    abortive = rules.draws.abortive
    return (
        len(deal.quads) == MOST_QUADS
        and isinstance(abortive, Abortive)
        and abortive.four_quads == "abort_after_discard"
        and four_quads(deal.quads)
    )


def four_quads(quads: Sequence[Wind]) -> bool:
    """Return whether more than one player made the four quads of a deal."""
    return len(quads) == MOST_QUADS and len(set(quads)) > 1


def _may_be_won_on(player: PlayerState, offer: Offered, rules: Rules) -> bool:
    """Return whether an offered tile that completes a hand may be won on."""
    kind = offer.tile.kind
    if any(tile.kind == kind for ban in player.bans for tile in ban.no_ron):
        return False
    if offer.quad is None or offer.quad.kind != "concealed_quad":
        return True
    if rules.quads.concealed_robbed_by == "nobody" or player.sets:
        return False
    return bool(orphan_waits(player.suits) >> offer.tile.kind & 1)


def _may_call_win(deal: DealState, offer: Offered, seat: Wind, rules: Rules) -> bool:
    """Return whether a player whose hand the tile completes may win on it."""
    if barred(deal.players[seat], "win", rules) or furiten(deal, seat, rules):
        return False
    return has_winning_yaku(deal, seat, offer, rules)


def _meld_claims(
    deal: DealState,
    offer: Offered,
    player: PlayerState,
    equal_tiles: int,
    may_chii: bool,
    rules: Rules,
) -> list[Action]:
    claims: list[Action] = []
    if may_chii and not barred(player, "chii", rules):
        sequences = [Chii(tiles) for tiles in _sequence_tiles(player, offer.tile)]
        claims += _with_a_discard_left(sequences, player, offer.tile, rules)
    if equal_tiles < 2:
        return claims
    equal = sorted(tile for tile in player.hand if tile.kind == offer.tile.kind)
    if not barred(player, "pon", rules):
        triplets = dict.fromkeys(combinations(equal, 2))
        claims += _with_a_discard_left(
            [Pon(tiles) for tiles in triplets], player, offer.tile, rules
        )
    if equal_tiles == 3 and may_make_quad(deal) and not barred(player, "kan", rules):
        claims.append(ClaimedKan(tuple(equal)))
    return claims


def _with_a_discard_left(
    claims: Sequence[Chii | Pon], player: PlayerState, tile: Tile, rules: Rules
) -> list[Chii | Pon]:
    return [claim for claim in claims if _can_discard(player, claim, tile, rules)]


def has_sequence(counts: int, shift: int) -> bool:
    """Return whether a suit has two tiles that complete a sequence with this bit place."""
    present = (counts | counts >> 1 | counts >> 2) & 0o111111111
    around = present << 6 >> shift  # two below, one below, the number itself, one above, two above
    return around & 0o11 == 0o11 or around & 0o1010 == 0o1010 or around & 0o11000 == 0o11000


def _sequence_tiles(player: PlayerState, tile: Tile) -> list[tuple[Tile, Tile]]:
    """Return the pairs of tiles that make a sequence with a tile; marked and plain ones differ."""
    pairs: list[tuple[Tile, Tile]] = []
    number = tile.kind % 9
    for below, above in ((-2, -1), (-1, 1), (1, 2)):
        if number + below < 0 or number + above > 8:
            continue
        low_kind, high_kind = tile.kind + below, tile.kind + above
        if held(player.suits, low_kind) and held(player.suits, high_kind):
            low_tiles = sorted(
                {held_tile for held_tile in player.hand if held_tile.kind == low_kind}
            )
            high_tiles = sorted(
                {held_tile for held_tile in player.hand if held_tile.kind == high_kind}
            )
            pairs += [(low_tile, high_tile) for low_tile in low_tiles for high_tile in high_tiles]
    return pairs


def _can_discard(player: PlayerState, claim: Chii | Pon, tile: Tile, rules: Rules) -> bool:
    """Return whether a claim is possible because it leaves a tile that may be discarded."""
    if len(player.hand) > 2 + 3 + 4:  # more than there can be of two forbidden kinds
        return True
    forbidden = swapping_kinds(meld_of_claim(claim, tile, None), tile.kind, rules)
    remaining = list(player.hand)
    for used in claim.tiles:
        remaining.remove(used)
    return any(not forbidden >> kept.kind & 1 for kept in remaining)


def meld_of_claim(claim: MeldClaim, tile: Tile, claimed_from: From | None) -> Meld:
    """Return the set that a claim makes."""
    match claim:
        case Chii():
            return Meld("sequence", (*claim.tiles, tile), claimed_from)
        case Pon():
            return Meld("triplet", (*claim.tiles, tile), claimed_from)
        case ClaimedKan():
            return Meld("quad", (*claim.tiles, tile), claimed_from)
        case _:
            assert_never(claim)


def missed_by(
    deal: DealState, offer: Offered, winners: Sequence[Wind], rules: Rules
) -> tuple[Wind, ...]:
    """Return the seats that could win with the offered tile but do not."""
    kind = offer.tile.kind
    waiting = [seat for seat in SEATS if deal.players[seat].waits >> kind & 1]
    return tuple(
        seat
        for seat in waiting
        if seat is not offer.seat
        and seat not in winners
        and _may_be_won_on(deal.players[seat], offer, rules)
        and not deal.players[seat].missed_win
        and (
            rules.furiten.caused_by == "any_winning_tile"
            or has_winning_yaku(deal, seat, offer, rules)
        )
    )


# ---- who gets the tile ---------------------------------------------------------------------------


class Resolution(NamedTuple):
    """The seats that get an offered tile: all that win, in turn order, or one that takes it.

    `claims.winners`, which may let only the nearest win stand, is read when the deal is settled.
    """

    winners: tuple[Wind, ...] = ()
    taker: Wind | None = None
    meld: MeldClaim | None = None


def resolve_claims(giver: Wind, calls: Sequence[Response], rules: Claims) -> Resolution:
    """Resolve the calls for a tile of `giver`: a win beats a set, then rank or time decides."""
    winners = [call.seat for call in calls if isinstance(call.action, DeclareWin)]
    if winners:
        return Resolution(tuple(sorted(winners, key=lambda seat: (seat - giver) % 4)))
    melds = [(call, call.action) for call in calls if isinstance(call.action, MeldClaim)]
    if not melds:
        return Resolution()
    precedence = rules.meld_precedence
    match precedence:
        case "by_rank":
            call, meld = min(melds, key=lambda called: _rank(called[1]))
        case "first_call":
            call, meld = min(melds, key=lambda called: (called[0].order, _rank(called[1])))
        case _:
            assert_never(precedence)
    return Resolution(taker=call.seat, meld=meld)


def _rank(meld: MeldClaim) -> int:
    """Return the rank of a claim: a triplet or quad beats a sequence.

    A tile gets at most one claim of each rank.
    """
    return isinstance(meld, Chii)


# ---- late calls ----------------------------------------------------------------------------------


class ActsSince(NamedTuple):
    """The actions of one player since a tile was offered.

    Attributes:
        seat: the player who claimed the tile, made the quad with it, or is the next in turn.
        claimed: whether the tile was claimed for a set.
        drew: whether that player drew.
        quad: whether that player then declared a quad of their own tiles.
        discarded: whether that player discarded.
        won: whether that player declared a self-drawn win.
    """

    seat: Wind
    claimed: bool = False
    drew: bool = False
    quad: bool = False
    discarded: bool = False
    won: bool = False

    def acts(self) -> Iterator[HastyAct]:
        """Yield the actions that may have been too fast for the others."""
        if self.drew:
            yield "draw"
        if self.quad:
            yield "draw_and_quad"
        if self.discarded:
            yield "claim_and_discard" if self.claimed else "draw_and_discard"
        if self.won:
            yield "draw_and_win"


def late_calls_for(
    deal: DealState, late_offer: LateOffer, rules: Rules, *, hasty: bool = False
) -> Options:
    """Return the late calls for a tile by seat; only seats that said nothing may call late.

    The offer was `hasty` if the following acts came before the others could react.
    """
    offer = late_offer.deal.phase
    assert isinstance(offer, Offered)
    since = _acts_since(deal, late_offer, offer)
    if since is None:
        return {}
    win_in_time = _win_in_time(since, rules, hasty=hasty)
    meld_in_time = _meld_in_time(deal, since, rules, hasty=hasty)
    if not win_in_time and not meld_in_time:
        return {}
    options: Options = {}
    for seat, claims in claim_options(late_offer.deal, offer, rules).items():
        if seat not in late_offer.silent or (since.drew and seat == since.seat):
            continue  # a player who drew has let the tile pass
        if _announced_tenpai(deal, seat) and rules.fouls.win_after_declaring_tenpai == "void":
            continue
        acts = tuple(
            act
            for act in claims
            if (win_in_time and isinstance(act, DeclareWin))
            or (meld_in_time and isinstance(act, Pon | ClaimedKan))
        )
        if acts:
            options[seat] = acts
    return options


def _announced_tenpai(deal: DealState, seat: Wind) -> bool:
    """Return whether a seat announced tenpai at the end of a deal (WRC 2025, penalties 12.3.6)."""
    return isinstance(deal.phase, Announcing) and deal.phase.announced[seat] is True


def _acts_since(deal: DealState, late_offer: LateOffer, offer: Offered) -> ActsSince | None:
    """Return the actions since a tile was offered; None if it is too late for any call."""
    deal_then, phase = late_offer.deal, deal.phase
    discards = discards_since(deal, deal_then)
    if discards > 1:
        return None
    taken_by = deal.players[offer.seat].discards[-1].claimed_by if offer.quad is None else None
    claimed = taken_by is not None
    seat = offer.seat if offer.quad is not None else SEATS[(offer.seat + 1) % 4]
    if taken_by is not None:
        seat = taken_by
    quads = len(deal.quads) - len(deal_then.quads)  # the offered one and one that took the tile too
    since = ActsSince(
        seat,
        claimed,
        drew=deal.replaced > deal_then.replaced or (not claimed and deal.drawn > deal_then.drawn),
        quad=quads > (claimed or offer.quad is not None),
        discarded=discards == 1,
    )
    match phase:
        case Ended(ending=Wins(), during=during) if during == offer:
            return since  # another has won on the tile itself
        case Ended(ending=Wins(winners=(winner,)), during=Acting()) if winner == seat:
            return None if since.discarded else since._replace(won=True)
        case Ended():
            return None
        case Offered(quad=Meld()):
            return None if since.discarded else since._replace(quad=True)
        case (
            Offered()
            | Acting(tile=Tile(), replacement=False)
            | Announcing(announced=(None, None, None, None))
        ):
            return since  # the next player has at most drawn
        case _:
            return None if since.discarded else since


def _win_in_time(since: ActsSince, rules: Rules, *, hasty: bool) -> bool:
    """Return whether it is still possible to call a win."""
    window = rules.claims.win_window
    match window:
        case "until_discard":
            in_time = not since.discarded and not since.won
        case "until_discard_or_quad":
            in_time = not since.discarded and not since.won and not since.quad
        case "until_draw":
            in_time = not since.discarded and not since.drew
        case "all_asked":
            return False
        case _:
            assert_never(window)
    undone = rules.claims.late_call_undoes.win
    return in_time or (hasty and all(act in undone for act in since.acts()))


def _meld_in_time(deal: DealState, since: ActsSince, rules: Rules, *, hasty: bool) -> bool:
    """Return whether pon or kan can be called, over chii or after a hasty draw."""
    window, phase = rules.claims.meld_window, deal.phase
    if window == "all_asked":
        return False
    if since.claimed:
        over_chii = (
            isinstance(phase, Acting)
            and phase.claimed is not None
            and phase.claimed[0].kind == "sequence"
        )
        return over_chii and rules.claims.meld_precedence == "by_rank"
    acts = tuple(since.acts())
    if isinstance(window, Seconds) and acts == ("draw",):
        return True
    undone = rules.claims.late_call_undoes.meld
    return hasty and bool(acts) and all(act in undone for act in acts)


_last_answer: list[tuple[DealState, GivenRules, Options] | None] = [None]
"""The last answer; play asks for the actions at one moment several times."""


def legal_actions(deal: DealState, rules: GivenRules) -> Mapping[Wind, tuple[Action, ...]]:
    """Return the actions of each seat that may act; no seat may act when the deal is over.

    In a turn one seat acts. For an offered tile each seat that may call may also pass. At an
    exhaustive draw each seat that has a choice announces. Late calls are included, except those
    for hasty play and those after the end of the deal: `late_calls` returns these.
    """
    last_answer = _last_answer[0]
    if last_answer is None or last_answer[0] is not deal or last_answer[1] is not rules:
        last_answer = _last_answer[0] = deal, rules, _options(deal, rules_of(rules))
    return last_answer[2]


def _options(deal: DealState, rules: Rules) -> Options:
    phase = deal.phase
    options: Options = {}
    if isinstance(phase, Acting):
        options = {phase.seat: turn_acts(deal, phase, rules)}
    elif isinstance(phase, Offered):
        options = claim_options(deal, phase, rules)
    elif isinstance(phase, Announcing):
        silent = [seat for seat in SEATS if phase.announced[seat] is None]
        options = {seat: announcements(deal, seat, rules) for seat in silent}
    if deal.late_offer is not None and not deal.over:
        _add_options(options, late_calls(deal, rules))
    if deal.untaken_claims and not deal.over:
        _add_options(options, {claim.seat: (TAKE,) for claim in deal.untaken_claims})
    return options


def _add_options(options: Options, added: Options) -> None:
    for seat, acts in added.items():
        already = options.get(seat, ())
        options[seat] = already + tuple(act for act in acts if act not in already)


def late_calls(deal: DealState, rules: Rules, *, hasty: bool = False) -> Options:
    """Return all late calls by seat; `hasty` as in a `Response`."""
    all_options: Options = {}
    for _, _, options in late_calls_by_tile(deal, rules, hasty=hasty):
        _add_options(all_options, options)
    return all_options


def late_calls_by_tile(
    deal: DealState, rules: Rules, *, hasty: bool = False
) -> Iterator[tuple[int, LateOffer, Options]]:
    """Yield each tile that may be called late, the latest first: its number, the tile, its calls.

    After a quad these are the quad's tile and the discard before it. After a discard that was too
    fast, they are this discard and the one before it.
    """
    late_offer, number = deal.late_offer, 1
    while late_offer is not None:
        if isinstance(late_offer.deal.phase, Offered):
            yield number, late_offer, late_calls_for(deal, late_offer, rules, hasty=hasty)
        late_offer, number = late_offer.deal.late_offer, number + 1


def announcements(deal: DealState, seat: Wind, rules: Rules) -> tuple[Action, ...]:
    """Return the announcements of a seat at an exhaustive draw.

    A tenpai player may announce noten if the rules let tenpai hands stay hidden, but not after
    riichi (EMA 2016, 3.4.2; WRCR 2015, 5.7.2).
    """
    if not tenpai(deal, seat, rules):
        return (NOTEN,)
    hidden = rules.draws.tenpai_hands == "may_stay_hidden" and not deal.players[seat].riichi
    return (TENPAI, NOTEN) if hidden else (TENPAI,)
