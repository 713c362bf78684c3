"""An adapter to `@kobalab/majiang-core` (npm): it speaks the protocol, and node scores wins.

Node searches its own paths for the package, then `node/` of the Python environment (`make bench`).
`python -m riichi_validators.engines.majiang --version` prints the installed version, if any.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from riichi.programs.majiang import MAJIANG
from riichi_core.hands.melds import Meld
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.rules import Rules
from riichi_core.tiles import Tile
from riichi_validators.engines.adapting import (
    AskedWin,
    CannotError,
    Json,
    indicators,
    payments,
    refuse,
    refuse_more,
    refuse_result,
    serve,
    untold_dora,
    yaku_and_dora,
    yaku_json,
)

PACKAGE = "@kobalab/majiang-core"

SCORER = Path(__file__).with_name("majiang.js")
"""The script that scores wins line by line, in the engine's own format."""

YAKU: dict[str | None, str] = {
    **{known.name.kanji: name for name, known in known_yaku().items()},
    **{"海底摸月": "under_the_sea", "国士無双十三面": "thirteen_orphans_thirteen_waits"},
    **{f"場風 {wind}": "round_wind_triplet" for wind in "東南西北"},
    **{f"自風 {wind}": "seat_wind_triplet" for wind in "東南西北"},
    **{f"翻牌 {dragon}": "dragon_triplet" for dragon in "白發中"},
    **{"ダブル立直": "double_riichi", "ドラ": "dora", "赤ドラ": "red_fives", "裏ドラ": "ura_dora"},
}
"""Our ids of its yaku and dora, by its names: ours in kanji or those listed."""

UNTOLD = ["fu_items", "limit"]
"""The facts that it does not report: it lists its yaku but only totals fu, and does not name
limits.
"""


# ---- node ----------------------------------------------------------------------------------------


def environment() -> dict[str, str]:
    """Return an environment in which node finds the package."""
    own = str(Path(sys.prefix) / "node" / "node_modules")
    paths = filter(None, (os.environ.get("NODE_PATH", ""), own))
    return {**os.environ, "NODE_PATH": os.pathsep.join(paths)}


def run_node(script: str, text_in: str = "") -> str:
    """Return the output of a script; empty if it fails or node is not installed."""
    node = shutil.which("node")
    if node is None:
        return ""
    completed = subprocess.run(
        (node, "-e", script), env=environment(), input=text_in, capture_output=True,
        encoding="utf-8", check=False,
    )  # fmt: skip
    return completed.stdout


def version() -> str:
    """Return the installed version; empty if node or the package is missing."""
    file = f"require.resolve('{PACKAGE}').replace(/lib.index\\.js$/, 'package.json')"
    return run_node(f"console.log(JSON.parse(fs.readFileSync({file})).version)").strip()


@contextmanager
def scorer() -> Iterator[Callable[[Json], Any]]:
    """Yield a function that has node score a win; it returns None for tiles that do not win."""
    node = "node" if (path := shutil.which("node")) is None else path
    pipe = subprocess.PIPE
    with subprocess.Popen(
        (node, str(SCORER)), env=environment(), encoding="utf-8", stdin=pipe, stdout=pipe
    ) as process:
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None
        assert stdout is not None

        def score(win: Json) -> Any:
            print(json.dumps(win), file=stdin, flush=True)
            return json.loads(stdout.readline())

        yield score


# ---- a win ---------------------------------------------------------------------------------------


def answer(win: AskedWin, rules: Json, score: Callable[[Json], Any]) -> Json:
    """Return the value of a win; `score` passes a question to the engine."""
    refuse(win, rules, has=frozenset({"fu.double_wind_pair"}))
    if rules["limits"]["counted_yakuman"] not in ("none", {"han": 13, "base": 8000}):
        raise CannotError("its counted yakuman begins with 13 han")
    both = rules["winning"]["last_tile_after_quad"] == "both"
    if both and {"last_tile", "after_quad"} <= win.facts:
        raise CannotError("a replacement tile never counts as the last tile too")
    refuse_more(win, rules)
    result = score(
        {
            "shoupai": _shoupai(win),
            "rongpai": None if win.drawn else f"{_tile_text(win.won)}=",
            "rule": _majiang_rules(rules),
            "param": _param(win, rules),
        }
    )
    if result is None:
        return {"outcome": {"valid": False, "reason": "not_complete"}}
    if not result.get("hupai"):
        return {"outcome": {"valid": False, "reason": "no_yaku"}}
    return _scored(win, rules, result)


