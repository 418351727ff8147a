"""What every family keeps, whichever there are: one contract over all that are discovered."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import apsw
import pytest

from inspector import resources
from inspector.cancel import CancelToken
from inspector.clock import Clock, parse_as_of
from inspector.db.browse.key_text import resolve_key
from inspector.db.catalog import Catalog
from inspector.db.database import Database, open_database
from inspector.db.needs import Needs
from inspector.db.reader import Reader
from inspector.db.rows import Rows
from inspector.errors import FileBusy, KnownError
from inspector.families.docs import load_docs
from inspector.families.family import Family
from inspector.families.registry import GENERIC, all_families, recognise
from inspector.graph.analysis import Asked as GraphAsked
from inspector.graph.analysis import GraphAnalysis
from inspector.graph.analysis_any import ANY_GRAPH
from inspector.graph.analysis_facts import read_facts
from inspector.graph.layout import LAYOUTS
from inspector.graph.model import Graph
from inspector.graph.projection import GraphQuery
from inspector.health.run import run_checks
from inspector.queries.identifiers import CATALOG_PICKERS
from inspector.queries.library import Library, load_library, parse_query
from inspector.queries.parameter import Parameter, clock_values
from inspector.queries.scan import parameters, statements
from inspector.sample import make_sample
from inspector.sample.making import Shape
from inspector.search.run import search_database
from inspector.timeline.source import TimelineQuery
from inspector.workspace.condition.findings import applies
from inspector.workspace.condition.overview import read_overview
from inspector.workspace.graphs.read_graph import offered_graphs, read_graph
from inspector.workspace.graphs.wanted import WantedGraph
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source, SourceKind

FAMILIES = {family.id: family for family in all_families()}
KNOWN = {id: family for id, family in FAMILIES.items() if id != GENERIC}
SHAPES: tuple[Shape, ...] = get_args(Shape)
CLOCK = Clock(parse_as_of("2026-05-20T12:00:00Z"))
SCHEMAS = [file for file in resources.listing("schemas", suffix=".sql") if ".documented" in file.name]
SCHEMAS += [file for file in resources.listing("schemas", suffix=".sql") if ".real" in file.name]

BREAKS_ON_BROKEN_JSON = {"query recent-turns"}
"""Questions that stand as documented and end at a cell that is no JSON; a better one stands beside each."""

every_family = pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
known_family = pytest.mark.parametrize("family", KNOWN.values(), ids=KNOWN)


@dataclass(frozen=True)
class Asked:
    """One SELECT of a family."""

    what: str
    sql: str
    needs: Needs
    columns: tuple[int, ...] = ()
    """How many columns it may have; empty for any number."""
    parameters: tuple[Parameter, ...] = ()


def library(family: Family) -> Library:
    return load_library(family.id, family.queries_root)


def chain(query: GraphQuery) -> Iterator[GraphQuery]:
    """A query and what is read in its place."""
    yield query
    if query.instead is not None:
        yield from chain(query.instead)


def timeline_chain(query: TimelineQuery) -> Iterator[TimelineQuery]:
    """The same of a timeline."""
    yield query
    if query.instead is not None:
        yield from timeline_chain(query.instead)


def asked(family: Family) -> Iterator[Asked]:
    """Every SELECT that a family ships."""
    for figure in family.figures:
        yield Asked(f"figure {figure.title}", figure.sql, figure.needs)
    for one in (*family.attention, *family.recent):
        yield Asked(f"list {one.id}", one.sql, one.needs, (4,))
    if family.members:
        yield Asked("members", family.members.sql, family.members.needs, (7,))
    for check in family.checks:
        if check.sql:
            yield Asked(f"check {check.id}", check.sql, check.needs, (3, 4))
    for graph in family.graphs:
        for queries, columns in ((graph.nodes, range(4, 8)), (graph.edges, range(3, 10))):
            for query in (one for first in queries for one in chain(first)):
                needs = Needs((*graph.needs.names, *query.needs.names))
                yield Asked(f"graph {graph.id}", query.sql, needs, tuple(columns))
        for query in graph.members:
            yield Asked(f"below {graph.id}", query.sql, query.needs, (4,), (Parameter("folder"), Parameter("above")))
        for field in graph.fields:
            yield Asked(
                f"field {graph.id}/{field.id}", field.sql, Needs((*graph.needs.names, *field.needs.names)), (2,)
            )
    for timeline in family.timelines:
        for query in (one for first in timeline.queries for one in timeline_chain(first)):
            newest = f"SELECT * FROM ({query.sql}) ORDER BY {query.newest} DESC LIMIT 5"
            yield Asked(f"timeline {timeline.id}", newest, Needs((*timeline.needs.names, *query.needs.names)))
            if query.count:
                yield Asked(f"count {timeline.id}", query.count, query.needs, (1,))
    for analysis in family.analyses:
        for fact in analysis.facts:
            yield Asked(f"fact {analysis.id}/{fact.id}", fact.sql, fact.needs)
    for saved in library(family).queries:
        if saved.family == family.id:
            yield Asked(f"query {saved.id}", saved.sql, saved.needs, parameters=saved.parameters)


def run(reader: Reader, one: Asked) -> Rows:
    """Its answer, every parameter given a value of its type."""
    types = {parameter.name: parameter.type for parameter in one.parameters}
    given = {"text": "x", "integer": 1, "real": 1.0, "time": "2026-01-01T00:00:00Z", "any": "x", "boolean": 1}
    clock = clock_values(CLOCK)
    values = {}
    for name in (written.lstrip(":@$") for written in parameters(one.sql)):
        values[name] = clock[name] if name in clock else given[types[name]]
    return reader.user_rows(one.sql, values, limit=20, time_limit_s=20)


def sources(folder: Path) -> Iterator[Source]:
    """Everything in a folder, opened as a person would: installs and folders by what they are, files on their own."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() or path.suffix == ".db":
            yield from (part for part in open_source(str(path)).walk() if part.database is not None)


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> dict[Shape, tuple[Source, ...]]:
    """The sources of a sample in each shape."""
    found: dict[Shape, tuple[Source, ...]] = {}
    for shape in SHAPES:
        folder = tmp_path_factory.mktemp(shape)
        make_sample(folder, shape=shape, as_of=CLOCK.as_of)
        found[shape] = tuple(sources(folder))
    return found


