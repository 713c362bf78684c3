"""The index of the shipped scenarios equals their files."""

from __future__ import annotations

from riichi_core.files.yaml_document import data_of_file
from riichi_core.scenarios.scenario import (
    EXPECTATIONS,
    FILE,
    LINE,
    default_folder,
    read_index,
    scenarios_in,
)


def test_the_index_has_the_parts_of_every_scenario() -> None:
    index, expectations = read_index(), read_index(EXPECTATIONS)
    assert index is not None
    assert expectations is not None
    places = {FILE, LINE}
    found = [
        {key: part for key, part in entry.items() if key not in places}
        for entry in scenarios_in({**index, **expectations})
    ]
    files = sorted(default_folder().glob("*.yaml"))
    assert found == [scenario for file in files for scenario in data_of_file(file)]
