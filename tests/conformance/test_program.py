"""Another engine's program: timeouts, crashes and restarts."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from each import each
from effort import LONG, few
from programs import OWN, ROOT, command, program, says
from shipped_scenarios import by_id, scenarios

from riichi.cli import main
from riichi.conformance.program import Program, ask_all
from riichi.conformance.questions import Question, questions
from riichi.processes.process import MOST_WAITING, NoProgramError, Process
from riichi_core.scenarios.outcome import Outcome, run_scenario

pytestmark = pytest.mark.usefixtures("shipped_scenarios_read_once")

CANNOT = '{"id": q["id"], "cannot": "why"}'


@cache
def some_questions() -> list[Question]:
    return list(questions(scenarios()[:3]))


def ask(
    text: str, patience: float = 10.0, asked: Iterable[Question] | None = None
) -> list[Outcome]:
    return list(ask_all(Program.of(text, patience), some_questions() if asked is None else asked))


def told(verdict: Outcome) -> str:
    (one,) = verdict.differences
    assert (one.field, one.expected) == ("answer", "an outcome, or why there can be none")
    return str(one.got)


def test_a_program_gets_one_question_per_line() -> None:
    found = ask(says(CANNOT))
    assert [one.cannot for one in found] == ["why"] * len(some_questions())
    assert [one.scenario for one in found] == [one.scenario for one in some_questions()]


@each(
    "body, says_",
    few([
        ("print('hello', flush=True)", "a line that is no JSON: hello"),
        ("print('[1]', flush=True)", "a line that is no object: [1]"),
        ("print('{}', flush=True)", "an answer with the id null"),
        ("print(json.dumps({'id': 7, 'cannot': 'x'}), flush=True)", "an answer with the id 7"),
        ("sys.exit(3)", "the program ended (exit status 3)"),
        ("raise ValueError('no such tile')",
         "the program ended (exit status 1): ValueError: no such tile"),
        ("sys.stdout.close(); sys.stdin.close(); sys.exit(0)",
         "the program ended (exit status 0)"),
        ("import os; os.kill(os.getpid(), 9)", "the program ended (signal 9)"),
        ("print('x' * 2_000_000, flush=True)", f"a line that is no JSON: {'x' * 79}…"),
    ], 3),
)  # fmt: skip
def test_errors_of_a_program_are_failures_with_a_reason(body: str, says_: str) -> None:
    for verdict in ask(program(body), asked=some_questions()[:2]):
        assert verdict.state == "failed"
        assert told(verdict) == says_


def test_a_slow_program_is_not_waited_for() -> None:
    start = time.monotonic()
    (verdict,) = ask(program("time.sleep(600)"), 0.3, some_questions()[:1])
    assert told(verdict) == "no answer within 0.3 s"
    assert time.monotonic() - start < 300


def test_one_failure_does_not_affect_other_questions() -> None:
    """The program restarts, and answers the next question."""
    third = some_questions()[2].id
    body = f"""if q["id"] == {third!r}: sys.exit(1)
    print(json.dumps({CANNOT}), flush=True)"""
    states = [one.state for one in ask(program(body))]
    assert states == ["cannot"] * 2 + ["failed"] + ["cannot"] * (len(some_questions()) - 3)


def test_a_surplus_line_is_not_used_as_the_next_answer() -> None:
    body = f"print(json.dumps({CANNOT})); print(json.dumps({CANNOT}), flush=True)"
    found = ask(program(body))
    assert {one.state for one in found} <= {"cannot", "failed"}
    for verdict in found:
        if verdict.state == "failed":
            assert told(verdict).startswith("an answer with the id ")


def test_a_program_that_always_fails_is_not_restarted_forever() -> None:
    found = list(ask_all(Program([sys.executable, "-c", "exit(1)"], restarts=3), some_questions()))
    assert [one.state for one in found] == ["failed"] * 4 + ["cannot"] * (len(some_questions()) - 4)
    assert found[-1].cannot == "the program failed to answer 4 times"


def test_a_program_that_ends_between_two_answers_is_noticed() -> None:
    body = f"print(json.dumps({CANNOT}), flush=True); sys.exit(0)"
    found = ask(program(body), asked=some_questions()[:2])
    assert [one.state for one in found] == ["cannot", "failed"]


def test_long_standard_error_output_does_not_block() -> None:
    body = f"sys.stderr.write('x' * 300_000); print(json.dumps({CANNOT}), flush=True)"
    assert {one.state for one in ask(program(body))} == {"cannot"}


def test_endless_output_is_not_read_forever() -> None:
    process = Process.start([sys.executable, "-c", "while True: print('{}')"])
    until = time.monotonic() + 60
    while not process.answers.full() and time.monotonic() < until:
        time.sleep(0.01)
    assert process.answers.qsize() == MOST_WAITING
    assert process.ask("{}", 60) == b"{}" + os.linesep.encode()
    process.end(kill=False)
    assert process.popen.returncode is not None
    assert not any(thread.is_alive() for thread in process.threads)


def test_a_missing_command_is_reported() -> None:
    with pytest.raises(NoProgramError, match="no-such-program cannot be started"):
        ask("no-such-program --x")
    for text in ("", "  ", "'open"):
        with pytest.raises(ValueError, match=r"command|quotation"):
            Program.of(text)


def test_the_command_runs_without_a_shell(tmp_path: Path) -> None:
    file = tmp_path / "made"
    with pytest.raises(NoProgramError):
        ask(f"$(touch {file}); x")
    assert not file.exists()


# ---- the protocol, held by this engine -----------------------------------------------------------


def test_the_engine_answers_over_the_protocol_as_without_it() -> None:
    """This includes scenarios that currently fail; a quick run asks some of every file."""
    asked = list(questions(scenarios()[:: 10 if LONG else 120]))
    for question, verdict in zip(asked, ask(OWN, asked=asked), strict=True):
        ours = run_scenario(question.scenario, question.ruleset)
        assert verdict.cannot == ""
        assert verdict.passed == ours.passed, question.id


# ---- the command ---------------------------------------------------------------------------------


def riichi_test(*arguments: str, status: int = 0) -> Result:
    ran = CliRunner().invoke(main.main, ["test", *arguments])
    assert ran.exit_code == status, ran.output
    return ran


ONE = ("--scenario", "four-thirty-is-not-mangan-at-ema")


@pytest.mark.long
def test_the_command_shows_a_table() -> None:
    ran = riichi_test(*ONE, "--against", OWN)
    outcomes = len(next(s for s in scenarios() if s.id == ONE[1]).expect)
    assert ran.stdout == f"KIND  PASSED  FAILED  CANNOT\nwin   {outcomes:>6}       0       0\n"


def test_the_command_shows_failures_and_reasons() -> None:
    other = "{'id': q['id'], 'cannot': 'why'}"
    text = says(f"{{'id': q['id'], 'outcome': {{}}}} if q['ruleset'] == 'ema-2016' else {other}")
    ran = riichi_test(*ONE, "--against", text, status=1)
    assert "  under ema-2016\n" in ran.stdout
    assert "    points: expected 7700, got none\n" in ran.stdout
    assert "under wrcr-2015" not in ran.stdout
    assert "What it cannot answer, and why:\n" in ran.stdout
    assert ran.stdout.endswith("  why\n")
    riichi_test(*ONE, "--against", says(CANNOT), status=1)  # nothing passed


def test_the_command_runs_programs() -> None:
    ran = riichi_test(*ONE, "ema-2016", "--against", OWN, "--format", "json")
    found = json.loads(ran.stdout)
    assert list(found) == ["against", "passed", "kinds", "outcomes", "problems"]
    assert (found["against"], found["passed"]) == (OWN, True)
    assert found["kinds"] == {"win": {"passed": 1, "failed": 0, "cannot": 0}}
    (one,) = found["outcomes"]
    assert (one["state"], one["cannot"], one["differences"]) == ("passed", None, [])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("no-such-program", "cannot be started"),
        ("'", "No closing quotation"),
        ("", "command is empty"),
    ],
)
def test_a_wrong_command_ends_with_2(text: str, reason: str) -> None:
    assert reason in riichi_test(*ONE, "--against", text, status=2).stderr


def test_the_timeout_can_be_set() -> None:
    slow = program("time.sleep(60)")
    ran = riichi_test(*ONE, "ema-2016", "--against", slow, "--timeout", "0.2", status=1)
    assert "no answer within 0.2 s" in ran.stdout
    riichi_test(*ONE, "--against", slow, "--timeout", "0", status=2)


# ---- docs/guides/testing-an-engine.md ------------------------------------------------------------

ENGINE = """
class Found:
    han, fu, points = 4, 30, 7700