def of(family: Family, found: Iterable[Source]) -> tuple[Source, ...]:
    mine = tuple(source for source in found if source.family.id == family.id)
    assert mine, f"no sample of {family.id}"
    return mine


# --- what a family says of itself ------------------------------------------------------------------------------------


@every_family
def test_it_names_itself_and_everything_it_has(family: Family) -> None:
    assert family.id.isidentifier()
    assert family.id == family.id.lower()
    assert family.title
    assert family.about.endswith(".")
    named = [part.id for part in family.parts]
    assert named
    for ids in (
        named,
        [check.id for check in family.checks],
        [graph.id for graph in family.graphs],
        [timeline.id for timeline in family.timelines],
        [source.id for source in family.search],
        [analysis.id for analysis in family.analyses],
        [figure.title for figure in family.figures],
        [one.id for one in (*family.attention, *family.recent)],
        [query.id for query in library(family).queries],
    ):
        assert len(set(ids)) == len(ids)
    assert all(part.title and (part.fingerprint.required or family.id == GENERIC) for part in family.parts)
    for place in family.places:
        assert place.rule
        assert place.variable or place.home or place.project
        assert not any(pattern.startswith(("/", "~")) for pattern in (*place.home, *place.project))


@every_family
def test_every_check_is_a_rule_in_words(family: Family) -> None:
    for check in family.checks:
        assert check.id.startswith((f"{family.id}.", f"{GENERIC}.")), check.id
        assert check.title, check.id
        assert check.rule.endswith("."), check.id
        assert len(check.rule.split()) > 5, check.id
        assert bool(check.sql) != bool(check.run), f"{check.id} is either SQL or a function"
        assert set(check.parts) <= {part.id for part in family.parts}, check.id


