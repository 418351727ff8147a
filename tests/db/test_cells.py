from __future__ import annotations

import apsw
import pytest

from inspector.db.cells import find_row, read_by_rowid, read_cells, read_part, read_whole, where_key
from inspector.db.values import BadText, Large
from inspector.errors import SqlError

WIDE = ("ü✓𝄞", "y" * 9000)


def rows_of(database, name, columns=None, **options):
    table = database.catalog().table(name)
    names = columns or [column.name for column in table.visible_columns]
    options.setdefault("limit", 100)
    return database.read(lambda reader: read_cells(reader, table, names, **options))


def test_cells_come_with_the_key_of_their_row(build, opened):
    path = build(
        "k.db",
        "CREATE TABLE r(a); INSERT INTO r(rowid, a) VALUES (7, 'x'), (9223372036854775807, 1.5)",
        "CREATE TABLE w(x TEXT, y, PRIMARY KEY(y, x)) WITHOUT ROWID; INSERT INTO w VALUES ('p', 1)",
        "CREATE VIEW v AS SELECT a, a || a AS twice FROM r",
    )
    database = opened(path)
    assert rows_of(database, "r") == (((7,), ("x",)), ((2**63 - 1,), (1.5,)))
    assert rows_of(database, "w") == (((1, "p"), ("p", 1)),)
    assert rows_of(database, "v", order="a DESC") == (((), ("x", "xx")), ((), (1.5, "1.51.5")))


def test_where_order_limit_and_offset(build, opened):
    path = build("n.db", "CREATE TABLE n(a)", *[("INSERT INTO n VALUES (?)", (i,)) for i in range(20)])
    found = rows_of(opened(path), "n", where="a > ?", params=(5,), order="a DESC", limit=3, offset=1)
    assert [cells for _, cells in found] == [(18,), (17,), (16,)]


@pytest.mark.parametrize("kind", ["", "WITHOUT ROWID"])
def test_c37_a_huge_cell_comes_as_its_beginning_and_its_length(build, opened, kind):
    path = build(
        "big.db",
        f"CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b BLOB, c TEXT) {kind}",
        ("INSERT INTO t VALUES (1, ?, ?, ?)", ("ä" * 1_000_000, b"\x00\x01" * 500_000, "short")),
    )
    database = opened(path)
    ((key, cells),) = rows_of(database, "t", prefix=101)
    assert key == (1,)
    assert cells == (
        1,
        Large("text", "ä" * 50, 2_000_000),
        Large("blob", (b"\x00\x01" * 51)[:101], 1_000_000),
        "short",
    )
    table = database.catalog().table("t")
    assert database.read(lambda reader: read_whole(reader, table, key, "a")) == "ä" * 1_000_000
    assert database.read(lambda reader: read_part(reader, table, key, "b", 999_998, 10)) == b"\x00\x01"
    assert database.read(lambda reader: read_part(reader, table, key, "b", 2_000_000, 10)) == b""


def test_c37_fifty_rows_of_huge_cells_are_not_loaded(build, opened, monkeypatch):
    path = build("big.db", "CREATE TABLE t(a, b, c)", *[("INSERT INTO t VALUES (?, ?, ?)", ("x" * 100_000,) * 3)] * 50)
    found = rows_of(opened(path), "t", prefix=1000)
    assert len(found) == 50
    carried = sum(len(cell.prefix) for _, cells in found for cell in cells)
    assert carried == 50 * 3 * 1000
    assert all(cell.length == 100_000 for _, cells in found for cell in cells)


def test_beginnings_far_behind_other_huge_cells_are_left_out_once_they_cost_too_much(build, opened, monkeypatch):
    monkeypatch.setattr("inspector.db.cells.WALK_LIMIT", 150_000)
    path = build("far.db", "CREATE TABLE t(a, b)", *[("INSERT INTO t VALUES (?, ?)", ("x" * 100_000,) * 2)] * 3)
    found = rows_of(opened(path), "t", prefix=100)
    assert [[len(cell.prefix) for cell in cells] for _, cells in found] == [[100, 100], [100, 0], [100, 0]]
    assert all(cell.length == 100_000 for _, cells in found for cell in cells)


