"""Records of the program Denno Mahjong (majiang): a list of events for each deal.

Seats are numbered from East in each deal; the first East is `qijia`. A tile is `m5`, red `m0`, and
tiles of a suit are joined: `m123z77`. In a set, a mark follows the claimed tile: `-` from the left,
`=` from across, `+` from the right. Positions look like `deal 3, entry 12, dapai`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from riichi.games.formats import mjai, tenhou6
from riichi.games.formats.file_text import parse_json, text_of, unexpected
from riichi.games.formats.game_builder import GameBuilder, RecordedStart
from riichi.games.formats.placed_value import MOST_DEALS, THREE_PLAYERS, PlacedValue
from riichi.games.replay.deal_history import DealHistory
from riichi.games.replay.recorded_game import FourScores, RecordedEnd, RecordedGame, four_scores
from riichi_core.game.game import Standing
from riichi_core.hands.win import Win
from riichi_core.messages import Message
from riichi_core.play.actions import Chii, ClaimedKan, ConcealedKan, ExtendedKan, MeldClaim, Pon
from riichi_core.scoring.points import Points, points_json
from riichi_core.settlement.ending import Wins
from riichi_core.tiles import TILES, Tile, Wind

DRAWS: dict[str, RecordedEnd] = {
    "荒牌平局": "exhausted",
    **{word: end for word, (end, _) in tenhou6.WORDS.items() if end != "win"},
}
"""The names of draws, as written by the program and by records converted from Tenhou."""

END_NAMES: dict[str, str] = {end: name for name, end in reversed(DRAWS.items())}

MARKS = "+=-"
"""The marks of a claimed tile: from the next player, the one across, or the previous one."""

_TILES = re.compile(r"(?:[mps][0-9]+|z[1-7]+)+", re.ASCII)
_SUIT = re.compile(r"([mpsz])([0-9]+)", re.ASCII)
_DISCARD = re.compile(r"([mps][0-9]|z[1-7])(_?)(\*?)[-+=]?", re.ASCII)
_MELD = re.compile(r"([mpsz])([0-9]+)(?:([-+=])([0-9]*))?", re.ASCII)


# ---- tiles ---------------------------------------------------------------------------------------


def _tiles(value: PlacedValue, part: str | None = None) -> tuple[Tile, ...]:
    """Return the tiles of a text, suit by suit, or of a part of it."""
    text = value.value if part is None else part
    if not isinstance(text, str) or not _TILES.fullmatch(text):
        raise value.error(unexpected("tiles, as m055p19z77", text), "wrong_type")
    return tuple(
        TILES[f"{number}{suit}"] for suit, numbers in _SUIT.findall(text) for number in numbers
    )


def _tile(value: PlacedValue) -> Tile:
    if not isinstance(value.value, str) or len(value.value) != 2:
        raise value.unexpected("a tile, as m5, s0 or z7")
    return _tiles(value)[0]


def _hand(value: PlacedValue) -> tuple[Tile, ...]:
    hand = _tiles(value)
    if len(hand) != 13:
        message = Message("expected {n} tiles, not {m} of them", n=13, m=len(hand))
        raise value.error(message, "out_of_range")
    return hand


def text_of_tiles(tiles: Iterable[Tile]) -> str:
    """Return tiles as text, with a letter before each suit's tiles."""
    text, last_suit = "", ""
    for tile in tiles:
        text += str(tile)[0] if tile.suit == last_suit else tile.suit + str(tile)[0]
        last_suit = tile.suit
    return text


@dataclass(frozen=True, slots=True)
class WrittenSet:
    """A set: its tiles, and the claimed tile with its mark, or the added tile."""

    tiles: tuple[Tile, ...]
    called: Tile
    others: tuple[Tile, ...]
    mark: str | None
    added: Tile | None
    kind: type[MeldClaim]


def read_set(value: PlacedValue) -> WrittenSet:
    """Read a set from its text."""
    expected = Message("a set, e.g. m34-5, p550= or s5555")
    text = _MELD.fullmatch(value.value) if isinstance(value.value, str) else None
    if text is None or not 3 <= len(text[2] + (text[4] or "")) <= 4:
        raise value.unexpected(expected)
    suit, before, mark, after = text[1], text[2], text[3], text[4] or ""
    tiles = _tiles(value, suit + before + after)
    one_kind, is_quad = len({tile.kind for tile in tiles}) == 1, len(tiles) == 4
    last = len(before) - 1
    if is_quad and not one_kind:
        raise value.unexpected(expected)
    return WrittenSet(
        tiles=tuple(sorted(tiles)),
        called=tiles[last],
        others=tuple(sorted((*tiles[:last], *tiles[last + 1 :]))),
        mark=mark,
        added=tiles[-1] if mark and after and is_quad else None,
        kind=Chii if not one_kind else ClaimedKan if is_quad else Pon,
    )


