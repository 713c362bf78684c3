"""Many cases in one test: each is tried, and each that fails is named."""

from __future__ import annotations

import pytest
from each import each


def test_each_case_that_fails_is_told_and_the_others_are_tried() -> None:
    tried = []

    @each("number", range(5))
    def small(number: int, most: int) -> None:
        tried.append(number)
        assert number < most

    small(most=5)
    with pytest.raises(ExceptionGroup, match="2 of 5 fail: 3, 4") as failed:
        small(most=3)
    assert tried == [*range(5), *range(5)]
    assert [one.__notes__ for one in failed.value.exceptions] == [
        ["with {'number': 3}"], ["with {'number': 4}"]
    ]  # fmt: skip


def test_cases_of_several_parameters_are_named_by_the_first() -> None:
    @each("name, number", [("one", 1), ("two", 3)])
    def small(name: str, number: int) -> None:
        assert len(name) == number + 2

    with pytest.raises(ExceptionGroup, match="1 of 2 fail: two"):
        small()


def test_no_case_at_all_is_a_failure() -> None:
    @each("number", [])
    def small(number: int) -> None:
        raise ValueError(number)

    with pytest.raises(AssertionError, match="there is no case"):
        small()
