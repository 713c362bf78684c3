"""The programs themselves accept our exports, where they are installed (the group `bench`)."""

from __future__ import annotations

import json
import shlex
import sys
from typing import Any

import pytest
from shipped_scenarios import scenarios

from riichi.conformance.program import Program, ask_all
from riichi.conformance.questions import questions
from riichi.programs.export import export
from riichi.programs.known_programs import PROGRAMS
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_validators.conformance import ENGINES, installed
from riichi_validators.engines import majiang

BOOKS = pytest.mark.parametrize("book", [*library.books(), *library.shelf()])


def module(name: str) -> Any:
    return pytest.importorskip(name, reason=f"{name} is not installed (the group bench)")


@BOOKS
def test_the_mahjong_soul_protocol_accepts_our_rule(book: str) -> None:
    rule = module("ms.protocol_pb2").GameDetailRule
    json_format = module("google.protobuf.json_format")
    config = export(load(book), PROGRAMS["mahjong-soul"]).config
    made = json_format.ParseDict(config, rule())
    written = json_format.MessageToDict(made, preserving_proto_field_name=True)
    given = {name: value for name, value in config.items() if value}
    assert {name: written[name] for name in given} == given


def test_our_mahjong_soul_fields_match_its_own() -> None:
    rule = module("ms.protocol_pb2").GameDetailRule
    assert set(rule.DESCRIPTOR.fields_by_name) == set(PROGRAMS["mahjong-soul"].config.model_fields)


MAJIANG_GAMES = """
const Majiang = require('@kobalab/majiang-core');
const given = JSON.parse(require('fs').readFileSync(0));
const players = [0, 1, 2, 3].map(() => new Majiang.Player());
console.log(JSON.stringify({
    defaults: Majiang.rule(),
    scores: given.map(one => new Majiang.Game(players, () => {}, Majiang.rule(one)).model.defen),
}));
"""


def test_majiang_starts_games_with_our_rules() -> None:
    if not majiang.version():
        pytest.skip("@kobalab/majiang-core is not installed (make bench)")
    rulesets = [load(book) for book in (*library.books(), *library.shelf())]
    configs = [export(one, PROGRAMS["majiang"]).config for one in rulesets]
    found = json.loads(majiang.run_node(MAJIANG_GAMES, json.dumps(configs)))
    assert all(config.keys() == found["defaults"].keys() for config in configs)
    starts = [one.rules.setup.starting_points for one in rulesets]
    assert found["scores"] == [[start] * 4 for start in starts]
    assert PROGRAMS["majiang"].config().model_dump() == found["defaults"]


@pytest.mark.long
@pytest.mark.parametrize(
    "engine", [one for one in ENGINES if one.name in PROGRAMS], ids=lambda engine: engine.name
)
def test_each_value_marked_as_asked_has_a_passing_scenario(engine: Any) -> None:
    """A value counts as asked if a scenario about the option passed under that value."""
    if engine.name not in installed():
        pytest.skip(f"{engine.name} is not installed (the group bench)")
    adapter = PROGRAMS[engine.name]
    command = shlex.join([sys.executable, "-m", engine.adapter])
    shown = set()
    for verdict in ask_all(Program.of(command), questions(scenarios())):
        if verdict.state != "passed" or verdict.ruleset not in library.shipped():
            continue
        rules = load(verdict.ruleset).rules
        for path in verdict.scenario.options:
            if path in adapter.always and rules.written_value(path) == adapter.always[path]:
                shown.add(path)
    assert shown == adapter.asked
