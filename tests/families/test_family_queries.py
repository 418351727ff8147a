"""The questions shipped for graph.db, ona-session.db and any file: each can be asked, and the documented ones stand
exactly as documented."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from inspector import resources
from inspector.clock import Clock, parse_as_of
from inspector.db.database import Database, open_database
from inspector.errors import SqlError
from inspector.families.docs import load_docs
from inspector.queries.identifiers import CATALOG_PICKERS
from inspector.queries.library import SavedQuery, load_library, parse_query
from inspector.queries.parameter import IDENTIFIERS, bound, clock_values
from inspector.queries.pickers import load_choices
from inspector.queries.scan import statements as divided
from inspector.redaction import Redactor

CLOCK = Clock(parse_as_of("2026-11-30T18:00:00Z"))
SCHEMAS = {"state_memory": "state-memory", "nehanda": "nehanda"}
FAMILIES = ("state_memory", "nehanda", "generic")

DOCUMENTED = {
    "recent-turns": "SELECT entry_type, json_extract(payload_json, '$.content') AS preview, created_at "
    "FROM transcript_entries WHERE session_id = :session_id ORDER BY sequence DESC LIMIT 20",
    "tool-calls": "SELECT json_extract(payload_json, '$.content[0].name') AS tool, "
    "json_extract(payload_json, '$.content[0].input') AS input, created_at FROM transcript_entries "
    "WHERE session_id = :session_id AND entry_type = 'assistant' AND payload_json LIKE '%tool_use%' ORDER BY sequence",
    "permission-audit": "SELECT tool_name, decision, created_at FROM tool_permission_log "
    "ORDER BY created_at DESC LIMIT 50",
    "hook-log": "SELECT hook_event, matcher, command, exit_code, substr(stdout_text, 1, 200) AS stdout_preview, "
    "skipped_reason FROM hook_invocations ORDER BY id DESC LIMIT 50",
    "memory-search": "SELECT title, content, rank FROM memories_fts "
    "WHERE memories_fts MATCH 'error handling' ORDER BY rank",
}
BETTER = {
    "recent-turns": "recent-turns-by-block",
    "tool-calls": "tool-calls-in-full",
    "permission-audit": "permission-audit-of-all-calls",
    "hook-log": "hook-log-with-outcomes",
    "memory-search": "memory-search-ranked",
}


def own(family: str) -> list[SavedQuery]:
    library = load_library(family)
    assert library.problems == ()
    return [query for query in library.queries if query.family == family]


def ask(database: Database, query: SavedQuery, **given: str) -> list[dict[str, object]]:
    given = {**chosen(database, query), **given}
    values = {one.name: bound(one, given.get(one.name)) for one in query.parameters if one.type not in IDENTIFIERS}
    values.update({name: value for name, value in clock_values(CLOCK).items() if f":{name}" in query.sql})
    sql = query.written(given, database.catalog())
    rows = database.read(lambda reader: reader.user_rows(sql, values, limit=1_000))
    return [dict(zip(rows.names, row, strict=True)) for row in rows]


def chosen(database: Database, query: SavedQuery) -> dict[str, str]:
    """The first table or column that can be chosen, for each parameter that is one."""
    return {
        one.name: load_choices(database, query.family, one.picker, Redactor())[0].value
        for one in query.parameters
        if one.type in IDENTIFIERS
    }


def built(path: Path, schema: str, *statements: str) -> Database:
    db = apsw.Connection(str(path))
    db.execute(resources.path("schemas", schema).read_text(encoding="utf-8"))
    for statement in statements:
        db.execute(statement)
    db.close()
    return open_database(path)


@pytest.mark.parametrize("id", DOCUMENTED)
def test_the_documented_questions_stand_as_documented_beside_better_ones(id: str) -> None:
    library = {query.id: query for query in own("nehanda")}
    assert " ".join(library[id].sql.split()) == DOCUMENTED[id]
    assert library[id].title.endswith("(as documented)")
    assert BETTER[id] in library
    assert sorted(library).index(BETTER[id]) == sorted(library).index(id) + (-1 if BETTER[id] < id else 1)
    for parameter in library[id].parameters:
        assert (parameter.name, parameter.required, parameter.picker) == ("session_id", True, "sessions")


@pytest.mark.parametrize(("family", "least"), [("state_memory", 10), ("nehanda", 16), ("generic", 4)])
def test_there_are_enough_and_each_says_what_it_is_good_for(family: str, least: int) -> None:
    queries = own(family)
    assert len(queries) >= least
    for query in queries:
        assert len(query.about) > 20, query.id
        assert len(divided(query.sql)) == 1, query.id


@pytest.mark.parametrize("family", FAMILIES)
def test_every_name_it_needs_and_every_picker_is_there(family: str) -> None:
    docs, pickers = load_docs(family), resources.path("queries", family)
    for query in own(family):
        for need in query.needs.names:
            if need.endswith("()"):
                continue
            table, _, column = need.partition(".")
            assert docs.column(table, column) if column else docs.table(table), (query.id, need)
        for parameter in query.parameters:
            file = pickers / "pickers" / f"{parameter.picker}.sql"
            assert not parameter.picker or parameter.picker in CATALOG_PICKERS or file.is_file(), query.id
            assert parameter.type not in IDENTIFIERS or parameter.picker in CATALOG_PICKERS, query.id
            assert parameter.label, query.id


@pytest.mark.parametrize("shape", ["real", "documented"])
@pytest.mark.parametrize("family", SCHEMAS)
def test_each_can_be_asked_of_an_empty_file_of_either_shape(tmp_path: Path, family: str, shape: str) -> None:
    database = built(tmp_path / "empty.db", f"{SCHEMAS[family]}.{shape}.sql")
    asked = set()
    for query in load_library(family).queries:
        if not query.why_not(database.catalog()):
            needed = {one.name: "1" for one in query.parameters if one.required and one.type not in IDENTIFIERS}
            ask(database, query, **needed)
            asked.add(query.id)
    assert len(asked) > 15


@pytest.mark.parametrize("family", FAMILIES)
def test_graphs_have_the_columns_of_graphs(tmp_path: Path, family: str) -> None:
    schema = f"{SCHEMAS.get(family, 'nehanda')}.real.sql"
    database = built(tmp_path / "empty.db", schema)
    for query in own(family):
        if query.show == "graph":
            values = {one.name: bound(one, "1") for one in query.parameters}
            sql = query.written({}, database.catalog())
            names = database.read(lambda reader, q=sql, v=values: reader.user_rows(q, v, limit=1)).names
            assert names[:2] == ("source", "target"), query.id
            assert set(names) <= {"source", "target", "type", "label"}, query.id


@pytest.mark.parametrize("family", SCHEMAS)
def test_pickers_give_values_with_labels(tmp_path: Path, family: str) -> None:
    statements = {
        "state_memory": [
            "INSERT INTO nodes (id, type, title, status, project, created_at, updated_at) "
            "VALUES ('d', 'decision', 'Use FTS5', 'accepted', 'p', '', '')",
            "INSERT INTO sessions (id, project, started_at) VALUES ('s', 'p', '2026-01-01')",
        ],
        "nehanda": [
            "INSERT INTO conversations (id, project_dir) VALUES ('c', '/work')",
            "INSERT INTO sessions (session_id, conversation_id) VALUES ('s', 'c')",
            "INSERT INTO memories (id, type, title, created_at, updated_at) VALUES ('m', 'note', 'Hi', 1, 1)",
        ],
    }[family]
    database = built(tmp_path / "one.db", f"{SCHEMAS[family]}.real.sql", *statements)
    for file in (resources.path("queries", family) / "pickers").glob("*.sql"):
        parse_query(file.read_text(encoding="utf-8"), id=file.stem, family=family)
        choices = load_choices(database, family, file.stem, Redactor())
        assert [bool(choice.value and choice.label) for choice in choices] == [True], file.stem


def test_the_work_queue_holds_what_waits_for_nothing(tmp_path: Path) -> None:
    node = (
        "INSERT INTO nodes (id, type, title, status, project, created_at, updated_at) "
        "VALUES ('{0}', '{1}', '{0}', '{2}', 'p', '{3}', '')"
    )
    edge = (
        "INSERT INTO edges (id, source_id, target_id, type, project, created_at) "
        "VALUES ('{0}{1}', '{0}', '{1}', '{2}', 'p', '')"
    )
    database = built(
        tmp_path / "graph.db",
        "state-memory.real.sql",
        *(node.format(id, "task", "pending", n) for n, id in enumerate(("old", "new", "waits", "blocked", "parent"))),
        node.format("done", "task", "done", 9),
        node.format("wall", "blocker", "active", 9),
        edge.format("waits", "new", "depends_on"),
        edge.format("wall", "blocked", "blocks"),
        edge.format("old", "done", "depends_on"),
        edge.format("new", "parent", "child_of"),
        edge.format("old", "old", "depends_on"),
        edge.format("new", "waits", "blocks"),
    )
    queries = {query.id: query for query in own("state_memory")}
    assert [(row["title"], row["holds_up"]) for row in ask(database, queries["work-queue"])] == [("new", 2), ("old", 0)]
    why = ask(database, queries["why-blocked"], node_id="blocked")
    assert [(row["title"], row["as_what"], row["begins_here"]) for row in why] == [
        ("wall", "blocked is blocked by it", 1)
    ]
    assert [row["title"] for row in ask(database, queries["impact"], node_id="new")] == ["parent", "waits"]
    assert [row["blocker"] for row in ask(database, queries["blockers"])] == ["wall"]


def test_work_that_waits_in_a_circle_ends_the_question(tmp_path: Path) -> None:
    database = built(
        tmp_path / "graph.db",
        "state-memory.real.sql",
        "INSERT INTO nodes (id, type, title, status, project, created_at, updated_at) "
        "VALUES ('a', 'task', 'A', 'pending', 'p', '', ''), ('b', 'task', 'B', 'pending', 'p', '', '')",
        "INSERT INTO edges (id, source_id, target_id, type, project, created_at) "
        "VALUES (1, 'a', 'b', 'depends_on', 'p', ''), (2, 'b', 'a', 'depends_on', 'p', '')",
    )
    for query in own("state_memory"):
        if any(one.name == "node_id" for one in query.parameters):
            assert len(ask(database, query, node_id="a")) <= 3, query.id


def test_better_questions_see_the_calls_that_the_documented_ones_miss(tmp_path: Path) -> None:
    columns = "session_id, sequence, entry_type, payload_json, tool_use_id, created_at"
    entry = f"INSERT INTO transcript_entries ({columns}) VALUES "
    block = '{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}'
    call = f'{{"content":[{{"type":"text","text":"Look"}},{block}]}}'
    database = built(
        tmp_path / "session.db",
        "nehanda.real.sql",
        "INSERT INTO conversations (id, project_dir) VALUES ('c', '/work')",
        "INSERT INTO sessions (session_id, conversation_id) VALUES ('s', 'c')",
        f"{entry}('s', 1, 'assistant', '{call}', NULL, '2026-01-01 10:00:00')",
        f"{entry}('s', 2, 'tool_result', '{{\"content\":\"a.py\"}}', 't1', '2026-01-01 10:00:02')",
        f"{entry}('s', 3, 'assistant', '{{cut', NULL, '2026-01-01 10:00:03')",
        "INSERT INTO tool_permission_log (session_id, tool_use_id, tool_name, decision, created_at) "
        "VALUES ('s', 't1', 'Bash', 'allow', '2026-01-01 10:00:00')",
    )
    queries = {query.id: query for query in own("nehanda")}
    assert [row["tool"] for row in ask(database, queries["tool-calls"], session_id="s")] == [None]
    (full,) = ask(database, queries["tool-calls-in-full"], session_id="s")
    assert (full["tool"], full["outcome"], full["result"], full["ms"]) == ("Bash", "ok", "a.py", 2000)
    with pytest.raises(SqlError):
        ask(database, queries["recent-turns"], session_id="s")
    turns = ask(database, queries["recent-turns-by-block"], session_id="s")
    assert [(row["block"], row["text"]) for row in turns] == [
        ("not JSON", "{cut"),
        ("tool_result", "a.py"),
        ("tool_use", 'Bash {"command":"ls"}'),
        ("text", "Look"),
    ]
    audit = ask(database, queries["permission-audit-of-all-calls"])
    assert [row["decision"] for row in audit] == ["allowed, no human?"]
