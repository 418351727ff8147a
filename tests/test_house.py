"""The house rules that no linter knows: sizes, names, docstrings, who may touch files, plain text in every label."""

from __future__ import annotations

import ast
import functools
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "inspector"
MODULES = sorted(path.relative_to(ROOT).as_posix() for path in PACKAGE.rglob("*.py"))
TESTS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py"))

MAY_READ_FILES = {
    "inspector/families/toml_form.py": "the meanings of tables and columns",
    "inspector/queries/library.py": "saved queries",
    "inspector/queries/pickers.py": "the queries of pickers",
    "inspector/resources.py": "files shipped with the program",
    "inspector/settings.py": "the settings file",
}
"""Modules outside db/ and sample/ that open files, and which ones: never a database, its journal, -wal or -shm."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@functools.cache
def tree(module: str) -> ast.Module:
    return ast.parse((ROOT / module).read_text(encoding="utf-8"), filename=module)


def calls(module: str) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree(module)) if isinstance(node, ast.Call))


def name_of(node: ast.expr) -> str:
    """The dotted name of an expression; ``?`` stands for what is no name."""
    if isinstance(node, ast.Name):
        return node.id
    return f"{name_of(node.value)}.{node.attr}" if isinstance(node, ast.Attribute) else "?"


@pytest.mark.parametrize("module", MODULES)
def test_sizes_stay_readable(module: str) -> None:
    lines = (ROOT / module).read_text(encoding="utf-8").count("\n")
    long = [
        f"{node.name}: {node.end_lineno - node.lineno + 1} lines"
        for node in ast.walk(tree(module))
        if isinstance(node, Function) and node.end_lineno - node.lineno + 1 > 80
    ]
    assert lines <= 500
    assert long == []


@pytest.mark.parametrize("module", MODULES)
def test_a_module_says_what_it_answers(module: str) -> None:
    docstring = ast.get_docstring(tree(module)) or ""
    first = docstring.split("\n\n")[0]
    assert first.rstrip().endswith((".", "?", ":", "!"))


def test_folders_and_files_are_nouns_of_the_domain() -> None:
    banned = {"util", "utils", "helper", "helpers", "common", "base", "misc", "lib", "tools", "manager", "managers"}
    assert [module for module in MODULES if banned & set(Path(module).with_suffix("").parts)] == []


@pytest.mark.parametrize("module", MODULES)
def test_no_unfinished_work_is_left(module: str) -> None:
    text = (ROOT / module).read_text(encoding="utf-8")
    assert re.findall(r"\b(?:TODO|FIXME|XXX|HACK|NotImplementedError)\b", text) == []


@pytest.mark.parametrize("module", MODULES)
def test_no_second_sqlite_is_imported(module: str) -> None:
    imported = set()
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            imported |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    assert {name for name in imported if name.split(".")[0] in {"sqlite3", "pysqlite3"} or "QtSql" in name} == set()


FILE_CALLS = re.compile(
    r"(^open|^io\.open|^os\.(open|sendfile|copy_file_range)|^shutil\.(copy\w*|move)"
    r"|^mmap\.mmap|^hashlib\.file_digest|\.(read_bytes|read_text|write_bytes|write_text)|QFile|QSaveFile)$"
)


def file_calls(module: str) -> list[str]:
    found = []
    for call in calls(module):
        name, first = name_of(call.func), call.args[0] if call.args else None
        mode = first is None or (isinstance(first, ast.Constant) and re.fullmatch("[rwaxbt+]+", str(first.value)))
        if FILE_CALLS.search(name) or (name.endswith(".open") and mode):
            found.append(f"line {call.lineno}: {name}")
    return found


@pytest.mark.parametrize(
    "module", [one for one in MODULES if not one.startswith(("inspector/db/", "inspector/sample/"))]
)
def test_only_db_and_sample_touch_database_files(module: str) -> None:
    """An open() and close of a database file anywhere in the process drops the locks that SQLite holds on it."""
    if module not in MAY_READ_FILES:
        assert file_calls(module) == []


def test_the_list_of_modules_that_read_files_is_current() -> None:
    assert [module for module in MAY_READ_FILES if module not in MODULES or not file_calls(module)] == []


UI = [module for module in MODULES if module.startswith("inspector/ui/")]


@pytest.mark.parametrize("module", UI)
def test_labels_and_messages_show_plain_text(module: str) -> None:
    """Qt guesses HTML from a tag; what stands in a cell or a path must never be rendered."""
    rich = {"QLabel", "QMessageBox"}
    made = sum(name_of(call.func).split(".")[-1] in rich for call in calls(module))
    made += sum(
        isinstance(node, ast.ClassDef) and bool(rich & {name_of(parent).split(".")[-1] for parent in node.bases})
        for node in ast.walk(tree(module))
    )
    plain = sum(name_of(call.func).endswith(".setTextFormat") for call in calls(module))
    guessing = [
        f"line {call.lineno}: {name_of(call.func)}"
        for call in calls(module)
        if re.search(r"QMessageBox\.(about|critical|information|question|warning)$", name_of(call.func))
    ]
    assert plain >= made
    assert guessing == []


@pytest.mark.parametrize("module", UI)
def test_big_numbers_go_through_object_signals(module: str) -> None:
    """Signal(int) cuts numbers above 2^31: rowids, counts and milliseconds."""
    cut = [
        call.lineno
        for call in calls(module)
        if name_of(call.func).split(".")[-1] == "Signal"
        for arg in call.args
        if name_of(arg) == "int"
    ]
    assert cut == []


def test_facts_document_their_fields() -> None:
    bare = []
    for module in MODULES:
        for node in ast.walk(tree(module)):
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


def test_test_files_have_names_of_their_own_and_no_packages() -> None:
    names = Counter(Path(test).name for test in TESTS if Path(test).name != "conftest.py")
    assert [name for name, count in names.items() if count > 1] == []
    assert "__init__.py" not in names
    # it would shadow the distribution of that name, which pip and pytest import
    assert not (ROOT / "packaging" / "__init__.py").exists()


@pytest.mark.parametrize("test", TESTS)
def test_tests_do_not_sleep(test: str) -> None:
    assert [call.lineno for call in calls(test) if name_of(call.func) in {"time.sleep", "sleep", "QTest.qWait"}] == []
