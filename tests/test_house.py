"""The house rules that no linter knows: sizes, names, docstrings, who may touch files, plain text in every label."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "inspector"
MODULES = sorted(path.relative_to(ROOT).as_posix() for path in PACKAGE.rglob("*.py"))
TESTS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py"))

MAY_READ_FILES = {
    "inspector/cli/drawing.py": "the statement of --query, before a database is open",
    "inspector/families/toml_form.py": "the meanings of tables and columns",
    "inspector/graph/kept_places.py": "where nodes stood, files of our own",
    "inspector/queries/library.py": "saved queries",
    "inspector/queries/own.py": "the user's own questions",
    "inspector/queries/drafts.py": "drafts of queries, files of our own",
    "inspector/queries/history.py": "the history of runs, a file of our own",
    "inspector/queries/sql_file.py": "files of SQL that the reader opens; it refuses databases",
    "inspector/workspace/answers/export_target.py": "what the user saves; it refuses databases",
    "inspector/ui/help/pages.py": "the pages of the help",
    "inspector/ui/shell/listening.py": "the folder in which starts of the program meet, to lock it",
    "inspector/resources.py": "files shipped with the program",
    "inspector/settings.py": "the settings file",
}
"""Modules outside db/ and sample/ that open files, and which ones: never a database, its journal, -wal or -shm."""

MAY_SIGNAL_INT = {"inspector/ui/graph/bar.py": "1 for the next hit, -1 for the one before"}
"""Modules with a Signal(int), and why its numbers stay small."""

MAY_SLEEP = {"tests/db/conftest.py": "polls, with an end, for what a process outside Qt does"}
"""Test files that sleep, and why no signal could be waited for."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@functools.cache
def tree(module: str) -> ast.Module:
    return ast.parse((ROOT / module).read_text(encoding="utf-8"), filename=module)


@functools.cache
def nodes(module: str) -> tuple[ast.AST, ...]:
    """All nodes of a module: most rules walk through every module."""
    return tuple(ast.walk(tree(module)))


def calls(module: str) -> Iterator[ast.Call]:
    return (node for node in nodes(module) if isinstance(node, ast.Call))


def name_of(node: ast.expr) -> str:
    """The dotted name of an expression; ``?`` stands for what is no name."""
    if isinstance(node, ast.Name):
        return node.id
    return f"{name_of(node.value)}.{node.attr}" if isinstance(node, ast.Attribute) else "?"


def test_sizes_stay_readable() -> None:
    long = [module for module in MODULES if (ROOT / module).read_text(encoding="utf-8").count("\n") > 500]
    for module in MODULES:
        functions = (node for node in nodes(module) if isinstance(node, Function))
        sizes = ((node, node.end_lineno - node.lineno + 1) for node in functions)
        long += [f"{module}:{node.lineno} {node.name}: {size} lines" for node, size in sizes if size > 80]
    assert long == []


def test_a_module_says_what_it_answers() -> None:
    first = {module: (ast.get_docstring(tree(module)) or "").split("\n\n")[0].rstrip() for module in MODULES}
    assert [module for module, line in first.items() if not line.endswith((".", "?", ":", "!"))] == []


def test_folders_and_files_are_nouns_of_the_domain() -> None:
    banned = {"util", "utils", "helper", "helpers", "common", "base", "misc", "lib", "tools", "manager", "managers"}
    assert [module for module in MODULES if banned & set(Path(module).with_suffix("").parts)] == []


def test_no_unfinished_work_is_left() -> None:
    unfinished = re.compile(r"\b(?:TODO|FIXME|XXX|HACK|NotImplementedError)\b")
    assert [module for module in MODULES if unfinished.search((ROOT / module).read_text(encoding="utf-8"))] == []


def imports(module: str) -> Iterator[tuple[int, str]]:
    """Line and full name of everything a module imports."""
    for node in nodes(module):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def test_no_second_sqlite_is_imported() -> None:
    second = re.compile(r"^(sqlite3|pysqlite\w*)\b|\bQtSql\b")
    assert [f"{module}:{line}" for module in MODULES for line, name in imports(module) if second.search(name)] == []


FILE_CALLS = re.compile(
    r"(^open|^io\.open|^os\.(open|sendfile|copy_file_range)|^shutil\.(copy\w*|move)"
    r"|^mmap\.mmap|^hashlib\.file_digest|\.(read_bytes|read_text|write_bytes|write_text)|QFile|QSaveFile)$"
)


def file_calls(module: str) -> list[str]:
    found = []
    for call in calls(module):
        name, first = name_of(call.func), call.args[0] if call.args else None
        mode = isinstance(first, ast.Constant) and re.fullmatch("[rwaxbt+]+", str(first.value))
        known = first is not None and ast.unparse(first) == "os.devnull"
        if not known and (FILE_CALLS.search(name) or (name.endswith(".open") and mode)):
            found.append(f"{module}:{call.lineno} {name}")
    return found


