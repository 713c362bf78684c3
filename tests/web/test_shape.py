"""Every value of every shipped ruleset as the fields of a form, and back."""

import pytest
from each import each

from riichi_app.web.rulesets import held, shipped
from riichi_app.web.shape import Choice, Items, Number, default, fields_of, read, shape_of, tag
from riichi_core.rules import library
from riichi_core.rules.rules import options


@pytest.mark.parametrize("name", library.shipped())
def test_every_value_goes_to_fields_and_back(name: str) -> None:
    rules = shipped(name).rules
    for path in options():
        value = rules.written_value(path)
        fields = fields_of(shape_of(path), value, path)
        assert read(shape_of(path), fields, path) == value, path
        assert all(key == path or key.startswith(f"{path}/") for key in fields)


@each("path", options())
def test_every_branch_has_a_value_to_begin_with(path: str) -> None:
    shape = shape_of(path)
    for branch in shape.branches if isinstance(shape, Choice) else (shape,):
        value = held(path, tag(branch))
        value = default(branch) if value is None else value
        chosen = {path: [tag(branch)]} if isinstance(shape, Choice) else {}
        inner = f"{path}/{tag(branch)}" if isinstance(shape, Choice) else path
        assert read(shape, chosen | fields_of(branch, value, inner), path) == value


def test_what_is_no_number_stays_text() -> None:
    assert read(Number(0, 9), {"x": ["lots"]}, "x") == "lots"
    assert read(Number(0, 9), {"x": ["\N{MINUS SIGN}3"]}, "x") == -3
    assert read(Number(0, 9), {}, "x") is None


def test_a_list_of_free_length_ends_where_nothing_is_given() -> None:
    fields = {"x/0": ["1"], "x/1": ["2"], "x/2": [""]}
    assert read(Items(0, 6, Number(None, None)), fields, "x") == [1, 2]


def test_an_unknown_branch_stays_a_word() -> None:
    assert read(shape_of("claims.winners"), {"claims.winners": ["<b>"]}, "claims.winners") == "<b>"
