"""Wins a second, memory and time of import: this engine beside two others, on the same wins.

The others are `mahjong`, pure Python, and `riichienv`, Rust behind Python; what is not installed is
left out (`pip install '.[bench]'` installs both). Every engine runs in processes of its own, in
turn with the others. What it takes in is built beforehand, it is called for one win at a time, and
the yaku, han, fu, fu items and payments of each result are read (`riichienv` has no fu items).

A first pass is over wins that the process has not seen, after a warm-up on others. A process has
only one, so every figure is the median of several processes.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import importlib.metadata
import json
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]

WINS, WARM_UP = 20_000, 10_000
ROUNDS = 3
SEEN_PASSES = 3
IMPORTS = 5
RULESETS = ("ema-2016", "wrcr-2015")

# What is promised: speed against `mahjong`, per cent for a second ruleset, MiB, ms for a table.
FIRST_TIMES, SECOND_TIMES = 3, 8
MOST_EXTRA = 50
MOST_MEMORY = 150
MOST_TABLE = 300

OURS, PYTHON, RUST = "riichi-core", "mahjong", "riichienv"
MODULES = {OURS: "riichi_core.scoring.score", PYTHON: "mahjong.hand_calculating.hand", RUST: RUST}

Record = Mapping[str, Any]


class Outcome(NamedTuple):
    """What a winner receives, nothing if it is no win; yakuman and han only where we scored it."""

    total: int
    yakuman: int = 0
    han: int = 0


@dataclass(frozen=True)
class Engine:
    """An engine: how it takes a win, scores many one by one, and what it makes of one.

    `both` scores under two rulesets; `notes` are figures that making the engine gave.
    """

    build: Callable[[Record], Any]
    run: Callable[[Sequence[Any]], None]
    outcome: Callable[[Any], Outcome]
    both: Callable[[Sequence[Any]], None] | None = None
    notes: dict[str, float] = field(default_factory=dict)


def ours() -> Engine:
    """This engine, pure Python."""
    from riichi_core.records.win import read_win  # noqa: PLC0415
    from riichi_core.rules.load import load  # noqa: PLC0415
    from riichi_core.scoring.score import Score, score, score_all, scorer  # noqa: PLC0415

    rules, others = (load(name) for name in RULESETS)
    start = time.perf_counter()
    scorer(rules)
    notes = {"catalogue": 1000 * (time.perf_counter() - start)}

    def run(wins: Sequence[Any]) -> None:
        for win in wins:
            r = score(win, rules)
            if isinstance(r, Score):
                _ = r.yaku, r.han, r.fu, r.fu_items, r.payments

    def both(wins: Sequence[Any]) -> None:
        pair = (rules, others)
        for win in wins:
            for r in score_all(win, pair):
                if isinstance(r, Score):
                    _ = r.yaku, r.han, r.fu, r.fu_items, r.payments

    def outcome(win: Any) -> Outcome:
        r = score(win, rules)
        return Outcome(r.total, r.yakuman, r.han or 0) if isinstance(r, Score) else Outcome(0)

    return Engine(read_win, run, outcome, both, notes)


def mahjong() -> Engine:
    """`mahjong` with the options that come nearest to EMA 2016.

    It adds up several yakuman, where EMA pays the best one, and has no option for that.
    """
    from mahjong.hand_calculating.hand import HandCalculator  # noqa: PLC0415
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules  # noqa: PLC0415
    from mahjong.meld import Meld  # noqa: PLC0415

    options = OptionalRules(
        has_open_tanyao=True, has_double_yakuman=False, kazoe_limit=HandConfig.KAZOE_SANBAIMAN
    )
    kinds = dict(zip(SETS, (Meld.CHI, Meld.PON, Meld.KAN, Meld.KAN, Meld.SHOUMINKAN), strict=True))
    estimate = HandCalculator.estimate_hand_value
    configurations: dict[tuple[object, ...], Any] = {}

    def build(record: Record) -> Any:
        told = read(record)
        free = [iter(range(4 * kind, 4 * kind + 4)) for kind in range(34)]
        melds = [
            Meld(kinds[of], [next(free[kind]) for kind in tiles], of != "[")
            for of, tiles in told.sets
        ]
        tiles = [next(free[kind]) for kind in (*told.concealed, told.won)]
        of_melds = [tile for meld in melds for tile in meld.tiles]
        facts = {
            "is_tsumo": told.drawn,
            "is_riichi": told.riichi == "riichi",
            "is_daburu_riichi": told.riichi == "double",
            "is_ippatsu": "ippatsu" in told.given,
            "is_rinshan": "after_kong" in told.given,
            "is_chankan": "robbing_kong" in told.given,
            "is_haitei": "last_draw" in told.given,
            "is_houtei": "last_discard" in told.given,
            "is_tenhou": "first_turn" in told.given and told.seat == EAST,
            "is_chiihou": "first_turn" in told.given and told.seat != EAST,
            "player_wind": told.seat,
            "round_wind": told.prevailing,
            "tsumi_number": told.counters,
        }
        # A configuration is large and slow to make: wins in the same circumstances share one.
        key = tuple(facts.values())
        if key not in configurations:
            configurations[key] = HandConfig(**facts, options=options)
        dora, ura = ([4 * kind for kind in turned] for turned in (told.dora, told.ura))
        return tiles + of_melds, tiles[-1], melds, dora, configurations[key], ura

    def run(wins: Sequence[Any]) -> None:
        for tiles, won, melds, dora, config, ura in wins:
            r = estimate(tiles, won, melds, dora, config, ura_dora_indicators=ura)
            _ = r.yaku, r.han, r.fu, r.fu_details, r.cost

    def outcome(win: Any) -> Outcome:
        *given, ura = win
        cost = estimate(*given, ura_dora_indicators=ura).cost
        return Outcome(cost["total"] if cost else 0)

    return Engine(build, run, outcome)


def riichienv() -> Engine:
    """`riichienv` with the rules that it has: yakuman are counted, doubled and added up.

    It is called at its compiled class with the hand already taken in, which is the fastest way; the
    Python class in front of it takes twice as long, and goes wrong over hands with two kongs.
    """
    from riichienv import MeldType, Wind, _riichienv  # noqa: PLC0415

    of = MeldType
    kinds = dict(zip(SETS, (of.Chi, of.Pon, of.Daiminkan, of.Ankan, of.Kakan), strict=True))
    winds = (Wind.East, Wind.South, Wind.West, Wind.North)

    def plain(tiles: Iterable[int]) -> list[int]:
        """Never the first of a kind, for that is a red five."""
        return [4 * kind + 1 for kind in tiles]

    def build(record: Record) -> Any:
        told = read(record)
        melds = [
            _riichienv.Meld(kinds[kind], plain(tiles), kind != "[") for kind, tiles in told.sets
        ]
        tiles = plain((*told.concealed, told.won))
        conditions = _riichienv.Conditions(
            tsumo=told.drawn,
            riichi=told.riichi != "none",
            double_riichi=told.riichi == "double",
            ippatsu="ippatsu" in told.given,
            haitei="last_draw" in told.given,
            houtei="last_discard" in told.given,
            rinshan="after_kong" in told.given,
            chankan="robbing_kong" in told.given,
            tsumo_first_turn="first_turn" in told.given,
            player_wind=winds[told.seat - EAST],
            round_wind=winds[told.prevailing - EAST],
            honba=told.counters,
        )
        hand = _riichienv.HandEvaluator(sorted(tiles), melds)
        return hand, tiles[-1], plain(told.dora), plain(told.ura), conditions

    def run(wins: Sequence[Any]) -> None:
        for hand, won, dora, ura, conditions in wins:
            r = hand.calc(won, dora, ura, conditions)
            _ = r.yaku, r.han, r.fu, r.ron_agari, r.tsumo_agari_oya, r.tsumo_agari_ko

    def outcome(win: Any) -> Outcome:
        hand, won, dora, ura, conditions = win
        r = hand.calc(won, dora, ura, conditions)
        if not r.is_win or not conditions.tsumo:
            return Outcome(r.ron_agari if r.is_win else 0)
        dealer = conditions.player_wind == Wind.East
        return Outcome(r.tsumo_agari_ko * (3 if dealer else 2) + r.tsumo_agari_oya * (not dealer))

    return Engine(build, run, outcome)


ENGINES = {OURS: ours, PYTHON: mahjong, RUST: riichienv}


def process_of_engine(name: str, path: Path) -> None:
    """Measure an engine in this process, over the wins of a file; print the figures as JSON."""
    engine = ENGINES[name]()
    before = memory("VmRSS")
    with path.open(encoding="utf-8") as lines:
        inputs = [engine.build(json.loads(line)) for line in lines]
    gc.collect()
    gc.freeze()  # The inputs are not the engine's, so it does not pay for looking through them.
    held = memory("VmRSS") - before
    engine.run(inputs[:WARM_UP])
    wins = inputs[WARM_UP:]
    figures = {"first": rate(engine.run, wins)}
    figures["second"] = statistics.median(rate(engine.run, wins) for _ in range(SEEN_PASSES))
    if engine.both:
        passes = [(rate(engine.run, wins), rate(engine.both, wins)) for _ in range(SEEN_PASSES)]
        figures["extra"] = 100 * (statistics.median(one / two for one, two in passes) - 1)
    figures |= {"peak": memory("VmHWM"), "wins": held, **engine.notes}
    outcomes = [engine.outcome(win) for win in wins]
    print(json.dumps({"figures": figures, "outcomes": outcomes}))


def rate(run: Callable[[Sequence[Any]], None], wins: Sequence[Any]) -> float:
    """Wins a second."""
    gc.collect()
    start = time.perf_counter()
    run(wins)
    return len(wins) / (time.perf_counter() - start)


def memory(name: str) -> float:
    """MiB that this process has (VmRSS) or has had at most (VmHWM)."""
    status = Path("/proc/self/status")
    if not status.exists():
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / (2**20 if sys.platform == "darwin" else 2**10)
    found = re.search(rf"^{name}:\s+(\d+) kB", status.read_text(encoding="utf-8"), re.MULTILINE)
    return int(found[1]) / 2**10 if found else 0.0


GROUP = re.compile(r"([(\[]?)([0-9+]+)([mpsz])")
WINDS = ("east", "south", "west", "north")
EAST = 27
SETS = ("chow", "pung", "kong", "[", "+")


def kind_of(tile: str) -> int:
    """The number of a tile's kind, 0 to 33."""
    return 9 * "mpsz".index(tile[1]) + int(tile[0]) - 1