# ---- reading -------------------------------------------------------------------------------------


def read_majiang(data: bytes | str) -> RecordedGame:
    """Read the game of a record.

    Raises:
        RecordError: if the record has an error; the message says where.
    """
    return game_of(PlacedValue(parse_json(text_of(data), "")))


def game_of(game: PlacedValue) -> RecordedGame:
    """Read the game of a JSON value, as `read_majiang` does that of a text."""
    names = game.field("player").each(PlacedValue.name, 4, 4, "player {n}")
    first_east = game.field("qijia").player()
    order = [(first_east + player) % 4 for player in range(4)]  # starting with the first East
    deals = game.field("log").items(1, MOST_DEALS, "deal {n}", named=False)
    scores, points = game.optional("defen"), game.optional("point")
    final = None if scores is None else scores.points()
    over = points is None or points.value != []
    results = None
    if points is not None and over:
        results = points.each(PlacedValue.thousands, 4, 4, "player {n}")
    builder = GameBuilder("qipai", "baojia")
    for deal in deals[:-1]:
        _deal(builder, deal)
        builder.end(deal.where)
    if deals[-1].value == [] and builder.begun:
        builder.leave_out()
    else:
        _deal(builder, deals[-1])
        builder.end_last(deals[-1].where)
    return builder.game(
        game.where,
        (names[player].split("\n")[0] for player in order),
        four_scores(final[player] for player in order) if final is not None and over else None,
        None if results is None else tuple(results[player] for player in order),
    )


def _deal(game: GameBuilder, deal: PlacedValue) -> None:
    dealer, entries = 0, deal.items(0, None, "entry {n}")
    for entry in entries:
        if not isinstance(entry.value, dict) or len(entry.value) != 1:
            raise entry.unexpected("an object with one key")
        ((name, value),) = entry.value.items()
        if name != "qipai" and name not in _ENTRIES:
            expected = ", ".join(("qipai", *_ENTRIES))
            raise entry.error(unexpected(expected, name), "unknown_word")
        event = entry.inside(name, value)
        if (name == "qipai") == game.playing:
            raise event.error(Message("a hand begins with exactly one qipai"))
        if name == "qipai":
            start = _start(event)
            dealer = start.standing.dealer
            game.begin(start, event.where)
        else:
            _ENTRIES[name](_Entry(game, event, dealer))
    if not entries:
        raise deal.error(Message("a hand begins with exactly one qipai"))


def _start(head: PlacedValue) -> RecordedStart:
    round_, dealer = head.field("zhuangfeng").player(), head.field("jushu").player()
    counters, bets = head.field("changbang").sticks(), head.field("lizhibang").sticks()
    scores, indicator = head.field("defen").points(), _tile(head.field("baopai"))
    written = head.field("shoupai")
    if isinstance(written.value, list) and len(list(filter(None, written.value))) == 3:
        raise written.error(THREE_PLAYERS)
    hands = written.each(_hand, 4, 4, "seat {i}")
    return RecordedStart(
        Standing(_by_player(scores, dealer), round_, dealer, counters, bets),
        tuple(hands[(player - dealer) % 4] for player in range(4)),
        indicator,
    )


def _by_player(points: Sequence[int], dealer: int) -> FourScores:
    return four_scores(points[(player - dealer) % 4] for player in range(4))


