"""The catalog, object by object: what is broken spoils only itself and says why."""

from __future__ import annotations

import apsw
import pytest

from inspector.db.catalog import Table
from inspector.db.cells import read_cells
from inspector.db.fts_structure import fts_structure
from inspector.db.virtual_table import parse_virtual_table
from inspector.errors import FileDamaged, KnownError, NotADatabase, SqlError, StatementRefused


def inject(path, *rows, sql=""):
    """Put rows into the schema table that no statement would make."""
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA writable_schema = ON")
    for row in rows:
        connection.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", row)
    if sql:
        connection.execute(sql)
    connection.close()


def shown(database, name):
    table = database.catalog().table(name)
    names = [column.name for column in table.visible_columns]
    return [cells for _, cells in database.read(lambda r: read_cells(r, table, names, limit=10))]


GOOD = "CREATE TABLE good(a); INSERT INTO good VALUES (1)"


def test_c21_a_damaged_root_page_spoils_one_table(build, opened):
    path = build("d.db", *[f"CREATE TABLE t{i}(a); INSERT INTO t{i} VALUES ({i})" for i in range(5)])
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 't2'").get
    connection.close()
    with open(path, "r+b") as file:
        file.seek((root - 1) * 4096)
        file.write(bytes(4096))
    database = opened(path)
    assert [t.name for t in database.catalog()] == ["t0", "t1", "t2", "t3", "t4"]
    for i in (0, 1, 3, 4):
        assert shown(database, f"t{i}") == [(i,)]
    with pytest.raises(FileDamaged):
        shown(database, "t2")


def test_c23_a_virtual_table_of_an_absent_module(build, opened):
    path = build("v.db", GOOD)
    inject(path, ("table", "v", "v", 0, "CREATE VIRTUAL TABLE v USING vec0(embedding float[384])"))
    database = opened(path)
    table = database.catalog().table("v")
    assert (table.kind, table.module) == ("virtual", "vec0")
    assert table.problem == "The module vec0 is not available here."
    assert database.catalog().table("good").problem == ""
    assert shown(database, "good") == [(1,)]


@pytest.mark.parametrize("tokenize", ["tokenize='mozporter'", 'tokenize = "mozporter"', "tokenize='porter mozporter'"])
def test_c24_an_unknown_tokenizer(build, opened, tokenize):
    path = build("f.db", GOOD, "CREATE VIRTUAL TABLE f USING fts5(body); INSERT INTO f VALUES ('kept text')")
    statement = f"CREATE VIRTUAL TABLE f USING fts5(body, {tokenize})"
    inject(path, sql="UPDATE sqlite_master SET sql = '" + statement.replace("'", "''") + "' WHERE name = 'f'")
    database = opened(path)
    table = database.catalog().table("f")
    assert "The tokenizer “mozporter" in table.problem
    assert "mozporter" in table.fts.tokenizer
    assert table.readable
    assert shown(database, "f") == [("kept text",)]
    assert table.fts.columns == ("body",)
    assert shown(database, "f_content") == [(1, "kept text")]
    assert {t.name for t in database.catalog().shadows_of(table)} >= {"f_data", "f_content"}
    assert shown(database, "good") == [(1,)]


def test_c26_c55_newer_features(build, opened):
    path = build(
        "n.db",
        "CREATE TABLE g(a INT, v INT AS (a * 2), s INT AS (a + 1) STORED, j BLOB) STRICT",
        "CREATE INDEX e ON g(a + 1, v) WHERE a > 0",
        "INSERT INTO g(a, j) VALUES (4, jsonb('{\"a\":[1,2]}'))",
        "CREATE TABLE k(x INT PRIMARY KEY) STRICT, WITHOUT ROWID",
    )
    database = opened(path)
    table = database.catalog().table("g")
    assert table.strict
    assert [(c.name, c.visibility) for c in table.columns] == [
        ("a", "normal"),
        ("v", "generated virtual"),
        ("s", "generated stored"),
        ("j", "normal"),
    ]
    assert table.indexes[0].columns == ("<expression>", "v")
    assert table.indexes[0].partial
    assert shown(database, "g")[0][:3] == (4, 8, 5)
    assert database.catalog().table("k").without_rowid


