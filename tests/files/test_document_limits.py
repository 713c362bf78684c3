"""The closed YAML reader: its limits, files, and arbitrary input."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import yaml
from each import each
from effort import examples
from hypothesis import HealthCheck, assume, given, settings, strategies as st
from reading import TEXT, cut, found, good, only_problem, walk

from riichi_core.files import yaml_document
from riichi_core.files.problem import MAX_PROBLEMS
from riichi_core.files.source_document import HIDDEN, Value
from riichi_core.files.yaml_document import MAX_BYTES, MAX_DEPTH, MAX_NODES, parse, read

# Limits


def test_a_file_may_be_as_large_as_the_limit_and_no_larger() -> None:
    text = "a: '" + "é" * ((MAX_BYTES - 6) // 2) + "'\n"
    assert len(text.encode()) == MAX_BYTES
    assert good(text).data == good(text.encode()).data
    for longer in (text + "#", (text + "#").encode()):
        problem = only_problem(longer)
        assert found(problem) == ("too-large", 1, 1, 1, 1)
        assert str(MAX_BYTES) in problem.message


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(("opening", "closing", "width"), [("[", "]", 1), ("{a: ", "}", 4)])
def test_data_may_be_as_deep_as_the_limit_and_no_deeper(
    opening: str, closing: str, width: int
) -> None:
    assert good(opening * MAX_DEPTH + closing * MAX_DEPTH).data
    problem = only_problem(opening * (MAX_DEPTH + 1) + closing * (MAX_DEPTH + 1))
    column = MAX_DEPTH * width + 1
    assert found(problem) == ("too-deep", 1, column, 1, column + 1)
    assert str(MAX_DEPTH) in problem.message


def test_data_may_have_as_many_nodes_as_the_limit_and_no_more() -> None:
    most = "a: [" + "\n1," * (MAX_NODES - 3)
    assert good(most + "]").data == {"a": [1] * (MAX_NODES - 3)}
    problem = only_problem(most + "\n2]")
    line = MAX_NODES - 1
    assert found(problem) == ("too-many", line, 1, line, 2)
    assert str(MAX_NODES) in problem.message


def test_reading_stops_after_many_problems_and_says_so() -> None:
    got, problems = parse("a: 1\n" * (MAX_PROBLEMS * 2), "a.yaml")
    assert got is None
    assert [p.code for p in problems[:-1]] == ["duplicate-key"] * MAX_PROBLEMS
    assert found(problems[-1]) == ("too-many-problems", MAX_PROBLEMS + 1, 4, MAX_PROBLEMS + 1, 5)
    assert str(MAX_PROBLEMS) in problems[-1].message


LAUGHS = "a0: &a0 [x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10)
)


@each(
    "text, code",
    [
        ("[" * 100_000, "too-deep"),
        ("{a: " * 50_000, "too-deep"),
        ("- " * 100_000, "too-deep"),
        ("? " * 100_000, "too-deep"),
        ("\n".join(" " * n + "a:" for n in range(700)), "too-deep"),
        ("[" * 1000 + "@", "yaml-syntax"),
        ("a: \\@\n" + "x: @" + "[" * 100_000, "yaml-syntax"),
        ("[" + "a, " * 9_000 + "@", "yaml-syntax"),
        ("a: '" + "x\n" * 100_000, "yaml-syntax"),
        ("a: &x [*x, *x]", "alias"),
        (LAUGHS, "alias"),
        ("a: &x [" + "*x, " * 19_000 + "]", "too-many-problems"),
        ("{" + "a: 1, " * 9_000 + "}", "too-many-problems"),
        ("[" + "a, " * 80_000 + "]", "too-many"),
        ("a: " + "9" * 5_000, ""),
        ("a: 0" + "7" * 200_000, ""),
        ("a: 1" + ":30" * 80_000, ""),
        ("a: " + "x" * 260_000, ""),
        ("{'?': 1, " + ", ".join(f"k{n}: {n}" for n in range(9_900)) + "}", ""),
        ("#\n" * 130_000 + "a: 1", ""),
    ],
)
def test_reading_hostile_text_ends_with_a_reason(text: str, code: str) -> None:
    got, problems = parse(text, "a.yaml")
    assert (problems[-1].code if problems else "") == code
    assert got is not None or problems


def test_a_number_with_thousands_of_digits_stays_text() -> None:
    digits = "9" * 5_000
    got = good(f"a: {digits}")
    assert got.data == {"a": digits}
    assert got.raw == {("a",): digits}


# Files


def test_a_file_is_reported_under_its_path_or_a_given_name(tmp_path: Path) -> None:
    path = tmp_path / "r.yaml"
    path.write_bytes("\ufeffé: 1\r\n".encode())
    got, problems = read(path)
    assert problems == []
    assert got is not None
    assert (got.file, got.data) == (str(path), {"é": 1})
    named, _ = read(path, "rules")
    assert named is not None
    assert named.file == "rules"


def test_a_problem_in_a_file_has_its_name(tmp_path: Path) -> None:
    path = tmp_path / "r.yaml"
    path.write_text("a: *x\n")
    assert [p.file for p in read(path)[1]] == [str(path)]
    assert [p.file for p in read(path, "rules")[1]] == ["rules"]


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("missing", "unreadable", "no such file"),
        ("nul\0name", "unreadable", "cannot be read"),
        ("x" * 5000, "unreadable", "cannot be read"),
        (".", "not-a-file", "directory"),
        ("/dev/zero", "not-a-file", "not a regular file"),
    ],
)
def test_an_unreadable_path_is_a_problem(name: str, code: str, words: str, tmp_path: Path) -> None:
    got, problems = read(tmp_path / name)
    assert got is None
    assert [p.code for p in problems] == [code]
    assert words in problems[0].message


def test_a_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    got, problems = read(path)
    assert got is None
    assert [p.code for p in problems] == ["not-a-file"]


def test_a_read_protected_file_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "r.yaml"
    path.write_text("a: 1\n")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    got, problems = read(path)
    assert got is None
    assert [p.message for p in problems] == ["cannot be read: Permission denied"]


def test_a_file_is_read_only_up_to_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    with path.open("wb") as stream:
        stream.truncate(10_000_000_000)
    assert [p.code for p in read(path)[1]] == ["too-large"]


# Arbitrary input


def check_anything(text: str | bytes) -> None:
    """Check that spans lie inside the text, and that there is a document or a reason."""
    got, problems = parse(text, "a.yaml")
    assert got is not None or problems
    for problem in problems:
        assert problem.span.line >= 1
        assert problem.span.column <= len(problem.source) + 1
    if got is not None:
        for span in [*got.values.values(), *got.keys.values(), *(p.span for p in problems)]:
            cut(got.lines, span)
        assert set(got.values) == set(dict(walk(got.data)))
    if got is not None and not problems:
        # Without tags and merges, all values equal the texts of the most basic loader.
        python = yaml_document.LOADER is yaml.SafeLoader
        basic = yaml.load(text, Loader=yaml.BaseLoader if python else yaml.CBaseLoader)
        assert shape(got.data) == shape(basic)


def shape(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: shape(value) for key, value in data.items()}
    return [shape(value) for value in data] if isinstance(data, list) else None


YAMLISH = st.text(alphabet="aé1.:-?[]{},&*!|>'\"%@#~<\n\n\r\t   \x85\u2028\ufeff\\", max_size=60)
PIECES = st.lists(
    st.one_of(
        st.sampled_from(
            ["a: ", "b:", "- ", "\n", "\n  ", "\n    ", "[", "]", "{", "}", ", ", "? "]
        ),
        st.sampled_from(["x", "no", "1", "'y'", '"é"', "日", "# c", "|\n", "&x ", "*x", "!t "]),
        st.sampled_from(["<<: ", ": ", "---\n", "...\n", "%YAML 1.1\n", "\t", "\r\n", "\u2028"]),
    ),
    max_size=25,
).map("".join)


@settings(max_examples=examples(300), deadline=None)
@given(st.one_of(st.text(), YAMLISH, PIECES))
def test_arbitrary_text_is_read_or_refused(text: str) -> None:
    check_anything(text)


@settings(max_examples=examples(200), deadline=None)
@given(st.one_of(st.binary(), st.builds(lambda t, b: t.encode() + b, PIECES, st.binary())))
def test_arbitrary_bytes_are_read_or_refused(content: bytes) -> None:
    check_anything(content)


@settings(
    max_examples=examples(100),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(text=st.one_of(YAMLISH, PIECES))
def test_arbitrary_text_is_read_or_refused_without_libyaml(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(yaml_document, "LOADER", yaml.SafeLoader)
    check_anything(text)


class PlainDumper(yaml.SafeDumper):
    """A dumper that writes no aliases for equal objects."""

    def ignore_aliases(self, _: Any) -> bool:
        return True


def shows(text: str) -> bool:
    return not HIDDEN.search(text)


KEYS = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=20
).filter(shows)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**15) + 1, 10**15 - 1),
    st.text().filter(shows),
    st.sampled_from(TEXT),
)
DATA = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.one_of(KEYS, st.sampled_from(TEXT)), inner, max_size=4),
    ),
    max_leaves=20,
)


@settings(max_examples=examples(300), deadline=None)
@given(DATA, st.booleans(), st.booleans())
def test_data_written_by_yaml_can_be_read_back(data: Value, flow: bool, unicode: bool) -> None:
    assume(max(len(pointer) for pointer, _ in walk(data)) < MAX_DEPTH)
    text = yaml.dump(
        data, Dumper=PlainDumper, default_flow_style=flow, allow_unicode=unicode, sort_keys=False
    )
    assume(yaml.load(text, Loader=yaml_document.LOADER) == data)  # PyYAML loses a lone U+0085
    got = good(text)
    assert got.data == data
    assert repr(got.data) == repr(data)  # `True` is not 1
    for pointer, value in walk(data):
        written = cut(got.lines, got.values[pointer])
        if isinstance(value, str | int):
            assert good(written).data == value
