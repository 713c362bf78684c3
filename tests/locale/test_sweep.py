"""Every command answers in the language and the terms of its call."""

from __future__ import annotations

import gettext
import re
from pathlib import Path

import pytest
from click import Context
from click.testing import CliRunner
from running import PLAIN, club
from test_commands import GAME

from riichi.cli.main import main
from riichi.locale import Locale, locale
from riichi.locale.catalogs import DOMAINS, catalog_of
from riichi.locale.locale import DOMAIN
from riichi_core.rules.glossary import known_yaku

CALLS = """
rulesets
show ema-2025
show tenhou
compare club.yaml ema-2025
compare club.yaml wrc-2025 --format markdown
find tsumo
find late
ask etiquette wall
quiz ema-2025 wrc-2025
ask starting points
score 223344m667788p7z 7z --tsumo --rules ema-2025,tenhou
foul
foul swap_call --rules ema-2025,wrc-2025
game game.yaml --rules ema-2016,wrcr-2015
check club.yaml
card club.yaml
sheet club.yaml
sheet tenhou --format markdown
poster ema-2025 wrc-2025
rulebook club.yaml --format markdown
plan 16 --sessions 4
tournament results.csv --rules ema-2025
export ema-2025 --for pantheon
import pantheon.json --from pantheon --extends ema-2025 --name ours
simulate --games 1 --seed 4 --players tsumogiri --write-logs logs
replay logs/game-000001.jsonl
infer logs
study ema-2016 ema-2025 --games 2 --players tsumogiri
test --option claims.winners
"""
"""What is called, in this order; a word of the first column is a command."""

NOT_WORDS = {"new", "web", "site", "settle", "schema", "completion"}
"""Commands that write files in no language, or answer programs, or ask at a terminal."""

RESULTS = "session,table,player,points\n" + "".join(
    f"1,1,{name},{points}\n"
    for name, points in (("Anna", 45_000), ("Bert", 30_000), ("Cora", 25_000), ("Dirk", 20_000))
)

SIGNS = str.maketrans("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ")

ENGLISH = re.compile(
    r"(?<![\w.])(?:the|and|of|with|not|for|is|are|by|from|who|all|each|win|draw|hand|tile|player)\b",
    re.IGNORECASE,
)
"""Words that any English sentence has one of."""


NAMED = re.compile("|".join(re.escape(one.name.title) for one in known_yaku().values()))
"""The English names of yaku, which also stand beside those of another language."""

ATTRIBUTION = "*Fácts fróm: "
"""The documents of a rulebook have the titles that they have."""


class Accented(gettext.NullTranslations):
    """A catalog like a Dutch one: the English texts with accented vowels."""

    def __init__(self, domain: str) -> None:
        super().__init__()
        self.known = {one.id for one in catalog_of("nl", domain) if isinstance(one.id, str)}

    def gettext(self, message: str) -> str:
        return self.accented(message) if message in self.known else message

    def accented(self, message: str) -> str:
        parts = re.split(r"(\{[^}]*\})", message)
        return "".join(one if one[:1] == "{" else one.translate(SIGNS) for one in parts)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.accented(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002
        return self.gettext(message)


def calls() -> list[list[str]]:
    return [line.split() for line in CALLS.strip().splitlines()]


def answered(call: list[str], *more: str) -> str:
    """Return the output that people read: no markup, no paths of options, no drawings."""
    ran = CliRunner(env=PLAIN).invoke(main, [*call, *more], catch_exceptions=False)
    assert ran.exit_code in (0, 1), ran.output
    text = re.sub(r"<style>.*?</style>|<svg.*?</svg>|<[^>]*>", " ", ran.stdout, flags=re.S)
    return re.sub(r"\w+(?:[._/-]\w+)+", "", text)


def is_english(line: str) -> bool:
    return not line.startswith(ATTRIBUTION) and bool(ENGLISH.search(NAMED.sub("", line)))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "results.csv").write_text(RESULTS, encoding="utf-8")
    club(tmp_path / "club.yaml")
    monkeypatch.chdir(tmp_path)
    made = CliRunner(env=PLAIN).invoke(main, ["export", "ema-2025", "--for", "pantheon"])
    (tmp_path / "pantheon.json").write_text(made.stdout, encoding="utf-8")
    return tmp_path


def test_every_command_with_texts_is_called() -> None:
    assert {call[0] for call in calls()} | NOT_WORDS == set(main.list_commands(Context(main)))


@pytest.mark.long
@pytest.mark.usefixtures("folder")
def test_no_command_prints_english_in_another_language(monkeypatch: pytest.MonkeyPatch) -> None:
    own = {domain: Accented(domain) for domain in DOMAINS}
    monkeypatch.setattr(locale, "_catalog", lambda _, domain=DOMAIN: own[domain])
    left: dict[str, list[str]] = {}
    for call in calls():
        lines = answered(call, "--language", "nl").splitlines()
        if found := [line.strip() for line in lines if is_english(line)]:
            left[" ".join(call)] = found
    assert left == {}


@pytest.mark.long
@pytest.mark.usefixtures("folder")
def test_no_command_mixes_translated_and_japanese_yaku_names() -> None:
    names = [one.name.title for one in known_yaku().values() if one.name.ja]
    longer = [name for name in names if " " in name]
    words = re.compile(rf"\b(?:{'|'.join(longer)}|pungs?|kongs?|chows?|self-draws?)\b")
    left: dict[str, list[str]] = {}
    for call in calls():
        if call[0] not in ("rulesets", "find", "rulebook"):  # other names on purpose, or titles
            lines = answered(call, "--terms", "japanese").splitlines()
            said_aloud = re.compile(r'"[^"]*"')  # words in quotes are those of every language
            if found := [line.strip() for line in lines if words.search(said_aloud.sub("", line))]:
                left[" ".join(call)] = found
    assert left == {}


def test_names_of_forms_in_sentences_are_japanese_too() -> None:
    japanese = Locale(terms="japanese")
    assert japanese.text("West waits with thirteen orphans.") == "West waits with kokushi musou."
    assert Locale().yaku("sanrenkou") == "three consecutive triplets"