class _Entry:
    """One event of a deal; seats are counted from its dealer."""

    def __init__(self, game: GameBuilder, event: PlacedValue, dealer: int) -> None:
        self.event, self.dealer, self.where = event, dealer, event.where
        self.deal = game.deal(self.where)

    def player(self, name: str = "l") -> int:
        """Return the player in a seat."""
        return (self.event.field(name).player() + self.dealer) % 4

    def drew(self) -> None:
        """Read `zimo`, or `gangzimo` after a quad."""
        self.deal.drew(self.player(), _tile(self.event.field("p")), self.where)

    def discarded(self) -> None:
        """Read `dapai`, with the marks of a drawn tile and of riichi."""
        player, value = self.player(), self.event.field("p")
        text = _DISCARD.fullmatch(value.value) if isinstance(value.value, str) else None
        if text is None:
            raise value.unexpected("a discard, as m5, m5_ or m5_*")
        (tile,) = _tiles(value, text[1])
        if text[3]:
            self.deal.declared_riichi(player, self.where)
        self.deal.discarded(player, tile, self.where, tsumogiri=bool(text[2]))

    def claimed(self) -> None:
        """Read `fulou`."""
        player, value = self.player(), self.event.field("m")
        meld = read_set(value)
        if meld.mark is None or meld.added is not None:
            raise value.unexpected("a claimed set", "contradiction")
        giver = (player + 1 + MARKS.index(meld.mark)) % 4
        self.deal.claimed(player, giver, meld.called, meld.kind(meld.others), self.where)

    def made_quad(self) -> None:
        """Read `gang`."""
        player, value = self.player(), self.event.field("m")
        meld = read_set(value)
        if meld.mark is not None and meld.added is None:
            raise value.unexpected("a quad of the player's own tiles", "contradiction")
        quad = ConcealedKan(meld.tiles) if meld.added is None else ExtendedKan(meld.added)
        self.deal.made_quad(player, quad, self.where)

    def turned(self) -> None:
        """Read `kaigang`."""
        self.deal.turned(_tile(self.event.field("baopai")), self.where)

    def won(self) -> None:
        """Read `hule`."""
        winner = self.player()
        if not self.event.has("baojia"):
            raise self.event.missing("baojia")
        self_drawn = self.event.optional("baojia") is None
        giver = winner if self_drawn else self.player("baojia")
        ura_tiles = self.event.optional("fubaopai")
        ura = () if ura_tiles is None else ura_tiles.each(_tile, 0, 5, "item {n}")
        self.deal.won(winner, giver, self.where, self._moved(), ura)

    def drawn(self) -> None:
        """Read `pingju`; players who show their hands are tenpai."""
        end = DRAWS.get(self.event.field("name").text(), "draw")
        hands = self.event.field("shoupai").each(PlacedValue.text, 4, 4, "seat {i}")
        tenpai = frozenset((seat + self.dealer) % 4 for seat in range(4) if hands[seat])
        self.deal.ended(end, self.where, self._moved(), tenpai)

    def _moved(self) -> FourScores:
        return _by_player(self.event.field("fenpei").points("seat {i}"), self.dealer)


_ENTRIES: Mapping[str, Callable[[_Entry], None]] = {
    "zimo": _Entry.drew,
    "gangzimo": _Entry.drew,
    "dapai": _Entry.discarded,
    "fulou": _Entry.claimed,
    "gang": _Entry.made_quad,
    "kaigang": _Entry.turned,
    "hule": _Entry.won,
    "pingju": _Entry.drawn,
}


# ---- writing -------------------------------------------------------------------------------------


def write_majiang(
    names: Sequence[str],
    deals: Iterable[DealHistory],
    final: Sequence[Points] | None = None,
    results: Sequence[Points] | None = None,
    title: str = "riichi-core",
) -> str:
    """Return a game as a record that majiang can replay.

    Args:
        names: the players, the first East first.
        deals: the deals of the game.
        final: the scores at the end of the game; None for those after the last deal.
        results: the final results, in points; None to leave them out. A game without both is
            unfinished.
        title: the name of the game.
    """
    played = list(deals)
    scores = [*(played[-1].next_standing.scores if final is None else final)]
    order = sorted(range(4), key=lambda player: -scores[player])
    game = {
        "title": title,
        "player": list(names),
        "qijia": 0,
        "log": [list(_MajiangWriter(deal).entries()) for deal in played],
        "defen": list(map(points_json, scores)),
        "rank": [order.index(player) + 1 for player in range(4)],
    }
    if final is None and results is None:
        game |= {"rank": [], "point": []}
    elif results is not None:
        game["point"] = [f"{float(points) / 1000:.1f}" for points in results]
    return json.dumps(game, ensure_ascii=False) + "\n"


