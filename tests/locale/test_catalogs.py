"""The language catalogs are complete and current, and keep the placeholders and figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from riichi.locale import Locale, catalogs, languages, locale, offered_languages
from riichi.locale.catalogs import DOMAINS, ExtractedText, catalog_of, extracted, in_code
from riichi.locale.locale import CLAUSES, DOMAIN, compiled_file
from riichi_core.rules.clauses import clauses
from riichi_core.rules.glossary import known_yaku

every_language = pytest.mark.parametrize("language", languages()[1:])
every_finished_language = pytest.mark.parametrize("language", offered_languages()[1:])
every_domain = pytest.mark.parametrize("domain", DOMAINS)


@cache
def template(domain: str = DOMAIN) -> Catalog:
    return extracted(domain)


@cache
def catalog(language: str, domain: str = DOMAIN) -> Catalog:
    return catalog_of(language, domain)


def pairs(language: str, domain: str = DOMAIN) -> Iterator[tuple[str, str]]:
    """Yield each translated English text with its translation, plural forms one by one."""
    for one in filter(lambda one: one.id and not one.context, catalog(language, domain)):
        english, *plural = forms(one.id)
        translated, *others = forms(one.string)
        if not all((translated, *others)):  # `test_every_text_is_translated` finds it
            continue
        yield english, translated
        yield from ((plural[0], form) for form in others)


def forms(text: object) -> list[str]:
    return [text] if isinstance(text, str) else list(text) if isinstance(text, tuple) else []


def key(one: Message) -> tuple[str | tuple[str, ...], str | None]:
    return one.id if isinstance(one.id, str) else tuple(one.id), one.context


def test_english_is_first_and_dutch_is_finished() -> None:
    assert languages()[0] == offered_languages()[0] == "en"
    assert "nl" in offered_languages()


def test_a_language_whose_own_name_is_not_translated_is_a_draft(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named = {"nl": "Nederlands", "xx": "English"}
    monkeypatch.setattr(locale, "languages", lambda: ("en", *named))
    monkeypatch.setattr(Locale, "in_context", lambda self, *_: named[self.language])
    assert offered_languages.__wrapped__() == ("en", "nl")


@every_domain
@every_language
def test_a_catalog_has_every_text_and_no_other(language: str, domain: str) -> None:
    """`make messages` adds a missing text, which then needs a translation."""
    assert {key(one) for one in catalog(language, domain)} == {key(one) for one in template(domain)}
    assert not catalog(language, domain).obsolete


@every_domain
@every_finished_language
def test_every_text_is_translated(language: str, domain: str) -> None:
    left = [*map(str, catalogs.untranslated(language))]
    assert not left, "\n".join(["translate these texts:", *left])
    for one in catalog(language, domain):
        if one.id:
            wanted = 1 if isinstance(one.id, str) else catalog(language).num_plurals
            assert len(list(filter(None, forms(one.string)))) == wanted, one.id
            assert not one.fuzzy, one.id


def parts(text: str) -> set[tuple[str, str | None]]:
    return {(name, spec) for _, name, spec, _ in Formatter().parse(text) if name}


@every_domain
@every_language
def test_a_translation_has_the_placeholders_of_its_text(language: str, domain: str) -> None:
    for english, translated in pairs(language, domain):
        number = {part for part in parts(english) if part[0] == "n"}
        assert parts(translated) | number == parts(english), english
        assert translated.replace(translated.strip(), "") == english.replace(english.strip(), "")


@every_domain
@every_language
def test_a_translation_has_the_figures_of_the_english_text(language: str, domain: str) -> None:
    said = Locale(language)
    point = re.escape(said.thousands)
    for english, translated in pairs(language, domain):
        figures = sorted(re.findall(r"[0-9]+(?:,[0-9]{3})+", english))
        written = [figure.replace(",", said.thousands) for figure in figures]
        assert sorted(re.findall(rf"[0-9]+(?:{point}[0-9]{{3}})+", translated)) == written, english


@every_language
def test_a_clause_keeps_every_number_of_its_text(language: str) -> None:
    """Sections, tiles, han and points; only the thousands separator may differ."""
    for english, translated in pairs(language, CLAUSES):
        assert numbers(translated) == numbers(english), english


def numbers(text: str) -> list[str]:
    """Return the numbers of a text without the separators between thousands of any language."""
    return sorted(re.findall(r"\d+", re.sub(r"(?<=\d)[.,'\u2019\s](?=\d{3}(?!\d))", "", text)))


@pytest.mark.parametrize(
    "separator", [",", ".", "'", "\u2019", " ", "\N{NO-BREAK SPACE}", "\u202f"]
)
def test_a_separator_between_thousands_does_not_part_a_number(separator: str) -> None:
    assert numbers(f"12{separator}000 of 3") == ["12000", "3"]


@every_finished_language
def test_every_statement_of_a_clause_is_translated(language: str) -> None:
    said = Locale(language)
    spoken = {*OF_PLAYERS, *filter(None, (one.name.ja for one in known_yaku().values()))}
    for one in clauses().values():
        assert said.clause(one.statement) != one.statement, one.id
        for text in one.sayings():
            others = set(re.findall(r"[a-z]{3,}", text)) - spoken
            assert said.clause(text) != text or not others, f"{one.id}: {text}"


OF_PLAYERS = frozenset({
    "ron", "tsumo", "riichi", "chii", "pon", "kan", "chow", "chi", "pung", "kong", "yaku", "han",
    "open", "dora", "uma", "tenpai", "noten", "mangan", "haneman", "baiman", "sanbaiman",
    "yonbaiman", "yakuman", "chombo", "plus",
})  # fmt: skip
"""The words of players that are alike in all languages."""


@every_domain
@every_language
def test_a_translation_ends_with_the_punctuation_of_its_text(language: str, domain: str) -> None:
    for english, translated in pairs(language, domain):
        if english:
            assert translated.endswith(".") == english.endswith("."), english


@every_language
def test_yaku_names_match_the_index(language: str) -> None:
    for yaku in known_yaku().values():
        own = getattr(yaku.name, language, None)
        if own and yaku.name.en:
            assert catalog(language)[yaku.name.en].string == own


CODE = '''
SAID: dict[str, Translatable] = {"key": "a value", "other": "another"}
TITLES: Mapping[Translatable, tuple[str, ...]] = {"A title": ("chapter",)}
NOT: dict[str, str] = {"key": "not this"}

def function(tr, n):
    """Nor this."""
    tr("one" if n else "other", n=n)
    raise Error(code, Message("{n} is too much", n=n))
    words.tr.counted("{n} tile", "{n} tiles", n)
    tr.in_context("page", "Open")
    tr(variable)
'''


def test_texts_in_code_are_extracted(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(CODE, encoding="utf-8")
    assert set(in_code(path)) == {
        ExtractedText("a value"),
        ExtractedText("another"),
        ExtractedText("A title"),
        ExtractedText("one"),
        ExtractedText("other"),
        ExtractedText("{n} is too much"),
        ExtractedText("{n} tile", "{n} tiles"),
        ExtractedText("Open", context="page"),
    }


@every_domain
@every_finished_language
def test_a_compiled_catalog_translates_every_text(language: str, domain: str) -> None:
    with compiled_file(language, domain).open("rb") as file:
        compiled = GNUTranslations(file)
    for one in filter(lambda one: one.id, catalog(language, domain)):
        english, translated = forms(one.id), forms(one.string)
        if len(english) == 2:
            found = [compiled.ngettext(english[0], english[1], n) for n in (1, 0, 2)]
            assert found == [translated[0], translated[1], translated[1]]
            assert compiled.gettext(english[0]) == translated[0]
        elif one.context:
            assert compiled.pgettext(one.context, *english) == translated[0]
        else:
            assert compiled.gettext(*english) == translated[0]


@pytest.mark.long
def test_a_new_language_can_be_started_and_updated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(catalogs, "FOLDER", tmp_path)
    monkeypatch.setattr(catalogs, "languages", lambda: ("en", "de"))
    monkeypatch.setattr(catalogs, "extracted", template)
    monkeypatch.chdir(tmp_path)
    catalogs.main(["de"])
    path = tmp_path / "de" / "LC_MESSAGES" / "riichi.po"
    text = path.read_text("utf-8")
    begun = 'msgid "There are no red fives."\nmsgstr ""'
    line = text.partition(begun)[0].count("\n") + 1
    place = f"  de/LC_MESSAGES/riichi.po:{line}: There are no red fives.\n"
    assert place in capsys.readouterr().out
    assert begun in text
    done = begun[:-1] + 'Es gibt keine roten Fünfen."'
    gone = '\nmsgid "That was said once."\nmsgstr "Das war einmal."\n'
    path.write_text(text.replace(begun, done) + gone, encoding="utf-8")
    catalogs.main([])
    assert "There are no red fives." not in capsys.readouterr().out
    assert done in path.read_text("utf-8")
    assert "That was said once." not in path.read_text("utf-8")
    with path.with_suffix(".mo").open("rb") as compiled:
        german = GNUTranslations(compiled)
    assert german.gettext("There are no red fives.") == "Es gibt keine roten Fünfen."


def test_only_a_text_that_hardly_changed_gets_the_translation_of_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = Catalog(locale="nl"), Catalog()
    for text in ("Points for tied places.", "Everyone who calls wins, two or three players."):
        old.add(text, "vertaald")
    for text in ("Points for red fives.", "Everyone who calls wins, two or three players"):
        new.add(text)
    monkeypatch.setattr(catalogs, "FOLDER", tmp_path)
    monkeypatch.setattr(catalogs, "catalog_of", lambda *_: old)
    monkeypatch.setattr(catalogs, "extracted", lambda _: new)
    catalogs.update("nl")
    assert [(one.string, one.fuzzy) for one in old if one.id] == [("", False), ("vertaald", True)]
    assert len([*catalogs.untranslated("nl")]) == 4, "both texts in each of two catalogs"


def test_a_text_that_counts_stays_english_without_all_its_forms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogs, "FOLDER", tmp_path)
    monkeypatch.setattr(catalogs, "languages", lambda: ("en",))
    begun = Catalog(locale="fr")
    begun.add(("{n} tile", "{n} tiles"), ("", ""))
    begun.add(("{n} hand", "{n} hands"), ("{n} main", "{n} mains", "{n} mains"))
    path = tmp_path / "fr" / "LC_MESSAGES" / "riichi.po"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_po(file, begun)
    catalogs.compile_all(["fr"])
    with path.with_suffix(".mo").open("rb") as compiled:
        french = GNUTranslations(compiled)
    tiles = [french.ngettext("{n} tile", "{n} tiles", n) for n in (1, 2)]
    assert tiles == ["{n} tile", "{n} tiles"]
    hands = [french.ngettext("{n} hand", "{n} hands", n) for n in (1, 2)]
    assert hands == ["{n} main", "{n} mains"]