@every_family
def test_its_questions_and_pickers_can_be_read(family: Family) -> None:
    found = library(family)
    assert found.problems == ()
    root = family.queries_root or resources.path("queries")
    kinds = {*get_args(SourceKind), *(part.id for part in family.parts)}
    for query in found.queries:
        assert len(statements(query.sql)) == 1, query.id
        assert set(query.parts) <= kinds, query.id
        for parameter in query.parameters:
            picker = root / query.family / "pickers" / f"{parameter.picker}.sql"
            known = parameter.picker in ("", *CATALOG_PICKERS) or picker.is_file()
            assert known, f"{query.id}: {parameter.picker}"
    for file in sorted((root / family.id / "pickers").glob("*.sql")):
        picker = parse_query(file.read_text(encoding="utf-8"), id=file.stem, family=family.id, path=str(file))
        assert not picker.parameters, f"{file.name}: nobody is asked before choosing"


@known_family
def test_what_it_names_is_documented(family: Family) -> None:
    docs = load_docs(family.id, family.docs_root)
    assert docs.tables
    assert {table.part for table in docs.tables.values()} <= {"", *(part.id for part in family.parts)}
    columns: list[tuple[str, str, str]] = []
    for key in family.logical_keys:
        assert len(key.columns) == len(key.target_columns)
        columns += [("key", key.table, column) for column in key.columns]
        columns += [("key", key.target, column) for column in key.target_columns]
    columns += [("secret", rule.table, rule.column) for rule in family.secrets]
    columns += [("summary", *where) for where in family.summaries]
    for source in family.search:
        extra = (source.title_column, source.time_column, source.type_column)
        columns += [(f"search {source.id}", source.table, column) for column in (*source.columns, *filter(None, extra))]
    columns += [("line", table, "") for table in family.row_lines]
    columns += [(f"figure {figure.title}", figure.table, "") for figure in family.figures if figure.table]
    columns += [("search", source.fts, "") for source in family.search if source.fts]
    for graph in family.graphs:
        tables = {query.table for query in (*graph.nodes, *graph.edges)} - {""}
        columns += [(f"graph {graph.id}", table, "") for table in tables]
    required = [name for part in family.parts for name in part.fingerprint.required]
    needed = [name for one in asked(family) for name in one.needs.names]
    needed += [name for check in family.checks for name in check.needs.names]
    columns += [("needs", *name.partition(".")[::2]) for name in {*required, *needed}]
    unknown = {
        (what, table, column)
        for what, table, column in columns
        if docs.table(table) is None or (column and docs.column(table, column) is None)
    }
    assert unknown == set()


@every_family
def test_its_graphs_have_layouts_and_words(family: Family) -> None:
    for graph in family.graphs:
        assert graph.layout in {id for id, _ in LAYOUTS}
        assert graph.title
        assert graph.about.endswith(".")
        assert graph.nodes
        assert graph.layout == "columns" or not graph.columns
        assert len({(field.id, field.title, field.kind) for field in graph.fields}) == len({f.id for f in graph.fields})
        switched = [kind for group in graph.edge_groups for kind in group.edge_types]
        assert len(set(switched)) == len(switched)


@every_family
def test_its_timelines_have_words_and_stand_in_tables(family: Family) -> None:
    for timeline in family.timelines:
        assert timeline.title
        assert timeline.about.endswith(".")
        assert not timeline.id.startswith("rows:"), "that is a timeline of any table"
        for query in (one for first in timeline.queries for one in timeline_chain(first)):
            assert any(name.startswith(f"{query.table}.") for name in query.needs.names), query.sql
        assert all(icon.startswith("ph.") for icon in timeline.icons.values())


@every_family
def test_its_analyses_are_of_graphs_it_has_and_say_their_rule(family: Family) -> None:
    graphs = {graph.id for graph in family.graphs}
    for one in family.analyses:
        assert one.title
        assert one.about.endswith(".")
        assert one.graphs
        assert {id for id in one.graphs if not id.endswith(":")} <= graphs
        assert family.graphs_of is not None or not any(id.endswith(":") for id in one.graphs)
        assert one.needs_node or not (one.node_types or one.menu)
        for ids in ([option.id for option in one.options], [fact.id for fact in one.facts]):
            assert len(set(ids)) == len(ids)


@known_family
@pytest.mark.parametrize("text", ["", "{", "[]", "null", "7", '"x"', '{"type":[1]}', "\0", "\ud800", "[" * 5000])
def test_one_line_texts_never_fail(family: Family, text: str) -> None:
    for where, summary in family.summaries.items():
        assert isinstance(summary(text), str), where
    for table, line in family.row_lines.items():
        names = load_docs(family.id, family.docs_root).tables[table].columns
        assert isinstance(line({name.lower(): text for name in names}), str), table
        assert isinstance(line({}), str), table


