"""Tables of a study: one row a deal, for spreadsheets, Parquet and pandas."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from importlib.util import find_spec
from typing import Any

from riichi_core.messages import Message
from riichi_study.plan import INSTALL, StudyError
from riichi_study.rows import DealRow, StudiedRow

COLUMNS = ("ruleset", "game", *(one.name for one in fields(DealRow)))

_WHOLE = ("game", "deal", "round", "dealer", "repeat", "counters", "discarder")
_LISTS = {"winners": "int64", "han": "int64", "fu": "int64", "limits": "string",
          "paid": "float64", "riichi": "int64", "tenpai": "int64", "gains": "float64"}  # fmt: skip


def deal_rows(labels: Sequence[str], rows: Iterable[StudiedRow]) -> Iterator[tuple[Any, ...]]:
    """Yield a row for each deal under each ruleset, in the order of `COLUMNS`.

    Args:
        labels: the rulesets.
        rows: the games of a study.
    """
    for row in rows:
        for label, game in zip(labels, row.games, strict=True):
            for deal in game.deals:
                yield (label, row.game, *(getattr(deal, name) for name in DealRow.__slots__))


def flat_rows(labels: Sequence[str], rows: Iterable[StudiedRow]) -> Iterator[tuple[Any, ...]]:
    """Yield the same with plain cells: what is several is written with spaces, nothing as `-`."""
    for row in deal_rows(labels, rows):
        yield tuple(_flat(value) for value in row)


def _flat(value: Any) -> Any:
    if isinstance(value, tuple):
        return " ".join("-" if one is None else str(one) for one in value)
    return int(value) if isinstance(value, bool) else value


def check_parquet() -> None:
    """Refuse Parquet where it cannot be written.

    Raises:
        StudyError: pyarrow is not installed.
    """
    if find_spec("pyarrow") is None:
        raise StudyError(Message("Parquet needs pyarrow: {install}", install=INSTALL))


def parquet(labels: Sequence[str], rows: Iterable[StudiedRow]) -> bytes:
    """Return the rows as a Parquet file.

    Raises:
        StudyError: pyarrow is not installed.
    """
    check_parquet()
    import pyarrow as pa  # noqa: PLC0415 - an extra
    import pyarrow.parquet as pq  # noqa: PLC0415

    types = {"ruleset": pa.string(), "end": pa.string(), "stays": pa.bool_(), "bets": pa.float64()}
    types |= dict.fromkeys(_WHOLE, pa.int64())
    types |= {name: pa.list_(pa.type_for_alias(kind)) for name, kind in _LISTS.items()}
    columns = list(zip(*deal_rows(labels, rows), strict=True)) or [()] * len(COLUMNS)
    arrays = [pa.array(column, types[name]) for name, column in zip(COLUMNS, columns, strict=True)]
    out = io.BytesIO()
    pq.write_table(pa.Table.from_arrays(arrays, names=list(COLUMNS)), out)
    return out.getvalue()


def frame(labels: Sequence[str], rows: Iterable[StudiedRow]) -> Any:
    """Return the rows as a pandas frame, or as a list of dicts where pandas is not installed."""
    listed = [dict(zip(COLUMNS, row, strict=True)) for row in deal_rows(labels, rows)]
    try:
        import pandas as pd  # noqa: PLC0415 - an extra
    except ImportError:
        return listed
    return pd.DataFrame(listed, columns=list(COLUMNS))
