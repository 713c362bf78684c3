"""The help of commands: arguments written alike, units and defaults."""

from __future__ import annotations

import re

from each import each
from running import printed, words

from riichi_app.cli.main import COMMANDS


@each("name", COMMANDS)
def test_what_can_be_given_several_times_is_written_alike(name: str) -> None:
    text = printed(name, "--help")
    usage = words(text.split("\n\n")[0])
    assert "..." not in usage
    assert not re.search(r"\S…", usage)
    assert "DIRECTORY" not in text


def test_help_tells_the_counters_of_a_score_and_the_book_of_house_rules() -> None:
    assert "Counters of 100 points on the table. [default: 0]" in words(printed("score", "--help"))
    assert "The book to start from; --ask asks for it as well." in words(printed("new", "--help"))