def test_every_family_is_in_the_help() -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in resources.listing("help", suffix=".md"))
    assert [family.title for family in KNOWN.values() if family.title not in text] == []


# --- how it is known -------------------------------------------------------------------------------------------------


def _scores(database: Database) -> dict[tuple[str, str], float]:
    catalog = database.catalog()
    scores = {(id, part.id): part.fingerprint.score(catalog) for id, f in KNOWN.items() for part in f.parts}
    return {where: score for where, score in scores.items() if score > 0}


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda file: file.stem)
def test_a_file_of_its_schema_is_known_as_nothing_else(tmp_path: Path, schema: Path) -> None:
    connection = apsw.Connection(str(tmp_path / "x.db"))
    connection.execute(schema.read_text(encoding="utf-8"))
    connection.close()
    (score,) = (scores := _scores(open_database(tmp_path / "x.db"))).values()
    ((family, part),) = scores
    system, _, which = schema.name.split(".")[0].replace("state-memory", "state_memory").partition("-")
    assert (family, part) == (system, which or "main")
    assert 0.5 < score <= 1


@pytest.mark.parametrize("shape", SHAPES)
def test_a_sample_is_known_as_nothing_else(worlds: dict[Shape, tuple[Source, ...]], shape: Shape) -> None:
    for source in worlds[shape]:
        assert source.database is not None
        for file in source.database.files.values():
            assert len(_scores(open_database(file.path))) == (source.family.id != GENERIC), file.path


