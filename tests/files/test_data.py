"""Data files of the project, read without places."""

from __future__ import annotations

import yaml
from each import each
from effort import LONG

from riichi_core.files.yaml_document import data_of
from riichi_core.rules.library import NOT_RULESETS, rulesets_dir


@each("name", NOT_RULESETS)
def test_the_values_are_those_that_pyyaml_reads(name: str, loader: str) -> None:
    text = (rulesets_dir() / name).read_text(encoding="utf-8")
    if loader == "SafeLoader" and len(text) > 50_000 and not LONG:
        return  # it takes a second without libyaml
    assert data_of(text) == yaml.load(text, Loader=getattr(yaml, loader))


def test_plain_text_and_quoted_text_differ() -> None:
    text = 'a: [1, "1", true, 2.5, null, no]\nb: {c: []}\n'
    assert data_of(text) == {"a": [1, "1", True, 2.5, None, "no"], "b": {"c": []}}
