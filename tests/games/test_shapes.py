"""Unusual records of other programs and people: truncated, in lists, incomplete or with extras."""

from __future__ import annotations

import gzip
import json
from functools import cache
from typing import Any
from urllib.parse import quote

import pytest
from each import each
from effort import LONG
from making import deals, joined
from writing6 import as_tenhou6
from writing_mjlog import as_mjlog

from riichi.games.formats import file_text
from riichi.games.formats.majiang import read_majiang, write_majiang
from riichi.games.formats.mjai import read_mjai, write_mjai
from riichi.games.formats.mjlog import read_mjlog
from riichi.games.formats.placed_value import as_whole
from riichi.games.formats.record_files import RecordFile
from riichi.games.formats.tenhou6 import read_tenhou6
from riichi.games.replay.deal_history import DealHistory
from riichi.games.replay.recorded_game import RecordedGame
from riichi.games.replay.replay import ReplayedGame, replay_game
from riichi_core.errors import RecordError
from riichi_core.rules.load import load

NAMES = ("Aoi", "Ben", "Chika", "Dario")


@cache
def played(seed: int = 1, name: str = "tenhou") -> tuple[DealHistory, ...]:
    return tuple(deals(seed, load(name).rules, 4))


@cache
def mjai(seed: int = 1, name: str = "tenhou") -> str:
    return write_mjai(NAMES, played(seed, name), played(seed, name)[-1].next_standing.scores)


def majiang(seed: int = 1) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(write_majiang(NAMES, played(seed)))
    return found


def tenhou6(seed: int = 1) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_tenhou6_text(seed))
    return found


@cache
def _tenhou6_text(seed: int) -> str:
    return as_tenhou6(read_mjai(mjai(seed)))


def lines() -> list[dict[str, Any]]:
    return [json.loads(line) for line in mjai().splitlines()]


def replayed(game: RecordedGame, name: str = "tenhou") -> ReplayedGame:
    return replay_game(game, load(name).rules)


def only(text: str) -> RecordedGame:
    (game,) = RecordFile.of(text).games()
    return game


# ---- numbers and text ----------------------------------------------------------------------------


@pytest.mark.parametrize("point", [[41.5, "5", "-20.5", -26], ["+41.5", 5.0, -20.5, "-26.0"]])
def test_majiang_results_are_numbers_or_text(point: list[Any]) -> None:
    game = read_majiang(json.dumps({**majiang(), "point": point}))
    assert game.results == (41500, 5000, -20500, -26000)


def test_numbers_may_be_written_as_text_and_with_a_point() -> None:
    found = lines()
    start = next(line for line in found if line["type"] == "start_kyoku")
    start["scores"] = ["25000", 25000.0, 25000, "25000"]
    start |= {"honba": "0", "oya": 0.0}
    assert read_mjai(joined(found)) == read_mjai(mjai())
    text = tenhou6()
    for deal in text["log"]:
        deal[4] = list(map(str, deal[4]))
        deal[5] = list(map(str, deal[5]))
        deal[6] = list(map(str, deal[6]))
    assert read_tenhou6(json.dumps(text)) == read_tenhou6(json.dumps(tenhou6()))


@each("value", ["", "x", "1.5", 1.5, None, True, "9" * 30, 1e300, "²"])
def test_other_values_are_not_numbers(value: object) -> None:
    assert as_whole(value) is None or value == 1e300
    start = next(line for line in lines() if line["type"] == "start_kyoku")
    with pytest.raises(RecordError, match=r"^line 1, scores, player 1: expected a whole number"):
        read_mjai(joined([{**start, "scores": [value, 0, 0, 0]}]))


def test_names_are_read_without_escapes() -> None:
    names = ["&lt;A&gt; &amp; B", quote("あおい"), None, 7]
    assert read_tenhou6(json.dumps({**tenhou6(), "name": names})).names == (
        "<A> & B", "あおい", "player 3", "7",
    )  # fmt: skip
    kept = {**majiang(), "player": ["100%25", "b", "c", "d"]}
    assert read_majiang(json.dumps(kept)).names[0] == "100%25"


# ---- cut off -------------------------------------------------------------------------------------


@cache
def cut_records() -> dict[str, str]:
    """Return the same game in each format, without the end of its last deal."""
    text = mjai()
    last = text.rindex('{"type":"start_kyoku"')
    half = text[: text.index("\n", text.index('"dahai"', last))]
    tags = as_mjlog(text)
    list_ = majiang()
    del list_["log"][-1][-3:]
    six = tenhou6()
    six["log"][-1][16] = []
    begun, empty = majiang(), tenhou6()
    begun["log"][-1] = []
    empty["log"][-1] = []
    short = {**tenhou6(), "log": [*tenhou6()["log"][:-1], tenhou6()["log"][-1][:7]]}
    return {
        "mjai": half,
        "mjai in a line": half[:-20],
        "mjai that ends": half + '\n{"type":"end_game","scores":[0,0,0,0]}\n',
        "mjlog": tags[: tags.index("/>", tags.rindex("<INIT")) + 30],
        "majiang": json.dumps(list_),
        "majiang without a last deal": json.dumps(begun),
        "tenhou6": json.dumps(six),
        "tenhou6 with half a deal": json.dumps(short),
        "tenhou6 without a last deal": json.dumps(empty),
    }


