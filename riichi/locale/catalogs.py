"""Catalogs of the languages: extract every text for people, and bring each `.po` up to date.

`python -m riichi.locale.catalogs [LANGUAGE …]`, or `make messages`; an unknown LANGUAGE starts
a new catalog. The texts come from the code, the options and the data files.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from functools import cache
from io import BytesIO
from itertools import chain, product
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message as CatalogMessage
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment
from jinja2.ext import extract_from_ast

from riichi.content.rulebook_text import rulebook_text
from riichi.content.yaku_examples import yaku_examples
from riichi.locale.locale import CLAUSES, DOMAIN, FOLDER, languages
from riichi.whole_files import write_whole
from riichi_core.files.accepted_values import all_parts
from riichi_core.messages import Message
from riichi_core.rules import library
from riichi_core.rules.clauses import clauses
from riichi_core.rules.glossary import known_yaku, other_names, short_form
from riichi_core.rules.load import load
from riichi_core.rules.options import Option, option_of
from riichi_core.rules.rules import chapters
from riichi_core.rules.ruleset import HOUSE_TITLE, SECTION_WORDS, Amendment, HouseHead, Ruleset
from riichi_core.rules.words import vocabularies
from riichi_core.rules.yaku_vocabulary import Definition
from riichi_core.scenarios.kinds import KINDS
from riichi_core.scenarios.scenario import shipped_scenarios
from riichi_core.tiles import Wind

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("riichi_core", "riichi")

DOMAINS = (DOMAIN, CLAUSES)
"""The catalogs of a language; clauses have their own."""

CALLS = frozenset({"tr", "Message"})
"""Functions that translate their first argument."""

COMMANDS = CALLS | {"fail", "refuse"}
"""The same functions, and one more in the modules of commands."""

TABLE = "Translatable"
"""The type that marks a table of texts."""

DESCRIBED = ("win", "deal")
"""The kinds of scenarios that are described from their facts, without their own sentence."""

TRANSLATED_NOTES = ("silent", "assumed")
"""The kinds of provenance whose reason is the project's own sentence, not a club's."""


PART, LETTERS = re.compile(r"\{[^}]*\}"), re.compile("[A-Za-z]")
"""The parameters of a text in braces, and letters, which every text for people has outside them."""


LIKENESS = 0.9
"""The likeness, up to 1, from which the translation of an old text is a guess for a new one."""

NOISE = re.compile(rb'^"(?:Generated-By|POT-Creation-Date|PO-Revision-Date): .*\n', re.MULTILINE)
"""The lines of a head that would change with every run, and are left out."""


class ExtractedText(NamedTuple):
    """A text to translate, with its plural if it counts, its context, and its place."""

    text: str
    plural: str = ""
    context: str | None = None
    note: str = ""


class Untranslated(NamedTuple):
    """A text without a certain translation, and the line of its catalog."""

    place: str
    text: str
    context: str | None
    notes: tuple[str, ...]

    def __str__(self) -> str:
        """Return the line and the text, as compilers print errors."""
        return f"{self.place}: {self.text}"


# ---- in the code ---------------------------------------------------------------------------------


def in_code(path: Path) -> Iterator[ExtractedText]:
    """Yield the texts of a module: arguments of translating calls, and tables of texts."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            yield from _of_call(
                node, COMMANDS if path.parent.name in ("cli", "commands") else CALLS
            )
        elif isinstance(node, ast.AnnAssign) and node.value and TABLE in _names(node.annotation):
            yield from map(ExtractedText, _of_table(node.annotation, node.value))


def in_template(path: Path) -> Iterator[ExtractedText]:
    """Yield the texts of a page's template."""
    tree = Environment().parse(path.read_text("utf-8"))
    for _, call, text in extract_from_ast(tree, ("tr", "in_context")):
        if call == "tr":
            yield ExtractedText(str(text[0] if isinstance(text, tuple) else text))
        else:
            context, message = text if isinstance(text, tuple) else (None, text)
            yield ExtractedText(str(message), context=context)


def _of_call(call: ast.Call, calls: frozenset[str]) -> Iterator[ExtractedText]:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            pass
        case ast.Call(func=ast.Name(id="translator")):  # translator()("…")
            name = "tr"
        case _:
            return
    texts_by_argument = [tuple(_literals(argument)) for argument in call.args[:2]]
    match name, texts_by_argument:
        case _, [texts, *_] if name in calls:
            yield from map(ExtractedText, texts)
        case "counted", [(singular,), (plural,)]:
            yield ExtractedText(singular, plural)
        case "in_context", [(context,), (text,)]:
            yield ExtractedText(text, context=context)