def test_c44_bad_text_spoils_no_other_row(build, opened):
    path = build(
        "bad.db",
        "CREATE TABLE t(id INTEGER PRIMARY KEY, a)",
        "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 12) INSERT INTO t SELECT i, 'ok' FROM n",
        "UPDATE t SET a = CAST(x'ff41fe' AS TEXT) WHERE id = 2; UPDATE t SET a = CAST(x'eda080' AS TEXT) WHERE id = 3",
        "CREATE VIEW v AS SELECT a FROM t ORDER BY id",
        "CREATE TABLE big(a); INSERT INTO big VALUES (CAST(x'ff' || zeroblob(9000) AS TEXT))",
        "CREATE TABLE w(k TEXT PRIMARY KEY, v) WITHOUT ROWID; INSERT INTO w VALUES (CAST(x'ff41' AS TEXT), 5)",
    )
    database = opened(path)
    expected = ["ok", BadText(b"\xffA\xfe"), BadText(b"\xed\xa0\x80"), *["ok"] * 9]
    assert [cells[0] for _, cells in rows_of(database, "t", ["a"])] == expected
    assert [cells[0] for _, cells in rows_of(database, "v", ["a"])] == expected
    ((_, (large,)),) = rows_of(database, "big")
    assert large == Large("text", BadText(b"\xff" + b"\0" * 4095), 9001)
    ((key, _),) = rows_of(database, "w")
    table = database.catalog().table("w")
    assert database.read(lambda reader: find_row(reader, table, key)) == (BadText(b"\xffA"), 5)


def test_c45_a_row_named_by_a_text_with_a_nul_is_found_again(build, opened):
    path = build(
        "nul.db",
        "CREATE TABLE t(k TEXT PRIMARY KEY, v) WITHOUT ROWID",
        "INSERT INTO t VALUES ('a' || char(0) || 'b', 'right'), ('a', 'wrong'), ('a' || char(0) || 'c', 'wrong')",
    )
    database = opened(path)
    table = database.catalog().table("t")
    found = dict(rows_of(database, "t", ["v"]))
    key = next(key for key, cells in found.items() if cells == ("right",))
    assert key == ("a\0b",)
    assert database.read(lambda reader: find_row(reader, table, key)) == ("a\0b", "right")
    assert database.read(lambda reader: read_whole(reader, table, key, "k")) == "a\0b"


@pytest.mark.parametrize("encoding", ["UTF-16le", "UTF-16be"])
def test_c48_utf_16_databases_also_with_bad_text(build, opened, encoding):
    path = build(
        "wide.db",
        f"PRAGMA encoding = '{encoding}'",
        "CREATE TABLE t(a)",
        (
            "INSERT INTO t VALUES (?), (?), (CAST(x'00d80000' AS TEXT)), (CAST(x'd8000000' AS TEXT))",
            ("ü✓𝄞", "y" * 9000),
        ),
        "CREATE VIRTUAL TABLE f USING fts5(body); INSERT INTO f VALUES ('naïve Größe')",
    )
    database = opened(path)
    cells = [cells[0] for _, cells in rows_of(database, "t")]
    assert cells[0] == "ü✓𝄞"
    assert cells[1] == Large("text", "y" * 2048, 18_000)
    bad = 2 if encoding == "UTF-16le" else 3
    raw = b"\x00\xd8\x00\x00" if encoding == "UTF-16le" else b"\xd8\x00\x00\x00"
    assert cells[bad] == BadText(raw, encoding.lower().replace("16", "-16-").replace("--", "-"))
    assert rows_of(database, "f", where="f MATCH ?", params=("größe",))[0][1] == ("naïve Größe",)


def test_c41_integers_are_exact(build, opened):
    numbers = (2**63 - 1, -(2**63), 9007199254740993)
    path = build("int.db", "CREATE TABLE t(a)", *[("INSERT INTO t VALUES (?)", (n,)) for n in numbers])
    database = opened(path)
    assert tuple(cells[0] for _, cells in rows_of(database, "t")) == numbers
    assert rows_of(database, "t", where="a = ?", params=(9007199254740993,))[0][1] == (9007199254740993,)


def test_c43_null_empty_and_binary_stay_apart(build, opened):
    path = build("n.db", "CREATE TABLE t(a,b,c,d,e,f); INSERT INTO t VALUES (NULL, '', x'', 'NULL', ' ', x'00')")
    assert rows_of(opened(path), "t")[0][1] == (None, "", b"", "NULL", " ", b"\x00")


