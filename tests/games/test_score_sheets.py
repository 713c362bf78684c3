"""Written games with scores and results, compared with rules and used to infer them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from effort import LONG, first
from pydantic.alias_generators import to_camel
from running import printed, riichi, words

from riichi.fitting.space import shipped_rulesets, value_text
from riichi.games.files.game_file import read_written_game
from riichi.games.formats.pantheon import is_pantheon, read_pantheon
from riichi.games.infer.inferred import CERTAIN, Inferred, infer
from riichi.games.infer.sheets import SheetGame, sheet_game, sheet_material
from riichi.games.replay.deal_history import histories_of
from riichi_core.bots.by_name import player_named
from riichi_core.bots.runner import play_game
from riichi_core.errors import RecordError
from riichi_core.game.game import SettledDeal, play_deals
from riichi_core.play.table import Table
from riichi_core.records.written_game import GameRecord, in_points
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.result import Score
from riichi_core.seeded import SeededRandom
from riichi_core.settlement.ending import AbortiveDraw, ExhaustiveDraw, Wins
from riichi_core.tiles import Wind

Json = dict[str, Any]

DEALS: list[Json] = [
    {"end": "exhaustive_draw", "riichi": ["Anna", "Ben"], "tenpai": ["Anna", "Ben"]},
    {"end": "win", "won_by": "self_draw", "riichi": ["Anna"],
     "wins": [{"seat": "Anna", "han": 4, "fu": 20}]},
    {"end": "win", "won_by": "discard", "discarder": "Dan",
     "wins": [{"seat": "Cleo", "han": 4, "fu": 30}]},
    {"end": "exhaustive_draw", "riichi": ["Dan"], "tenpai": ["Dan"]},
]  # fmt: skip
SCORES = ([30500, 30500, 28500, 28500], [40600, 27800, 25800, 25800],
          [40600, 27800, 34100, 17500], [39600, 26800, 33100, 19500])  # fmt: skip
"""The scores after each hand under EMA 2016, where 4 han 30 fu are 7,700 points."""

RESULTS = [25_600, -8_200, 8_100, -25_500]
"""The results under EMA 2016 if the last bet goes to the winner."""


def sheet(folder: Path, after: Any = SCORES, **more: Any) -> Path:
    """Return the file of a game with scores."""
    path = folder / "game.yaml"
    deals = [deal if one is None else {**deal, "scores": one}
             for deal, one in zip(DEALS, after, strict=True)]  # fmt: skip
    game = {"players": ["Anna", "Ben", "Cleo", "Dan"], "deals": deals, **more}
    path.write_text(yaml.safe_dump(game, default_flow_style=None, width=500), encoding="utf-8")
    return path


def warnings(path: Path, rules: str = "ema-2016") -> str:
    """Return the warnings of `riichi game`, whose exit status remains 0."""
    return riichi("game", path, "--rules", rules).stderr


def test_right_scores_and_results_have_no_warning(tmp_path: Path) -> None:
    assert warnings(sheet(tmp_path, results=RESULTS)) == ""
    thousands = [[points / 1000 for points in row] for row in SCORES]
    assert warnings(sheet(tmp_path, thousands, results=[25.6, -8.2, 8.1, -25.5])) == ""


def test_results_may_have_a_plus_sign(tmp_path: Path) -> None:
    file = sheet(tmp_path)
    text = file.read_text(encoding="utf-8")
    file.write_text(f"{text}results: [+25.6, -8.2, +8.1, -25.5]\n", encoding="utf-8")
    assert warnings(file) == ""
    file.write_text(f"{text}results: [++25.6, -8.2, +8.1, -25.5]\n", encoding="utf-8")
    assert "error[wrong-type] results: " in riichi("game", file, status=1).stderr


def test_the_last_scores_may_contain_the_bets_left(tmp_path: Path) -> None:
    none = [None] * 4
    for scores in (SCORES[-1], [40_600, *SCORES[-1][1:]]):
        assert warnings(sheet(tmp_path, none, scores=scores, results=RESULTS)) == ""


def test_a_wrong_score_is_one_warning_although_later_scores_follow_it(tmp_path: Path) -> None:
    wrong = [SCORES[0], *([a, b, c + 200, d - 200] for a, b, c, d in SCORES[1:])]
    told = words(warnings(sheet(tmp_path, wrong)))
    assert told.count("warning[") == 1
    assert "hand 2: scores: expected Cleo 25,800, Dan 25,800; written Cleo 26,000, Dan 25,6" in told
    assert "to fix it" not in told, "no rule makes only two players pay"


def test_scores_name_the_option_that_they_need(tmp_path: Path) -> None:
    raised = [*SCORES[:2], *([a, b, c + 300, d - 300] for a, b, c, d in SCORES[2:])]
    told = words(warnings(sheet(tmp_path, raised)))
    assert "hand 3: scores: expected Cleo 34,100, Dan 17,500" in told
    assert "limits.raised_to_mangan: [four_han_thirty_fu" in told


@pytest.mark.parametrize(
    ("uma", "needed"),
    [
        ([20_000, 10_000, -10_000, -20_000], "result.uma: [20000, 10000, -10000, -20000]"),
        ([12_000, 3_000, -3_000, -12_000], "result.uma: [12000, 3000, -3000, -12000]"),
    ],
)
def test_results_name_the_uma_that_they_need(tmp_path: Path, uma: list[int], needed: str) -> None:
    rules = load("ema-2016").rules.changed({"result.uma": uma})
    file, _ = read_written_game(sheet(tmp_path))
    assert file is not None
    game = play_deals(file.record.read_deals(file.record.players), rules)
    results = [int(final.result) for final in game.finals]
    told = words(warnings(sheet(tmp_path, results=results)))
    assert told.count("warning[other-results]") == 1
    assert f"use the rules that these results need ({needed})" in told


@pytest.mark.parametrize(
    ("more", "said"), [({"results": [1, 2, 3]}, "results"), ({"scores": [1, 2, 3, "x"]}, "scores")]
)
def test_bad_scores_are_an_error(tmp_path: Path, more: Any, said: str) -> None:
    told = riichi("game", sheet(tmp_path, **more), status=1).stderr
    assert f"error[wrong-type] {said}: " in told
    assert "expected: four numbers in the order of the players" in told


def test_a_bad_score_of_a_hand_is_an_error_of_that_hand(tmp_path: Path) -> None:
    told = riichi("game", sheet(tmp_path, [*SCORES[:3], [1, 2]]), status=1).stderr
    assert "hand 4: scores: " in told, told


def test_the_output_of_a_game_does_not_depend_on_its_scores(tmp_path: Path) -> None:
    with_scores = printed("game", sheet(tmp_path, results=RESULTS), "--rules", "ema-2016")
    assert printed("game", sheet(tmp_path, [None] * 4), "--rules", "ema-2016") == with_scores


# ---- the rules of many sheets --------------------------------------------------------------------

PLAYERS = ("Anna", "Ben", "Cleo", "Dan")


def written_deal(deal: SettledDeal, *, values: bool = True, paid: bool = False) -> Json:
    """Return a hand as people write it down.

    Args:
        deal: the hand.
        values: whether wins have han and fu.
        paid: whether a riichi is left out if its tile was won on, so that its bet was not paid.
    """
    end = deal.deal.end
    void = {end.discarder} if paid and isinstance(end, Wins) and end.void else set()

    def named(seats: Iterable[Wind]) -> list[str]:
        return [PLAYERS[deal.before.player(seat)] for seat in sorted(seats)]

    written: Json = {"end": end.kind, "riichi": named(deal.deal.riichi - void)}
    match end:
        case Wins(discarder=None):
            written["won_by"] = "self_draw"
        case Wins(discarder=Wind() as discarder):
            written |= {"won_by": "discard", "discarder": named([discarder])[0]}
        case ExhaustiveDraw(tenpai=tenpai, nagashi=nagashi):
            written |= {"tenpai": named(tenpai), "nagashi": named(nagashi)}
        case AbortiveDraw(cause=cause):
            written["cause"] = cause
        case _:
            written["offenders"] = named(deal.deal.offenders)
    if isinstance(end, Wins):
        written["wins"] = [
            {"seat": named([seat])[0], **(value(score) if values else {})}
            for seat, score in deal.settlement.scores.items()
        ]
    return {**written, "scores": list(deal.after.scores)}


def value(score: Score) -> Json:
    return {"yakuman": score.yakuman} if score.yakuman else {"han": score.han, "fu": score.fu}


def written_games(
    name: str, number: int, *, values: bool = True, paid: bool = False
) -> tuple[Json, ...]:
    """Return the sheets of games between bots under a shipped ruleset."""
    return tuple(
        {
            "players": [*PLAYERS],
            "deals": [written_deal(deal, values=values, paid=paid) for deal in deals],
            "results": results,
        }
        for deals, results in (_game(name, seed) for seed in range(number))
    )


@cache
def _game(name: str, seed: int) -> tuple[list[SettledDeal], list[float]]:
    """Return the deals and results of a game between bots."""
    table, chance = Table(load(name), seed=seed), SeededRandom(seed)
    play_game(table, [player_named("sensible", chance.fork(seat)) for seat in range(4)])
    outcomes = [history.outcome for history in histories_of(table)]
    deals = [deal for deal in outcomes if deal is not None]
    return deals, [float(final.result) / 1000 for final in table.finals]


def sheets(games: Iterable[Json]) -> list[SheetGame]:
    return [sheet_game(f"game-{n}", GameRecord.read(game)) for n, game in enumerate(games)]


SHELF = [load(name) for name in ("ema-2025", "tenhou", "m-league", "wrc-2025")]


@pytest.fixture(autouse=True)
def few_rulesets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `riichi infer` compare sheets with few rulesets in a quick run."""
    if not LONG:
        monkeypatch.setattr("riichi.games.infer.inferred.shipped_rulesets", lambda: tuple(SHELF))


