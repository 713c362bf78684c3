"""Files and folders of scenarios."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from riichi_core.messages import Message, quote
from riichi_core.rules.library import data_folder
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.problems import FileProblems
from riichi_core.scenarios.reading import ScenarioReader
from riichi_core.scenarios.rulesets import Rulesets
from riichi_core.scenarios.scenario import Place, Scenario
from riichi_core.source import document as documents
from riichi_core.source.diagnostics import START, Diagnostic, in_file_order

FOLDER = "scenarios"
A_LIST = Message("a list of scenarios, each beginning with '- scenario: id'")


def default_folder() -> Path:
    """The folder with the scenarios that come with the rulesets."""
    return data_folder() / FOLDER


def examine(
    *paths: Path | str, others: Iterable[Ruleset] = ()
) -> tuple[tuple[Scenario, ...], list[Diagnostic]]:
    """Check files of scenarios.

    Args:
        paths: files, or folders with files; without any, the scenarios that are shipped.
        others: rulesets that the scenarios may speak of besides those that are shipped. One with
            the id of a shipped ruleset takes its place.

    Returns:
        The scenarios without an error, in the order of the files, and every problem of all files.
    """
    examination = _Examination(Rulesets({ruleset.id: ruleset for ruleset in others}))
    for path in map(Path, paths or [default_folder()]):
        if path.is_dir():
            examination.folder(path)
        else:
            examination.file(path)
    return tuple(examination.scenarios), in_file_order(examination.problems)


@dataclass(slots=True)
class _Examination:
    """Files that are read together: no two scenarios have the same id."""

    rulesets: Rulesets
    scenarios: list[Scenario] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)

    def folder(self, path: Path) -> None:
        """Every file of a folder and of those in it, by name."""
        files = sorted(path.rglob("*.yaml"))
        for file in files:
            self.file(file)
        if not files:
            message = Message("there is no file of scenarios in this folder")
            self.problems.append(
                Diagnostic(
                    str(path), START, "no-scenarios", message, expected=Message("files *.yaml")
                )
            )

    def file(self, path: Path) -> None:
        """Every scenario of a file."""
        document, problems = documents.read(path)
        self.problems += [replace(p, expected=A_LIST) if p.code == "empty" else p for p in problems]
        if document is None:
            return
        notes = FileProblems(document, tuple(problems))
        if not isinstance(document.data, list):
            notes.say((), "not-scenarios", Message("this is no list of scenarios"), expected=A_LIST)
        else:
            self._all(notes, document.data)
        self.problems += notes.problems

    def _all(self, notes: FileProblems, entries: list[documents.Value]) -> None:
        for index, data in enumerate(entries):
            notes.subject = ""
            if not isinstance(data, dict):
                notes.misfit((index,), data, "- scenario: id …")
                continue
            name = data.get("scenario")
            notes.subject = name if isinstance(name, str) else ""
            before = len(notes.problems)
            scenario = ScenarioReader(notes, self.rulesets, (index,), data).run()
            self._once(notes, index, scenario)
            span = notes.document.span((index,))
            found = [p for p in notes.problems[before:] if p.severity == "error"]
            found += [p for p in notes.refused if span.line <= p.span.line <= span.end_line]
            if not found:
                self.scenarios.append(scenario)

    def _once(self, notes: FileProblems, index: int, scenario: Scenario) -> None:
        """Note a scenario whose id another one has already."""
        first = self.places.setdefault(scenario.id, scenario.place)
        if scenario.id and first is not scenario.place:
            message = Message("there is another scenario {name}, at {place}",
                              name=quote(scenario.id), place=str(first))  # fmt: skip
            notes.say((index, "scenario"), "duplicate-id", message)
