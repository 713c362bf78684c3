"""The code keeps the promises of the design; these tests read the code."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from each import each
from effort import first_rows

from riichi.web.site.build import LEFT_OUT
from riichi_core.rules import library
from riichi_core.rules.library import rulesets_dir

ROOT = Path(__file__).resolve().parents[1]

LAYERS = {"tiles": 0, "hands": 1, "analysis": 2, "scoring": 3, "batch": 4, "settlement": 4,
          "game": 5, "play": 6, "standings": 6, "records": 7, "bots": 8,
          "scenarios": 8, "comparison": 9}  # fmt: skip
"""Imports run upward only: a layer may import lower ones, and each `files` and `rules`."""

BUILT = [name for name in LAYERS if (ROOT / "riichi_core" / name).is_dir()]


@dataclass(frozen=True)
class Import:
    """A module that a file imports, and the line of the import."""

    path: Path
    line: int
    module: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line} imports {self.module}"


def files(*folders: str) -> list[Path]:
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    assert found, folders
    return found


DEPTH = 3
"""A module of a package in a package has so many parts; those below are told with these."""

PRODUCT = ("riichi_core", "riichi")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def package(path: Path) -> str:
    """Return the dotted package name of a file; empty for a script or a test."""
    parts = list(path.relative_to(ROOT).parent.parts)
    if parts[:1] == ["validators"]:
        parts = parts[1:]
    return "" if parts[:1] in (["tests"], ["benchmarks"]) else ".".join(parts)


@cache
def imports(path: Path) -> tuple[Import, ...]:
    """Return every module that a file imports, also in functions.

    `from a import b` counts as a and a.b.
    """
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[Import]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(path, node.lineno, alias.name)
        elif isinstance(node, ast.ImportFrom):
            above = package(path).split(".")[: -(node.level - 1) or None] if node.level else []
            module = ".".join([*above, *filter(None, [node.module])])
            yield Import(path, node.lineno, module)
            for alias in node.names:
                yield Import(path, node.lineno, f"{module}.{alias.name}")
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "import_module":
            (name, *_) = node.args
            if isinstance(name, ast.Constant):
                yield Import(path, node.lineno, str(name.value))
            elif isinstance(name, ast.JoinedStr) and isinstance(name.values[0], ast.Constant):
                yield Import(path, node.lineno, str(name.values[0].value).rstrip("."))


def imported(module: str, *folders: str) -> list[str]:
    """Return where files of the folders import a module or anything in it."""
    return [
        str(found)
        for path in files(*folders)
        for found in imports(path)
        if found.module == module or found.module.startswith(f"{module}.")
    ]


# ---- imports -------------------------------------------------------------------------------------


def test_every_package_of_the_core_has_its_layer() -> None:
    packages = {path.name for path in (ROOT / "riichi_core").iterdir() if list(path.glob("*.py"))}
    assert packages <= {*LAYERS, "files", "rules"}


def laid_out() -> list[str]:
    """Return the packages in the layout of docs/about/design.md, in order."""
    layout = (ROOT / "docs" / "about" / "design.md").read_text(encoding="utf-8").split("```")[1]
    found, above = [], ""
    for line in layout.splitlines():
        names = re.findall(r"(?:^ {0,2}|  )(\w+)/(?=\s)", line)
        above = above if line.startswith(" ") else names[0] if names else ""
        found += [f"{above}/{name}" if line.startswith(" ") else name for name in names]
    return found


def test_the_layout_in_the_design_is_correct() -> None:
    packages = [
        path.parent.relative_to(ROOT).as_posix()
        for folder in PRODUCT
        for path in (ROOT / folder).rglob("__init__.py")
        if len(path.relative_to(ROOT).parts) <= DEPTH
    ]
    assert sorted(name for name in laid_out() if name.startswith(PRODUCT)) == sorted(packages)
    assert all((ROOT / name).is_dir() for name in laid_out())


def test_rules_imports_only_files_from_the_core() -> None:
    for name in LAYERS:
        assert imported(f"riichi_core.{name}", "riichi_core/rules") == []


def test_source_imports_no_other_package_of_the_core() -> None:
    for name in (*LAYERS, "rules"):
        assert imported(f"riichi_core.{name}", "riichi_core/files") == []


@each("name", BUILT)
def test_modules_import_only_lower_layers(name: str) -> None:
    for other, layer in LAYERS.items():
        if other != name and layer >= LAYERS[name]:
            assert imported(f"riichi_core.{other}", f"riichi_core/{name}") == []


UPWARD = {
    "riichi_core.plain": {"riichi_core.records.to_dict", "riichi_core.records.from_dict"},
    "riichi_core.rules.ruleset": {"riichi_core.rules.ruleset_data"},
}
"""The imports of methods that call what is built on their class, at call time."""


def test_there_are_no_circular_imports() -> None:
    """Apart from the methods of `UPWARD`, also through the face of a package."""
    by_name = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in files(*PRODUCT)
    }
    graph = {}
    for name, path in by_name.items():
        found = {one.module for one in imports(path) if one.module in by_name}
        faces = {one.rpartition(".")[0] for one in found}  # `from a import b` names both
        graph[name] = found - {name} - faces - UPWARD.get(name, set())
    TopologicalSorter(graph).prepare()  # raises a CycleError that names the cycle


def test_the_scripts_of_the_page_have_no_circular_imports() -> None:
    scripts = {path.name: path for path in (ROOT / "riichi" / "web" / "static").glob("*.js")}
    imported_script = re.compile(
        r"""^(?:import|export)\b[^;]*?["']\./([^"']+)["'];""", re.MULTILINE
    )
    graph = {
        name: imported_script.findall(path.read_text("utf-8")) for name, path in scripts.items()
    }
    assert {"dom.js", "house.js"} <= {*graph["mistakes.js"]}
    TopologicalSorter(graph).prepare()


def test_the_core_imports_neither_app_nor_validators() -> None:
    """Only its public face names the packages next to it, for type checkers and on request."""
    front_door = "riichi_core/__init__.py:"
    found = imported("riichi", "riichi_core")
    assert [one for one in found if not one.startswith(front_door)] == []
    for module in ("riichi_validators", "validators"):
        assert imported(module, "riichi_core") == []


WRITERS = {"house_file", "whole_files"}
"""Modules of `riichi` that import only the core, and that any package in it may use."""


def imported_packages(*paths: Path) -> set[str]:
    """Return the packages of `riichi` that files in it import."""
    found = {tuple(one.module.split(".")) for path in paths for one in imports(path)}
    return {parts[1] for parts in found if parts[0] == "riichi" and len(parts) > 1} - WRITERS


def test_the_writers_of_files_import_only_the_core() -> None:
    for name in WRITERS:
        assert [one for one in imports(ROOT / "riichi" / f"{name}.py")
                if one.module.startswith("riichi.")] == []  # fmt: skip


@each("package", ["programs", "spreadsheets", "fitting", "processes"])
def test_interfaces_to_other_programs_and_tables_are_below_the_commands(package: str) -> None:
    assert imported_packages(*files(f"riichi/{package}")) <= {package}
    assert imported("riichi_validators", f"riichi/{package}") == []


FEATURES = {"conformance": set(), "events": {"games"}, "games": set()}
"""The feature folders, and the packages of `riichi` that know what is in each."""


@each("feature", [*FEATURES])
def test_only_the_table_of_commands_knows_a_feature(feature: str) -> None:
    """Its commands stand in riichi/cli/main.py as text."""
    inside = f"riichi/{feature}/"
    known = (inside, "riichi_core/__init__.py:", *(f"riichi/{one}/" for one in FEATURES[feature]))
    found = imported(f"riichi.{feature}", *PRODUCT)
    assert [one for one in found if not one.startswith(known)] == []


def test_the_engine_of_the_page_imports_nothing_that_the_site_leaves_out() -> None:
    """Visitors download the rest; the front door names games, but nothing loads them."""
    own = {path for path in files(*PRODUCT) if not {*LEFT_OUT} & {*path.relative_to(ROOT).parts}}
    own -= {ROOT / "riichi_core" / "__init__.py", ROOT / "riichi" / "__main__.py"}
    left_out = tuple(f"riichi.{name}." for name in LEFT_OUT)
    found = [one for path in own for one in imports(path)]
    assert [str(one) for one in found if f"{one.module}.".startswith(left_out)] == []


def test_the_validators_use_only_schemas_conformance_and_the_interfaces_to_other_programs() -> None:
    """Apart from pages of the site, which show commands, and the list of what is lacking."""
    paths = [path for path in files("validators")
             if "reference" not in path.parts and path.name != "lacking.py"]  # fmt: skip
    assert imported_packages(*paths) <= {"conformance", "programs", "schema"}


MODELLED = {"files", "rules", "records", "scenarios", "programs", "schema", "web", "formats",
            "rulebook_text.py"}  # fmt: skip
"""Packages that read what people and programs write: files by strict YAML, values by models; `web`
reads the questions of the page, `schema` describes the models, and `rulebook_text.py` reads the
chapters of the rulebook."""

SHOWN = {"pydantic.fields", "pydantic.fields.FieldInfo"}
"""`riichi show` takes a field apart and names its type; it validates nothing."""


@each("module", ["yaml", "pydantic", "pydantic_core", "annotated_types"])
def test_only_readers_of_files_and_records_use_yaml_and_pydantic(module: str) -> None:
    outside = [path for path in files(*PRODUCT) if not MODELLED & {*path.parts}]
    found = [one for path in outside for one in imports(path) if one.module not in SHOWN]
    assert [str(one) for one in found if one.module.split(".")[0] == module] == []


def test_only_tests_use_jsonschema() -> None:
    assert imported("jsonschema", *PRODUCT, "validators", "benchmarks") == []


def test_chance_is_an_input() -> None:
    """Only the token in the address of the page is truly random, so that nobody can guess it."""
    modules = ("random", "secrets", "numpy.random", "os.urandom", "uuid")
    found = [one for module in modules for one in imported(module, *PRODUCT, "validators")]
    allowed = ("riichi/web/server.py:", "riichi_core/seeded.py:")
    assert [one for one in found if not one.startswith(allowed)] == []


@each("module", ["socket", "http", "urllib", "requests", "subprocess", "pickle"])
def test_the_core_fetches_and_runs_nothing(module: str) -> None:
    assert imported(module, "riichi_core", "riichi/programs", "riichi/games/study") == []


def calls(*folders: str) -> Iterator[tuple[str, str]]:
    """Yield every function called by its plain name, and where."""
    for path in files(*folders):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield node.func.id, f"{path.relative_to(ROOT)}:{node.lineno}"


def test_no_code_is_generated_from_text() -> None:
    making = ("eval", "exec", "compile", "__import__")
    assert [where for name, where in calls(*PRODUCT, "validators") if name in making] == []


MODULES = """
import sys, json
from riichi.cli.main import main
try:
    main({call!r}, standalone_mode=False)