def inferred_from(games: Iterable[Json], rulesets: Sequence[Ruleset] = SHELF) -> Inferred:
    return infer(sheet_material(sheets(games)), rulesets=rulesets)


def certain(inferred: Inferred, truth: Rules) -> set[str]:
    """Return the options that sheets decide, and compare all findings with the truth."""
    for finding in inferred.findings:
        assert value_text(truth, finding.path) not in finding.against, finding.path
    found = inferred.with_status(*CERTAIN)
    assert [(one.path, one.value) for one in found] == [
        (one.path, value_text(truth, one.path)) for one in found
    ]
    return {finding.path for finding in found}


SHOWN = {"setup.starting_points", "draws.noten_total", "dealer.counter_value",
         "dealer.counters_after_draw", "result.rounding"}  # fmt: skip
"""The options that a few sheets decide under any ruleset."""


@pytest.mark.long
@pytest.mark.parametrize(
    "case",
    first([("red-fives-club", 7, True), ("wrc-2025", 5, False), ("m-league", 8, True)], 2, 3),
)
def test_sheets_with_values_or_with_scores_alone_show_the_rules(
    case: tuple[str, int, bool],
) -> None:
    name, number, values = case
    others = [ruleset for ruleset in shipped_rulesets() if ruleset.id != name]
    inferred = inferred_from(written_games(name, number, values=values), others)
    assert not inferred.unexplained
    assert certain(inferred, load(name).rules) >= SHOWN


