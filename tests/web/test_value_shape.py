"""Every value of every shipped ruleset can be shown as form fields and read back."""

from each import each

from riichi.locale import Locale
from riichi.web.controls import Controls
from riichi.web.house_rules import HouseRulesFile
from riichi.web.rulesets import example_value, shipped
from riichi.web.value_shape import (
    Choice,
    Items,
    Number,
    Word,
    branch_name,
    default_value,
    fields_of,
    penalty_shape,
    shape_of,
    value_of_fields,
)
from riichi_core.rules import library
from riichi_core.rules.rules import options


@each("name", library.shipped())
def test_every_value_can_be_read_back_from_its_fields(name: str) -> None:
    rules = shipped(name).rules
    for path in options():
        value = rules.written_value(path)
        fields = fields_of(shape_of(path), value, path)
        assert value_of_fields(shape_of(path), fields, path) == value, path
        assert all(key == path or key.startswith(f"{path}/") for key in fields)


@each("east", [{}, {"east": []}, {"east": ["win", "tenpai"]}])
def test_a_part_that_is_left_out_differs_from_an_empty_one(east: dict[str, list[str]]) -> None:
    path, value = "dealer.stays_on", {**east, "other": ["win"]}
    fields = fields_of(shape_of(path), value, path) | {path: ["=east"]}
    assert value_of_fields(shape_of(path), fields, path) == value


def test_empty_rows_of_a_list_have_no_word_and_are_left_out() -> None:
    path, value = "tiles.bonus", [{"tile": "3m", "copies": 2, "han": 1, "chips": 0}]
    shape, last = shape_of(path), f"{path}/=list/5"
    fields = fields_of(shape, value, path) | {f"{last}/tile": [""], f"{last}/copies": [""]}
    assert value_of_fields(shape, fields, path) == value
    drawn = str(Controls(path, Locale()).draw(shape, options()[path], path, value))
    assert drawn.count('<option value="" selected>') == 2 * 5  # tile and wild


@each("path", options())
def test_every_branch_has_an_initial_value(path: str) -> None:
    shape = shape_of(path)
    for branch in shape.branches if isinstance(shape, Choice) else (shape,):
        value = example_value(path, branch_name(branch))
        value = default_value(branch) if value is None else value
        chosen = {path: [branch_name(branch)]} if isinstance(shape, Choice) else {}
        inner = f"{path}/{branch_name(branch)}" if isinstance(shape, Choice) else path
        assert value_of_fields(shape, chosen | fields_of(branch, value, inner), path) == value


def test_text_that_is_not_a_number_stays_text() -> None:
    assert value_of_fields(Number(0, 9), {"x": ["lots"]}, "x") == "lots"
    assert value_of_fields(Number(0, 9), {"x": ["\N{MINUS SIGN}3"]}, "x") == -3
    assert value_of_fields(Number(0, 9), {}, "x") is None


def test_a_list_of_free_length_ends_at_the_first_empty_field() -> None:
    fields = {"x/0": ["1"], "x/1": ["2"], "x/2": [""]}
    assert value_of_fields(Items(0, 6, Number(None, None)), fields, "x") == [1, 2]


def test_an_unknown_branch_stays_a_word() -> None:
    assert (
        value_of_fields(shape_of("claims.winners"), {"claims.winners": ["<b>"]}, "claims.winners")
        == "<b>"
    )


def test_no_choice_starts_with_an_error_or_with_nothing() -> None:
    empty = HouseRulesFile.new()
    for path in options():
        shape = shape_of(path)
        branches = shape.branches if isinstance(shape, Choice) else ()
        for branch in (one for one in branches if not isinstance(one, Word)):
            if branch == penalty_shape():
                continue  # one of its numbers must be typed
            known = example_value(path, branch_name(branch))
            value = default_value(branch) if known is None else known
            problems = empty.with_value(path, value).problems
            assert not [one for one in problems if one.severity == "error"], (path, value)
