"""Games in the formats of other programs can be written, recognised, read and replayed."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import Any
from urllib.parse import quote

import pytest
from each import each
from effort import LONG, first
from making import deals, plain
from writing6 import as_tenhou6
from writing_mjlog import as_mjlog

from riichi.games.formats.file_text import MOST_BYTES, text_of
from riichi.games.formats.majiang import read_majiang, read_set, write_majiang
from riichi.games.formats.mjai import read_mjai, write_mjai
from riichi.games.formats.mjlog import read_mjlog
from riichi.games.formats.placed_value import PlacedValue
from riichi.games.formats.record_files import RecordFile, format_of, read_history
from riichi.games.formats.write_tenhou6 import write_tenhou6
from riichi.games.replay.deal_history import DealHistory
from riichi.games.replay.recorded_game import RecordedGame
from riichi.games.replay.replay import replay_game
from riichi_core.errors import RecordError
from riichi_core.play.actions import ConcealedKan, ExtendedKan
from riichi_core.rules.load import load
from riichi_core.tiles import write_tiles

NAMES = ("Aoi", "Ben & Cie", "Chika ü", "Dario")


@cache
def played(seed: int, name: str = "tenhou") -> tuple[DealHistory, ...]:
    calls = 10 + 7 * seed % 60
    return tuple(deals(seed, load(name).rules, 4, silent=seed % 2 == 1, calls=calls))


@cache
def mjai(seed: int, name: str = "tenhou") -> str:
    return write_mjai(NAMES, played(seed, name), played(seed, name)[-1].next_standing.scores)


WRITERS: dict[str, Callable[[int], str]] = {
    "mjai": mjai,
    "tenhou6": lambda seed: as_tenhou6(read_mjai(mjai(seed))),
    "mjlog": lambda seed: as_mjlog(mjai(seed)),
    "majiang": lambda seed: write_majiang(NAMES, played(seed)),
}

SEEDS = (8, 5, 6, 3, 0, 1, 2, 4, 7, 9, 10, 11)
"""Those first whose games have the most in them."""

each_format = pytest.mark.parametrize("source", WRITERS)


def compared(game: RecordedGame) -> list[Any]:
    return [game.names, *map(plain, game.deals)]


# ---- there and back ------------------------------------------------------------------------------


@each_format
@pytest.mark.parametrize("seed", first(SEEDS, quick=2, long=4))
def test_a_game_in_each_format_is_recognised_and_replayed(source: str, seed: int) -> None:
    file = RecordFile.of(WRITERS[source](seed))
    found, (game,) = file.format.name, file.games()
    assert found == source
    assert compared(game) == compared(read_mjai(mjai(seed)))
    done = replay_game(game, load("tenhou").rules)
    assert done.problems == ()
    for ours, theirs in zip(played(seed), done.deals, strict=True):
        assert theirs.finished
        assert theirs.after == ours.after
        assert theirs.ended == ours.ended


@pytest.mark.parametrize("name", ["ema-2016", "wrcr-2015"])
def test_games_under_other_rulesets_survive_the_majiang_format(name: str) -> None:
    game = read_majiang(write_majiang(NAMES, played(2, name)))
    assert compared(game) == compared(read_mjai(mjai(2, name)))
    assert replay_game(game, load(name).rules).problems == ()


def test_the_games_have_every_kind_of_set_and_end() -> None:
    """This checks the games of the tests above."""
    acts = {type(m.act) for seed in SEEDS[:4] for d in read_mjai(mjai(seed)).deals for m in d.moves}
    assert {ConcealedKan, ExtendedKan} <= acts
    assert len(acts) >= 7


@each_format
def test_a_game_can_be_compressed(source: str) -> None:
    packed = gzip.compress(WRITERS[source](1).encode())
    course = read_history(packed, load("tenhou"))
    assert course.source == source
    assert course.problems == ()


def test_results_and_red_fives_of_tenhou_are_known() -> None:
    game = read_mjlog(as_mjlog(mjai(1), results=[45.0, 5.5, -15.0, -35.5]))
    assert game.final == played(1)[-1].next_standing.scores
    assert game.results == (45000, 5500, -15000, -35500)
    assert game.red_fives == (1, 1, 1)
    plain_game = read_mjlog(as_mjlog(mjai(1, "ema-2016"), reds=False))
    assert plain_game.red_fives == (0, 0, 0)
    assert compared(plain_game) == compared(read_mjai(mjai(1, "ema-2016")))


def test_an_unfinished_game_has_no_result_in_majiang() -> None:
    text = write_majiang(NAMES, played(2)[:1])
    data = json.loads(text)
    assert (data["rank"], data["point"]) == ([], [])
    game = read_majiang(text)
    assert (game.final, game.results) == (None, None)
    assert replay_game(game, load("tenhou").rules).finals == ()
    with pytest.raises(RecordError, match="point: expected 4 values, not 3 of them"):
        read_majiang(json.dumps({**data, "point": [1, 2, 3]}))
    data["point"] = ["0.0"] * 4
    assert read_majiang(json.dumps(data)).final == played(2)[0].next_standing.scores


def test_majiang_may_begin_with_any_player() -> None:
    """`qijia` is the first East; final points are by player, those of a deal by seat."""
    data = json.loads(write_majiang(NAMES, played(2), results=[30000, 5500, -10000, -25500]))
    data["qijia"] = 1
    for key in ("player", "defen", "point"):
        data[key] = [data[key][(n - 1) % 4] for n in range(4)]
    game = read_majiang(json.dumps(data))
    assert compared(game) == compared(read_mjai(mjai(2)))
    assert game.final == played(2)[-1].next_standing.scores
    assert game.results == (30000, 5500, -10000, -25500)


# ---- sets ----------------------------------------------------------------------------------------

CODES = [
    (6207, "chii 40m"), (31767, "chii 46p"), (57735, "chii 06s"),
    (6697, "pon 50m"), (20010, "pon 55p"), (34315, "pon 55s"), (48681, "pon 55z"),
    (4609, "kan 550m"), (13314, "kan 555p"), (31746, "kan 555z"),
    (22528, "kan 5550s"), (31744, "kan 5555z"),
]  # fmt: skip
"""Sets as Tenhou codes them, and what of them comes from the hand."""


@each("code, own", CODES)
def test_codes_of_sets_are_read(code: int, own: str) -> None:
    from riichi.games.formats import mjlog  # noqa: PLC0415

    read = mjlog._sequence if code & 4 else mjlog._triplet if code & 8 else mjlog._quad
    meld = read(code)
    assert meld is not None
    ids = meld.own if code & 0xF else (*meld.own, meld.called)
    reading = mjlog._GameReader()
    assert write_tiles(reading._sorted(ids)) == own.split()[1]


@each(
    "text, called, own",
    [("m3-40", "3m", "40m"), ("s067-", "7s", "06s"), ("p550=", "0p", "55p"), ("z555+", "5z", "55z"),
     ("m5505+", "5m", "550m")],
)  # fmt: skip
def test_texts_of_claimed_sets_are_read(text: str, called: str, own: str) -> None:
    meld = read_set(PlacedValue(text))
    assert (str(meld.called), write_tiles(meld.others), meld.added) == (called, own, None)


def test_texts_of_own_quads_are_read() -> None:
    assert write_tiles(read_set(PlacedValue("s5550")).tiles) == "5550s"
    assert str(read_set(PlacedValue("s555-0")).added) == "0s"


# ---- several games -------------------------------------------------------------------------------


def test_a_link_contains_its_game() -> None:
    link = "https://tenhou.net/6/#json=" + quote(WRITERS["tenhou6"](1))
    for text in (link, link + "&ts=2"):
        (course,) = RecordFile.of(text.encode()).histories(load("tenhou"))
        assert (course.source, course.problems) == ("tenhou6", ())


def test_several_games_can_be_in_a_list_in_lines_or_in_links() -> None:
    one, two = WRITERS["tenhou6"](1), WRITERS["tenhou6"](2)
    links = "\n".join("https://tenhou.net/6/#json=" + quote(text) for text in (one, two))
    for text in (f"[{one},{two}]", f"{one}\n\n{two}\n", links):
        found = RecordFile.of(text.encode()).histories(load("tenhou"))
        assert [len(course.deals) for course in found] == [len(played(1)), len(played(2))]
        assert not any(course.problems for course in found)
        with pytest.raises(RecordError, match="there are 2 games in it: expected one"):
            read_history(text.encode(), load("tenhou"))


def test_an_error_in_one_of_several_games_names_the_game() -> None:
    data = json.loads(WRITERS["tenhou6"](2))
    data["log"][1][2] = [99]
    text = json.dumps([json.loads(WRITERS["tenhou6"](1)), data])
    with pytest.raises(RecordError, match=r"^game 2, deal 2, indicators, tile 1: expected a tile"):
        RecordFile.of(text).games()


# ---- refused -------------------------------------------------------------------------------------


def changed(source: str, old: str, new: str) -> str:
    text = WRITERS[source](1)
    assert old in text
    return text.replace(old, new, 1)


BAD = [
    (lambda: "<", "this is not XML: unclosed token"),
    (lambda: '<!DOCTYPE a [<!ENTITY b "c">]><a/>', "line 1: a document type is not supported"),
    (lambda: "<a/>", "tag 1: this is not an mjlog: expected mjloggm"),
    (lambda: "<mjloggm/>", "tag 1: no hand has started: expected INIT"),
    (lambda: "\n<!DOCTYPE html>\n<html><body>Not Found", "line 1: this is a web page, not the"),
    (lambda: "<html/>", "line 1: this is a web page, not the record of a game: download"),
    (lambda: '<?xml version="1.0"?><!-- a --><HTML lang="ja">', "line 1: this is a web page"),
    (lambda: "<a><T5/></a>", "tag 2, T5: this is outside a hand: expected INIT"),
    (lambda: '<GO type="25"/>', "tag 1, GO: this is a record of three players"),
    (lambda: '<GO type="x"/>', "tag 1, GO, type: expected a whole number from 0 to 65,535"),
    (lambda: '<INIT seed="1"/>', "tag 1, INIT, seed: expected 6"),
    (lambda: changed("mjlog", 'oya="0" hai0', 'oya="2" hai0'), "INIT, oya: expected 0, as"),
    (lambda: changed("mjlog", 'hai0="', 'hai0="1,'), "INIT, hai0: expected 13"),
    (lambda: changed("mjlog", "</mj", "<T999/></mj"), ": expected a tile from 0 to 135, not 9"),
    (lambda: changed("mjlog", 'm="', 'm="99999'), "N, m: expected a whole number from 0 to 65,535"),
    (lambda: changed("mjlog", 'step="1"', 'step="7"'), "step: expected a whole number from 1 to 2"),
    (lambda: changed("majiang", '"zimo"', '"zim"'), "deal 1, entry 2: expected qipai, zimo"),
    (lambda: changed("majiang", '"p": "', '"p": "x'), "deal 1, entry 2, zimo, p: expected a tile"),
    (lambda: changed("majiang", '"l": 0', '"l": 4'), "deal 1, entry 2, zimo, l: expected a whole"),
    (lambda: changed("majiang", '"qipai"', '"zimo"'), "deal 1, entry 1, zimo"),
    (lambda: changed("majiang", '"shoupai": ["', '"shoupai": ["m1'), "shoupai, seat 0: expected"),
    (lambda: '{"qijia": 0}', "'player' is missing"),
    (lambda: "[]", "there is no game in this list"),
    (lambda: "hello", "line 1: this is not the record of a game: expected a log of riichi, mjai"),
    (lambda: '{"publicObservation": {}}', "line 1: this is mjx JSON, which riichi cannot read"),
    (lambda: '{"name": ".lq.RecordNewRound"}', "line 1: this is Mahjong Soul's own record"),
    (lambda: "https://tenhou.net/0/?log=2020", "line 1: this link contains no game, and riichi"),
    (lambda: "https://tenhou.net/6/#json=%7B", "this is not JSON"),
]  # fmt: skip


@each("text, error", BAD)
def test_errors_are_reported_with_their_place(text: Callable[[], str], error: str) -> None:
    with pytest.raises(RecordError) as caught:
        RecordFile.of(text()).games()
    assert error in str(caught.value)


def test_an_attribute_with_too_many_numbers_is_reported() -> None:
    text = WRITERS["mjlog"](1)
    with pytest.raises(RecordError, match="seed: expected 6 numbers with commas between them"):
        read_mjlog(text.replace('seed="0,', 'seed="0,0,', 1))


def test_an_impossible_set_is_refused() -> None:
    text = WRITERS["mjlog"](1)
    start = text.index("<N who")
    code = text[text.index('m="', start) + 3 : text.index('"/>', start)]
    for odd in ("65535", str(136 << 8 | 1), str(34 * 3 << 9 | 9)):
        with pytest.raises(RecordError, match=r"^tag [0-9]+, N, m: expected the code of a set"):
            read_mjlog(text.replace(f'm="{code}"', f'm="{odd}"', 1))


def test_a_compressed_file_is_unpacked_up_to_a_limit() -> None:
    bomb = gzip.compress(b" " * (MOST_BYTES + 1))
    assert len(bomb) < 100_000
    with pytest.raises(RecordError, match="the file is larger than 20 MB"):
        text_of(bomb)
    with pytest.raises(RecordError, match="the gzip file is incomplete"):
        text_of(gzip.compress(WRITERS["mjai"](1).encode())[:-20])
    with pytest.raises(RecordError, match="this gzip file cannot be read"):
        text_of(b"\x1f\x8b hello hello hello")


def test_a_file_compressed_in_parts_is_read_completely() -> None:
    text = WRITERS["mjai"](1).encode()
    parts = gzip.compress(text[:1000]) + gzip.compress(text[1000:])
    assert text_of(parts) == text_of(parts + bytes(512)) == text.decode()
    with pytest.raises(RecordError, match="the gzip file is incomplete"):
        text_of(parts[:-20])


@each_format
def test_a_file_in_utf16_is_read(source: str) -> None:
    text = WRITERS[source](1)
    for encoding, mark in (("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")):
        data = mark + text.replace("\n", "\r\n").encode(encoding)
        assert text_of(data) == text_of(gzip.compress(data)) == text
        with pytest.raises(RecordError, match=r"^byte [0-9]+: this is not text in UTF-16"):
            text_of(data + b"\0")


def _zip(text: bytes) -> bytes:
    with zipfile.ZipFile(made := BytesIO(), "w") as archive:
        archive.writestr("game.jsonl", text)
    return made.getvalue()


def _tar(text: bytes) -> bytes:
    with tarfile.open(fileobj=(made := BytesIO()), mode="w") as archive:
        entry = tarfile.TarInfo("game.jsonl")
        entry.size = len(text)
        archive.addfile(entry, BytesIO(text))
    return made.getvalue()


@each(
    "name, pack",
    [
        ("zip", _zip),
        ("tar", _tar),
        ("tar", lambda text: gzip.compress(_tar(text))),
        ("gzip", lambda text: gzip.compress(gzip.compress(text))),
        ("bzip2", bz2.compress),
        ("xz", lzma.compress),
    ],
)
def test_an_unsupported_compression_is_named(name: str, pack: Callable[[bytes], bytes]) -> None:
    with pytest.raises(RecordError, match=f"this is a file packed by {name}: unpack it first"):
        text_of(pack(WRITERS["mjai"](1).encode()))


def test_any_truncated_record_is_read_or_refused() -> None:
    """No other exception occurs, wherever the file breaks off."""
    for write in WRITERS.values():
        text = write(1)
        for cut in range(1, len(text), len(text) // (40 if LONG else 12)):
            try:
                RecordFile.of(text[:cut]).games()
            except RecordError as error:
                assert str(error)


def test_an_attribute_that_a_tag_of_mjlog_has_twice_counts_once() -> None:
    text = WRITERS["mjlog"](1)
    twice = text.replace(' oya="0"', ' oya="0" oya="0"', 1)
    assert twice != text
    assert read_mjlog(twice) == read_mjlog(text)
    with pytest.raises(RecordError, match="duplicate attribute"):
        read_mjlog(text.replace(' oya="0"', ' oya="0" oya="1"', 1))


def test_utf_16_needs_no_mark() -> None:
    text = WRITERS["mjai"](1)
    for encoding in ("utf-16-le", "utf-16-be"):
        assert text_of(text.encode(encoding)) == text


def test_a_draw_without_points_in_tenhou6_agrees_with_any_points() -> None:
    data = json.loads(write_tenhou6(NAMES, played(2)))
    (drawn, *_) = [deal for deal in data["log"] if deal[16][0] == "\u6d41\u5c40"]
    drawn[16] = drawn[16][:1]
    (game,) = RecordFile.of(json.dumps({**data, "log": [drawn]})).games()
    assert game.deals[0].result.deltas is None
    assert replay_game(game, load("tenhou").rules).problems == ()


def test_a_majiang_record_of_three_players_is_named() -> None:
    data = json.loads(WRITERS["majiang"](1))
    data["log"][0][0]["qipai"]["shoupai"][3] = ""
    with pytest.raises(RecordError, match="three players"):
        read_majiang(json.dumps(data))


@each(
    "text, problem",
    [
        ('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>', "not an mjlog"),
        ('{"head": {"uuid": "1"}, "data": {"records": []}}', "Mahjong Soul's own record"),
        ('[{"uuid": "1", "players": [{"nickname": "A", "gradingScore": 9}]}]', "a list of games"),
        ('{"list": [{"player1": "A", "player1ptr": "50.0"}]}', "a list of games"),
        ("00:04 | 21 | 四鳳南喰赤 | A(+60.0) B(+9.0) C(-20.0) D(-49.0)", "a list of games"),
        ("L1000 | 00:04 | 四般南喰赤 | A(+60.0) B(+9.0) C(-20.0) D(-49.0)", "a list of games"),
    ],
)
def test_files_of_other_kinds_are_named(text: str, problem: str) -> None:
    with pytest.raises(RecordError, match=problem):
        RecordFile.of(text).games()


def test_points_that_do_not_add_up_are_noted() -> None:
    game = read_mjai(mjai(1))
    less = replace(game.deals[0].standing, scores=(25_000, 25_000, 25_000, 24_856))
    deal = replace(game.deals[0], standing=less)
    done = replay_game(replace(game, deals=(deal,), final=None), load("tenhou").rules)
    assert "99,856 points" in "".join(map(str, done.notes))


def test_the_format_is_recognised_by_its_content() -> None:
    assert format_of('{"log":"riichi","ruleset":"ema-2016"}\n').name == "log"
    assert format_of('\ufeff\n  <?xml version="1.0"?><mjloggm/>').name == "mjlog"
    assert format_of('{\n "title": [], "log": []}').name == "tenhou6"
