"""Write games as records of the page tenhou.net/6, and as links to it that contain a deal each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from riichi.games.formats import mjai
from riichi.games.formats.tenhou6 import DRAWN, WON, WORDS
from riichi.games.replay.deal_history import DealHistory
from riichi_core.rules.glossary import known_yaku
from riichi_core.scoring.points import LimitId, Points, points_json
from riichi_core.scoring.result import Score
from riichi_core.tiles import Tile, Wind

PAGE = "https://tenhou.net/6/#json="
"""The page that plays a record back; it reads the part behind `#` and sends it nowhere."""

_CLAIMS = {"chi": "c", "pon": "p", "daiminkan": "m"}
"""The letter of each claim."""

_ENDS: dict[str, str] = {end: word for word, (end, _) in reversed(WORDS.items())}
"""The word of each end of a deal."""

_ALL_TENPAI = {4: "全員聴牌", 0: "全員不聴"}
"""The words of an exhaustive draw without payments, by the number of tenpai players."""

_LIMITS: Mapping[LimitId, str] = {
    "mangan": "満貫",
    "haneman": "跳満",
    "baiman": "倍満",
    "sanbaiman": "三倍満",
    "yakuman": "役満",
    "counted_yakuman": "役満",
}

_DORA = {
    "dora": "ドラ",
    "kan_dora": "ドラ",
    "ura_dora": "裏ドラ",
    "kan_ura_dora": "裏ドラ",
    "red_fives": "赤ドラ",
}

_IN_LINKS = "~,:[]{}"
"""The characters other than letters, digits, `_`, `.` and `-` that a link contains as they are."""


def write_tenhou6(
    names: Sequence[str],
    deals: Iterable[DealHistory],
    final: Sequence[Points] | None = None,
    results: Sequence[Points] | None = None,
) -> str:
    """Return a game of settled deals as tenhou.net/6 JSON in one line.

    The names begin with the first East. `final` are the scores at the end, `results` those after
    uma, in points; without results the record has no end.
    """
    game = _game(names, list(deals))
    if final is not None and results is not None:
        both = zip(final, results, strict=True)
        game["sc"] = [
            part
            for score, result in both
            for part in (points_json(score), round(float(result) / 1000, 1))
        ]
    return f"{_encoded(game)}\n"


def tenhou6_links(names: Sequence[str], deals: Iterable[DealHistory]) -> tuple[str, ...]:
    """Return a link for each settled deal, which tenhou.net/6 plays back; nothing is uploaded."""
    return tuple(PAGE + quote(_encoded(_game(names, [deal])), safe=_IN_LINKS) for deal in deals)


def _encoded(game: Mapping[str, Any]) -> str:
    return json.dumps(game, ensure_ascii=False, separators=(",", ":"))


def _game(names: Sequence[str], deals: Sequence[DealHistory]) -> dict[str, Any]:
    m, p, s = mjai.red_fives(deals) or (1, 1, 1)
    return {
        "title": ["", ""],
        "name": list(names),
        "rule": {"disp": "", "aka51": m, "aka52": p, "aka53": s},
        "log": [_Deal(deal).parts() for deal in deals],
    }


def _number(tile: Tile) -> int:
    """Return the number of a tile: 11 to 47, red fives 51 to 53."""
    if tile.red:
        return 51 + "mps".index(tile.suit)
    return 10 * ("mpsz".index(tile.suit) + 1) + tile.number


def _call(others: Iterable[Tile], place: int, letter: str, tile: Tile) -> str:
    """Return the text of a call: the letter and its tile at a place among the other tiles."""
    parts = [str(_number(other)) for other in others]
    parts.insert(place, f"{letter}{_number(tile)}")
    return "".join(parts)


class _Deal:
    """One deal, sorted into the rows of its players."""

    def __init__(self, deal: DealHistory) -> None:
        self.deal = deal
        self.takes: list[list[int | str]] = [[], [], [], []]
        self.discards: list[list[int | str]] = [[], [], [], []]
        self.hands: list[list[int]] = []
        self.indicators: list[int] = []
        self.ura: list[int] = []
        self.head: list[list[Any]] = []
        self.result: list[Any] = []
        self._triplets: dict[tuple[int, int], tuple[int, tuple[Tile, ...]]] = {}
        self._riichi = False
        for line in mjai.deal_lines(deal):
            self._add(line)

    def parts(self) -> list[Any]:
        """Return the seventeen parts of the deal in a record."""
        rows = zip(self.hands, self.takes, self.discards, strict=True)
        players = [part for row in rows for part in row]
        return [*self.head, self.indicators, self.ura, *players, self.result]

    def _add(self, line: mjai.Line) -> None:
        match line:
            case {"type": "start_kyoku"}:
                self._start(line)
            case {"type": "tsumo", "actor": actor, "pai": tile}:
                self.takes[actor].append(_number(tile))
            case {"type": "reach"}:
                self._riichi = True
            case {"type": "dahai", "actor": actor, "pai": tile, "tsumogiri": drawn}:
                number = DRAWN if drawn else _number(tile)
                self.discards[actor].append(f"r{number}" if self._riichi else number)
                self._riichi = False
            case {"type": "dora", "dora_marker": tile}:
                self.indicators.append(_number(tile))
            case {"type": "ankan", "actor": actor, "consumed": tiles}:
                *others, last = tiles
                self.discards[actor].append(_call(others, 3, "a", last))
            case {"type": "kakan", "actor": actor, "pai": tile}:
                place, tiles = self._triplets[actor, tile.kind]
                self.discards[actor].append(_call(tiles, place, "k", tile))
            case {"type": "chi" | "pon" | "daiminkan"}:
                self._claim(line)
            case {"type": "hora"}:
                self._won(line)
            case {"type": "ryukyoku", "deltas": deltas}:
                self.result = [self._drawn(), list(map(points_json, deltas))]

    def _start(self, line: mjai.Line) -> None:
        deal_number = 4 * mjai.WINDS.index(line["bakaze"]) + line["oya"]
        counts = [deal_number, line["honba"], points_json(line["kyotaku"])]
        self.head = [counts, list(map(points_json, line["scores"]))]
        self.hands = [list(map(_number, hand)) for hand in line["tehais"]]
        self.indicators = [_number(line["dora_marker"])]

    def _claim(self, line: mjai.Line) -> None:
        actor, tile, own = line["actor"], line["pai"], tuple(line["consumed"])
        # The tile from the left comes first, from the right last, from across second.
        place = {3: 0, 2: 1, 1: len(own)}[(line["target"] - actor) % 4]
        self.takes[actor].append(_call(own, place, _CLAIMS[line["type"]], tile))
        if line["type"] == "pon":
            self._triplets[actor, tile.kind] = place, (*own, tile)
        if line["type"] == "daiminkan":
            self.discards[actor].append(0)

    def _won(self, line: mjai.Line) -> None:
        if not self.result:
            self.result.append(WON)
        self.ura = max(self.ura, list(map(_number, line["ura_markers"])), key=len)
        settlement = self.deal.settlement
        assert settlement is not None, "mjai writes a win only if it was paid"
        seat = self.deal.before.seat(line["actor"])
        liable = next(
            (
                transfer.giver
                for transfer in settlement.transfers
                if transfer.taker == seat and transfer.why == "liability"
            ),
            seat,
        )
        payer = self.deal.before.player(liable) if isinstance(liable, Wind) else line["actor"]
        facts = [line["actor"], line["target"], payer, *_words(settlement.scores[seat], seat)]
        self.result += [list(map(points_json, line["deltas"])), facts]

    def _drawn(self) -> str:
        tenpai = self.deal.tenpai
        if self.deal.ended == "exhausted" and tenpai is not None and len(tenpai) in _ALL_TENPAI:
            return _ALL_TENPAI[len(tenpai)]
        return _ENDS.get(self.deal.ended, _ENDS["exhausted"])


def _words(score: Score, seat: Wind) -> Iterator[str]:
    """Yield the value of a win and its yaku as the page shows them."""
    worth = _LIMITS[score.limit] if score.limit else f"{score.fu}符{score.han}飜"
    paid = score.payments
    if paid.from_discarder is not None:
        yield f"{worth}{score.points}点"
    elif seat is Wind.EAST:
        yield f"{worth}{paid.from_each}点∀"
    else:
        yield f"{worth}{paid.from_each}-{paid.from_dealer}点"
    for yaku in score.yaku:
        known = known_yaku().get(yaku.id)
        name = (known.name.kanji if known is not None else None) or yaku.id
        yield f"{name}({'役満' if yaku.han is None else f'{yaku.han}飜'})"
    for name, han in score.dora._asdict().items():
        if han and not score.yakuman:
            yield f"{_DORA[name]}({han}飜)"
