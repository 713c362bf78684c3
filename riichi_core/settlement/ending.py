"""The end of a deal: each way in which it can end, as a value and in words.

In: seats as winds or words, wins, and numbers. Out: a checked `FinishedDeal` for `settle`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, Literal, NoReturn, TypeAlias, TypeVar, get_args

from riichi_core.errors import parameter_of
from riichi_core.hands.win import Riichi, Win, WinError, check_flag, wind_of
from riichi_core.language import Translatable
from riichi_core.messages import Message, quote_argument
from riichi_core.plain import Plain
from riichi_core.rules.chapters.chombo import PLAY_SETTINGS, PlaySetting
from riichi_core.rules.chapters.draws import Cause
from riichi_core.rules.chapters.limits import LimitName
from riichi_core.scoring.points import Points
from riichi_core.settlement.ledger import NO_PAYMENTS, Ledger
from riichi_core.spelling import wrong_word
from riichi_core.tiles import Seat, Wind

CAUSES: tuple[Cause, ...] = get_args(Cause)

FedBy = Mapping[Wind, Mapping[str, Wind]]
"""The seat that fed the decisive set of a yaku, by winner and yaku."""


class DealError(WinError):
    """An error in the facts of a deal, e.g. a contradiction, with the field of the record."""


def seats_of(values: object, name: str) -> frozenset[Wind]:
    """Return the seats that words or winds name; a single seat does not need a list.

    Raises:
        DealError: if a value does not name a seat, or a seat is named twice.
    """
    if isinstance(values, frozenset) and all(type(seat) is Wind for seat in values):
        return values
    if isinstance(values, str | Wind):
        return frozenset({wind_of(values, name, DealError)})
    if not isinstance(values, Iterable) or isinstance(values, Mapping):
        message = Message(
            "{name}: expected seats, e.g. ['south'], not {value}",
            name=parameter_of(name),
            value=quote_argument(values),
        )
        raise DealError("wrong_type", name, message)
    seats = [wind_of(value, name, DealError) for value in values]
    if len(set(seats)) < len(seats):
        _contradiction(name, Message("{name}: a seat is named twice", name=parameter_of(name)))
    return frozenset(seats)


_Value = TypeVar("_Value")


def _with_seats_as_keys(values: Mapping[Any, _Value] | None, name: str) -> dict[Wind, _Value]:
    values = {} if values is None else _mapping(values, name)
    by_seat = {wind_of(seat, name, DealError): value for seat, value in values.items()}
    if len(by_seat) < len(values):
        _contradiction(name, Message("{name}: a seat is named twice", name=parameter_of(name)))
    return by_seat


def _mapping(values: Mapping[Any, _Value], name: str) -> Mapping[Any, _Value]:
    if not isinstance(values, Mapping):
        message = Message(
            "{name}: expected a dict, not {value}",
            name=parameter_of(name),
            value=quote_argument(values),
        )
        raise DealError("wrong_type", name, message)
    return values


_Word = TypeVar("_Word", bound=str)


def _known_word(value: object, name: str, known: tuple[_Word, ...]) -> _Word:
    for word in known:
        if word == value:
            return word
    raise wrong_word(value, name, known, DealError)


def _contradiction(field_name: str, message: str) -> NoReturn:
    raise DealError("contradiction", field_name, message)


def _set_fields(value: object, **fields: Any) -> None:
    for name, field_value in fields.items():
        object.__setattr__(value, name, field_value)


# ---- how a deal can end --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StatedWin:
    """A win that was recorded only by its value, without the hand.

    The value is either `han` and `fu`, or a `limit`, or a number of `yakuman`. The han include all
    dora. From mangan on, `fu` is optional.

    >>> StatedWin("south", han=3, fu=40).seat
    <Wind.SOUTH: 1>

    Raises:
        DealError: if there is more than one of these, or the value does not exist.
    """

    seat: Wind
    han: int | None = None
    fu: int | None = None
    limit: LimitName | None = None
    yakuman: int = 0

    def __post_init__(self) -> None:
        """Check that the win has exactly one value, and that it is possible."""
        _set_fields(self, seat=wind_of(self.seat, "seat", DealError))
        for name, number in (("han", self.han), ("fu", self.fu), ("yakuman", self.yakuman)):
            if number is not None:
                _check_number(number, name, int)
        if not 0 <= self.yakuman <= 100:
            raise DealError("out_of_range", "yakuman", Message("yakuman: expected 1 to 100"))
        if self.limit is not None:
            _known_word(self.limit, "limit", get_args(LimitName))
        if [self.han is not None, self.limit is not None, self.yakuman > 0].count(True) != 1:
            message = Message(
                "a win by its value has han (and fu), a limit, or yakuman: one of them"
            )
            _contradiction("han", message)
        if self.fu is not None and self.han is None:
            _contradiction("fu", Message("give fu only with han; a limit or a yakuman has no fu"))
        if self.han is not None and not 1 <= self.han <= 100:
            raise DealError("out_of_range", "han", Message("han: expected 1 to 100"))
        if self.fu is not None and not (
            20 <= self.fu <= 1000 and (self.fu % 10 == 0 or self.fu == 25)
        ):
            raise DealError("out_of_range", "fu", Message("fu: expected 20, 25, 30, 40 …"))


@dataclass(frozen=True, slots=True, init=False)
class Wins:
    """The declared wins, all on one tile; a self-draw has no discarder.

    >>> win = Win("2345567m345p678s", "8m", by="ron", seat="south")
    >>> Wins(win, discarder="west").winners
    (<Wind.SOUTH: 1>,)
    >>> east = Win("2345567m345p678s", "8m", by="ron")
    >>> Wins(win, east, discarder="west").winners
    (<Wind.SOUTH: 1>, <Wind.EAST: 0>)

    Attributes:
        wins: each win with its hand, or by its value.
        discarder: the seat that discarded the tile; None for a self-draw.
        void: whether the discarder declared riichi with that tile; the riichi then lapses.
        fed_by: the seats that fed decisive sets, if no marks of a recorded hand show it.
    """

    kind: ClassVar[Literal["win"]] = "win"

    wins: tuple[Win | StatedWin, ...]
    discarder: Wind | None
    void: bool
    fed_by: FedBy

    def __init__(
        self,
        wins: Win | StatedWin | Iterable[Win | StatedWin],
        *more: Win | StatedWin | Seat | None,
        discarder: Seat | None = None,
        void: bool = False,
        fed_by: Mapping[Any, Mapping[str, Any]] | None = None,
    ) -> None:
        """Create the end from one or several wins; seats may be winds or words.

        Args:
            wins: a win, or a list of them.
            more: other wins on the same tile; the discarder may be the last of them.
            discarder: the seat that discarded the tile; None for a self-draw.
            void: whether that tile was a riichi discard, so that the riichi lapses.
            fed_by: the seats that fed decisive sets, by winner and yaku.

        Raises:
            DealError: if a value is not a win, or does not name a seat.
        """
        wins_given = (wins,) if isinstance(wins, Win | StatedWin) else wins
        is_list = isinstance(wins_given, Iterable) and not isinstance(wins_given, str | Mapping)
        all_wins: tuple[Any, ...] = tuple(wins_given) if is_list else (wins_given,)
        if more and discarder is None and isinstance(more[-1], Wind | str | None):
            all_wins, discarder = (*all_wins, *more[:-1]), more[-1]
        else:
            all_wins += more
        check_flag(void, "riichi_void", DealError)
        for win in all_wins:
            if not isinstance(win, Win | StatedWin):
                message = Message("wins: expected a Win or a StatedWin, not {value}",
                                  value=quote_argument(win))  # fmt: skip
                raise DealError("wrong_type", "wins", message)
        _set_fields(
            self,
            wins=all_wins,
            discarder=None if discarder is None else wind_of(discarder, "discarder", DealError),
            void=void,
            fed_by={
                winner: {
                    yaku: wind_of(feeder, "liable", DealError)
                    for yaku, feeder in _mapping(fed, "liable").items()
                }
                for winner, fed in _with_seats_as_keys(fed_by, "liable").items()
            },
        )

    @property
    def winners(self) -> tuple[Wind, ...]:
        """The seats that declared a win, in the given order."""
        return tuple(win.seat for win in self.wins)


@dataclass(frozen=True, slots=True, init=False)
class ExhaustiveDraw:
    """The wall is exhausted.

    >>> ExhaustiveDraw(tenpai=["south"]).tenpai
    frozenset({<Wind.SOUTH: 1>})

    Attributes:
        tenpai: the seats that showed a tenpai hand.
        nagashi: the seats that have nagashi mangan.
        dead: the seats whose hand is dead.
        noten_riichi: the seats in riichi that are known not to be tenpai; their penalty, if any, is
            judged separately.
    """

    kind: ClassVar[Literal["exhaustive_draw"]] = "exhaustive_draw"

    tenpai: frozenset[Wind]
    nagashi: frozenset[Wind]
    dead: frozenset[Wind]
    noten_riichi: frozenset[Wind]

    def __init__(
        self,
        tenpai: Seat | Iterable[Seat] = (),
        nagashi: Seat | Iterable[Seat] = (),
        dead: Seat | Iterable[Seat] = (),
        noten_riichi: Seat | Iterable[Seat] = (),
    ) -> None:
        """Create the end; seats may be winds or words.

        Raises:
            DealError: if a value does not name a seat.
        """
        _set_fields(
            self,
            tenpai=seats_of(tenpai, "tenpai"),
            nagashi=seats_of(nagashi, "nagashi"),
            dead=seats_of(dead, "dead_hands"),
            noten_riichi=seats_of(noten_riichi, "riichi"),
        )


@dataclass(frozen=True, slots=True)
class AbortiveDraw:
    """The deal was aborted.

    >>> AbortiveDraw("nine_kinds").cause
    'nine_kinds'

    Raises:
        DealError: if the cause is unknown.
    """

    kind: ClassVar[Literal["abortive_draw"]] = "abortive_draw"

    cause: Cause

    def __post_init__(self) -> None:
        """Check the cause."""
        _known_word(self.cause, "cause", CAUSES)


@dataclass(frozen=True, slots=True)
class Chombo:
    """The deal ended with a chombo and nothing else.

    >>> FinishedDeal(Chombo(), offenders=["west"]).setting
    'tournament'
    """

    kind: ClassVar[Literal["chombo"]] = "chombo"


@dataclass(frozen=True, slots=True)
class Redeal:
    """The deal could not continue, without a foul, and is dealt again.

    Its riichi bets go back to the players, and no other points move (EMA 2016, 5.2).

    >>> Redeal().kind
    'redeal'
    """

    kind: ClassVar[Literal["redeal"]] = "redeal"


Ending: TypeAlias = Wins | ExhaustiveDraw | AbortiveDraw | Chombo | Redeal
ENDINGS: tuple[type[Ending], ...] = get_args(Ending)


# ---- a deal that is over -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, init=False)
class FinishedDeal(Plain):
    """A deal that is over, without its payments; seats have the names of their winds.

    >>> FinishedDeal(ExhaustiveDraw(tenpai=["south"]), counters=1, riichi=["south"]).counters
    1

    Its wins get the round wind, the counters and the riichi that they do not have themselves:

    >>> win = Win("2345567m345p678s", "8m", by="ron", seat="south")
    >>> deal = FinishedDeal(Wins(win, discarder="west"), counters=2, riichi=["south", "east"])
    >>> deal.end.wins[0].counters, deal.end.wins[0].riichi.double
    (2, False)

    Attributes:
        end: how it ended.
        round_wind: the round wind.
        counters: counters (honba) on the table.
        bets: riichi bets that earlier deals left on the table. They do not include the stakes of
            `riichi`, which left their players when they declared it.
        riichi: the seats that declared riichi.
        wareme: the seat whose wall the dice broke; None if unknown.
        void_riichi: the seats in `riichi` whose riichi is void because of a foul, so that their
            bets go back.
        offenders: the seats that committed a chombo, including at the same time as a win or a draw.
        setting: the setting whose chombo penalty applies: tournaments or casual play.
        penalties: points off results after uma for other fouls, as negative numbers.
        table_penalties: points off the scores at the table for other fouls, as negative numbers.
        foul_payments: the points that other fouls cost the seats, into the pot or to each other.
    """

    end: Ending
    round_wind: Wind
    counters: int
    bets: Points
    riichi: frozenset[Wind]
    offenders: frozenset[Wind]
    setting: PlaySetting
    penalties: Mapping[Wind, int] = field(hash=False)
    table_penalties: Mapping[Wind, int] = field(hash=False)
    void_riichi: frozenset[Wind]
    wareme: Wind | None
    foul_payments: Ledger

    def __init__(  # noqa: PLR0913, PLR0917 - the facts of a deal
        self,
        end: Ending,
        round_wind: Seat = Wind.EAST,
        counters: int = 0,
        bets: Points = 0,
        riichi: Seat | Iterable[Seat] = (),
        offenders: Seat | Iterable[Seat] = (),
        setting: PlaySetting = "tournament",
        penalties: Mapping[Any, int] | None = None,
        table_penalties: Mapping[Any, int] | None = None,
        void_riichi: Seat | Iterable[Seat] = (),
        wareme: Seat | None = None,
        foul_payments: Ledger = NO_PAYMENTS,
    ) -> None:
        """Create a finished deal and check its facts; seats may be winds or words.

        A round wind, counters or riichi that only the deal or only a win states are those of
        both.

        Raises:
            DealError: if the facts contradict each other.
        """
        _set_fields(
            self,
            end=end,
            round_wind=wind_of(round_wind, "round_wind", DealError),
            counters=counters,
            bets=bets,
            riichi=seats_of(riichi, "riichi"),
            offenders=seats_of(offenders, "offenders"),
            setting=_known_word(setting, "setting", PLAY_SETTINGS),
            penalties=_with_seats_as_keys(penalties, "penalties"),
            table_penalties=_with_seats_as_keys(table_penalties, "table_penalties"),
            void_riichi=seats_of(void_riichi, "riichi"),
            wareme=None if wareme is None else wind_of(wareme, "wareme", DealError),
            foul_payments=foul_payments,
        )
        if isinstance(end, Wins):
            _complete(self, end)
        _check_deal(self)

    @property
    def standing_riichi(self) -> frozenset[Wind]:
        """The seats whose riichi is not void because of a foul."""
        return self.riichi - self.void_riichi

    @classmethod
    def of(cls, end: Ending) -> FinishedDeal:
        """Return a deal made from its end; winds, counters and riichi come from the wins.

        If the end is an abortive draw by four riichi, all players are in riichi.

        Raises:
            DealError: if the facts contradict each other.
        """
        if end == AbortiveDraw("four_riichi"):
            return cls(end, riichi=Wind)
        wins = [win for win in end.wins if isinstance(win, Win)] if isinstance(end, Wins) else []
        if not wins:
            return cls(end)
        riichi = [win.seat for win in wins if win.riichi is not None]
        return cls(end, wins[0].round_wind, wins[0].counters, riichi=riichi)


def _complete(deal: FinishedDeal, end: Wins) -> None:
    """Give a deal and its wins what only one of them states."""
    with_riichi = frozenset(win.seat for win in end.wins if isinstance(win, Win) and win.riichi)
    riichi = deal.riichi | with_riichi - deal.offenders
    wins = tuple(_completed(win, deal) if isinstance(win, Win) else win for win in end.wins)
    if wins != end.wins:
        end = replace(end, wins=wins)
    _set_fields(deal, end=end, riichi=riichi)


def _completed(win: Win, deal: FinishedDeal) -> Win:
    """Return a win with the wind, the counters and the riichi of its deal where it has none."""
    missing: dict[str, Any] = {}
    if win.round_wind is Wind.EAST and deal.round_wind is not Wind.EAST:
        missing["round_wind"] = deal.round_wind
    if win.counters == 0 and deal.counters:
        missing["counters"] = deal.counters
    if win.riichi is None and win.seat in deal.standing_riichi - deal.offenders:
        missing["riichi"] = Riichi()
    return replace(win, **missing) if missing else win


def refuse_other_riichi(end: Wins, riichi: frozenset[Wind], offenders: frozenset[Wind]) -> None:
    """Refuse wins for which one field of a record states riichi and another denies it.

    `riichi` are the seats whose riichi stands by the record. Offenders' wins do not count.

    Raises:
        DealError: the contradiction.
    """
    for win in end.wins:
        if (
            isinstance(win, Win)
            and win.seat not in offenders
            and (win.seat in riichi) != bool(win.riichi)
        ):
            message = Message(
                "riichi: {seat} is not listed, but declared riichi in the win"
                if win.riichi
                else "riichi: {seat} is listed, but declared no riichi in the win",
                seat=win.seat,
            )
            _contradiction("riichi", message)


def refuse_other_discarder(*, drawn: bool, discarder: Wind | None) -> None:
    """Refuse a discarder of a drawn tile, and a discarded tile without its discarder.

    Raises:
        DealError: the contradiction.
    """
    if drawn and discarder is not None:
        _contradiction("discarder", Message("a drawn tile has no discarder"))
    if not drawn and discarder is None:
        message = Message("discarder is missing: name the player who discarded")
        raise DealError("missing_field", "discarder", message)


def _check_deal(deal: FinishedDeal) -> None:
    if not isinstance(deal.end, ENDINGS):
        names, quoted = ", ".join(kind.__name__ for kind in ENDINGS), quote_argument(deal.end)
        message = Message("expected one of {names}, not {value}", names=names, value=quoted)
        raise DealError("wrong_type", "end", message)
    for name, number in (("counters", deal.counters), ("bets_on_table", deal.bets)):
        _check_number(number, name, int if name == "counters" else (int, Fraction))
        if not 0 <= number <= 1_000:
            message = Message("{name}: expected 0 to 1,000", name=parameter_of(name))
            raise DealError("out_of_range", name, message)
    for name, points_off in (
        ("penalties", deal.penalties),
        ("table_penalties", deal.table_penalties),
    ):
        for points in points_off.values():
            _check_number(points, name, int)
        if any(points > 0 for points in points_off.values()):
            message = Message("{name}: points taken off are negative numbers", name=name)
            raise DealError("out_of_range", name, message)
    if isinstance(deal.end, Chombo) and not deal.offenders:
        _contradiction("offenders", Message("a chombo needs its offenders"))
    if not deal.void_riichi <= deal.riichi:
        message = Message("only a riichi that was declared can be void")
        _contradiction("riichi", message)
    if isinstance(deal.end, Wins):
        _check_wins(deal, deal.end)
    if isinstance(deal.end, AbortiveDraw):
        _check_abort(deal, deal.end)


def _check_number(number: object, name: str, kind: type | tuple[type, ...]) -> None:
    if isinstance(number, bool) or not isinstance(number, kind):
        message = Message(
            "{field}: not a whole number: {given}",
            field=parameter_of(name),
            given=quote_argument(number),
        )
        raise DealError("wrong_type", name, message)


def _check_abort(deal: FinishedDeal, end: AbortiveDraw) -> None:
    if end.cause == "nine_kinds" and Wind.NORTH in deal.riichi:
        message = Message(
            "nine_kinds with North's riichi: a player who declares nine kinds has not discarded "
            "yet, and North discards last"
        )
        _contradiction("riichi", message)
    if end.cause == "four_riichi" and len(deal.riichi) < len(Wind):
        message = Message("four_riichi: all four players must be in riichi, and riichi lists fewer")
        _contradiction("riichi", message)


def _check_wins(deal: FinishedDeal, end: Wins) -> None:
    seats = end.winners
    if not end.wins:
        _contradiction("wins", Message("a win that nobody declared: expected one in wins"))
    if len(set(seats)) < len(seats):
        _contradiction("wins", Message("a seat can win only once"))
    if end.discarder in seats:
        message = Message("{seat} cannot win on their own discard", seat=end.discarder)
        _contradiction("discarder", message)
    if end.discarder is None and len(seats) > 1:
        _contradiction("wins", Message("only one player can win on a drawn tile"))
    if len({win.tile.kind for win in end.wins if isinstance(win, Win)}) > 1:
        message = Message("there are multiple winners, so the winning tile is the same for all")
        _contradiction("wins", message)
    if end.void and end.discarder not in deal.riichi:
        message = Message("only the discarder's riichi can lapse, and the discarder declared none")
        _contradiction("riichi_void", message)
    refuse_other_riichi(end, deal.standing_riichi, deal.offenders)
    for win in end.wins:
        if isinstance(win, Win):
            _check_win(deal, end, win)
    for seat in end.fed_by:
        _check_feeders(end, seat)


def _check_win(deal: FinishedDeal, end: Wins, win: Win) -> None:
    refuse_other_discarder(drawn=win.drawn, discarder=end.discarder)
    if (win.round_wind, win.counters) != (deal.round_wind, deal.counters):
        message = Message("wins: the round wind and the counters differ from those of the hand")
        _contradiction("wins", message)


def _check_feeders(end: Wins, seat: Wind) -> None:
    win = next((declared for declared in end.wins if declared.seat is seat), None)
    if win is None:
        message = Message("{seat} did not win, so nobody is liable to pay that hand", seat=seat)
        _contradiction("liable", message)
    if seat in end.fed_by[seat].values():
        message = Message("{seat} cannot feed a set of their own hand", seat=seat)
        _contradiction("liable", message)
    for yaku in end.fed_by[seat]:
        if yaku not in LIABLE_YAKU:
            raise wrong_word(yaku, "liable", LIABLE_YAKU, DealError)
        if (
            (isinstance(win, Win) and not LIABLE_YAKU[yaku](win))
            or (yaku == "after_a_quad" and end.discarder is not None)
            or (yaku == "big_four_winds" and "big_three_dragons" in end.fed_by[seat])
        ):
            message = Message("{seat} has no {yaku}, so nobody fed it", seat=seat, yaku=yaku)
            _contradiction("liable", message)


FED_SETS: Mapping[str, tuple[Collection[int], int]] = {
    "big_three_dragons": (range(31, 34), 3),
    "big_four_winds": (range(27, 31), 4),
    "all_honours": (range(27, 34), 4),
    "all_terminals": ((0, 8, 9, 17, 18, 26), 4),
    "all_green": ((19, 20, 21, 23, 25, 32), 4),
}
"""The yaku with a decisive set: the kinds of tiles of its sets, and the number of sets."""


def _has_fed_yaku(win: Win, name: str) -> bool:
    kinds, _ = FED_SETS[name]
    if name in ("big_three_dragons", "big_four_winds"):
        return all(sum(tile.kind == kind for tile in win.tiles) >= 3 for kind in kinds)
    return all(tile.kind in kinds for tile in win.tiles)


LIABLE_YAKU: Mapping[str, Callable[[Win], bool]] = {
    **{name: partial(_has_fed_yaku, name=name) for name in FED_SETS},
    "four_quads": lambda win: sum(meld.quad for meld in win.hand.melds) == 4,
    "after_a_quad": lambda win: "after_quad" in win.occasions,
}
"""The yaku for which a player can be liable, each with a test whether a hand has it."""


# ---- in words ------------------------------------------------------------------------------------


CAUSE_WORDS: dict[str, Translatable] = {
    "nine_kinds": "nine kinds of terminals and honours",
    "four_winds": "four equal winds",
    "four_riichi": "four riichi",
    "four_quads": "four quads",
    "three_calls": "three wins",
}
"""The causes of an abortive draw, in words."""