class Told(NamedTuple):
    """What a record without red fives tells; tiles and winds are numbers of kinds.

    `given` are the flags that are set; after a kong the last tile is no `last_draw`, as EMA has it.
    """

    concealed: list[int]
    sets: list[tuple[str, list[int]]]
    won: int
    dora: list[int]
    ura: list[int]
    drawn: bool
    given: set[str]
    riichi: str
    seat: int
    prevailing: int
    counters: int


def read(record: Record) -> Told:
    """A win for the others."""
    concealed: list[int] = []
    sets: list[tuple[str, list[int]]] = []
    for bracket, numbers, suit in GROUP.findall(record["hand"]):
        tiles = [kind_of(number + suit) for number in numbers if number != "+"]
        if not bracket:
            concealed += tiles
        elif len(tiles) == 4:
            sets.append(("[" if bracket == "[" else "+" if "+" in numbers else "kong", tiles))
        else:
            sets.append(("pung" if tiles[0] == tiles[1] else "chow", tiles))
    dora, ura = (
        [kind_of(tile) for kong in ("", "kan_") for tile in record.get(f"{kong}{name}", ())]
        for name in ("dora_indicators", "ura_dora_indicators")
    )
    won, drawn = kind_of(record["winning_tile"]), record["won_by"] == "self_draw"
    given = {name for name, value in record.items() if value is True}
    if "last_tile" in given and "after_kong" not in given:
        given.add("last_draw" if drawn else "last_discard")
    riichi = record.get("riichi", "none")
    seat, prevailing = (EAST + WINDS.index(record[f"{of}_wind"]) for of in ("seat", "prevailing"))
    counters = record["counters"]
    return Told(concealed, sets, won, dora, ura, drawn, given, riichi, seat, prevailing, counters)