@pytest.mark.long
def test_sheets_show_a_house_price_of_a_chombo() -> None:
    price = {"after_uma": 15_000}
    rules = load("m-league").rules.changed({"chombo.tournament": price})
    games = [*written_games("m-league", 6)]
    for number in (1, 3):
        deals = [{"end": "chombo", "offenders": ["Cleo"]}, *games[number]["deals"]]
        results = [*games[number]["results"]]
        results[2] -= 15
        games[number] = {**games[number], "deals": deals, "results": results}
    inferred = inferred_from(games)
    assert not inferred.unexplained
    assert inferred.rules.written_value("chombo.tournament") == price
    certain(inferred, rules)


def test_a_wrong_score_contradicts_one_hand_and_changes_nothing() -> None:
    bad, *games = written_games("m-league", 5 if LONG else 3)
    deals = [*bad["deals"]]
    for number in range(2, len(deals)):
        one, two, *others = deals[number]["scores"]
        deals[number] = {**deals[number], "scores": [one + 1300, two - 1300, *others]}
    inferred = inferred_from([{**bad, "deals": deals}, *games])
    assert min((deal.source, deal.index) for deal in inferred.unexplained) == ("game-0", 2)
    assert {deal.source for deal in inferred.unexplained} == {"game-0"}
    certain(inferred, load("m-league").rules)


def test_a_copy_of_a_sheet_counts_once() -> None:
    games = written_games("m-league", 2)
    assert sheet_material(sheets([*games, games[0]])).doubles == [("game-2", "game-0")]


def test_infer_reads_a_folder_of_written_games(tmp_path: Path) -> None:
    for number, game in enumerate(written_games("m-league", 2)):
        file = tmp_path / f"{number}.yaml"
        file.write_text(yaml.safe_dump(game, sort_keys=False), encoding="utf-8")
    found = json.loads(printed("infer", tmp_path, "--time-limit", 1, "--format", "json"))
    assert (found["games"], found["explained"]) == (2, found["deals"])
    assert found["options"]["setup.starting_points"]["value"] == 25_000
    (tmp_path / "bad.yaml").write_text("players: [A, B]\ndeals: []\n", encoding="utf-8")
    ran = riichi("infer", tmp_path, "--time-limit", 0, status=1)
    assert "bad.yaml:1:10: error[" in ran.stderr
    assert "2" in ran.stdout.splitlines()[0]


