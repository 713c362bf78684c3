"""Docstrings begin with a verb or a noun, never with a question word (CONTRIBUTING.md)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = ("riichi_core", "riichi_app", "riichi_bots", "validators", "riichi_programs",
           "riichi_study")  # fmt: skip
QUESTIONS = frozenset(
    ["What", "Whether", "How", "Where", "Who", "Which", "Whose", "Why", "When", "Everything"]
)


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield the place and the text of each docstring of the product, those of constants too."""
    for path in (path for folder in PRODUCT for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                line = getattr(node, "lineno", 1)
                yield f"{path.relative_to(ROOT)}:{line}", ast.get_docstring(node) or "-"
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                yield f"{path.relative_to(ROOT)}:{node.lineno}", str(node.value.value)


def test_no_docstring_begins_with_a_question() -> None:
    found = [
        f"{place}: {text.splitlines()[0]}"
        for place, text in docstrings()
        if text.split()[0].strip(",:;.") in QUESTIONS or text.startswith("The same")
    ]
    assert found == []
