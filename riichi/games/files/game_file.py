"""Read the file of a written game: YAML, or the table of a score sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from riichi.games.files.score_table import is_score_table, read_score_table
from riichi.spreadsheets.reading import is_table
from riichi_core.files import yaml_document as documents
from riichi_core.files.model_problems import model_problems, pointer_to
from riichi_core.files.problem import Problem, in_file_order
from riichi_core.files.source_document import SourceDocument
from riichi_core.files.yaml_document import MAX_BYTES
from riichi_core.game.game import Game, GameProblem
from riichi_core.messages import Message
from riichi_core.records.written_game import GameRecord, message_for_players


@dataclass(frozen=True, slots=True)
class GameFile:
    """A written record of a game with its file."""

    record: GameRecord
    document: SourceDocument

    def problem(self, problem: GameProblem) -> Problem:
        """Return a problem of a deal, with its place in the file."""
        place = f"deals.{problem.number}.{problem.field}"
        code = problem.code.replace("_", "-")
        why = message_for_players(problem, self.record.players)
        message = Message("hand {n}: {message}", n=problem.number + 1, message=why)
        return self.document.problem(pointer_to(self.document.data, place), code, message)

    def problems(self, games: Iterable[Game]) -> list[Problem]:
        """Return the problems of the deals, once for each place."""
        problems = (self.problem(problem) for game in games for problem in game.problems)
        return list({problem.text(): problem for problem in problems}.values())


def is_written_game(path: Path) -> bool:
    """Return whether a file is a written game: YAML with the key `deals`, or a score sheet."""
    if is_table(path):
        return is_score_table(path)
    with path.open("rb") as file:
        text = file.read(MAX_BYTES)
    return re.search(rb"""^["']?deals["']?\s*:""", text, re.MULTILINE) is not None


def read_written_game(path: Path) -> tuple[GameFile | None, list[Problem]]:
    """Return a record from its file, or all problems of its head."""
    in_table = is_table(path)
    document, problems = (
        read_score_table(path, str(path)) if in_table else documents.read(path, str(path))
    )
    if document is None or any(one.severity == "error" or not in_table for one in problems):
        return None, in_file_order(problems)
    if not isinstance(document.data, dict):
        message = Message("a game is a mapping with `players` and `deals`")
        return None, [document.problem((), "wrong-type", message)]
    try:
        return GameFile(GameRecord.model_validate(document.data), document), problems
    except ValidationError as error:
        return None, model_problems(error, document, GameRecord)
