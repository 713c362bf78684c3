"""Type checking by mypy, and one rule more: what may be missing is not asked for its truth.

`seat or other` takes the other also for a seat that is false, as East was whose value is 0. So
what is None or something that can be false, zero or empty, is compared with None and never asked
for its truth: not by `if`, `while`, `assert`, `not`, `and`, `or`, a condition of a comprehension
or a case, `bool`, `any`, `all`, nor by `filter` without a function. `x or 0` is allowed, and any
other empty constant: nothing is lost by it.

`make types` runs it, on what mypy had to check anew.
"""

from __future__ import annotations

import ast
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

from mypy.build import BuildResult, BuildSource, build
from mypy.errors import CompileError
from mypy.main import process_options
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import FuncBase, MypyFile
from mypy.options import Options
from mypy.server.subexpr import get_subexpressions
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    LiteralType,
    NoneType,
    TupleType,
    Type,
    TypedDictType,
    TypeVarType,
    UnionType,
    get_proper_type,
)

PACKAGES = ("riichi_core", "riichi_bots", "riichi_programs", "riichi_study", "riichi_app",
            "riichi_validators")  # fmt: skip
"""The packages that are held to the rule; tests are only type-checked."""

Place = tuple[int, int, int | None, int | None]
"""The line (from 1) and column (from 0) where an expression begins, and those where it ends."""

Asked = tuple[int, str]
"""A line in which something that may be missing is asked for its truth, and its type."""


def main() -> None:
    """Type-check the project; the status is 1 where something is wrong."""
    sources, options = process_options([])
    # A cache of its own: what stands there was held to the rule, as it is now.
    rule = sha256(Path(__file__).read_bytes()).hexdigest()[:12]
    options.cache_dir = f"{options.cache_dir}/truth-{rule}"
    lines = errors(sources, options)
    for line in lines:
        print(line)
    if lines:
        shutil.rmtree(options.cache_dir, ignore_errors=True)
        sys.exit(1)
    print(f"Nothing is wrong with the types of {len(sources)} files.")


def errors(sources: list[BuildSource], options: Options) -> list[str]:
    """Return what mypy finds, or else where the rule is broken, as `file:line: what`."""
    options.export_types = options.preserve_asts = True
    try:
        checked = build(sources, options)
    except CompileError as error:
        return error.messages
    return checked.errors or [
        f"{tree.path}:{line}: error: {kind} is asked for its truth: compare it with None"
        for name, state in sorted(checked.graph.items())
        if name.partition(".")[0] in PACKAGES and (tree := state.tree) is not None
        for line, kind in asked(tree, Path(tree.path).read_text(encoding="utf-8"), checked)
    ]


def asked(tree: MypyFile, text: str, checked: BuildResult) -> list[Asked]:
    """Return where in a module something that may be missing is asked for its truth.

    Args:
        tree: the module as mypy has it.
        text: its source.
        checked: what came of checking it.
    """
    types: dict[Place, Type] = {
        (node.line, node.column, node.end_line, node.end_column): checked.types[node]
        for node in get_subexpressions(tree)
        if node in checked.types
    }
    lines = {
        (node.lineno, str(kind))
        for node, part in _questions(ast.parse(text))
        if (kind := _type(node, types)) is not None and _may_be_lost(kind, part=part)
    }
    return sorted(lines)


# ---- what is asked for its truth -----------------------------------------------------------------


def _questions(tree: ast.AST) -> Iterator[tuple[ast.expr, bool]]:
    """Yield each expression that is asked for its truth; True if each of its members is."""
    for node in ast.walk(tree):
        match node:
            case ast.If() | ast.While() | ast.Assert() | ast.IfExp():
                yield from _asked_by(node.test)
            case ast.comprehension(ifs=conditions):
                for value in conditions:
                    yield from _asked_by(value)
            case ast.match_case(guard=ast.expr() as guard):
                yield from _asked_by(guard)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield from _asked_by(operand)
            case ast.BoolOp(op=op, values=values):
                for value, other in pairwise(values):
                    if isinstance(op, ast.And) or not _is_empty(other):
                        yield from _asked_by(value)
            case ast.Call(func=ast.Name(id=name), args=args):
                yield from _asked_by_call(name, args)


def _asked_by(condition: ast.expr) -> Iterator[tuple[ast.expr, bool]]:
    """Yield what of a condition is asked; its `and`, `or` and `not` are met by themselves."""
    match condition:
        case ast.BoolOp(values=values):
            yield from _asked_by(values[-1])
        case ast.UnaryOp(op=ast.Not()):
            return
        case ast.NamedExpr(value=value):
            yield from _asked_by(value)
        case ast.IfExp(body=body, orelse=otherwise):
            yield from _asked_by(body)
            yield from _asked_by(otherwise)
        case _:
            yield condition, False


def _asked_by_call(name: str, args: Sequence[ast.expr]) -> Iterator[tuple[ast.expr, bool]]:
    match name, args:
        case "bool", [argument]:
            yield from _asked_by(argument)
        case "any" | "all", [ast.GeneratorExp(elt=argument) | ast.ListComp(elt=argument)]:
            yield from _asked_by(argument)
        case "any" | "all", [argument]:
            yield argument, True
        case "filter" | "map", [ast.Constant(value=None) | ast.Name(id="bool"), argument]:
            yield argument, True


def _is_empty(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=value):
            return value is not None and not value
        case ast.Tuple(elts=inside) | ast.List(elts=inside):
            return not inside
        case ast.Dict(keys=keys):
            return not keys
        case _:
            return False


# ---- its type ------------------------------------------------------------------------------------


def _type(node: ast.expr, types: Mapping[Place, Type]) -> Type | None:
    return types.get((node.lineno, node.col_offset, node.end_lineno, node.end_col_offset))


def _may_be_lost(kind: Type, *, part: bool) -> bool:
    """Return whether a value is None or something that can be false, or each member is."""
    proper = get_proper_type(kind)
    if part:
        return isinstance(proper, Instance) and any(
            _may_be_lost(map_instance_to_supertype(proper, base).args[0], part=False)
            for base in proper.type.mro
            if base.fullname == "typing.Iterable"
        )
    if not isinstance(proper, UnionType):
        return False
    items = [get_proper_type(item) for item in proper.items]
    return any(isinstance(item, NoneType) for item in items) and any(map(_can_be_false, items))


def _can_be_false(kind: Type) -> bool:
    match get_proper_type(kind):
        case NoneType() | AnyType() | CallableType():
            return False
        case LiteralType(value=value):
            return value is not False and not value
        case TupleType(items=items):
            return not items
        case TypeVarType(upper_bound=bound):
            return _can_be_false(bound)
        case TypedDictType():
            return True
        case Instance(type=info):
            method = info.get_method("__bool__")
            if isinstance(method, FuncBase) and isinstance(method.type, CallableType):
                answer = get_proper_type(method.type.ret_type)
                return not (isinstance(answer, LiteralType) and answer.value is True)
            return info.fullname == "builtins.object" or info.has_readable_member("__len__")
        case _:
            return False


if __name__ == "__main__":
    main()
