"""Documents a level at a time, parsed here or by SQLite in the file: the same members, secrets masked, faults told."""

import json

import apsw
import pytest

from inspector.errors import KnownError
from inspector.redaction import MASK, Redactor
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.rows.json_tree import INLINE, PAGE, JsonCell, children_of, parse_document, written


def members(node):
    return [(child.key, child.kind, child.text) for child in children_of(node)]


def test_members_keep_order_repeated_names_and_the_spelling_of_numbers():
    document = parse_document('{"b": 1.10, "a": 12345678901234567890123, "b": null, "t": true, "s": "x", "l": []}')
    assert members(document) == [
        ("b", "number", "1.10"),
        ("a", "number", "12345678901234567890123"),
        ("b", "null", "null"),
        ("t", "true", "true"),
        ("s", "text", "x"),
        ("l", "array", ""),
    ]


def test_written_again_it_is_the_same_document():
    text = '{"a":[1,2.50,{"b":"é\\n"}],"c":{},"d":[],"a":null}'
    assert written(parse_document(text)).replace("\n", "").replace(" ", "") == text.replace(" ", "")


def test_a_level_comes_in_pages():
    document = parse_document(json.dumps(list(range(PAGE + 7))))
    assert len(children_of(document)) == PAGE
    assert [child.key for child in children_of(document, PAGE)] == list(range(PAGE, PAGE + 7))


@pytest.mark.parametrize("text", ["{", '{"a": }', "[1,]", "", "nope", "[NaN]", "[" * 5000 + "]" * 5000])
def test_what_is_no_json_is_said(text):
    with pytest.raises(KnownError, match="JSON"):
        parse_document(text)


@pytest.fixture
def big(tmp_path):
    """A document with odd names, one branch of over the limit, secrets; as JSON (row 1), JSONB (2), cut off (3)."""
    path = tmp_path / "big.db"
    long = {f'k"{i}\\': {"n": i, "pad": "x" * 400} for i in range(500)}
    document = {"a.b": long, "password": {"deep": "hunter2hunter2"}, "list": [1, "two", None], "text": "y" * 9000}
    text = json.dumps(document)
    assert len(text) > 2 * INLINE
    database = apsw.Connection(str(path))
    database.execute("PRAGMA synchronous = OFF")
    database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, doc)")
    database.execute("INSERT INTO t VALUES (1, ?1), (2, jsonb(?1)), (3, substr(?1, 1, 100000))", (text,))
    database.close()
    source = open_source(str(path))
    table = source.database.catalog().table("t")

    def ask(row, work):
        cell = JsonCell(table, (row,), "doc")
        return source.database.read(lambda reader: work(cell, reader))

    yield ask
    source.close()


@pytest.mark.parametrize("row", [1, 2])
def test_a_long_document_is_read_by_levels(big, row):
    redactor = Redactor()
    document = big(row, lambda cell, reader: cell.document(reader))
    assert document.kind == "object"
    top = big(row, lambda cell, reader: cell.children(reader, document, redactor))
    assert big(row, lambda cell, reader: cell.opened(reader, redactor)) == (document, top)
    assert [child.key for child in top] == ["a.b", "password", "list", "text"]
    branch, secret, small, text = top
    assert branch.inner is None
    assert branch.size > INLINE
    page = big(row, lambda cell, reader: cell.children(reader, branch, redactor, 200))
    assert len(page) == PAGE
    assert page[0].key == 'k"200\\'
    assert members(page[0])[0] == ("n", "number", "200")
    assert [child.text for child in children_of(secret)] == [MASK]
    assert [child.kind for child in children_of(small)] == ["number", "text", "null"]
    assert text.cut
    assert text.size == 9000


def test_a_long_document_that_is_cut_off_is_said_to_be(big):
    with pytest.raises(KnownError, match="not valid JSON"):
        big(3, lambda cell, reader: cell.document(reader))
    with pytest.raises(KnownError, match="not valid JSON"):
        big(3, lambda cell, reader: cell.opened(reader, Redactor()))


@pytest.mark.parametrize(
    ("text", "kind", "members"),
    [("[]", "array", 0), ("{}", "object", 0), ('"word"', "text", 0), ("12", "number", 0), ("[null]", "array", 1)],
)
def test_what_has_no_members_is_opened_too(tmp_path, text, kind, members):
    database = apsw.Connection(str(tmp_path / "one.db"))
    database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, doc)")
    database.execute("INSERT INTO t VALUES (1, ?)", (text,))
    database.close()
    source = open_source(str(tmp_path / "one.db"))
    cell = JsonCell(source.database.catalog().table("t"), (1,), "doc")
    document, found = source.database.read(lambda reader: cell.opened(reader, Redactor()))
    assert (document.kind, len(found)) == (kind, members)
    source.close()
