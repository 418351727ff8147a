import pytest

from inspector.errors import InvalidInput
from inspector.queries.library import load_library, parse_query

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