def test_a_file_without_tables_is_of_no_system(tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    found = recognise(open_database(tmp_path / "empty.db").catalog())
    assert (found.family.id, found.score) == (GENERIC, 0.0)


# --- what it asks ----------------------------------------------------------------------------------------------------


def _faults(source: Source) -> list[str]:
    """What is wrong with what its family asks of a source that has what is needed."""
    database, catalog = source.database, source.database.catalog()
    parts = [part for part in source.family.parts if part.id in source.parts.values()]
    always = tables_of(name for part in parts for name in part.fingerprint.required)
    met = [one for one in asked(source.family) if one.needs.met_by(catalog)]
    found = database.read(lambda reader: [(one, _fault(reader, catalog, always, one)) for one in met])
    return [f"{one.what} of {source.path} {fault}" for one, fault in found if fault]


def _fault(reader: Reader, catalog: Catalog, always: set[str], one: Asked) -> str:
    try:
        rows = run(reader, one)
    except FileBusy:
        raise
    except KnownError as error:
        words = error.details or error.what
        return "" if "malformed JSON" in words and one.what in BREAKS_ON_BROKEN_JSON else words
    if one.columns and len(rows.columns) not in one.columns:
        return f"gives {len(rows.columns)} columns"
    tables = {t.name.lower() for t in catalog if t.kind != "shadow" and not t.name.lower().startswith("sqlite_")}
    unnamed = tables_of(table for table, _ in rows.reads) & tables - tables_of(one.needs.names) - always
    return f"reads {', '.join(sorted(unnamed))} and does not need it" if unnamed else ""


def tables_of(names: Iterable[str]) -> set[str]:
    """The tables of names like ``table`` and ``table.column``."""
    return {name.partition(".")[0].lower() for name in names}


@known_family
@pytest.mark.parametrize("shape", SHAPES)
def test_what_it_asks_of_a_sample_is_answered(
    worlds: dict[Shape, tuple[Source, ...]], family: Family, shape: Shape
) -> None:
    found = of(family, worlds[shape])
    assert [fault for source in found for fault in _faults(source)] == []


@known_family
def test_everything_it_has_is_met_by_some_sample(worlds: dict[Shape, tuple[Source, ...]], family: Family) -> None:
    """A name that no file has would leave a check, figure or question out for ever, and nobody would see it."""
    catalogs = [s.database.catalog() for shape in SHAPES for s in of(family, worlds[shape]) if s.database is not None]
    wanted = [(one.what, one.needs) for one in asked(family)]
    wanted += [(check.id, check.needs) for check in family.checks]
    assert [what for what, needs in wanted if not any(needs.met_by(catalog) for catalog in catalogs)] == []


@every_family
def test_what_it_tells_leads_to_rows_that_are_there(worlds: dict[Shape, tuple[Source, ...]], family: Family) -> None:
    """Lines of the overview and evidence of findings open their rows."""
    lost = []
    for source in of(family, worlds["real"]):
        database = source.database
        assert database is not None
        catalog = database.catalog()
        overview = read_overview(source, CLOCK)
        assert overview.problem is None
        assert [figure.title for figure in overview.figures if figure.problem] == []
        lists = (*(overview.attention or ()), *(overview.recent or ()))
        assert [one.title for one in lists if one.problem] == []
        told = [(f"{one.title}: {line.text}", line.ref) for one in lists for line in one.lines]
        checks = [check for check in family.checks if applies(check, source, catalog)]
        folder = source.path if os.path.isdir(source.path) else os.path.dirname(source.path)
        findings = run_checks(database, checks, CLOCK, folder)
        assert [finding for finding in findings if finding.problem] == []
        told += [(f"{finding.check}: {one.text}", one.ref) for finding in findings for one in finding.evidence]
        for what, ref in told:
            if ref is None:
                continue
            table = catalog.table(ref.table, ref.schema)
            assert table is not None, what
            if database.read(lambda reader, t=table, k=ref.key: resolve_key(reader, t, k)) is None:
                lost.append(f"{what} ({ref})")
    assert lost == []


def _questions(source: Source) -> Iterator[tuple[Graph, GraphAnalysis]]:
    """Every question that every graph of a source can be asked."""
    for projection in offered_graphs(source, CancelToken()):
        asked_of = [one for one in (*source.family.analyses, *ANY_GRAPH) if one.applies_to(projection.id)]
        graph = read_graph(source, WantedGraph(projection.id), CancelToken()).graph
        yield from ((graph, one) for one in asked_of)


@known_family
@pytest.mark.parametrize("shape", SHAPES)
def test_each_question_to_its_graphs_has_an_answer(
    worlds: dict[Shape, tuple[Source, ...]], family: Family, shape: Shape
) -> None:
    now, asked_of = CLOCK.now().timestamp(), set()
    for source in of(family, worlds[shape]):
        assert source.database is not None
        for graph, one in _questions(source):
            fitting = [at for at in range(len(graph)) if one.fits(graph, at)] if one.needs_node else [-1]
            facts = read_facts(source.database, one.facts, CancelToken())
            for node in fitting[:3]:
                for options in (one.defaults, frozenset(option.id for option in one.options)):
                    found = one.run(GraphAsked(graph, node, options, now, facts))
                    asked_of.add(one.id)
                    assert found.title
                    assert found.words.endswith(".")
                    assert len(set(found.nodes.tolist())) == len(found.nodes)
                    assert all(0 <= at < len(graph) for at in found.nodes.tolist())
                    assert all(0 <= at < graph.edge_count for at in found.edges.tolist())
                    drawn = set(found.nodes.tolist())
                    ends = {*graph.source[found.edges].tolist(), *graph.target[found.edges].tolist()}
                    assert ends <= drawn, one.id
                    assert set(found.order.ravel().tolist()) <= drawn, one.id
                    assert all(line.text and (line.detail or line.node is not None) for line in found.lines), one.id
    assert asked_of >= {one.id for one in family.analyses}


@known_family
def test_each_of_its_searches_is_made(worlds: dict[Shape, tuple[Source, ...]], family: Family) -> None:
    made, problems = set(), []
    for shape in SHAPES:
        for source in of(family, worlds[shape]):
            assert source.database is not None
            answer = search_database(source.database, family.search, "the", source.redactor, without=source.context)
            made |= {one.source for one in answer.searched}
            problems += [one for one in answer.searched if one.problem]
    assert problems == []
    assert {source.title for source in family.search} <= made


def test_what_they_ask_of_real_files_is_answered(real_data: Path) -> None:
    folders = sorted(one for system in real_data.iterdir() for one in system.iterdir() if one.is_dir())
    faults, asked_of = [], set()
    for folder in folders:
        for source in (part for part in open_source(str(folder)).walk() if part.database is not None):
            asked_of.add(source.family.id)
            faults += _faults(source)
            source.close()
    assert faults == []
    assert asked_of == set(KNOWN)