class _MajiangWriter:
    """A writer of a deal, entry by entry, which tracks the text of each player's sets."""

    def __init__(self, played: DealHistory) -> None:
        self.played, self.dealer = played, played.before.dealer
        self.sets: list[list[str]] = [[], [], [], []]
        self.replacing = self.riichi = False

    def entries(self) -> Iterator[dict[str, Any]]:
        """Yield the events, starting with the head."""
        for line in mjai.deal_lines(self.played):
            yield from self._entries(line)

    def _seat(self, player: int) -> int:
        return (player - self.dealer) % 4

    def _entries(self, line: mjai.Line) -> Iterator[dict[str, Any]]:
        match line:
            case {"type": "start_kyoku"}:
                yield {"qipai": self._head(line)}
            case {"type": "tsumo", "actor": actor, "pai": tile}:
                name = "gangzimo" if self.replacing else "zimo"
                yield {name: {"l": self._seat(actor), "p": text_of_tiles([tile])}}
                self.replacing = False
            case {"type": "reach"}:
                self.riichi = True
            case {"type": "dahai", "actor": actor, "pai": tile, "tsumogiri": drawn}:
                marks = ("_" if drawn else "") + ("*" if self.riichi else "")
                yield {"dapai": {"l": self._seat(actor), "p": text_of_tiles([tile]) + marks}}
                self.riichi = False
            case {"consumed": _}:
                yield self._set(line)
            case {"type": "dora", "dora_marker": tile}:
                yield {"kaigang": {"baopai": text_of_tiles([tile])}}
            case {"type": "hora"}:
                yield {"hule": self._win(line)}
            case {"type": "ryukyoku"}:
                yield {"pingju": self._draw(line)}

    def _head(self, line: mjai.Line) -> dict[str, Any]:
        before = self.played.before
        players = [before.player(seat) for seat in Wind]
        return {
            "zhuangfeng": mjai.WINDS.index(line["bakaze"]),
            "jushu": self.dealer,
            "changbang": line["honba"],
            "lizhibang": points_json(before.bets),
            "defen": [points_json(before.scores[player]) for player in players],
            "baopai": text_of_tiles([line["dora_marker"]]),
            "shoupai": [text_of_tiles(line["tehais"][player]) for player in players],
        }

    def _set(self, line: mjai.Line) -> dict[str, Any]:
        kind, sets = line["type"], self.sets[line["actor"]]
        if kind == "kakan":
            suit, number = line["pai"].suit, str(line["pai"].plain)[0]
            place = next(n for n, text in enumerate(sets) if _is_triplet(text, suit, number))
            text = sets[place] = sets[place] + str(line["pai"])[0]
        else:
            text = text_of_tiles(line["consumed"]) if kind == "ankan" else self._claimed(line)
            sets.append(text)
        self.replacing = kind not in ("chi", "pon")
        name = "fulou" if kind in mjai.CLAIMS else "gang"
        return {name: {"l": self._seat(line["actor"]), "m": text}}

    def _claimed(self, line: mjai.Line) -> str:
        """Return the text of a claimed set; in a triplet or quad the claimed tile is last."""
        tile, mark = line["pai"], MARKS[(line["target"] - line["actor"]) % 4 - 1]
        parts = [*(str(own)[0] for own in line["consumed"]), f"{str(tile)[0]}{mark}"]
        if line["type"] == "chi":
            parts.sort(key=lambda part: part[0].replace("0", "5"))
        return f"{tile.suit}{''.join(parts)}"

    def _win(self, line: mjai.Line) -> dict[str, Any]:
        end, settlement = self.played.end, self.played.settlement
        assert settlement is not None
        assert isinstance(end.ending, Wins)
        seat = self._seat(line["actor"])
        win = next(win for win in end.ending.wins if isinstance(win, Win) and win.seat == seat)
        score = settlement.scores[Wind(seat)]
        worth = (
            {"damanguan": score.yakuman} if score.yakuman else {"fu": score.fu, "fanshu": score.han}
        )
        ura = [text_of_tiles([tile]) for tile in line["ura_markers"]]
        return {
            "l": seat,
            "shoupai": self._shown(line["actor"]) + text_of_tiles([win.tile]),
            "baojia": None if line["actor"] == line["target"] else self._seat(line["target"]),
            "fubaopai": ura if win.riichi else None,
            **worth,
            "defen": score.points,
            "hupai": [
                {"name": yaku.id, "fanshu": "*" if yaku.han is None else yaku.han}
                for yaku in score.yaku
            ],
            "fenpei": self._by_seat(line["deltas"]),
        }

    def _shown(self, player: int) -> str:
        """Return a player's hand with the sets."""
        hand = text_of_tiles(self.played.end.players[self._seat(player)].hand)
        return ",".join([hand, *self.sets[player]])

    def _draw(self, line: mjai.Line) -> dict[str, Any]:
        tenpais = line.get("tenpais") or (False,) * 4
        hands = [self._shown(player) if tenpais[player] else "" for player in range(4)]
        return {
            "name": END_NAMES.get(self.played.ended, self.played.ended),
            "shoupai": [hands[self.played.before.player(seat)] for seat in Wind],
            "fenpei": self._by_seat(line["deltas"]),
        }

    def _by_seat(self, points: Sequence[Points] | None) -> list[int | str]:
        by_player = (0, 0, 0, 0) if points is None else points
        return [points_json(by_player[self.played.before.player(seat)]) for seat in Wind]


def _is_triplet(text: str, suit: str, number: str) -> bool:
    """Return True for the text of a triplet of these tiles: `m550+`."""
    numbers = text[1:].translate(str.maketrans("0", "5", MARKS))
    return text[0] == suit and numbers == 3 * number
