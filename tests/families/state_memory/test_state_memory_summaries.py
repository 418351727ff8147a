"""JSON cells of graph.db become one line that a person can read, whatever is in them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.families.state_memory import FAMILY
from inspector.families.state_memory.summaries import change, metadata, snapshot, state, tags

NODE = {"id": "01", "type": "task", "title": "Write docs", "status": "pending", "tags": [], "metadata": {}}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (json.dumps(NODE), "task “Write docs” · pending"),
        (
            '{"id":"1","source_id":"a","target_id":"b","type":"blocks"}',
            "blocks a → b",
        ),
        ('{"id":"01","type":"task","title":"Wri', "task “Wri” · no status"),
        ("not json", "not json"),
    ],
)
def test_a_state_is_a_node_or_an_edge(text: str, line: str) -> None:
    assert state(text) == line


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        (NODE, {**NODE, "status": "done"}, "status pending → done"),
        (NODE, {**NODE, "title": "Docs", "status": "done"}, "status pending → done; title Write docs → Docs"),
        (NODE, {**NODE, "tags": ["x"]}, "tags [] → ['x']"),
        ({**NODE, "metadata": {"a": 1}}, {**NODE, "metadata": {"a": 2, "b": 1}}, "metadata: a, b"),
        (NODE, {**NODE, "updated_at": "later"}, "nothing but its time"),
        (None, NODE, "made: task “Write docs” · pending"),
        (NODE, None, "removed: task “Write docs” · pending"),
        (None, None, ""),
    ],
)
def test_a_change_says_what_changed(before: object, after: object, line: str) -> None:
    texts = [None if value is None else json.dumps(value) for value in (before, after)]
    assert change(*texts) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (json.dumps({"nodes": [NODE, NODE], "edges": [{}]}), "2 nodes, 1 edge"),
        (json.dumps({"nodes": [NODE] * 1000, "edges": []}), "copy of the graph, beginning with task “Write docs”"),
        ('{"nodes":[{"id":"1","type":"plan","title":"Ro', "copy of the graph, beginning with plan “Ro”"),
        ("[]", "[]"),
    ],
)
def test_a_snapshot_says_how_much_it_holds_as_far_as_it_was_read(text: str, line: str) -> None:
    assert snapshot(text) == line


def test_nine_megabytes_are_not_parsed() -> None:
    assert snapshot('{"nodes":[' + "{broken" * 1_400_000) == '{"nodes":[' + ("{broken" * 42)[:290] + "…"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"estimate":3,"description":"Write it","priority":"high"}', "description Write it, priority high"),
        ('{"estimate":3,"nested":{}}', "estimate 3"),
        ("{}", "{}"),
        ("ENC:0a:1b:2c", "(encrypted)"),
        ('{"undone":true,"undone_at":"2026-11-18"}', "undone 2026-11-18"),
    ],
)
def test_metadata_shows_its_most_telling_detail(text: str, line: str) -> None:
    assert metadata(text) == line


def test_tags_are_words() -> None:
    assert tags('["sync","q4"]') == "sync, q4"


@given(st.text(max_size=60), st.sampled_from(sorted(FAMILY.summaries)))
def test_no_text_makes_one_fail(text: str, column: tuple[str, str]) -> None:
    line = FAMILY.summaries[column](text)
    assert "\n" not in line
    assert FAMILY.summaries[column]('{"nodes":[' + text) is not None