def test_more_columns_than_a_result_may_have(build, opened):
    names = [f"c{i}" for i in range(1999)]
    path = build(
        "wide.db",
        f"CREATE TABLE t({', '.join(names)})",
        "INSERT INTO t(c0, c1000, c1998) VALUES ('first', 'middle', 'last')",
        "INSERT INTO t(c0) VALUES ('second')",
    )
    found = rows_of(opened(path), "t")
    assert len(found[0][1]) == 1999
    assert (found[0][1][0], found[0][1][1000], found[0][1][1998]) == ("first", "middle", "last")
    assert found[1][1][0] == "second"


def test_generated_columns_are_browsed_also_when_huge(build, opened):
    path = build(
        "g.db",
        "CREATE TABLE t(a, v AS (a || a), s AS (a || '!') STORED)",
        ("INSERT INTO t(a) VALUES (?)", ("x" * 3000,)),
    )
    ((_, cells),) = rows_of(opened(path), "t", prefix=100)
    assert cells == (Large("text", "x" * 100, 3000), Large("text", "x" * 100, 6000), Large("text", "x" * 100, 3001))


def test_rows_by_rowid_come_in_the_order_asked_for(build, opened):
    path = build("r.db", "CREATE TABLE t(a)", *[("INSERT INTO t VALUES (?)", (i * 10,)) for i in range(1, 6)])
    database = opened(path)
    table = database.catalog().table("t")
    found = database.read(lambda reader: read_by_rowid(reader, table, ["a"], [4, 99, 1]))
    assert found == (((4,), (40,)), ((1,), (10,)))


def test_a_table_whose_columns_hide_the_rowid_has_keys(build, opened):
    path = build(
        "h.db",
        "CREATE TABLE t(rowid TEXT, a); INSERT INTO t VALUES ('not me', 1)",
        "CREATE TABLE all3(rowid, oid, _rowid_, k TEXT PRIMARY KEY); INSERT INTO all3 VALUES (1, 2, 3, 'key')",
    )
    database = opened(path)
    assert rows_of(database, "t") == (((1,), ("not me", 1)),)
    assert rows_of(database, "all3")[0][0] == ("key",)
    table = database.catalog().table("all3")
    assert database.read(lambda reader: find_row(reader, table, ("key",))) == (1, 2, 3, "key")


def test_a_row_that_is_gone_is_said(build, opened):
    path = build("g.db", "CREATE TABLE t(a); INSERT INTO t VALUES (1)", "CREATE VIEW v AS SELECT 1")
    database = opened(path)
    table = database.catalog().table("t")
    assert database.read(lambda reader: find_row(reader, table, (5,))) is None
    with pytest.raises(SqlError, match="not there any more"):
        database.read(lambda reader: read_whole(reader, table, (5,), "a"))
    with pytest.raises(SqlError, match="has no key"):
        where_key(database.catalog().table("v"), ())


def test_huge_cells_of_a_view_and_of_an_index_are_cut(build, opened):
    path = build(
        "v.db",
        "CREATE TABLE t(a)",
        ("INSERT INTO t VALUES (?)", ("x" * 9000,)),
        "CREATE VIEW v AS SELECT a FROM t",
        "CREATE VIRTUAL TABLE f USING fts5(a)",
        ("INSERT INTO f VALUES (?)", ("word " * 2000,)),
    )
    database = opened(path)
    assert rows_of(database, "v")[0][1] == (Large("text", "x" * 4096, 9000),)
    ((key, cells),) = rows_of(database, "f")
    assert (key, cells[0].length) == ((1,), 10_000)
    table = database.catalog().table("f")
    assert database.read(lambda reader: read_part(reader, table, key, "a", 5, 4)) == b"word"


def test_cells_of_the_real_memories_equal_what_sqlite_says(real_copy, opened):
    folder = real_copy("nehanda")
    path = next(folder.rglob("*.db"))
    database = opened(path)
    table = database.catalog().table("transcript_entries")
    if table is None:
        pytest.skip("another shape")
    names = [column.name for column in table.columns]
    found = rows_of(database, table.name, names, prefix=1 << 30, limit=10_000)
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    plain = connection.execute(f"SELECT * FROM {table.name} ORDER BY rowid").fetchall()
    connection.close()
    assert [cells for _, cells in found] == plain
