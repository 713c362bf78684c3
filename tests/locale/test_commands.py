"""Commands answer in a language set by option or variable, but output for programs is English."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from each import each
from running import PLAIN, bad, club, words

from riichi.cli.main import main
from riichi.locale import languages

GAME = """\
title: Two deals
players: [Anna, Bert, Cora, Dirk]
deals:
  - {end: win, won_by: discard, discarder: Bert, wins: [{seat: Anna, han: 3, fu: 40}]}
  - {end: exhaustive_draw, tenpai: [Cora, Dirk]}
"""

CALLS: dict[str, tuple[str, ...]] = {
    "show": ("show", "ema-2016", "riichi"),
    "find": ("find", "ippatsu"),
    "foul": ("foul", "swap_call", "--rules", "ema-2016"),
    "score": ("score", "123m456p789s55m78s", "9s", "--riichi", "--rules", "ema-2016"),
    "game": ("game", "game.yaml", "--rules", "ema-2016,wrcr-2015"),
    "check": ("check", "club.yaml"),
}

DUTCH = {
    "show": "Een riichi kost een inzet van 1.000 punten.",
    "find": "BEPALINGEN",
    "foul": "Dode hand zodra de steen is weggegooid.",
    "score": "Oost wint met een weggegooide steen in de oostronde, riichi.",
    "game": "Anna van Bert",
    "check": "club.yaml: geldig",
}
"""A few words of each answer."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    club(tmp_path / "club.yaml")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(call: Sequence[str], *more: str, variable: str | None = None, status: int = 0) -> Result:
    runner = CliRunner(env=PLAIN | {"RIICHI_LANGUAGE": variable})
    ran = runner.invoke(main, [*call, *more], prog_name="riichi", catch_exceptions=False)
    assert ran.exit_code == status, ran.output
    return ran


@each("name", CALLS)
def test_a_command_answers_in_dutch(name: str) -> None:
    english, dutch = run(CALLS[name]), run(CALLS[name], "--language", "nl")
    assert DUTCH[name] in words(dutch.stdout)
    assert DUTCH[name] not in words(english.stdout)
    assert run(CALLS[name], variable="nl").stdout == dutch.stdout
    assert run(CALLS[name], "--language", "en", variable="nl").stdout == english.stdout


@each("name", CALLS)
def test_output_for_programs_stays_english(name: str) -> None:
    call = (*CALLS[name], "--format", "json")
    assert run(call, variable="nl").stdout_bytes == run(call).stdout_bytes


@pytest.mark.parametrize("name", ["score", "game"])
def test_json_of_records_is_english_in_every_language(name: str) -> None:
    call = (*CALLS[name], "--format", "json")
    assert run(call, "--language", "nl").stdout_bytes == run(call).stdout_bytes


@each("name", CALLS)
def test_an_unknown_language_is_refused_with_the_available_ones(name: str) -> None:
    for ran in (
        run(CALLS[name], "--language", "xx", status=2),
        run(CALLS[name], variable="xx", status=2),
    ):
        assert ran.stdout == ""
        assert "'xx' is not one of " + ", ".join(map(repr, languages())) in words(ran.stderr)


def test_a_hand_that_does_not_win_has_its_reason_in_dutch() -> None:
    call = ("score", "123m456p789s55m78s", "1z", "--rules", "ema-2016")
    assert (
        "geen winst: 12355m456p77889s en 1z vormen geen complete hand"
        in run(call, "--language", "nl", status=1).stdout
    )


def test_japanese_terms_can_be_requested() -> None:
    assert "tsumo" in run(("find", "self-draw"), "--terms", "japanese").stdout.lower()


# ---- what goes wrong -----------------------------------------------------------------------------

REFUSED = [
    (("show", "ema-2016", "riichy"), 2, "Er is geen hoofdstuk of optie 'riichy'."),
    (("foul", "swop"), 2, "Er is geen overtreding 'swop'."),
    (("score", "123m", "9s", "--language", "nl"), 2, "stenen"),
    (("score", "123m456p789s55m78s", "99s"), 2, "TILE: '99s' is 2 stenen, verwacht werd er één"),
    (("check", "bad.yaml"), 1, "verwacht"),
    (("replay", "none.jsonl"), 1, "none.jsonl: dit bestand bestaat niet"),
    (("simulate", "--players", "sensibl"), 2, "er is geen speler 'sensibl': bedoelde je sensible?"),
    (("new", "ema-2016", "--extends", "wrcr-2015"), 2, "is de id van een meegeleverde regelset"),
    (("settle",), 2, "leest records van standaardinvoer"),
]


@each("call, status, text", REFUSED)
def test_errors_are_shown_in_dutch(
    call: tuple[str, ...], status: int, text: str, folder: Path
) -> None:
    bad(folder / "bad.yaml")
    assert text in words(run(call, variable="nl", status=status).stderr)


# ---- games and replays ---------------------------------------------------------------------------


SIMULATE = (
    *("simulate", "--rules", "ema-2016", "--games", "1", "--seed", "4"),
    *("--players", "tsumogiri"),
)


def test_a_replay_lists_its_events_in_dutch() -> None:
    run((*SIMULATE, "--write-logs", "logs"))
    log = ("replay", "logs/game-000001.jsonl")
    course = run(log, variable="nl").stdout
    assert "een log van riichi, gemaakt met ema-2016" in course
    assert "De partij is afgelopen:" in course
    events = run(log, "--events", "--language", "nl").stdout
    assert "een spel in de oostronde, counters 0, inzetten 0" in words(events)
    assert "oost pakt " in events
    assert "gooit de gepakte" in events
    at = run(log, "--at", "5", "--language", "nl").stdout
    assert "Oostronde, counters 0" in at
    call = (*log, "--at", "5", "--format", "json")
    assert run(call, "--language", "nl").stdout == run(call).stdout


def test_a_simulation_is_summarised_in_dutch() -> None:
    text = run(SIMULATE, "--language", "nl").stdout
    assert "1 partij met ema-2016, seed 4, " in text
    assert "gewonnen door zelf te pakken 0,0%" in words(text)
    assert run((*SIMULATE, "--format", "json"), variable="nl").stdout == (
        run((*SIMULATE, "--format", "json")).stdout
    )
