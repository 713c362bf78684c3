"""Load data files and books that the build has already validated."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from riichi_core.files.files import digest
from riichi_core.rules import library
from riichi_core.rules.library import PACKAGE, is_current
from riichi_core.rules.options import FrozenModel
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import BookHead, Provenance, Ruleset

# ---- data files ----------------------------------------------------------------------------------


T = TypeVar("T")

PREPARED = "prepared"
"""The folder of the prepared values, next to the files that they come from."""

MODELS_FOLDER = PACKAGE / "rules"
"""The code that makes the prepared values, which are out of date if it is newer."""

TYPE_KEY = "="
"""The key that names the type of a value, next to its fields."""


def load_typed(path: Path, read: Callable[[Any], T]) -> T:
    """Return the typed value of a data file: the prepared value, or one read from the YAML.

    Args:
        path: a YAML file of the project.
        read: the function that makes the typed value from the plain one.
    """
    value = prepared_value(path)
    return read_data(path, read) if value is None else cast(T, value)


def read_data(path: Path, read: Callable[[Any], T]) -> T:
    """Read the typed value of a data file from its YAML."""
    from riichi_core.files.yaml_document import data_of_file  # noqa: PLC0415 - it imports yaml

    return read(data_of_file(path))


def prepared_file(path: Path) -> Path:
    """Return the path of the prepared value of a file."""
    return path.parent / PREPARED / f"{path.stem}.json"


def prepared_value(path: Path, *code: Path) -> Any:
    """Return the prepared value of a file; None if the file or a type has changed since.

    Args:
        path: the file of the project.
        code: the files of types that are defined elsewhere than with the rules.
    """
    value = plain_value(prepared_file(path), path, MODELS_FOLDER, *code)
    try:
        return _restored(value)
    except KeyError:  # a type that no longer exists
        return None


def plain_value(file: Path, source: Path, *code: Path) -> Any:
    """Return the plain value in a prepared file; None if its source or the code has changed since.

    A wheel has some of these files without their sources.

    Args:
        file: the prepared file.
        source: the file of the project that the value comes from.
        code: the folders with the code that makes the value.
    """
    if not is_current(file, *code):
        return None
    prepared: Mapping[str, Any] = json.loads(file.read_bytes())
    unchanged = not source.exists() or prepared["sha256"] == digest(source)
    return prepared["value"] if unchanged else None


def _restored(value: Any, *, in_model: bool = False) -> Any:
    if isinstance(value, list):
        items = (_restored(part, in_model=in_model) for part in value)
        return tuple(items) if in_model else [*items]
    if not isinstance(value, dict):
        return value
    name = value.pop(TYPE_KEY, None)
    inside = in_model or name is not None
    parts = {key: _restored(part, in_model=inside) for key, part in value.items()}
    return parts if name is None else _model_with(_model_named(name), parts)


def _model_with(model: type[FrozenModel], parts: dict[str, Any]) -> FrozenModel:
    """Return a model with these fields, created as pickle does, faster than `model_construct`."""
    restored = model.__new__(model)
    fields = {name: parts.get(name, default) for name, default in _default_fields(model).items()}
    is_open = model.model_config.get("extra") == "allow"
    more = {name: part for name, part in parts.items() if name not in fields}
    restored.__setstate__(
        {
            "__dict__": fields,
            "__pydantic_extra__": more if is_open else None,
            "__pydantic_fields_set__": set(parts),
            "__pydantic_private__": None,
        }
    )
    return restored


@cache
def _default_fields(model: type[FrozenModel]) -> Mapping[str, Any]:
    return {
        name: field.get_default(call_default_factory=True)
        for name, field in model.model_fields.items()
    }


def _model_named(name: str) -> type[FrozenModel]:
    """Return a model by name, including models imported since the last call."""
    if name not in _models():
        _models.cache_clear()
    return _models()[name]


@cache
def _models() -> Mapping[str, type[FrozenModel]]:
    """Return every model in the imported modules, by name."""
    return {model.__name__: model for model in _subclasses(FrozenModel)}


def _subclasses(model: type[FrozenModel]) -> Iterator[type[FrozenModel]]:
    for subclass in model.__subclasses__():
        yield subclass
        yield from _subclasses(subclass)


# ---- books ---------------------------------------------------------------------------------------


_kept_rulesets: dict[Path, Ruleset] = {}
_books: dict[tuple[Path, int, int], Ruleset] = {}
"""Books by path, time of the last change, and file size."""


def keep_rulesets(rulesets: Mapping[str, Ruleset]) -> None:
    """Keep rulesets that have been checked, for a program whose files never change.

    Args:
        rulesets: rulesets without errors or warnings, by the path of the file.
    """
    _kept_rulesets.update((Path(path), ruleset) for path, ruleset in rulesets.items())


def cache_book(path: Path, ruleset: Ruleset) -> None:
    """Cache a ruleset without problems until its file changes, if it is a book."""
    if path in library.books().values():
        _books[_file_stamp(path)] = ruleset


def known_ruleset(path: Path) -> Ruleset | None:
    """Return the ruleset of a file that has been checked before; None for any other file."""
    if path in _kept_rulesets:
        return _kept_rulesets[path]
    if path not in library.books().values():
        return None
    stamp = _file_stamp(path)
    if stamp not in _books and (book := prepared_book(path)):
        _books[stamp] = book
    return _books.get(stamp)


def _file_stamp(path: Path) -> tuple[Path, int, int]:
    file = path.stat()
    return path, file.st_mtime_ns, file.st_size


def prepared_book(path: Path) -> Ruleset | None:
    """Return the prepared ruleset of a book; None if its file or the options have changed since."""
    prepared = prepared_value(path)
    if prepared is None or options().keys() - prepared["provenance"].keys():
        return None
    head, rules = prepared["head"], prepared["rules"]
    assert isinstance(head, BookHead)
    provenance = {option: Provenance(**parts) for option, parts in prepared["provenance"].items()}
    return Ruleset.of(head, rules, provenance, head.result_unit, str(path))
