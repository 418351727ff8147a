import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.db.needs import Needs
from inspector.errors import InvalidInput
from inspector.queries.chart_spec import ChartSpec, chart_text, read_chart
from inspector.queries.library import SavedQuery, load_library, parse_query, text_of
from inspector.queries.parameter import Parameter

TEXT = """-- title: Recent turns
-- about: What was said last.
--   In one session.
-- needs: transcript_entries, transcript_entries.payload_json
-- param: session_id text required picker=sessions label="Session of the agent"
-- param: count integer default=20
-- show: table
SELECT * FROM transcript_entries WHERE session_id = :session_id AND created_at < :now AND x = :more LIMIT :count;
"""


def test_the_header_is_read():
    query = parse_query(TEXT, id="recent_turns", family="nehanda")
    assert query.title == "Recent turns"
    assert query.about == "What was said last. In one session."
    assert query.needs.names == ("transcript_entries", "transcript_entries.payload_json")
    assert query.sql.startswith("SELECT *")
    assert query.sql.endswith(":count")
    session, count, more = query.parameters
    assert (session.name, session.type, session.required, session.picker) == ("session_id", "text", True, "sessions")
    assert session.title == "Session of the agent"
    assert (count.type, count.default) == ("integer", "20")
    assert more.name == "more", "a parameter that the header forgot is still asked for, :now is not"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("SELECT 1", "title"),
        ("-- title: a\n", "statement"),
        ("-- title: a\n-- show: hologram\nSELECT 1", "Line 2"),
        ("-- title: a\n-- param: x colour\nSELECT 1", "Line 2"),
        ("-- title: a\n-- param: x text want=1\nSELECT 1", "Line 2"),
        ('-- title: a\n-- param: x text label="not closed\nSELECT 1', "Line 2"),
        ("-- title: a\n-- param: x\n-- param: x text\nSELECT :x", "Line 3"),
        ("-- title: a\n\n-- chart: pie x=a y=b\nSELECT 1", "Line 3"),
        ("-- title: a\n-- chart: bar x=a\nSELECT 1", "Line 2"),
        ("-- title: a\n-- chart: histogram x=a y=b\nSELECT 1", "Line 2"),
        ("-- title: a\n-- title: b\nSELECT 1", "Line 2"),
        ("-- title: a\nSELECT 1; SELECT 2", "2 statements"),
        ("-- title: a\n-- only a comment", "statement"),
    ],
)
def test_a_wrong_header_says_where(text, says):
    with pytest.raises(InvalidInput) as caught:
        parse_query(text, id="x", family="y")
    assert says in caught.value.what


def test_a_broken_file_spoils_only_itself(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "good.sql").write_text("-- title: Good\nSELECT 1")
    (tmp_path / "mine" / "bad.sql").write_text("SELECT 1")
    library = load_library("mine", tmp_path)
    assert [q.title for q in library.queries if q.family == "mine"] == ["Good"]
    assert len(library.problems) == 1
    assert "bad.sql" in library.problems[0]


def test_how_it_is_shown_is_read():
    text = '-- title: a\n-- show: chart\n-- chart: Line x=day y=in,out y="of all" group=kind\n-- time: at\nSELECT 1'
    query = parse_query(text, id="x", family="y")
    assert query.show == "chart"
    assert query.chart == ChartSpec("line", "day", ("in", "out", "of all"), "kind")
    assert query.time == "at"
    assert read_chart("histogram x=ms") == ChartSpec("histogram", "ms")


@pytest.mark.parametrize("line", ["shows: graph", "titel: x", "prams: a"])
def test_a_line_that_means_nothing_is_told_and_kept(line):
    text = f"-- title: a\n-- {line}\n-- about: b\n-- note: of the statement\nSELECT 1;\n"
    query = parse_query(text, id="x", family="y")
    assert query.told == (f"Line 2 means nothing and is kept as a comment: -- {line}",)
    assert query.sql == "-- note: of the statement\nSELECT 1"
    again = parse_query(text_of(query), id="x", family="y")
    assert again == query
    assert f"-- {line}" in text_of(again)
    behind = parse_query(f"-- title: a\n-- {line}\nSELECT 1", id="x", family="y")
    assert len(behind.told) == 1, "also where no other line follows"


def test_a_misspelt_line_of_a_file_is_among_the_problems(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "a.sql").write_text("-- title: Good\n-- shows: graph\nSELECT 1")
    library = load_library("mine", tmp_path)
    assert [q.title for q in library.queries if q.family == "mine"] == ["Good"]
    assert library.problems == ("a.sql: Line 2 means nothing and is kept as a comment: -- shows: graph",)


def test_line_ends_and_a_mark_of_the_encoding_change_nothing():
    plain = parse_query(TEXT, id="x", family="y")
    assert parse_query("\ufeff" + TEXT.replace("\n", "\r\n"), id="x", family="y") == plain
    odd = parse_query("-- title: a\r\nSELECT '\u2028\x0c\x85';\r\n", id="x", family="y")
    assert odd.sql == "SELECT '\u2028\x0c\x85'"


TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=30)
NAMES = st.from_regex(r"[A-Za-z_][A-Za-z0-9_$]{0,8}", fullmatch=True)
PARAMETERS = st.builds(
    Parameter,
    NAMES,
    st.sampled_from(["text", "integer", "real", "time", "boolean", "blob", "any", "table", "column"]),
    st.booleans(),
    TEXTS,
    NAMES,
    TEXTS,
)
WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=1, max_size=8)
CHARTS = st.one_of(
    st.builds(
        ChartSpec,
        st.sampled_from(["bar", "line", "scatter"]),
        WORDS,
        st.lists(TEXTS.filter(bool), min_size=1, max_size=3).map(tuple),
        TEXTS,
    ),
    st.builds(ChartSpec, st.just("histogram"), WORDS, st.just(()), TEXTS),
)
QUERIES = st.builds(
    SavedQuery,
    st.just("x"),
    st.just("f"),
    WORDS.map(lambda text: f"t {text}"),
    st.sampled_from(
        [
            "SELECT 1",
            "-- title: no\nSELECT ':a' -- x",
            "-- shows: this\n\nSELECT 1",
            "/* ; */ VALUES (1)",
            "\tSELECT ';'",
        ]
    ),
    WORDS.map(lambda text: f"{text} -- param: x"),
    st.lists(NAMES, max_size=3).map(lambda names: Needs(tuple(names))),
    st.lists(PARAMETERS, max_size=3, unique_by=lambda one: one.name).map(tuple),
    st.sampled_from(["table", "graph", "timeline", "chart"]),
    st.lists(NAMES, max_size=2).map(tuple),
    chart=st.none() | CHARTS,
    time=WORDS | st.just(""),
)


@given(QUERIES)
def test_a_question_comes_back_from_its_text(query: SavedQuery) -> None:
    read = parse_query(text_of(query), id="x", family="f")
    assert parse_query(text_of(read), id="x", family="f") == read
    assert (read.title, read.about, read.needs, read.parameters) == (
        " ".join(query.title.split()),
        " ".join(query.about.split()),
        query.needs,
        query.parameters,
    )
    assert (read.show, read.parts, read.chart, read.time) == (query.show, query.parts, query.chart, query.time)
    assert read.sql == query.sql.strip()
    assert read.told == ()


@given(CHARTS)
def test_a_chart_comes_back_from_its_text(chart: ChartSpec) -> None:
    assert read_chart(chart_text(chart)) == chart