def test_a_future_file_format_is_named(build, opened):
    path = build("future.db", GOOD)
    with open(path, "r+b") as file:
        file.seek(44)
        file.write((9).to_bytes(4, "big"))
    with pytest.raises(KnownError, match="unsupported file format"):
        opened(path).catalog()


def test_c55_hidden_columns_of_virtual_tables(build, opened):
    database = opened(build("h.db", "CREATE VIRTUAL TABLE f USING fts5(body, note UNINDEXED)"))
    table = database.catalog().table("f")
    assert [(c.name, c.visibility) for c in table.columns] == [
        ("body", "normal"),
        ("note", "normal"),
        ("f", "hidden"),
        ("rank", "hidden"),
    ]
    assert [c.name for c in table.visible_columns] == ["body", "note"]
    assert table.fts.unindexed == {"note"}


def test_c60_shadow_tables_are_folded_and_a_users_own_is_not(build, opened):
    path = build(
        "s.db",
        "CREATE TABLE nodes(id TEXT, title); CREATE VIRTUAL TABLE nodes_fts USING fts5(title, content='nodes')",
        "CREATE VIRTUAL TABLE nodes_fts_more USING fts5(x)",
        "CREATE TABLE notes(a); CREATE TABLE notes_data(a); CREATE TABLE nodes_fts_data2(a)",
        "CREATE VIRTUAL TABLE boxes USING rtree(id, a, b); CREATE VIRTUAL TABLE old USING fts4(x)",
    )
    catalog = opened(path).catalog()
    own = {t.name: t.owner for t in catalog if t.kind == "shadow"}
    assert {n for n, o in own.items() if o == "nodes_fts"} == {
        "nodes_fts_data",
        "nodes_fts_idx",
        "nodes_fts_docsize",
        "nodes_fts_config",
    }
    assert own["nodes_fts_more_data"] == "nodes_fts_more"
    assert own["boxes_rowid"] == "boxes"
    assert own["old_segments"] == "old"
    assert catalog.table("notes_data").kind == "table"
    assert catalog.table("nodes_fts_data2").kind == "table"


def test_a_malformed_row_of_the_schema_spoils_only_itself(build, opened):
    path = build("m.db", GOOD, "CREATE TABLE other(b); INSERT INTO other VALUES (2)", "CREATE INDEX i ON good(a)")
    inject(
        path,
        ("table", "bad", "bad", 2, "CREATE TABLE bad(this is, not SQL ("),
        ("index", "worse", "good", 3, "CREATE INDEX worse ON good(nope)"),
        ("table", "zero", "zero", 99_999, "CREATE TABLE zero(a)"),
    )
    database = opened(path)
    catalog = database.catalog()
    assert "malformed" in catalog.table("bad").problem
    assert catalog.table("bad").sql.startswith("CREATE TABLE bad")
    assert catalog.problems
    assert "malformed database schema" in catalog.problems[0]
    assert catalog.table("good").problem == ""
    assert catalog.table("good").columns[0].name == "a"
    assert shown(database, "good") == [(1,)]
    assert shown(database, "other") == [(2,)]
    assert len(database.read(lambda r: r.user_rows("SELECT * FROM good", limit=5))) == 1


def test_a_malformed_schema_gives_user_sql_no_more_rights(build, opened, footprint):
    path = build("m.db", GOOD)
    inject(path, ("table", "bad", "bad", 2, "CREATE TABLE bad(this is, not SQL ("))
    database = opened(path)
    before = footprint(path.parent)
    for sql in ("DELETE FROM sqlite_master", "UPDATE sqlite_master SET sql = ''", "PRAGMA writable_schema = OFF"):
        with pytest.raises(StatementRefused):
            database.read(lambda r, sql=sql: r.user_rows(sql, limit=1))
    assert footprint(path.parent) == before