except SystemExit as ended:
    assert not ended.code
print("\\n" + json.dumps(sorted(sys.modules)))
"""


def loaded(*call: str) -> set[str]:
    """Return the modules that are loaded after a command has run."""
    done = subprocess.run(
        [sys.executable, "-c", MODULES.format(call=list(call))],
        cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60, check=True,
    )  # fmt: skip
    return set(json.loads(done.stdout.splitlines()[-1]))


HEAVY = ("pydantic", "yaml", "jsonschema", "riichi_core.rules.rules",
         "riichi_core.scoring", "riichi_core.scenarios", "riichi_validators")  # fmt: skip
"""What takes time to import, so that a command loads it only if it is for that."""

ENGINE = ("riichi_core.scoring.score", "riichi_core.analysis", "riichi_core.play")
CLUB = str(library.clubs()["tuesday-club"])


def unwanted(modules: set[str], *names: str) -> list[str]:
    return [one for one in names for found in modules if f"{found}.".startswith(f"{one}.")]


def test_comparing_two_books_reads_only_prepared_data() -> None:
    """People wait for the result."""
    modules = loaded("compare", "ema-2016", "wrcr-2015")
    assert "riichi.cli.compare" in modules
    assert unwanted(modules, *HEAVY) == []


@each("kind", ["house", "win"])
def test_a_schema_loads_only_its_own_models(kind: str) -> None:
    """The results of events are known by text, like commands."""
    modules = loaded("schema", kind)
    assert "riichi.schema.record_schema" in modules
    assert unwanted(modules, "riichi.events", "riichi.games") == []


def test_comparing_without_examples_needs_no_engine() -> None:
    modules = loaded("compare", "ema-2016", "tuesday-club", "--no-examples")
    assert "riichi_core.comparison.comparison" in modules
    unused = ("jsonschema", "riichi_core.rules.clauses", "riichi_core.scenarios",
              "riichi.content.rulebook", "riichi.cli.show")  # fmt: skip
    assert unwanted(modules, *unused, *ENGINE) == []


@pytest.mark.parametrize(
    ("call", "unused"),
    first_rows(
        [
            (("show", "wrcr-2015", "claims.winners"), ENGINE),
            (("check", CLUB), (*ENGINE, "riichi_core.rules.clauses")),
            (("score", "2345567m345p678s", "8m"), ("riichi_core.play", "riichi_core.settlement")),
            (("find", "kuikae"), ENGINE),
            (("foul", "kuikae"), ENGINE),
        ],
        3,
    ),
)
def test_a_lookup_loads_only_the_modules_it_needs(
    call: tuple[str, ...], unused: tuple[str, ...]
) -> None:
    modules = loaded(*call)
    assert f"riichi.cli.{call[0]}" in modules
    never = ("jsonschema", "riichi.writers.model", "riichi_core.records",
             "riichi_core.scenarios", "riichi_core.comparison")  # fmt: skip
    assert unwanted(modules, *never, *unused) == []


FIRST_QUESTIONS = """
import sys, json
from riichi.web.api import answer_question as ask
file = json.loads(ask('{"ask": "start", "base": "ema-2016"}'))["file"]
fields = {"claims.winners": {"claims.winners": ["head_bump"]}}
said = json.loads(ask(json.dumps({"ask": "set", "file": file, "fields": fields})))
assert said["differences"]
print(json.dumps(sorted(sys.modules)))
"""


def test_the_page_loads_only_what_its_first_view_needs() -> None:
    """Every module costs a visitor time, because the browser runs it slowly."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_QUESTIONS],
        cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60, check=True,
    )  # fmt: skip
    modules = set(json.loads(done.stdout))
    assert "riichi.web.changing" in modules
    never = ("click", "babel", "jsonschema", "riichi.writers.model",
             "riichi.content.examples", "riichi.content.guide",
             "riichi.content.rulebook", "riichi.web.views", "riichi.web.fragments",
             "riichi.web.try_yaku",
             "riichi_core.game", "riichi_core.records.deal", "riichi_core.records.win",
             "riichi_core.scenarios", "riichi_core.scoring.explain", "riichi.programs")  # fmt: skip
    assert unwanted(modules, *never, *ENGINE) == []