@dataclass(frozen=True)
class Measured:
    """What the processes of an engine found, one after the other, and what it made of the wins."""

    runs: list[dict[str, float]]
    outcomes: list[Outcome]
    imported: float

    def figure(self, name: str) -> float:
        """The median of a figure."""
        return statistics.median(run[name] for run in self.runs)

    def times(self, name: str, other: Measured) -> float:
        """How many times the other's figure this one's is: the median over processes in turn."""
        pairs = zip(self.runs, other.runs, strict=True)
        return statistics.median(one[name] / two[name] for one, two in pairs)


def write_wins(path: Path, seed: int, wins: int) -> list[Record]:
    """Write the records for the warm-up and the measured ones, all different; return the latter.

    Blessing of Man is left out, for each of the three engines prices it otherwise.
    """
    sys.path.insert(0, str(ROOT / "tests"))
    generate = importlib.import_module("reference.generate")
    made: dict[str, Record] = {}
    for record in generate.wins(seed, 2 * (wins + WARM_UP)):
        del record["id"]
        if not record.get("first_turn") or record["won_by"] == "self_draw":
            made.setdefault(json.dumps(record), record)
        if len(made) == wins + WARM_UP:
            break
    path.write_text("".join(f"{line}\n" for line in made), encoding="utf-8")
    return list(made.values())[WARM_UP:]