# ---- Pantheon ------------------------------------------------------------------------------------

IDS = dict(zip(PLAYERS, (11, 12, 13, 14), strict=True))


def pantheon_round(deal: Json) -> Json:
    """Return a hand in the form of Pantheon, without the fields that are 0 or empty."""
    bets: Json = {"riichi_bets": [IDS[name] for name in deal["riichi"]]} if deal["riichi"] else {}
    wins = [
        {"winner_id": IDS[win["seat"]], "yaku": [33], "open_hand": False,
         **({"han": -win["yakuman"]} if "yakuman" in win else {"han": win["han"],
                                                               "fu": win["fu"]})}
        for win in deal.get("wins", ())
    ]  # fmt: skip
    match deal["end"], deal.get("discarder"):
        case "win", None:
            return {"tsumo": {**wins[0], **bets}}
        case "win", str(discarder):
            loser = {"loser_id": IDS[discarder], **bets}
            return {"ron": {**wins[0], **loser}} if len(wins) == 1 else {
                "multiron": {"multi_ron": len(wins), "wins": wins, **loser}}  # fmt: skip
        case "exhaustive_draw", _:
            tempai = {"tempai": [IDS[name] for name in deal["tenpai"]]} if deal["tenpai"] else {}
            return {"draw": {**tempai, **bets}}
        case _:
            return {"abort": bets}


def pantheon(games: Sequence[Json]) -> Json:
    """Return games as an answer of Pantheon's GetLastGames."""
    return {
        "games": [
            {
                "session_hash": f"hash{number}",
                "players": [*IDS.values()],
                "final_results": [
                    {"player_id": IDS[name], "score": score, "rating_delta": 1000 * result}
                    for name, score, result in zip(
                        PLAYERS, game["deals"][-1]["scores"], game["results"], strict=True
                    )
                ][::-1],
                "rounds": [pantheon_round(deal) for deal in game["deals"]],
            }
            for number, game in enumerate(games)
        ],
        "players": [{"id": number, "title": name} for name, number in IDS.items()],
        "total_games": len(games),
    }


def camel(value: Any) -> Any:
    if isinstance(value, list):
        return [camel(part) for part in value]
    if not isinstance(value, dict):
        return value
    return {to_camel(key): camel(part) for key, part in value.items()}


def in_an_answer(data: Json) -> Json:
    return {"jsonrpc": "2.0", "id": 1, "result": data}


@pytest.mark.parametrize("case", [lambda data: data, camel, in_an_answer])
def test_games_of_pantheon_are_those_of_the_sheets(case: Any, tmp_path: Path) -> None:
    games = written_games("m-league", 4, paid=True)
    file = tmp_path / "games.json"
    file.write_text(json.dumps(case(pantheon(games))), encoding="utf-8")
    assert is_pantheon(file)
    rules = load("m-league").rules
    bare = tmp_path / "bare.json"
    bare.write_text(json.dumps(pantheon(games)["games"]), encoding="utf-8")
    assert len(list(read_pantheon(bare))) == len(games)
    read = {name.rpartition(" ")[2]: record for name, record in read_pantheon(file)}
    for number, game in enumerate(games):
        record = read[f"hash{number}"]
        assert record is not None
        assert record.results is not None
        assert in_points(record.results) == tuple(
            round(1000 * result) for result in game["results"]
        )
        played = play_deals(record.read_deals(record.players), rules)
        assert [list(deal.after.scores) for deal in played.played] == [
            deal["scores"] for deal in game["deals"]
        ]


def test_infer_reads_pantheon_and_leaves_out_aborted_games(tmp_path: Path) -> None:
    games = pantheon(written_games("m-league", 4, paid=True))
    games["games"][0]["rounds"][0] = {"abort": {}}
    file = tmp_path / "games.json"
    file.write_text(json.dumps(games), encoding="utf-8")
    ran = riichi("infer", file, "--grade", "m-league", "--format", "json", "--time-limit", 2)
    found = json.loads(ran.stdout)
    assert (found["games"], found["explained"]) == (3, found["deals"])
    assert "abortive draw" in ran.stderr
    assert "hash0" in ran.stderr


