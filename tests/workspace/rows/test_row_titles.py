"""A row is called by its own name, or by the line that its family makes of it; what leads to a message says which."""

import pytest

from inspector.cancel import CancelToken
from inspector.db.reader import Reader
from inspector.db.rows import RowRef
from inspector.sample.world import make_sample
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.rows.row_details import read_row


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    return make_sample(tmp_path_factory.mktemp("titles"))


def first_row(path, table, where="1"):
    source = open_source(str(path))

    def find(reader: Reader):
        return reader.rows(f"SELECT rowid FROM {table} WHERE {where} LIMIT 1").rows[0][0]

    schema, _, name = table.rpartition(".")
    try:
        key = source.database.read(find, CancelToken())
        return read_row(source, RowRef(schema or "main", name, (key,)), CancelToken())
    finally:
        source.close()


def test_a_hook_is_called_by_what_ran_and_what_became_of_it(world):
    title = first_row(world.nehanda, "hook_invocations", "exit_code = 127").title
    assert title.startswith("PostToolUse Bash · .ona/log-tool.sh")
    assert title.endswith("failed with exit code 127")


def test_an_event_of_the_ledger_is_called_by_what_it_changed(world):
    title = first_row(world.graphs[0], "events", "event_type = 'node_created'").title
    assert title.startswith("node created: ")


def test_a_row_with_a_name_of_its_own_keeps_it(world):
    memory = first_row(world.nehanda, "memories")
    assert memory.title == memory.field("title").value


def test_properties_of_an_edge_are_no_name(world):
    row = first_row(world.graphs[0], "events", "entity_type = 'edge'")
    assert {target.name for link in row.links for target in link.targets if link.link.target.name == "edges"} == {""}


def test_what_refers_to_a_message_says_which_one_it_is(world):
    row = first_row(world.pairs[0], "inbound.delivered")
    named = [target.name for link in row.links for target in link.targets if link.link.target.name == "messages_out"]
    assert named
    assert all(name and not name.startswith("{") for name in named)