def test_a_broken_view_says_why(build, opened):
    path = build(
        "v.db",
        GOOD,
        "CREATE VIEW fine AS SELECT a FROM good",
        "CREATE TABLE gone(x); CREATE VIEW broken AS SELECT x FROM gone",
        "PRAGMA writable_schema = ON; DELETE FROM sqlite_master WHERE name = 'gone'",
    )
    catalog = opened(path).catalog()
    assert "no such table" in catalog.table("broken").problem
    assert catalog.table("broken").kind == "view"
    assert catalog.table("fine").problem == ""


def test_an_unknown_kind_of_object_is_listed(build, opened):
    path = build("u.db", GOOD)
    inject(path, ("mystery", "m", "m", 0, None))
    assert any("unknown kind" in problem for problem in opened(path).catalog().problems)


def test_c44_names_and_statements_that_are_not_utf_8(build, opened):
    path = build(
        "b.db",
        GOOD,
        "CREATE TABLE tt(x, yyy, z AS (x || 'é')); INSERT INTO tt VALUES (1, 'val')",
        "CREATE TABLE odd(a)",
    )
    inject(
        path,
        sql="""
        UPDATE sqlite_master SET sql = CAST(replace(sql, 'yyy', CAST(x'61ff62' AS TEXT)) AS TEXT) WHERE name = 'tt';
        UPDATE sqlite_master SET name = CAST(x'6fff' AS TEXT), tbl_name = CAST(x'6fff' AS TEXT),
          sql = CAST('CREATE TABLE "' || CAST(x'6fff' AS TEXT) || '"(a /* ' || CAST(x'fe' AS TEXT) || ' */)' AS TEXT)
          WHERE name = 'odd';
        """,
    )
    database = opened(path)
    catalog = database.catalog()
    assert sorted(t.name for t in catalog) == ["good", "o\\xff", "tt"]
    assert "\\xfe" in catalog.table("o\\xff").sql
    assert "not valid text" in catalog.table("o\\xff").problem
    assert [c.name for c in catalog.table("o\\xff").columns] == ["a"]
    table = catalog.table("tt")
    assert table.problem == ""
    assert [c.name for c in table.columns] == ["x", "a\\xffb", "z"]
    assert [bool(c.problem) for c in table.columns] == [False, True, False]
    assert shown(database, "tt") == [(1, "val", "1é")]
    found = database.read(lambda r: r.rows("SELECT * FROM tt", limit=5))
    assert (found.names, found.rows) == (("column 1", "column 2", "column 3"), ((1, "val", "1é"),))
    with pytest.raises(SqlError, match="not valid text"):
        database.read(lambda r: r.user_rows("SELECT * FROM tt", limit=5))
    with pytest.raises(SqlError, match="not valid text"):
        database.read(lambda r: r.user_rows("PRAGMA table_info(tt)", limit=5))
    assert shown(database, "good") == [(1,)]


def test_foreign_keys_implicit_composite_self_and_broken(build, opened):
    path = build(
        "fk.db",
        "CREATE TABLE parent(id INTEGER PRIMARY KEY, x)",
        "CREATE TABLE pair(a, b, PRIMARY KEY(b, a))",
        """CREATE TABLE child(
            p REFERENCES Parent, a, b, me REFERENCES child(p) ON DELETE CASCADE,
            lost REFERENCES nowhere(id), wrong REFERENCES parent(nope), few REFERENCES pair,
            FOREIGN KEY(a, b) REFERENCES pair, FOREIGN KEY (a, b) REFERENCES pair(b, a))""",
    )
    catalog = opened(path).catalog()
    keys = {(key.columns, key.target.lower(), key.target_columns): key for key in catalog.table("child").foreign_keys}
    assert keys[("p",), "parent", ("id",)].problem == ""
    assert keys[("a", "b"), "pair", ("b", "a")].problem == ""
    assert keys[("me",), "child", ("p",)].on_delete == "CASCADE"
    assert keys[("lost",), "nowhere", ("id",)].problem == "table nowhere does not exist"
    assert "no column nope" in keys[("wrong",), "parent", ("nope",)].problem
    assert "no key of 1 columns" in keys[("few",), "pair", ("b", "a")].problem
    assert catalog.table("pair").primary_key == ("b", "a")


