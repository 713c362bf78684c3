"""The lines that a mutant changes, and the lines that a case runs.

A case that runs none of the changed lines cannot kill the mutant.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

Line = tuple[str, int]
"""A module and a line number in its file."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Tracer = Callable[[FrameType, str, Any], Any]


def changed(mutant: str, mutants: Path) -> frozenset[Line]:
    """Return the lines of the statement that a mutant changes, in the original function."""
    module, _, name = mutant.rpartition(".")
    base, _, _ = name.rpartition("_")
    text, functions = _read(mutants / f"{module.replace('.', '/')}.py")
    live, before, after = functions[base], functions[f"{base}_orig"], functions[name]
    old, new = (text[function.lineno : function.end_lineno] for function in (before, after))
    differ = [
        number
        for kind, start, end, _, _ in SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        if kind != "equal"
        for number in range(start, max(end, start + 1))
    ]
    if not differ or any(number + 1 + before.lineno < before.body[0].lineno for number in differ):
        wanted = set(range(live.lineno, (live.end_lineno or 0) + 1))
    else:
        move = live.lineno - before.lineno
        numbers = [number + 1 + before.lineno for number in differ]
        wanted = {function + move for number in numbers for function in _statement(before, number)}
    return frozenset((module, number) for number in wanted)


def run_watched(case: Callable[[], bool], mutants: Path) -> tuple[bool, frozenset[Line]]:
    """Return the result of a case, and the lines of changed modules that it ran."""
    lines_by_file: dict[str, set[int]] = {}
    lines_of_code: dict[CodeType, set[int] | None] = {}

    def look(frame: FrameType, _: str, __: object) -> Tracer | None:
        code = frame.f_code
        if code not in lines_of_code:
            file = Path(code.co_filename)
            inside = file.with_name(f"{file.name}.meta").exists() and file.is_relative_to(mutants)
            lines_of_code[code] = (
                lines_by_file.setdefault(code.co_filename, set()) if inside else None
            )
        lines = lines_of_code[code]
        if lines is None:
            return None

        def note(frame: FrameType, _: str, __: object) -> Tracer:
            lines.add(frame.f_lineno)
            return note

        return note

    sys.settrace(look)
    try:
        passed = case()
    finally:
        sys.settrace(None)
    return passed, frozenset(
        (".".join(Path(name).relative_to(mutants).with_suffix("").parts), number)
        for name, numbers in lines_by_file.items()
        for number in numbers
    )


@cache
def _read(path: Path) -> tuple[list[str], dict[str, Function]]:
    """Return the lines of a file, and its functions, including decorated ones by mutmut's names."""
    text = path.read_text(encoding="utf-8")
    functions: dict[str, Function] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, Function):
            functions.setdefault(node.name, node)
            functions |= dict.fromkeys(_decorated(node), node)
    return text.splitlines(), functions


def _decorated(function: Function) -> Iterator[str]:
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name):
            for argument in decorator.args:
                if decorator.func.id == "_mutmut_mutated" and isinstance(argument, ast.Name):
                    yield argument.id.removeprefix("mutants_")


def _statement(function: Function, number: int) -> range:
    """Return the lines of the smallest statement around a line, without its nested block."""
    around = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.stmt) and node.lineno <= number <= (node.end_lineno or node.lineno)
    ]
    smallest = min(around, key=lambda node: (node.end_lineno or node.lineno) - node.lineno)
    end = (smallest.end_lineno or smallest.lineno) + 1
    if isinstance(smallest, ast.If | ast.For | ast.While | ast.With):
        end = max(smallest.body[0].lineno, number + 1)
    return range(smallest.lineno, end)