@each("name", cut_records())
def test_the_finished_deals_of_a_truncated_record_are_read(name: str) -> None:
    game = only(cut_records()[name])
    number = len(played())
    assert len(game.deals) == number - 1
    assert game.cut == f"hand {number} has no end and is left out"
    assert (game.final, game.results) == (None, None)
    done = replayed(game)
    assert [str(one) for one in done.problems] == [game.cut]
    assert done.finals == ()


def test_a_truncated_line_after_the_last_deal_is_reported() -> None:
    text = mjai().removesuffix('"}\n')[:-30]
    game = only(text)
    assert len(game.deals) == len(played())
    assert game.cut == "the last line is incomplete and left out"


@cache
def texts_in_one() -> dict[str, str]:
    """Return the same game in each form of one JSON text, and as the last of several lines."""
    return {
        "mjai in a list": json.dumps(lines()),
        "mjai in a list over many lines": json.dumps(lines(), indent=1),
        "mjai in a review": json.dumps({"engine": "x", "mjai_log": lines()}),
        "majiang": json.dumps(majiang()),
        "majiang over many lines": json.dumps(majiang(), indent=1),
        "tenhou6": json.dumps(tenhou6()),
        "tenhou6 in lines": f"{json.dumps(tenhou6(2))}\n{json.dumps(tenhou6())}",
    }


