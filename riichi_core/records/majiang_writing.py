"""Games of ours written as majiang plays them back; `majiang` says what stands where."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from riichi_core.hands.win import Win
from riichi_core.records import mjai_lines as mj
from riichi_core.records.majiang import MARKS, NAMES, SetText, text_of_tiles
from riichi_core.records.mjai import deal_lines
from riichi_core.records.recorded import FinishedDeal
from riichi_core.settlement.ending import Wins
from riichi_core.settlement.ledger import Points, as_json
from riichi_core.tiles import Wind


def write_majiang(
    names: Sequence[str],
    deals: Iterable[FinishedDeal],
    final: Sequence[Points] | None = None,
    results: Sequence[Points] | None = None,
    title: str = "riichi-core",
) -> str:
    """Return a game as the record that majiang plays back.

    Args:
        names: the players, the first East first.
        deals: its deals.
        final: the scores at the end of the game; those after the last deal if nothing is given.
        results: what the game counted for, in points; left out where nothing is given.
        title: the name of the game.
    """
    played = list(deals)
    scores = [*(final or played[-1].after.scores)]
    order = sorted(range(4), key=lambda player: -scores[player])
    game = {
        "title": title,
        "player": list(names),
        "qijia": 0,
        "log": [list(_Writing(deal).entries()) for deal in played],
        "defen": list(map(as_json, scores)),
        "rank": [order.index(player) + 1 for player in range(4)],
    }
    if results is not None:
        game["point"] = [f"{float(one) / 1000:.1f}" for one in results]
    return json.dumps(game, ensure_ascii=False) + "\n"


class _Writing:
    """Writes a deal entry by entry; knows the sets of each player by their texts."""

    def __init__(self, played: FinishedDeal) -> None:
        self.played, self.dealer = played, played.before.dealer
        self.sets: list[list[str]] = [[], [], [], []]
        self.replacing = self.riichi = False

    def entries(self) -> Iterator[dict[str, Any]]:
        """Yield what happened, the head first."""
        for line in deal_lines(self.played):
            yield from self._entries(line)

    def _seat(self, player: int) -> int:
        return (player - self.dealer) % 4

    def _entries(self, line: mj.MjaiLine) -> Iterator[dict[str, Any]]:
        match line:
            case mj.StartKyoku():
                yield {"qipai": self._head(line)}
            case mj.Tsumo():
                name = "gangzimo" if self.replacing else "zimo"
                yield {name: {"l": self._seat(line.actor), "p": text_of_tiles([line.pai])}}
                self.replacing = False
            case mj.Reach():
                self.riichi = True
            case mj.Dahai():
                marks = ("_" if line.tsumogiri else "") + ("*" if self.riichi else "")
                yield {
                    "dapai": {"l": self._seat(line.actor), "p": text_of_tiles([line.pai]) + marks}
                }
                self.riichi = False
            case mj.Claim() | mj.Ankan() | mj.Kakan():
                yield self._set(line)
            case mj.Dora():
                yield {"kaigang": {"baopai": text_of_tiles([line.dora_marker])}}
            case mj.Hora():
                yield {"hule": self._win(line)}
            case mj.Ryukyoku():
                yield {"pingju": self._draw(line)}

    def _head(self, line: mj.StartKyoku) -> dict[str, Any]:
        before = self.played.before
        players = [before.player(seat) for seat in Wind]
        return {
            "zhuangfeng": mj.WINDS.index(line.bakaze),
            "jushu": self.dealer,
            "changbang": line.honba,
            "lizhibang": as_json(before.bets),
            "defen": [as_json(before.scores[player]) for player in players],
            "baopai": text_of_tiles([line.dora_marker]),
            "shoupai": [text_of_tiles(line.tehais[player]) for player in players],
        }

    def _set(self, line: mj.Claim | mj.Ankan | mj.Kakan) -> dict[str, Any]:
        sets = self.sets[line.actor]
        if isinstance(line, mj.Kakan):
            place = next(n for n, one in enumerate(sets) if SetText(one).is_pung_of(line.pai))
            text = sets[place] = sets[place] + str(line.pai)[0]
        elif isinstance(line, mj.Ankan):
            text = text_of_tiles(line.consumed)
            sets.append(text)
        else:
            text = self._claimed(line)
            sets.append(text)
        self.replacing = not isinstance(line, mj.Chi | mj.Pon)
        name = "fulou" if isinstance(line, mj.Claim) else "gang"
        return {name: {"l": self._seat(line.actor), "m": text}}

    def _claimed(self, line: mj.Claim) -> str:
        """Return the text of a claimed set; the claimed tile of a pung or kong stands last."""
        mark = MARKS[(line.target - line.actor) % 4 - 1]
        tiles = [(str(tile)[0], "") for tile in line.consumed]
        claimed = (str(line.pai)[0], mark)
        if isinstance(line, mj.Chi):
            ordered = sorted([*tiles, claimed], key=lambda one: one[0].replace("0", "5"))
        else:
            ordered = [*tiles, claimed]
        return line.pai.suit + "".join(number + behind for number, behind in ordered)

    def _win(self, line: mj.Hora) -> dict[str, Any]:
        end, settlement = self.played.end, self.played.settlement
        assert settlement is not None
        assert isinstance(end.ending, Wins)
        seat = self._seat(line.actor)
        win = next(one for one in end.ending.wins if isinstance(one, Win) and one.seat == seat)
        score = settlement.scores[Wind(seat)]
        worth = (
            {"damanguan": score.yakuman} if score.yakuman else {"fu": score.fu, "fanshu": score.han}
        )
        return {
            "l": seat,
            "shoupai": self._shown(line.actor) + text_of_tiles([win.tile]),
            "baojia": None if line.actor == line.target else self._seat(line.target),
            "fubaopai": [text_of_tiles([one]) for one in line.ura] if win.riichi else None,
            **worth,
            "defen": score.points,
            "hupai": [{"name": one.id, "fanshu": one.han or "*"} for one in score.yaku],
            "fenpei": self._by_seat(line.deltas),
        }

    def _shown(self, player: int) -> str:
        """Return the hand of a player with the sets."""
        hand = text_of_tiles(self.played.end.players[self._seat(player)].hand)
        return ",".join([hand, *self.sets[player]])

    def _draw(self, line: mj.Ryukyoku) -> dict[str, Any]:
        shown = line.tenpais or (False,) * 4
        hands = [self._shown(player) if shown[player] else "" for player in range(4)]
        return {
            "name": NAMES.get(self.played.ended, self.played.ended),
            "shoupai": [hands[self.played.before.player(seat)] for seat in Wind],
            "fenpei": self._by_seat(line.deltas),
        }

    def _by_seat(self, points: Sequence[Points] | None) -> list[int | str]:
        by_player = points or (0, 0, 0, 0)
        return [as_json(by_player[self.played.before.player(seat)]) for seat in Wind]