def _majiang_rules(rules: Json) -> Json:
    """Return the engine's nearest rules; liability does not change a win's value."""
    config = MAJIANG.config_of(Rules.model_validate_json(json.dumps(rules)))
    return {**MAJIANG.as_json(config), "役満パオあり": False}


def _param(win: AskedWin, rules: Json) -> Json:
    """Return the circumstances of the win."""
    facts = win.facts
    last = "last_tile" in facts and "after_quad" not in facts
    first = "first_turn" in facts and win.drawn
    dora, ura = (
        [_tile_text(tile).replace("0", "5") for tile in indicators(win, rules, row)]
        for row in ("", "ura_")
    )
    return {
        "zhuangfeng": win.round_wind,
        "menfeng": win.seat,
        "lizhi": ("none", "riichi", "double").index(win.riichi),
        "yifa": "ippatsu" in facts and rules["yaku"]["ippatsu"] != "none",
        "qianggang": "robbing_quad" in facts,
        "lingshang": "after_quad" in facts,
        "haidi": (1 if win.drawn else 2) if last else 0,
        "tianhu": (1 if win.seat == 0 else 2) if first else 0,
        "baopai": dora,
        "fubaopai": ura,
        "changbang": win.counters,
    }


# ---- the tiles -----------------------------------------------------------------------------------


def _tile_text(tile: Tile) -> str:
    return f"{tile.suit}{0 if tile.red else tile.number}"


def _shoupai(win: AskedWin) -> str:
    """Return a hand in the engine's notation: the drawn tile last, then the sets."""
    drawn = (win.won,) if win.drawn else ()
    hand = "".join(map(_tile_text, (*win.concealed, *drawn)))
    return ",".join([hand, *map(_set, win.melds)])


def _set(meld: Meld) -> str:
    """Return a set in the engine's notation; the discarder does not matter for scoring."""
    tiles = sorted(meld.tiles)
    suit = _tile_text(tiles[0])[0]
    first, *others = [_tile_text(tile)[1] for tile in tiles]
    match meld.kind:
        case "sequence":
            return f"{suit}{first}-{''.join(others)}"
        case "concealed_quad":
            return f"{suit}{first}{''.join(others)}"
        case "extended_quad":
            return f"{suit}{''.join(others)}={first}"
    return f"{suit}{first}{''.join(others)}="


# ---- the result ----------------------------------------------------------------------------------


def _scored(win: AskedWin, rules: Json, result: Json) -> Json:
    found = []
    for entry in result["hupai"]:
        fanshu = entry["fanshu"]
        found.append((YAKU[entry["name"]],
                      13 * len(fanshu) if isinstance(fanshu, str) else fanshu))  # fmt: skip
    yaku, dora = yaku_and_dora(rules, found, is_open=win.open)
    yakuman = result.get("damanguan", 0)
    refuse_result(rules, [name for name, _ in yaku], 0)
    adds_up = "add_up" if _majiang_rules(rules)["役満の複合あり"] else "best_one"
    if yakuman and adds_up != rules["limits"]["several_yakuman"]:
        raise CannotError("it adds up several yakuman")
    if win.drawn and "pinfu" in dict(yaku) and rules["fu"]["pinfu_self_draw"] != "combined":
        raise CannotError("a self-drawn pinfu always counts as one")
    paid = [-points for points in result["fenpei"]]
    others = [paid[seat] for seat in range(1, 4) if seat != win.seat]
    outcome = {
        "valid": True,
        "yaku": yaku_json(yaku, yakuman),
        "dora": dora,
        "han": None if yakuman else result["fanshu"],
        "fu": None if yakuman else result["fu"],
        "yakuman": yakuman,
        **payments(won_by_draw=win.drawn, dealer=win.seat == 0, each=others[0], east=paid[0],
                   discarder=max(paid)),
    }  # fmt: skip
    return {"outcome": outcome, "untold": [*UNTOLD, *untold_dora(win)]}


if __name__ == "__main__":
    if "--version" in sys.argv:
        print(version())
    else:
        with scorer() as by_node:
            serve(partial(answer, score=by_node))
