"""`riichi find`: options, clauses and yaku that speak of something."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import click
from rich.console import RenderableType
from rich.text import Text

from riichi_app.cli.output import format_option, print_json, show
from riichi_app.render.text import pairs
from riichi_core.rules.clauses import Clause, clauses, settled_by
from riichi_core.rules.diagnostics import nearest
from riichi_core.rules.options import Option
from riichi_core.rules.rules import options
from riichi_core.rules.speech import words
from riichi_core.rules.vocabulary import KnownYaku
from riichi_core.rules.yaku_index import known_yaku, search

SYNONYMS = {
    "ron": "discard",
    "tsumo": "self-draw",
    "kuikae": "swap call",
    "kuitan": "all simples",
    "atamahane": "several wins",
    "head bump": "several wins",
    "kiriage": "1920",
    "kazoe": "counted yakuman",
    "honba": "counter",
    "renchan": "east stays",
    "oya": "east",
    "pao": "liab",
    "sekinin barai": "liab",
    "aka": "red five",
    "agari yame": "ending the game",
    "agari-yame": "ending the game",
    "tobi": "below zero",
    "tochuu ryuukyoku": "abortive",
    "ryuukyoku": "draw",
    "chonbo": "chombo",
    "kan": "kong",
    "pon": "pung",
    "chii": "chow",
    "chi": "chow",
    "minipoints": "fu",
    "stake": "bet",
    "bust": "below zero",
    "shibari": "minimum",
}
"""Other words that people use for what the options and clauses call by one name."""


@click.command("find")
@click.argument("word", nargs=-1, required=True)
@format_option
@click.pass_context
def command(ctx: click.Context, word: tuple[str, ...], form: str) -> None:
    """Find what speaks of a WORD: options, clauses of the books, and yaku in any of their names."""
    wanted = " ".join(word).strip()
    found = _options(wanted), _clauses(wanted), _yaku(wanted)
    if form == "json":
        print_json(_json(*found))
    elif any(found):
        show(_parts(*found))
    else:
        near = nearest(wanted, [*SYNONYMS, *known_yaku(), *(o.split(".")[1] for o in options())])
        click.echo(f"Nothing speaks of '{wanted}'." + (f" Try '{near}'." if near else ""), err=True)
    if not any(found):
        ctx.exit(1)


END = r"s?(?!\w)"
"""After a short word nothing may follow but a plural: `han` is no `hand`."""


def _matches(wanted: str, *texts: str) -> bool:
    """Whether any text has the word, or its other name, at the beginning of a word."""
    text = " ".join(texts).casefold().replace("_", " ").replace("-", " ").replace(",", "")
    plain = wanted.casefold().replace("_", " ").replace("-", " ")
    return any(
        name and re.search(rf"(?<!\w){re.escape(name)}{END if len(name) < 4 else ''}", text)
        for name in (plain, SYNONYMS.get(plain, ""))
    )


def _options(wanted: str) -> dict[str, Option]:
    """Options called so, or that price such a yaku; else those whose values speak of it."""
    found_yaku = search(wanted)
    called = {
        path: option
        for path, option in options().items()
        if _matches(wanted, path.replace(".", " "), path, option.title)
        or path.removeprefix("yaku.") in found_yaku
    }
    return called or {
        path: option for path, option in options().items() if _matches(wanted, *_says(option))
    }


def _says(option: Option) -> list[str]:
    return [option.says] if isinstance(option.says, str) else list(words(option.says).values())


def _clauses(wanted: str) -> dict[str, Clause]:
    return {
        name: clause
        for name, clause in clauses().items()
        if _matches(wanted, name.replace("-", " "), name, clause.statement, clause.topic)
    }


def _yaku(wanted: str) -> dict[str, KnownYaku]:
    return {name: known_yaku()[name] for name in search(wanted)}


def _json(
    found_options: Mapping[str, Option],
    found_clauses: Mapping[str, Clause],
    found_yaku: Mapping[str, KnownYaku],
) -> dict[str, Any]:
    return {
        "options": [
            {"path": path, "title": option.title, "clauses": list(option.clauses)}
            for path, option in found_options.items()
        ],
        "clauses": [
            {
                "id": name,
                "statement": clause.statement,
                "ema-2016": clause.ema_2016.model_dump(),
                "wrcr-2015": clause.wrcr_2015.model_dump(),
                "options": list(settled_by().get(name, ())),
            }
            for name, clause in found_clauses.items()
        ],
        "yaku": [
            {"id": name, "name": yaku.name.model_dump(exclude_none=True)}
            for name, yaku in found_yaku.items()
        ],
    }


def _parts(
    found_options: Mapping[str, Option],
    found_clauses: Mapping[str, Clause],
    found_yaku: Mapping[str, KnownYaku],
) -> Iterator[RenderableType]:
    if found_options:
        yield from _section("OPTIONS", [(p, Text(o.title)) for p, o in found_options.items()])
    if found_yaku:
        yield from _section("YAKU", [(n, Text(_names(y))) for n, y in found_yaku.items()])
    if found_clauses:
        yield from _section("CLAUSES", [(n, _clause(n, c)) for n, c in found_clauses.items()])


def _section(title: str, rows: list[tuple[str, Text]]) -> Iterator[RenderableType]:
    yield Text(f"{title} ({len(rows)})", style="bold cyan")
    yield pairs(rows, below=1)


def _names(yaku: KnownYaku) -> str:
    names = yaku.name
    return ", ".join(dict.fromkeys(filter(None, (names.en, names.ja, names.kanji))))


def _clause(name: str, clause: Clause) -> Text:
    where = [f"EMA 2016: {clause.ema_2016.section or '-'}"]
    where.append(f"WRCR 2015: {clause.wrcr_2015.section or '-'}")
    if name in settled_by():
        where.append(f"settled by {', '.join(settled_by()[name])}")
    elif clause.common:
        where.append("common to all rulesets")
    return Text("\n").join([Text(clause.statement), Text("; ".join(where), style="dim")])