def _of_table(annotation: ast.expr, table: ast.expr) -> Iterator[str]:
    """Yield the texts of a table, which are its keys if those have the type."""
    match annotation, table:
        case ast.Subscript(slice=ast.Tuple(elts=[of_keys, _])), ast.Dict(keys=keys):
            texts = keys if TABLE in _names(of_keys) else table.values
            yield from (text for node in texts if node for text in _literals(node))
        case _:
            yield from _literals(table)


def _names(annotation: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)}


def _literals(node: ast.expr) -> Iterator[str]:
    """Yield the possible texts of an expression or a table."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from [*_literals(body), *_literals(orelse)]
        case ast.Dict(values=values) | ast.Tuple(elts=values) | ast.List(elts=values):
            yield from (text for value in values for text in _literals(value))


# ---- in the options and the data -----------------------------------------------------------------


def in_options() -> Iterator[ExtractedText]:
    """Yield the texts of the model: titles, sentences of values, and words of definitions."""
    for name, chapter in chapters().items():
        yield ExtractedText(chapter.TITLE, note=name)
        yield ExtractedText((chapter.__doc__ or "").strip().split("\n")[0], note=name)
        for key, field in chapter.model_fields.items():
            if (option := option_of(field)) is not None:
                yield ExtractedText(option.title, note=f"{name}.{key}")
                yield from _sentences(option, f"{name}.{key}")
            for _, part in all_parts(field):
                if (inner := option_of(part)) is not None:
                    yield ExtractedText(inner.title, note=f"{name}.{key}")
                    yield from _sentences(inner, f"{name}.{key}")
    yield from (ExtractedText(name.replace("_", " ")) for name in Definition.model_fields)
    for head in (HouseHead, Amendment):
        yield from (ExtractedText(field.description or "") for field in head.model_fields.values())


def _sentences(option: Option, note: str) -> Iterator[ExtractedText]:
    says = option.sentences
    texts = says.values() if isinstance(says, Mapping) else [says] if isinstance(says, str) else ()
    yield from (
        ExtractedText(text, note=note) for text in (*texts, *(option.labels or {}).values()) if text
    )


def in_data() -> Iterator[ExtractedText]:
    """Yield the names of yaku, the remarks of rulesets, the rulebook, scenarios, and terms."""
    for name, yaku in known_yaku().items():
        if yaku.name.en is not None:
            yield ExtractedText(yaku.name.en, note=f"yaku.{name}")
        if yaku.short is not None:
            yield ExtractedText(yaku.short, note=f"yaku.{name}")
    for ruleset_name in library.shipped():
        yield from _in_ruleset(load(str(ruleset_name)))
    for text in (*other_names().doors, *other_names().no_rule):
        yield ExtractedText(text, note="names.yaml")
    yield from _in_short_form()
    for name, example in yaku_examples().items():
        yield from (
            ExtractedText(text, note=f"yaku.{name}") for text in (example.says, example.why)
        )
    for name, chapter in rulebook_text().items():
        yield from (ExtractedText(text, note=f"rulebook {name}") for text in chapter.texts())
    for scenario in shipped_scenarios():
        if scenario.options and scenario.given.kind not in DESCRIBED:
            yield ExtractedText(scenario.says, note=scenario.id)
    yield from (ExtractedText(kind.title) for kind in KINDS.values())
    for vocabulary in vocabularies().values():
        yield ExtractedText(vocabulary.title)
        if vocabulary.romaji:
            yield from (ExtractedText(term, context="term") for term in vocabulary.terms)
    for wind in Wind:
        yield from (ExtractedText(str(wind)), ExtractedText(str(wind).capitalize()))


def _in_short_form() -> Iterator[ExtractedText]:
    """Yield the texts of the page's short form."""
    for decision in short_form().values():
        for parts in (decision, *decision["ways"].values()):
            texts = (parts.get(key) for key in ("title", "nothing", "label", "says"))
            yield from (ExtractedText(text, note="short-form.yaml") for text in texts if text)


def _in_ruleset(ruleset: Ruleset) -> Iterator[ExtractedText]:
    """Yield the title and remarks of a shipped ruleset."""
    context = HOUSE_TITLE if isinstance(ruleset.head, HouseHead) else None
    for title in dict.fromkeys((ruleset.title, ruleset.short_title)):
        yield ExtractedText(title, context=context, note=ruleset.id)
    sources = {} if isinstance(ruleset.head, HouseHead) else ruleset.head.sources
    for name, document in sources.items():
        for text in (document.title, document.author, document.licence):
            yield ExtractedText(text, note=f"{ruleset.id} {name}")
    for path, source in ruleset.provenance.items():
        if source.kind in TRANSLATED_NOTES and not isinstance(source.text, Message):
            yield ExtractedText(source.text, note=f"{ruleset.id} {path}")
        elif source.kind == "cite":
            yield from map(ExtractedText, SECTION_WORDS.findall(source.text))
        for remark in filter(None, (source.proviso, source.reading)):
            yield ExtractedText(remark, note=f"{ruleset.id} {path}")