def test_estimates_triggers_and_facts(build, opened):
    path = build(
        "e.db",
        "PRAGMA user_version = 7; PRAGMA application_id = 42",
        "CREATE TABLE t(a, b); CREATE INDEX part ON t(a) WHERE a > 90; CREATE INDEX whole ON t(b)",
        "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 100) INSERT INTO t SELECT i, i FROM n",
        "CREATE TRIGGER tr AFTER INSERT ON t BEGIN SELECT 1; END",
        "ANALYZE",
    )
    catalog = opened(path).catalog()
    table = catalog.table("T")
    assert table.estimate == 100
    assert [trigger.name for trigger in table.triggers] == ["tr"]
    facts = catalog.facts[0]
    assert (facts.user_version, facts.application_id, facts.encoding, facts.page_size) == (7, 42, "UTF-8", 4096)
    assert facts.pages > 2


def test_the_catalog_is_kept_while_the_schema_stays_and_its_figures_follow(build, opened, writer):
    path = build("k.db", GOOD)
    database = opened(path)
    first = database.catalog()
    assert database.catalog() is first
    other = writer(path)
    other.sql("WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 9999) INSERT INTO good SELECT i FROM n")
    second = database.catalog()
    assert second.tables is first.tables
    assert second.facts[0].pages > first.facts[0].pages
    other.sql("ALTER TABLE good ADD COLUMN b")
    assert [c.name for c in database.catalog().table("good").columns] == ["a", "b"]


FTS = {
    "fts5(a, b, content='nodes')": ("external", "nodes", "unicode61"),
    "fts5(a, b, content=\"my nodes\", content_rowid='id x')": ("external", "my nodes", "unicode61"),
    "fts5(a, b, CONTENT = [my,nodes])": ("external", "my,nodes", "unicode61"),
    "fts5(a, b, content=`it''s`)": ("external", "it''s", "unicode61"),
    "fts5(a, b, content=nodes, tokenize = 'porter unicode61 remove_diacritics 2')": (
        "external",
        "nodes",
        "porter unicode61 remove_diacritics 2",
    ),
    "fts5(a, b, content='')": ("none", "", "unicode61"),
    "fts5(a, b, content=, columnsize=0, detail=none)": ("none", "", "unicode61"),
    "fts5(a, b, prefix='2 3', tokenize=\"unicode61 tokenchars '-_,)('\")": ("own", "", "unicode61 tokenchars '-_,)('"),
    "fts5(a -- it's one, really\n, b /* ) */)": ("own", "", "unicode61"),
    "fts5 ( [a] , `b` )": ("own", "", "unicode61"),
    'fts4(a, b, content="nodes", tokenize=porter)': ("external", "nodes", "porter"),
    'fts4(a TEXT, b, content="", notindexed=b)': ("none", "", "simple"),
    "fts4(a, b, tokenize=unicode61 \"remove_diacritics=0\" 'tokenchars=.-')": (
        "own",
        "",
        "unicode61 remove_diacritics=0 tokenchars=.-",
    ),
    "fts3(a, b, tokenize=porter)": ("own", "", "porter"),
}