def test_only_db_and_sample_touch_database_files() -> None:
    """An open() and close of a database file anywhere in the process drops the locks that SQLite holds on it."""
    others = [module for module in MODULES if not module.startswith(("inspector/db/", "inspector/sample/"))]
    assert [found for module in others if module not in MAY_READ_FILES for found in file_calls(module)] == []


def test_the_list_of_modules_that_read_files_is_current() -> None:
    assert [module for module in MAY_READ_FILES if module not in MODULES or not file_calls(module)] == []


UI = [module for module in MODULES if module.startswith("inspector/ui/")]


def test_labels_and_messages_show_plain_text() -> None:
    """Qt guesses HTML from a tag; what stands in a cell or a path must never be rendered."""
    rich, wrong = {"QLabel", "QMessageBox"}, []
    for module in UI:
        classes = [node for node in nodes(module) if isinstance(node, ast.ClassDef)]
        made = sum(name_of(call.func).split(".")[-1] in rich for call in calls(module))
        made += sum(bool(rich & {name_of(parent).split(".")[-1] for parent in node.bases}) for node in classes)
        plain = sum(name_of(call.func).endswith(".setTextFormat") for call in calls(module))
        if made > plain:
            wrong.append(f"{module}: {made} labels or message boxes, {plain} with a text format")
    assert wrong == []


def test_no_message_box_guesses_its_format() -> None:
    guessing = re.compile(r"QMessageBox\.(about|critical|information|question|warning)$")
    assert [
        f"{module}:{call.lineno}" for module in UI for call in calls(module) if guessing.search(name_of(call.func))
    ] == []


def test_big_numbers_go_through_object_signals() -> None:
    """Signal(int) cuts numbers above 2^31: rowids, counts and milliseconds."""
    signals = ((module, call) for module in UI for call in calls(module) if name_of(call.func).endswith("Signal"))
    cut = [f"{module}:{call.lineno}" for module, call in signals if "int" in map(name_of, call.args)]
    assert [found for found in cut if found.split(":")[0] not in MAY_SIGNAL_INT] == []


FAMILIES = PACKAGE / "families"


def families() -> list[str]:
    """The modules of inspector.families that are a family, by name; not the one that any file falls back to."""
    names = sorted({path.relative_to(FAMILIES).parts[0].removesuffix(".py") for path in FAMILIES.rglob("*.py")})
    files = {name: FAMILIES / name / "__init__.py" for name in names if (FAMILIES / name).is_dir()}
    files |= {name: FAMILIES / f"{name}.py" for name in names if (FAMILIES / f"{name}.py").is_file()}
    found = {
        name for name, file in files.items() if re.search(r"^FAMILY\b", file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    return sorted(found - {"generic"})


@pytest.mark.parametrize("family", families())
def test_a_family_is_discovered_never_named(family: str) -> None:
    """Nothing outside a family imports it or asks whether something is of it: a new one edits no other file."""
    own, named = f"inspector.families.{family}", []
    for module in MODULES:
        if module.removesuffix(".py").replace("/", ".").startswith(own):
            continue
        comparisons = (node for node in nodes(module) if isinstance(node, ast.Compare))
        asked = (
            (one.lineno, one.value) for node in comparisons for one in ast.walk(node) if isinstance(one, ast.Constant)
        )
        named += [f"{module}:{line} asks for it" for line, value in asked if value == family]
        named += [f"{module}:{line}" for line, name in imports(module) if (name + ".").startswith(own + ".")]
    assert named == []


def test_facts_document_their_fields() -> None:
    bare = []
    for module in MODULES:
        for node in nodes(module):
            facts = isinstance(node, ast.ClassDef) and any(
                "dataclass" in ast.unparse(one) for one in node.decorator_list
            )
            if facts and not node.name.startswith("_"):
                followers = [*node.body[1:], None]
                bare += [
                    f"{module}:{field.lineno} {node.name}.{ast.unparse(field.target)}"
                    for field, after in zip(node.body, followers, strict=True)
                    if isinstance(field, ast.AnnAssign)
                    and not ast.unparse(field.target).startswith("_")
                    and not (isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant))
                ]
    assert bare == []


def test_folders_that_must_not_be_packages_are_none() -> None:
    assert list((ROOT / "tests").rglob("__init__.py")) == []
    # it would shadow the distribution of that name, which pip and pytest import
    assert not (ROOT / "packaging" / "__init__.py").exists()


def test_tests_do_not_sleep() -> None:
    sleeping = re.compile(r"^(time\.)?sleep$|\bqWait$")
    tests = [test for test in TESTS if not test.startswith("tests/benchmarks/")]  # those time other programs
    found = [f"{test}:{call.lineno}" for test in tests for call in calls(test) if sleeping.search(name_of(call.func))]
    assert [place for place in found if place.split(":")[0] not in MAY_SLEEP] == []