def in_clauses() -> Iterator[ExtractedText]:
    """Yield the texts of the clause index: each statement, and the values in the books."""
    for name, clause in clauses().items():
        yield from (
            ExtractedText(text, note=name) for text in (clause.statement, *clause.sayings())
        )


# ---- catalogs ------------------------------------------------------------------------------------


@cache
def in_domain(domain: str) -> tuple[ExtractedText, ...]:
    """Return the texts of one catalog: those of the clauses, or all others."""
    if domain == CLAUSES:
        return tuple(in_clauses())
    files = (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))
    code = chain.from_iterable(map(in_code, files))
    templates = sorted((ROOT / "riichi" / "web" / "templates").glob("*.html"))
    return (*code, *in_options(), *in_data(), *chain.from_iterable(map(in_template, templates)))


def extracted(domain: str = DOMAIN) -> Catalog:
    """Return all texts of a catalog."""
    catalog = Catalog(domain=domain, project="riichi-core", charset="utf-8")
    for entry in in_domain(domain):
        text = (entry.text, entry.plural) if entry.plural else entry.text
        for_people = entry.context is not None or LETTERS.search(PART.sub("", entry.text))
        if for_people and (entry.plural or catalog.get(text, entry.context) is None):
            notes = [entry.note] if entry.note else []
            catalog.add(text, auto_comments=notes, context=entry.context)
    return catalog


def catalog_of(language: str, domain: str = DOMAIN) -> Catalog:
    """Return the catalog in a language's file, empty if there is none."""
    path = _path(language, domain)
    if not path.exists():
        return Catalog(locale=language, domain=domain)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=domain)


def update(language: str, domain: str = DOMAIN) -> None:
    """Bring a language's file up to date."""
    catalog = catalog_of(language, domain)
    catalog.update(extracted(domain), update_creation_date=False)
    _drop_wild_guesses(catalog)
    path = _path(language, domain)
    path.parent.mkdir(parents=True, exist_ok=True)
    text = BytesIO()
    write_po(text, catalog, width=0, sort_output=True, ignore_obsolete=True)
    path.write_bytes(NOISE.sub(b"", text.getvalue()))


def _drop_wild_guesses(catalog: Catalog) -> None:
    """Remove the translations that were taken from a text that is not much like the new one."""
    for message in catalog:
        old = "".join(message.previous_id)
        if old and SequenceMatcher(None, old, "".join(message.id)).ratio() < LIKENESS:
            message.string = "" if isinstance(message.id, str) else ("",)
            message.flags.discard("fuzzy")


def untranslated(language: str) -> Iterator[Untranslated]:
    """Yield each text without a certain translation."""
    for domain in DOMAINS:
        path = _path(language, domain)
        for message in catalog_of(language, domain):
            if message.id and (message.fuzzy or not _is_translated(message)):
                text = message.id if isinstance(message.id, str) else message.id[0]
                place, notes = f"{os.path.relpath(path)}:{message.lineno}", message.auto_comments
                yield Untranslated(place, text, message.context, tuple(notes))


def _path(language: str, domain: str) -> Path:
    return FOLDER / language / "LC_MESSAGES" / f"{domain}.po"


def compile_all(begun: Iterable[str] = ()) -> list[Path]:
    """Compile each catalog to the file that is read at run time, and return the files.

    `begun` has languages whose first catalog was just written: `languages()` may not list them yet.
    """
    written = []
    for language, domain in product(dict.fromkeys([*languages()[1:], *begun]), DOMAINS):
        text = BytesIO()
        write_mo(text, catalog_of(language, domain))  # without uncertain translations
        written.append(_path(language, domain).with_suffix(".mo"))
        write_whole(written[-1], text.getvalue())
    return written


def _is_translated(message: CatalogMessage) -> bool:
    """Return True if a text has its translation, with every form if it counts."""
    forms = message.string or ""
    return bool(forms) and (isinstance(forms, str) or all(forms))


def main(wanted: Iterable[str]) -> None:
    """Update and compile the languages, and print the texts to translate with their places."""
    for language in dict.fromkeys([*languages()[1:], *wanted]):
        for domain in DOMAINS:
            update(language, domain)
        lacking = [*untranslated(language)]
        print(f"{language}: {len(lacking)} texts to translate", *lacking, sep="\n  ")
    compile_all(wanted)


if __name__ == "__main__":
    main(sys.argv[1:])