@pytest.mark.parametrize("using", FTS)
@pytest.mark.parametrize("name", ["f", '"odd ""name"" using (x)"', "IF NOT EXISTS main.[f g]"])
def test_the_structure_of_a_full_text_index_is_read_however_it_is_written(build, opened, using, name):
    contents = 'CREATE TABLE nodes(a, b); CREATE TABLE "my nodes"("id x", a, b); CREATE TABLE "my,nodes"(a, b)'
    path = build("f.db", contents, f"create  virtual\ttable /* x */ {name} using {using}")
    (table,) = [t for t in opened(path).catalog() if t.kind == "virtual"]
    structure = table.fts
    assert (structure.content, structure.content_table, structure.tokenizer) == FTS[using]
    assert structure.columns == ("a", "b")
    assert table.problem == ""
    if "content_rowid" in using:
        assert structure.content_rowid == "id x"
    if "prefix" in using:
        assert structure.prefix == "2 3"
    if "columnsize" in using:
        assert (structure.columnsize, structure.detail) == (False, "none")
    if "notindexed" in using:
        assert structure.unindexed == {"b"}


def test_an_external_content_that_is_a_view_and_one_that_is_gone(build, opened):
    path = build(
        "c.db",
        "CREATE TABLE base(x); CREATE VIEW v AS SELECT rowid AS id, x FROM base",
        "CREATE VIRTUAL TABLE f USING fts5(x, content='v', content_rowid='id')",
        "CREATE VIRTUAL TABLE g USING fts5(x, content='gone')",
    )
    catalog = opened(path).catalog()
    assert catalog.table(catalog.table("f").fts.content_table).kind == "view"
    assert catalog.table("g").fts.content_table == "gone"
    assert catalog.table("gone") is None


def test_a_statement_that_only_looks_like_a_virtual_table(build, opened):
    for sql in (
        "CREATE TABLE virtual(a)",
        'CREATE TABLE "x USING fts5(a)"(b)',
        "CREATE VIEW v AS SELECT 'CREATE VIRTUAL TABLE x USING fts5(a)'",
        "CREATE VIRTUAL TABLE x",
        "",
    ):
        assert parse_virtual_table(sql) is None
        assert fts_structure(Table("main", "x", "table", sql=sql)) is None
    assert parse_virtual_table("CREATE VIRTUAL TABLE using USING vec0(e float[3], +k text)").arguments == (
        "e float[3]",
        "+k text",
    )


def test_every_real_catalog_is_whole(real_data, opened):
    for path in sorted(real_data.rglob("*.db")):
        try:
            catalog = opened(path).catalog()
        except NotADatabase:
            assert "broken" in str(path)
            continue
        assert catalog.problems == ()
        for table in catalog:
            assert table.problem == "", (path, table.name)
            assert table.columns
            if table.kind == "shadow":
                assert table.owner


def test_files_that_declare_the_same_share_what_was_read_and_keep_their_own_figures(build, opened):
    ddl = "CREATE TABLE t(a); CREATE INDEX i ON t(a); "
    first, second = (opened(build(name, ddl + "INSERT INTO t VALUES (1)")) for name in ("a.db", "b.db"))
    assert first.catalog().table("t") is second.catalog().table("t")
    rows = "INSERT INTO t SELECT value FROM json_each('[1,2,3]'); ANALYZE"
    counted, one = (opened(build(f"{n}.db", ddl + n, rows)) for n in ("INSERT INTO t VALUES (9)", "SELECT 1"))
    assert [database.catalog().table("t").estimate for database in (counted, one)] == [4, 3]


def test_columns_of_a_view_tell_what_they_show(build, opened):
    views = "CREATE VIEW v AS SELECT a AS x, upper(b) AS y FROM t; CREATE VIEW w AS SELECT x FROM v"
    database = opened(build("v.db", "CREATE TABLE t(a, b); " + views))
    shows = {(view, c.name): c.shows for view in ("v", "w", "t") for c in database.catalog().table(view).columns}
    assert shows["v", "x"] == shows["w", "x"] == (("t", "a"),)
    assert ("t", "b") in shows["v", "y"]
    assert shows["t", "a"] == ()