# ---- names ---------------------------------------------------------------------------------------

RULESET_WORDS = {"ema", "wrc", "wrcr"}

ABOUT_PLAYERS = ("riichi_core/standings/players.py", "riichi/events/files/player_files.py")
"""The modules that know a player's EMA number: the association gives it, no ruleset reads it."""


def docstrings(module: ast.Module) -> set[int]:
    """Return the ids of docstring nodes: strings that are statements."""
    alone = [node.value for node in ast.walk(module) if isinstance(node, ast.Expr)]
    return {id(node) for node in alone if isinstance(node, ast.Constant)}


def words(path: Path) -> Iterator[tuple[str, int]]:
    """Yield every string and name of a file with its line, apart from comments and docstrings."""
    module = tree(path)
    about = docstrings(module)
    for node in ast.walk(module):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in about:
            yield node.value, line
        for name in ("id", "attr", "arg", "name", "module"):
            if isinstance(text := getattr(node, name, None), str):
                yield text, line


@cache
def names_a_ruleset(text: str) -> bool:
    parts = set(re.split(r"[^a-z0-9]+", text.lower()))
    return bool(parts & RULESET_WORDS) or any(
        re.search(rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])", text.lower().replace("_", "-"))
        for name in library.books()
    )


def test_the_core_does_not_name_any_ruleset() -> None:
    """Every decision of a book is a value; code that needs a name lacks an option."""
    found = [
        f"{path.relative_to(ROOT)}:{line} {word}"
        for path in files("riichi_core")
        if path.relative_to(ROOT).as_posix() not in ABOUT_PLAYERS
        for word, line in words(path)
        if names_a_ruleset(word)
    ]
    assert found == []


# ---- files ---------------------------------------------------------------------------------------


def test_validators_is_a_source_root_and_not_a_package() -> None:
    """A package named `validators` would hide the one of that name on PyPI."""
    assert (ROOT / "validators" / "riichi_validators" / "__init__.py").is_file()
    assert not (ROOT / "validators" / "__init__.py").exists()


@each("name", [*PRODUCT, "validators/riichi_validators"])
def test_each_package_is_marked_as_typed(name: str) -> None:
    assert (ROOT / name / "py.typed").is_file()


def test_the_tests_read_the_rulesets_of_this_repository() -> None:
    """An installed wheel must not replace them."""
    assert rulesets_dir() == ROOT / "rulesets"
    assert {path.parent for path in library.books().values()} == {ROOT / "rulesets"}
    assert {path.parent for path in library.clubs().values()} == {ROOT / "rulesets" / "clubs"}


def test_the_ids_of_shipped_rulesets_are_all_different() -> None:
    assert not set(library.books()) & set(library.clubs())