@each("name", texts_in_one())
def test_the_complete_deals_of_a_truncated_text_are_read(name: str) -> None:
    text, everything = texts_in_one()[name], only(mjai())
    for cut in range(1, len(text) // 3, len(text) // (10 if LONG else 5)):
        game = RecordFile.of(text[:-cut]).games()[-1]
        assert 1 <= len(game.deals) <= len(played())
        whole = everything.deals[: len(game.deals)]
        assert [deal.hands for deal in game.deals] == [deal.hands for deal in whole]
        assert game.cut is not None
        assert (game.final, game.results) == (None, None) or "mjai" in name
        assert replayed(game).problems[-1].message == game.cut


def test_a_text_truncated_in_its_first_deal_is_refused() -> None:
    for text in texts_in_one().values():
        with pytest.raises(RecordError):
            only(text[:400])


def test_a_damaged_text_is_not_treated_as_truncated() -> None:
    for damaged in (json.dumps(lines())[:-1] + "}", json.dumps(tenhou6()).replace("]", "", 1)):
        with pytest.raises(RecordError, match="this is not JSON"):
            only(damaged)


def test_a_deal_without_an_end_before_others_is_refused() -> None:
    found = lines()
    ends = [n for n, line in enumerate(found) if line["type"] in ("hora", "ryukyoku")]
    del found[ends[0]]
    with pytest.raises(RecordError, match="hand 1 has no end: expected a win or a draw"):
        read_mjai(joined(found))


# ---- mjai in lists -------------------------------------------------------------------------------


def turns() -> list[list[dict[str, Any]]]:
    """Return the lines of a game, some grouped together, as mjai.app does."""
    found = lines()
    return [found[n : n + 3] for n in range(0, len(found), 3)]


SHAPES = {
    "one list": lambda: json.dumps(lines()),
    "one list over many lines": lambda: json.dumps(lines(), indent=1),
    "lists in lines": lambda: "\n".join(map(json.dumps, turns())),
    "a list of lists": lambda: json.dumps(turns()),
    "a review": lambda: json.dumps({"review": {"type": "x"}, "mjai_log": lines()}),
    "a printed review": lambda: json.dumps({"engine": "x", "mjai_log": lines()}, indent=2),
    "with a mark and carriage returns": lambda: "\ufeff" + mjai().replace("\n", "\r\n") + "\r\n\n",
    "with carriage returns alone": lambda: mjai().replace("\n", "\r"),
}


@each("name", SHAPES)
def test_mjai_lines_can_be_in_lists(name: str) -> None:
    text = SHAPES[name]()
    packed = [gzip.compress(text.encode())] if LONG or name == "one list" else []
    for data in (text.encode(), *packed):
        (course,) = RecordFile.of(data).histories(load("tenhou"))
        assert (course.source, course.problems) == ("mjai", ())
        assert len(course.deals) == len(played())


def test_an_error_names_its_line_in_a_list() -> None:
    found = turns()
    found[2][1]["pai"] = "10m"
    text = "\n".join(map(json.dumps, found))
    with pytest.raises(RecordError, match=r"^line 3, event 2, pai: expected a tile"):
        only(text)


def test_several_mjai_games_can_follow_each_other() -> None:
    for text in (mjai(1) + mjai(2), cut_records()["mjai"] + "\n" + mjai(2)):
        file = RecordFile.of(text)
        source, games = file.format.name, file.games()
        assert (source, len(games)) == ("mjai", 2)
        assert [deal.hands for deal in games[1].deals] == [
            deal.hands for deal in read_mjai(mjai(2)).deals
        ]
    with pytest.raises(RecordError, match="there are 2 games in it: expected one"):
        read_mjai(mjai(1) + mjai(2))


def test_one_players_view_is_not_a_record() -> None:
    found = lines()
    next(line for line in found if line["type"] == "tsumo")["pai"] = "?"
    with pytest.raises(RecordError, match=r"pai: this is what one player saw: expected"):
        read_mjai(joined(found))


def test_each_line_can_be_a_tenhou6_list() -> None:
    text = f"[{json.dumps(tenhou6(1))}]\n[{json.dumps(tenhou6(2))}, {json.dumps(tenhou6(3))}]\n"
    file = RecordFile.of(text)
    source, games = file.format.name, file.games()
    assert (source, len(games)) == ("tenhou6", 3)
    broken = text.replace('"log": [[[', '"log": [[["x"], [', 1)
    with pytest.raises(RecordError, match=r"^line 1, game 1, deal 1: expected 17 values"):
        RecordFile.of(broken).games()


def test_the_number_of_lists_has_a_limit() -> None:
    text = "[" + "[]," * file_text.MOST_LISTS + "[]]"
    with pytest.raises(RecordError, match="expected at most 1,000,000 lists and objects"):
        RecordFile.of(text).games()


# ---- a discard that is the drawn tile ------------------------------------------------------------


def test_a_discard_that_must_be_the_drawn_tile_is_read_as_such() -> None:
    found = lines()
    changed = 0
    for line in found:
        if line["type"] == "dahai":
            changed += line["tsumogiri"]
            line["tsumogiri"] = False
    assert changed > 10
    done = replayed(read_mjai(joined(found)))
    assert done.problems == ()


# ---- Tenhou --------------------------------------------------------------------------------------


@each("more", ["", "&ts=2", "&tw=1", "&ts=0&tw=3", "&tw=", "&x=a-b_c.d&ts=1"])
def test_links_may_contain_more_than_a_game(more: str) -> None:
    text = json.dumps({**tenhou6(), "title": ["a & b = c", "&ts=9"]})
    whole = read_tenhou6(text).deals
    for game in (text, quote(text)):
        for head in ("https://tenhou.net/6/#json=", "http://tenhou.net/5/#ts=1&json="):
            assert only(head + game + more).deals == whole


def chips(text: str) -> str:
    """Return each result of an mjlog with the players' chips after the points."""
    parts = text.split(' sc="')
    more = [part.replace('"', ',0,2,0,-1,0,-1,0,0"', 1) for part in parts[1:]]
    return ' sc="'.join([parts[0], *more])


def test_points_followed_by_chips_are_read() -> None:
    plain = as_mjlog(mjai(), results=[45.0, 5.5, -15.0, -35.5])
    text = chips(plain)
    assert text.count(",0,2,0,-1,0,-1,0,0") >= len(played())
    game = only(text)
    assert game.deals == only(plain).deals
    assert game.notes == ("the chips of the record are not compared",)
    assert only(plain).notes == ()
    start, _, end = text.partition(' owari="')
    both = f'{start} owari="{end.replace(chr(34), ",2,4.0,-1,-2.0,-1,-2.0,0,0.0" + chr(34), 1)}'
    assert only(both).results == game.results == (45000, 5500, -15000, -35500)


@each(
    "kind, reds, tanyao, rounds",
    [(1, 1, True, 1), (9, 1, True, 2), (11, 0, True, 2), (5, 1, False, 1), (15, 0, False, 2),
     (0x29, 1, True, 2), (0xE1, 1, True, 1), (0x41, 1, True, 1), (0x609, 1, True, 2)],
)  # fmt: skip
def test_the_type_of_a_game_decides_its_rules(
    kind: int, reds: int, tanyao: bool, rounds: int
) -> None:
    game = only(as_mjlog(mjai()).replace('GO type="9"', f'GO type="{kind}"'))
    assert game.red_fives == (reds,) * 3
    assert (game.open_tanyao, game.rounds) == (tanyao, rounds)


@each(
    "disp, tanyao, rounds",
    [("鳳南喰赤", True, 2), ("般東喰赤速", True, 1), ("般南", False, 2), ("上東赤", False, 1),
     ("玉の間南喰赤", True, 2), ("Gold Room South", None, 2), ("Jade Room East", None, 1),
     ("Hotel Room South", None, None), ("東京最強戦", None, None), (7, None, None)],
)  # fmt: skip
def test_the_room_of_a_tenhou6_file_decides_its_rules(
    disp: object, tanyao: bool | None, rounds: int | None
) -> None:
    game = read_tenhou6(json.dumps({**tenhou6(), "rule": {"disp": disp, "aka": 1}}))
    assert (game.open_tanyao, game.rounds) == (tanyao, rounds)


@pytest.mark.long
@each(
    "disp, room",
    [("玉の間南喰赤", True), ("王座の間東喰赤", True), ("友人戦南喰赤", True),
     ("Jade Room South", True), ("Friendly East No Red Fives", True), ("Tounament South", True),
     ("金之间", True), ("鳳南喰赤", False), ("銀南喰赤", False),
     ("Tournament of Gold", False), (7, False)],
)  # fmt: skip
def test_a_room_of_mahjong_soul_leads_to_its_ruleset(disp: object, room: bool) -> None:
    game_of_room = tenhou6() | {"rule": {"disp": disp, "aka": 1}}
    text = json.dumps(game_of_room | {"log": game_of_room["log"][:1]})
    tenhou = load("tenhou")
    (game,) = RecordFile.of(text).histories(tenhou, of_room=load)
    assert game.played_by.id == ("mahjong-soul" if room else "tenhou")
    notes = [note for note in game.notes if "because the record names its room" in note]
    assert notes == ([f"replayed under mahjong-soul, because the record names its room, '{disp}'"]
                     if room else [])  # fmt: skip
    (asked,) = RecordFile.of(text).histories(tenhou, load("ema-2025"), of_room=load)
    assert asked.asked is not None
    assert not [note for note in asked.notes if "names its room" in note]
    assert RecordFile.of(text).histories(tenhou)[0].played_by is tenhou


def test_a_game_is_replayed_by_the_rules_of_its_room() -> None:
    game = only(as_mjlog(mjai()).replace('GO type="9"', 'GO type="5"'))
    done = replayed(game)
    assert done.rules.end.rounds == 1
    assert done.rules.yaku.all_simples == load("tenhou-concealed").rules.yaku.all_simples
    assert done.notes[:2] == (
        "replayed without open All Simples, as the record says",
        "replayed as a game of 1 round, as the record says",
    )
    back = replayed(only(as_mjlog(mjai())), "tenhou-concealed")
    assert "replayed with open All Simples, as the record says" in back.notes


@each("encoding", ["shift_jis", "windows-1252", "UTF-16", "klingon", "utf-8"])
def test_the_encoding_declared_in_decoded_xml_is_ignored(encoding: str) -> None:
    head = f'<?xml version="1.0" encoding="{encoding}"?>'
    text = head + as_mjlog(mjai()).replace('n0="Aoi"', 'n0="Zoë あ"')
    assert only(text).names[0] == "Zoë あ"
    with pytest.raises(RecordError, match="tag 1: no hand has started: expected INIT"):
        read_mjlog(f"{head}<mjloggm/>")


def test_the_length_of_an_attribute_has_a_limit() -> None:
    long = ",".join(["1"] * 6_000)
    with pytest.raises(RecordError, match=r"^tag 1: expected at most 10,000 characters in one"):
        read_mjlog(f'<INIT hai0="{long}"/>')
    with pytest.raises(RecordError, match=r"^tag 1: expected at most 10,000 characters in one"):
        read_mjlog(f"<{'A' * 20_000}/>")


# ---- red fives -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_a_game_without_red_fives_can_be_read_back(seed: int) -> None:
    """The rules have red fives, and the record may or may not say that there are none."""
    house = load("tenhou").rules.model_copy(update={"tiles": load("ema-2016").rules.tiles})
    done = tuple(deals(seed, house, 4))
    for text in (write_mjai(NAMES, done), write_majiang(NAMES, done)):
        back = replayed(only(text))
        assert back.problems == ()
        assert [one.after for one in back.deals] == [one.after for one in done]


def test_mjai_records_whether_there_are_red_fives() -> None:
    assert read_mjai(mjai()).red_fives == (1, 1, 1)
    assert read_mjai(mjai(1, "ema-2016")).red_fives == (0, 0, 0)
    found = lines()
    found[0]["kyoku_first"] = 4
    assert read_mjai(joined(found)).rounds == 1
    assert read_mjai(mjai()).rounds is None
    found[0]["kyoku_first"] = 0
    assert read_mjai(joined(found)).rounds == 2