def score(hand, tile, won_by, raised):
    return None if tile == "1m" else Found()
"""


def test_the_adapter_on_the_page_answers(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "guides" / "testing-an-engine.md").read_text(encoding="utf-8")
    section = text.partition("## Test another engine")[2]
    adapter = section.partition("```python\n")[2].partition("```")[0]
    (tmp_path / "my_adapter.py").write_text(adapter, encoding="utf-8")
    (tmp_path / "my_engine.py").write_text(ENGINE, encoding="utf-8")
    page = next(one for one in scenarios() if one.id == ONE[1])
    some = list(questions([page, *scenarios()[:: 9 if LONG else 60]]))
    found = ask(command(str(tmp_path / "my_adapter.py")), asked=some)
    fields = {part.field for one in found for part in one.differences}
    assert "answer" not in fields
    assert {one.state for one in found} == {"passed", "failed", "cannot"}
    assert len(adapter.splitlines()) < 30


def test_the_question_on_the_page_is_a_real_one() -> None:
    text = (ROOT / "docs" / "guides" / "testing-an-engine.md").read_text(encoding="utf-8")
    section = text.partition("## Test another engine")[2]
    shown = json.loads(section.partition("```json\n")[2].partition("```")[0])
    scenario = by_id()[shown["id"].partition("/")[0]]
    real = next(one for one in questions([scenario]) if one.id == shown["id"]).as_json()
    ((chapter, shown_rules),) = shown["rules"].items()
    assert shown_rules.items() <= real["rules"][chapter].items()
    assert set(shown) == set(real)
    assert {**shown, "rules": None} == {**real, "rules": None}