@pytest.mark.parametrize(
    ("yaku", "fed"),
    [([22, 19], "big_three_dragons"), ([21], "big_four_winds"), ([6, 19], None), ([22], None)],
)
def test_pantheons_yaku_show_what_a_liable_player_fed(
    yaku: list[int], fed: str | None, tmp_path: Path
) -> None:
    answer = pantheon(written_games("m-league", 1, paid=True))
    winner, liable, *_ = PLAYERS
    answer["games"][0]["rounds"] = [
        {"tsumo": {"winner_id": IDS[winner], "pao_player_id": IDS[liable], "han": -1, "yaku": yaku}}
    ]
    file = tmp_path / "games.json"
    file.write_text(json.dumps(answer), encoding="utf-8")
    ((_, record),) = read_pantheon(file)
    deal: Any = {"liable": None} if record is None else record.deals[0]
    assert deal["liable"] == (None if fed is None else {winner: {fed: liable}})


def test_a_wrong_field_of_pantheon_is_named(tmp_path: Path) -> None:
    games = pantheon(written_games("m-league", 1))
    games["games"][0]["final_results"][1]["score"] = "many"
    file = tmp_path / "games.json"
    file.write_text(json.dumps(games), encoding="utf-8")
    told = riichi("infer", file, status=1).stderr
    assert f"{file}: games[1].final_results[2].score: " in words(told)


@pytest.mark.parametrize(
    ("part", "field", "value", "said"),
    [
        ("final_results", "score", float("nan"), "games[1].final_results[1].score: "),
        ("final_results", "player_id", 99, "unknown player in game hash0"),
        ("rounds", None, {}, "unknown end of hand 1 in game hash0"),
    ],
)
def test_a_wrong_game_of_pantheon_is_named(
    part: str, field: str | None, value: Any, said: str, tmp_path: Path
) -> None:
    games = pantheon(written_games("m-league", 1))
    of_part = games["games"][0][part]
    if field is None:
        of_part[0] = value
    else:
        of_part[0][field] = value
    file = tmp_path / "games.json"
    file.write_text(json.dumps(games), encoding="utf-8")
    with pytest.raises(RecordError) as refused:
        list(read_pantheon(file))
    assert str(refused.value).startswith(str(file))
    assert said in words(str(refused.value))


def test_names_of_pantheon_are_printed_on_one_line(tmp_path: Path) -> None:
    games = pantheon(written_games("m-league", 1))
    games["players"][0]["title"] = " Anna\x1b[1m  B.\n"
    file = tmp_path / "games.json"
    file.write_text(json.dumps(games), encoding="utf-8")
    (_, record), *_ = read_pantheon(file)
    assert record is not None
    assert record.players[0] == "Anna[1m B."
    played = play_deals(record.read_deals(record.players), load("m-league").rules).played
    assert len(played) == len(record.deals)


@pytest.mark.parametrize(
    ("rest", "said"), [("[" * 100_000, "nested deeper"), ("[1, 2", "not JSON"), ("[]}", "games")]
)
def test_a_broken_file_of_pantheon_is_refused(rest: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text(f'{{"games": {{"final_results": {rest}', encoding="utf-8")
    assert is_pantheon(file)
    told = words(riichi("infer", file, status=1).stderr)
    assert told.startswith(f"{file}: ")
    assert said in told


def test_deeply_nested_json_of_others_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "deep.json"
    file.write_text("[" * 100_000, encoding="utf-8")
    assert not is_pantheon(file)
    assert "nested deeper" in words(riichi("infer", file, status=1).stderr)


def test_many_games_of_pantheon_are_read(tmp_path: Path) -> None:
    games = pantheon(written_games("m-league", 1) * 200)
    file = tmp_path / "season.json"
    file.write_text(json.dumps(games), encoding="utf-8")
    assert file.stat().st_size > 262_144
    assert is_pantheon(file)
    assert len([*read_pantheon(file)]) == 200


# ---- sheets with errors --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "deal",
    [
        {"end": "win", "won_by": "self_draw", "wins": [5]},
        {"end": "win", "won_by": "self_draw", "wins": [["seat"]]},
        {"end": "chombo", "offenders": 5},
        {"end": "chombo", "offenders": [["Anna"]]},
    ],
)
def test_infer_leaves_hands_with_a_wrong_type_unexplained(deal: Json, tmp_path: Path) -> None:
    file = tmp_path / "sheet.yaml"
    game = {"players": PLAYERS, "deals": [{**deal, "scores": [25_000] * 4}]}
    file.write_text(yaml.safe_dump(game), encoding="utf-8")
    found = json.loads(
        riichi("infer", file, "--format", "json", "--time-limit", 1, status=1).stdout
    )
    assert (found["deals"], found["explained"]) == (1, 0)
