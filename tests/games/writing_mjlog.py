"""Records written in the format of Tenhou's archive, from mjai lines, for reading them back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import quote

from riichi.games.formats.mjai import FROM_MJAI, REASONS, WINDS
from riichi.games.formats.mjlog import ENDS

DRAWS, DISCARDS = "TUVW", "DEFG"


def as_mjlog(text: str, *, reds: bool = True, results: Sequence[float] | None = None) -> str:
    """Return the tags for a game in mjai lines."""
    lines = [json.loads(line) for line in text.splitlines()]
    names = [quote(name) for name in lines[0]["names"]]
    named = " ".join(f'n{n}="{name}"' for n, name in enumerate(names))
    head = '<mjloggm ver="2.3"><SHUFFLE seed="x" ref=""/>'
    game = f'<GO type="{9 if reds else 11}" lobby="0"/><UN {named} dan="1,1,1,1"/>'
    writing = _Writing(reds)
    tags = "".join(tag for line in lines for tag in writing.tags(line))
    if results is not None:
        both = zip(lines[-1]["scores"], results, strict=True)
        end = ",".join(f"{score // 100},{result}" for score, result in both)
        tags = tags.removesuffix("/>") + f' owari="{end}"/>'
    return f'{head}{game}<TAIKYOKU oya="0"/>{tags}</mjloggm>'


def _ids(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


class _Writing:
    """Numbers every tile of a deal."""

    def __init__(self, reds: bool) -> None:
        self.reds = reds
        self.free: set[int] = set()
        self.hands: list[list[int]] = []
        self.indicators: list[int] = []
        self.triplets: dict[tuple[int, int], int] = {}
        self.thrown = 0

    def tags(self, line: dict[str, Any]) -> list[str]:
        who = line.get("actor", 0)
        match line["type"]:
            case "start_kyoku":
                return [self._start(line)]
            case "tsumo":
                self.hands[who].append(self._new(line["pai"]))
                return [f"<{DRAWS[who]}{self.hands[who][-1]}/>"]
            case "dahai":
                drawn = line["tsumogiri"]
                self.thrown = self.hands[who].pop() if drawn else self._taken(who, line["pai"])
                return [f"<{DISCARDS[who]}{self.thrown}/>"]
            case "reach":
                return [f'<REACH who="{who}" step="1"/>']
            case "reach_accepted":
                return [f'<REACH who="{who}" ten="1,2,3,4" step="2"/>']
            case "chi" | "pon" | "daiminkan" | "ankan" | "kakan":
                return [f'<N who="{who}" m="{self._set(line, who)}"/>']
            case "dora":
                self.indicators.append(self._new(line["dora_marker"]))
                return [f'<DORA hai="{self.indicators[-1]}"/>']
            case "hora" | "ryukyoku":
                return [self._end(line)]
        return []

    def _start(self, line: dict[str, Any]) -> str:
        self.free = set(range(136))
        self.hands = [[self._new(pai) for pai in hand] for hand in line["tehais"]]
        self.indicators = [self._new(line["dora_marker"])]
        round_ = 4 * WINDS.index(line["bakaze"]) + line["oya"]
        seed = _ids([round_, line["honba"], line["kyotaku"], 1, 2, self.indicators[0]])
        hands = " ".join(f'hai{n}="{_ids(hand)}"' for n, hand in enumerate(self.hands))
        ten = _ids(score // 100 for score in line["scores"])
        return f'<INIT seed="{seed}" ten="{ten}" oya="{line["oya"]}" {hands}/>'

    def _fits(self, number: int, pai: str) -> bool:
        tile = FROM_MJAI[pai]
        marked = "5" in pai and self.reds
        return number // 4 == tile.kind and (not marked or tile.red == (number % 4 == 0))

    def _new(self, pai: str) -> int:
        found = min(number for number in self.free if self._fits(number, pai))
        self.free.discard(found)
        return found

    def _taken(self, player: int, pai: str) -> int:
        found = next(number for number in self.hands[player] if self._fits(number, pai))
        self.hands[player].remove(found)
        return found

    def _set(self, line: dict[str, Any], who: int) -> int:
        if line["type"] == "kakan":
            added = self._taken(who, line["pai"])
            return self.triplets[who, added // 4] - 8 + 16
        own = [self._taken(who, pai) for pai in line["consumed"]]
        if line["type"] == "ankan":
            return own[0] << 8
        code = _code(line["type"], own, self.thrown, (line["target"] - who) % 4)
        self.triplets[who, self.thrown // 4] = code
        return code

    def _end(self, line: dict[str, Any]) -> str:
        sc = _ids(part for delta in line["deltas"] for part in (0, delta // 100))
        if line["type"] == "hora":
            ura = [self._new(pai) for pai in line.get("ura_markers") or ()]
            under = f' doraHaiUra="{_ids(ura)}"' if ura else ""
            return f'<AGARI who="{line["actor"]}" fromWho="{line["target"]}" sc="{sc}"{under}/>'
        word = {end: word for word, end in ENDS.items()}[REASONS[line["reason"]]]
        kind = f' type="{word}"' if word else ""
        shown = [n for n, one in enumerate(line.get("tenpais") or ()) if one]
        hands = "".join(f' hai{n}="{_ids(self.hands[n])}"' for n in shown)
        return f'<RYUUKYOKU sc="{sc}"{kind}{hands}/>'


def _code(kind: str, own: list[int], called: int, giver: int) -> int:
    if kind == "daiminkan":
        return called << 8 | giver
    ids = sorted([*own, called])
    place = ids.index(called)
    if kind == "chi":
        first = ids[0] // 4
        offsets = sum((one % 4) << (3 + 2 * n) for n, one in enumerate(ids))
        return ((first // 9 * 7 + first % 9) * 3 + place) << 10 | offsets | 4 | giver
    (spare,) = {0, 1, 2, 3} - {one % 4 for one in ids}
    return (ids[0] // 4 * 3 + place) << 9 | spare << 5 | 8 | giver