def measure(names: Sequence[str], path: Path, rounds: int) -> dict[str, Measured]:
    """Run the engines in turn, each time in a new process."""
    runs: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    for _ in range(rounds):
        for name in names:
            done = python(str(Path(__file__)), "--engine", name, "--records", str(path))
            runs[name].append(json.loads(done.stdout))
    found = {}
    for name, several in runs.items():
        outcomes = [Outcome(*outcome) for outcome in several[0]["outcomes"]]
        figures = [run["figures"] for run in several]
        found[name] = Measured(figures, outcomes, import_time(MODULES[name]))
    return found


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A whole process of this Python."""
    command = (sys.executable, *arguments)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    return done if done.returncode == 0 else sys.exit(done.stderr)


def import_time(modules: str) -> float:
    """Milliseconds to import modules in a new process."""
    code = f"import time; s = time.perf_counter(); import {modules}; print(time.perf_counter() - s)"
    return 1000 * statistics.median(float(python("-c", code).stdout) for _ in range(IMPORTS))


def slowest_module() -> tuple[str, float]:
    """The module of ours that takes longest at import, without what it imports; milliseconds."""
    lines = python("-X", "importtime", "-c", f"import {MODULES[OURS]}").stderr
    found = re.findall(r"import time:\s+(\d+) \|\s+\d+ \|\s+(riichi_core\S*)", lines)
    microseconds, name = max((int(own), name) for own, name in found)
    return name, microseconds / 1000


def difference(record: Record, our: Outcome, their: Outcome) -> str:
    """Why two totals differ, where a rule that the other has not got explains it."""
    counters = 300 * record.get("counters", 0)
    one, other = our.total - counters, their.total - counters
    if our.yakuman and other > one and other % one == 0:
        return "yakuman added up"
    if our.han >= 13 and not our.yakuman and 3 * other == 4 * one:
        return "counted yakuman"
    return "not explained"


def report(wins: Sequence[Record], measured: Mapping[str, Measured]) -> None:
    """Print the figures, how far the engines agree, and whether the promises are kept."""
    from rich.console import Console  # noqa: PLC0415 - the measured processes are without it
    from rich.table import Table  # noqa: PLC0415

    console = Console(width=100, highlight=False)
    table = Table(title=f"{len(wins):,} wins after a warm-up on {WARM_UP:,} others")
    table.add_column("engine", no_wrap=True)
    for column in ("first pass\nwins/s", "ours\nto it", "second pass\nwins/s", "ours\nto it",
                   "import\nms", "peak\nMiB", "the wins\nof that"):  # fmt: skip
        table.add_column(column, justify="right")
    our = measured[OURS]
    for name, of in measured.items():
        cells = []
        for which in ("first", "second"):
            times = "" if of is our else f"{our.times(which, of):.2f}"
            cells += [f"{of.figure(which):,.0f}", times]
        cells += [f"{number:.0f}" for number in (of.imported, of.figure("peak"), of.figure("wins"))]
        table.add_row(f"{name} {version(name) or ''}", *cells)
    console.print(table)
    none = sum(not outcome.total for outcome in our.outcomes)
    console.print(f"{none:,} of the wins have no yaku ({RULESETS[0]})")
    for name, of in measured.items():
        if of is not our:
            console.print(agreement(name, wins, our.outcomes, of.outcomes))
    console.print()
    for line in promises(measured):
        console.print(line)
    for name in ENGINES:
        if name not in measured:
            console.print(f"{name} is not installed: pip install '.\\[bench]'")


def agreement(
    name: str, wins: Sequence[Record], ours: Sequence[Outcome], theirs: Sequence[Outcome]
) -> str:
    """How many totals are the same, and why the others are not."""
    why = Counter(
        difference(record, our, their)
        for record, our, their in zip(wins, ours, theirs, strict=True)
        if our.total != their.total
    )
    same = f"{name}: {100 - 100 * why.total() / len(wins):.2f} % of the totals are the same"
    return "; ".join([same, *(f"{number:,} {reason}" for reason, number in why.most_common())])


def promises(measured: Mapping[str, Measured]) -> Iterator[str]:
    """Each promise, and whether it is kept."""
    our = measured[OURS]
    extra, peak, catalogue = (our.figure(name) for name in ("extra", "peak", "catalogue"))
    if PYTHON in measured:
        for which, least in (("first", FIRST_TIMES), ("second", SECOND_TIMES)):
            times = our.times(which, measured[PYTHON])
            says = f"a {which} pass at least {least} times as fast as {PYTHON}: {times:.2f} times"
            yield answer(times >= least, says)
    yield answer(extra <= MOST_EXTRA, f"a second ruleset for at most half more: {extra:.1f} % more")
    yield answer(peak < MOST_MEMORY, f"under {MOST_MEMORY} MiB: {peak:.0f} MiB")
    name, module = slowest_module()
    says = f"no table takes more than {MOST_TABLE} ms: the slowest module {module:.0f} ms ({name}),"
    yield answer(max(module, catalogue) <= MOST_TABLE, says)
    yield f"     the catalogue of yaku, made for the first scorer, {catalogue:.0f} ms"


def answer(kept: bool, says: str) -> str:
    """A line with yes or no."""
    return f"{'yes' if kept else 'NO':<3}  {says}"


def main() -> None:
    """Measure the engines that are installed and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wins", type=int, default=WINS, help="how many are measured")
    parser.add_argument("--seed", type=int, default=1, help="which wins")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="processes of each engine")
    parser.add_argument("--engine", choices=ENGINES, help=argparse.SUPPRESS)
    parser.add_argument("--records", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.engine:
        process_of_engine(given.engine, given.records)
        return
    names = [name for name in ENGINES if name == OURS or version(name)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "wins.jsonl"
        wins = write_wins(path, given.seed, given.wins)
        measured = measure(names, path, given.rounds)
    report(wins, measured)


def version(name: str) -> str | None:
    """The version of an installed package; None if it is not there."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


if __name__ == "__main__":
    main()
