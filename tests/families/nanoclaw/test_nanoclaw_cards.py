"""Cards of NanoClaw tell what holds and where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

from inspector import resources
from inspector.cancel import CancelToken
from inspector.clock import Clock, parse_as_of
from inspector.db.rows import RowRef
from inspector.workspace.cards.card_page import CardPage, PageLine
from inspector.workspace.cards.read_card import read_card
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source

CLOCK = Clock(parse_as_of("2026-05-20T12:00:00Z"))
NOW = "2026-05-20T11:00:00Z"
CENTRAL = f"""
INSERT INTO agent_groups VALUES ('ag', 'Andy', 'andy', 'opencode', '{NOW}'), ('bare', 'Bare', 'bare', NULL, '{NOW}');
INSERT INTO container_configs (agent_group_id, provider, model, skills, mcp_servers, updated_at)
  VALUES ('ag', 'codex', NULL, '"all"', '{{"gh": {{"command": "npx", "env": {{"TOKEN": "hush"}}}}}}', '{NOW}');
INSERT INTO messaging_groups (id, channel_type, platform_id, instance, name, created_at) VALUES
  ('c1', 'slack', 'C1', 'slack', 'eng', '{NOW}'), ('c2', 'slack', 'C1', 'slack-2', 'eng', '{NOW}');
INSERT INTO sessions (id, agent_group_id, messaging_group_id, agent_provider, created_at) VALUES
  ('s1', 'ag', 'c1', 'claude', '{NOW}'), ('s2', 'ag', 'c2', NULL, '{NOW}'), ('s3', 'bare', 'c1', NULL, '{NOW}');
INSERT INTO agent_destinations VALUES ('ag', 'ghost', 'channel', 'nowhere', '{NOW}'),
  ('ag', 'bare', 'agent', 'bare', '{NOW}');
INSERT INTO users VALUES ('slack:U1', 'slack', 'Ada', '{NOW}');
INSERT INTO user_roles VALUES ('slack:U1', 'owner', NULL, NULL, '{NOW}');
INSERT INTO agent_message_policies VALUES ('ag', 'bare', 'slack:U1', '{NOW}');
"""
INBOUND = """
INSERT INTO messages_in (id, seq, kind, timestamp, status, content) VALUES
  ('m1', 2, 'chat', '2026-05-20T10:00:00.000Z', 'pending', '{"text": "of s1", "sender": "Ada"}');
"""
OUTBOUND = """
INSERT INTO messages_out (id, seq, timestamp, kind, content) VALUES
  ('o1', 1, '2026-05-20 11:00:00', 'chat', '{"text": "answer"}');
INSERT INTO processing_ack VALUES ('m1', 'processing', '2026-05-20 10:00:01');
"""


def make(path: Path, schema: str, sql: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(resources.path("schemas", f"nanoclaw-{schema}.real.sql").read_text(encoding="utf-8"))
    connection.execute(sql)
    connection.close()


@pytest.fixture(scope="module")
def install(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Source]:
    data = tmp_path_factory.mktemp("host") / "data"
    make(data / "v2.db", "central", CENTRAL)
    for session in ("ag/s1", "ag/s2"):
        folder = data / "v2-sessions" / session
        make(folder / "inbound.db", "inbound", INBOUND if session.endswith("s1") else "")
        make(folder / "outbound.db", "outbound", OUTBOUND if session.endswith("s1") else "")
    source = open_source(str(data))
    yield source
    source.close()


@pytest.fixture
def card(install: Source) -> Callable[..., CardPage]:
    def read(table: str, *key: str, of: Source = install) -> CardPage:
        schema = of.database.catalog().table(table).schema
        return read_card(of, RowRef(schema, table, key), CLOCK, CancelToken())

    return read


def lines(page: CardPage, section: str) -> dict[str, PageLine]:
    found = next(one for one in page.sections if one.id == section)
    assert not found.problem
    return {line.name: line for line in found.lines}


def words(page: CardPage, section: str) -> str:
    return next(one for one in page.sections if one.id == section).words


def test_a_sessions_provider_stands_over_container_settings_and_agent(card: Callable[..., CardPage]) -> None:
    provider = lines(card("sessions", "s1"), "state")["provider"]
    assert provider.text == "claude"
    assert provider.note == "from session; over container settings: codex; over agent group: opencode"


def test_without_its_own_it_is_that_of_the_container_and_else_the_systems(card: Callable[..., CardPage]) -> None:
    provider = lines(card("sessions", "s2"), "state")["provider"]
    assert (provider.text, provider.note) == ("codex", "from container settings; over agent group: opencode")
    provider = lines(card("sessions", "s3"), "state")["provider"]
    assert provider.text == "the system's default"
    assert "not set in session nor in container settings nor in agent group" in provider.note


def test_skills_of_all_are_a_text_and_no_list(card: Callable[..., CardPage]) -> None:
    settings = lines(card("agent_groups", "ag"), "settings")
    assert settings["skills"].text == "all of them"
    assert "no list" in settings["skills"].note
    assert (settings["model"].text, settings["model"].tone) == ("the provider's default", "muted")
    assert "hush" not in card("agent_groups", "ag").text()


def test_an_agent_without_settings_is_told_so(card: Callable[..., CardPage]) -> None:
    assert lines(card("agent_groups", "bare"), "settings")["container settings"].tone == "warning"


def test_destinations_tell_missing_targets_and_approvers(card: Callable[..., CardPage]) -> None:
    found = lines(card("agent_groups", "ag"), "destinations")
    assert (found["ghost"].tone, found["ghost"].row) == ("negative", None)
    assert "every message waits for Ada" in found["bare"].note
    assert found["bare"].card.get("table") == "agent_groups"


def test_adapters_of_one_chat_name_each_other(card: Callable[..., CardPage]) -> None:
    (other,) = lines(card("messaging_groups", "c1"), "instances").values()
    assert (other.text, other.note) == ("slack-2", "c2")


def test_a_session_of_an_install_is_read_from_its_own_files(card: Callable[..., CardPage], install: Source) -> None:
    page = card("sessions", "s1")
    newest = [line.text for line in next(s for s in page.sections if s.id == "recent").lines]
    assert newest == ["answer", "Ada: of s1"], "two forms of time are put in one order"
    assert lines(page, "counts")["in, processing"].text == "1"
    assert lines(page, "counts")["out, not delivered"].tone == "warning"
    works = lines(page, "now")["works on"]
    assert works.text == "Ada: of s1"
    assert works.row.path.endswith("s1")
    assert words(card("sessions", "s2"), "recent") == "No message."


def test_messages_of_one_session_are_never_shown_as_those_of_another(
    card: Callable[..., CardPage], install: Source
) -> None:
    pair = next(child for child in install.children if child.path.endswith("s1"))
    assert lines(card("sessions", "s1", of=pair), "recent")
    other = card("sessions", "s2", of=pair)
    assert "of s1" not in other.text()
    assert lines(other, "recent")["messages"].text == "not known"
    assert "Not known" in words(other, "undelivered")


def test_a_session_without_files_says_what_is_not_known(card: Callable[..., CardPage]) -> None:
    page = card("sessions", "s3")
    assert lines(page, "counts")["messages"].text == "not known"
    assert "Not known" in words(page, "tasks")


def test_a_person_has_rights(card: Callable[..., CardPage]) -> None:
    assert lines(card("users", "slack:U1"), "roles")["everything"].text == "owner"
    assert list(lines(card("users", "slack:U1"), "approves")) == ["Andy → Bare"]
