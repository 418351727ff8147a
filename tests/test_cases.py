"""Every fault that users of such programs reported has a test, named after it, that it does not happen here."""

from __future__ import annotations

import ast
import functools
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent

CASES = {
    "C01": "a program cannot commit while one of its tables is open here",
    "C02": "an EXPLAIN followed by a SELECT leaves a lock",
    "C04": "opening fails at once when a writer holds the lock",
    "C06": "a WAL database at rest gets a -wal and a -shm that stay",
    "C07": "a WAL database in a folder that may not be written cannot be opened",
    "C08": "there, rows that are only in the -wal are hidden without a word",
    "C09": "only the main file is read, and recent rows are missing",
    "C10": "the log is checkpointed, or deleted, under its owner",
    "C19": "a file of no bytes is taken for something to import",
    "C20": "whatever is no database is said to be encrypted",
    "C21": "one damaged page makes the whole database unusable",
    "C22": "one malformed row of the schema makes every statement fail",
    "C23": "a virtual table of an absent module makes reading the schema fail",
    "C24": "an index with an unknown tokenizer makes opening fail",
    "C25": "one broken view stops the schema from loading",
    "C26": "newer features are taken for damage, or lose their columns",
    "C27": "a name with # ? % opens another file, or none",
    "C28": "a name that is not UTF-8 cannot be opened, or spoils the settings",
    "C29": "behind a link the log is not found and changes are not noticed",
    "C30": "opening what does not exist makes an empty database there",
    "C31": "PRAGMA, EXPLAIN, VALUES and CTEs are taken for writing",
    "C32": "rows are counted before the first ones are shown",
    "C33": "going to the last rows is slow",
    "C34": "pages skip or repeat rows of equal rank, or give up the index",
    "C36": "above 70 million rows nothing is shown",
    "C37": "large cells make browsing unusable",
    "C38": "fitting columns reads the whole table",
    "C39": "very wide tables are slow, and their columns cannot be found",
    "C40": "a cell of one long line stops the window",
    "C41": "64-bit integers are rounded",
    "C42": "numbers above 2^31 arrive cut",
    "C43": "NULL, empty text and BLOBs look alike",
    "C44": "text that is not UTF-8 ends the rows",
    "C45": "text is cut at a NUL",
    "C46": "text with control characters is shown as a BLOB",
    "C47": "unseen characters break or disguise a cell",
    "C48": "UTF-16 databases show wrong text",
    "C49": "JSONB is shown as bytes",
    "C50": "times are bare numbers, or in the wrong zone",
    "C51": "tables without rowids show or find the wrong row",
    "C52": "views fail, or are taken for functions",
    "C54": "names with quotes, brackets, dots, signs or nothing in them break what is built from them",
    "C55": "STRICT tables and generated columns show no columns",
    "C56": "a CREATE statement that is valid and unusual hides the columns, or the table",
    "C57": "columns of equal names lose one",
    "C58": "a link shows the wrong row where its tab is open; implicit and composite keys are ignored",
    "C59": "a filter cannot ask for NULL, and one without a match takes its own bar away",
    "C60": "shadow tables are in the way, or tables of the user's are hidden with them",
    "C61": "generated SQL quotes a text as a name",
    "C62": "stopping does not stop, and closing has to wait",
    "C63": "a wrong join or one giant value takes all memory",
    "C64": "statements are divided at the wrong places, and the wrong one runs",
    "C65": "a script stops after its first statement, or shows no rows of its last",
    "C66": "comments alone are an error, or never end",
    "C67": "parameters are bound as text",
    "C68": "what was written is lost when the program dies",
    "C69": "a long statement or script makes typing crawl",
    "C71": "ordinary words break the search",
    "C72": "an index is not found, for its table is named in another way of quoting",
    "C73": "the filter of a full-text index uses LIKE: slow, without rank and snippet",
    "C74": "an index without its text, or whose table is gone, fails or shows rows of NULL",
    "C75": "an index that is empty or lacks rows finds nothing, silently",
    "C79": "a copied cell gets quotes or a line break, a block is pasted wrong",
    "C77": "a text that an agent wrote becomes a formula in a spreadsheet",
    "C78": "only the rows that were loaded are saved, as if they were all",
    "C80": "copying many rows hangs the window",
    "C81": "an answer without rows is saved without a header",
    "C82": "markup in the data is drawn",
    "C83": "an edge to a missing node makes the graph blank",
    "C84": "self-loops and parallel edges lie on top of each other",
    "C85": "expanding a hub floods the picture and cannot be undone",
    "C86": "a large graph is shown as no data, and only what was loaded is searched",
    "C87": "the layout of a large or sparse graph never comes to rest",
    "C88": "clusters dissolve in one layout for all, or it freezes the window",
    "C89": "reading again moves everything",
    "C90": "nodes without edges fly away, or stand in one long line",
    "C91": "labels overlap, are all hidden, or make the picture crawl",
    "C92": "dragging a node moves the others, or the view jumps back after a quick pan",
    "C95": "the picture loads scripts and fonts from elsewhere",
    "C94": "an exported graph never ends, is empty, or cut at its border",
    "C96": "after a filter what is left is out of sight",
    "C97": "deep chains break the view, and cycles are not said",
    "C98": "delivered, failed and never sent look alike, and what no adapter took counts as delivered",
    "C99": "system rows that wait starve the queue, and nothing says so",
    "C100": "a session does not know a destination that is allowed",
    "C101": "what a dead process claimed looks like work in progress",
    "C102": "a viewer that calls itself read-only opens files for writing",
    "C104": "long conversations and payloads of megabytes freeze the view",
    "C105": "a number that was not counted is shown as 0",
    "C106": "there is no search over all sessions, and no way to a message inside a long one",
    "C107": "in the dark theme something cannot be read",
    "C108": "with a scaled screen or a large font something is clipped",
    "C109": "something cannot be done without a mouse",
    "C110": "panes that were closed leave a blank window for good",
    "C111": "long paths and ids are cut, and panes cannot be made wider",
}
"""What went wrong elsewhere, in a few words."""

IN_THE_WINDOW = set(CASES) - {"C08", "C10", "C06", "C102"}
"""Cases about what is seen: a test of the database layer alone does not cover them. The others are held by the tour."""


@functools.cache
def named_after() -> dict[str, list[str]]:
    """Case -> files of the tests that are named after it."""
    found: dict[str, list[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for number in re.findall(r"(?<![A-Za-z0-9])[cC](\d{2,3})(?![0-9])", node.name.replace("_", " ")):
                    found.setdefault(f"C{number}", []).append(file.relative_to(TESTS).as_posix())
    return found


@pytest.mark.parametrize("case", CASES)
def test_there_is_a_test_of(case: str) -> None:
    files = named_after().get(case, [])
    assert files, CASES[case]
    if case in IN_THE_WINDOW:
        assert any(file.startswith(("ui/", "tour/")) for file in files), f"nothing looks at the window: {CASES[case]}"
