"""Who may talk to an agent and which agent reaches which: every answer names the row that grants it, or the rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from inspector.cancel import CancelToken
from inspector.families.nanoclaw import FAMILY
from inspector.graph.analysis import AnalysisLine, AnalysisResult, Asked
from inspector.graph.analysis_facts import read_facts
from inspector.workspace.graphs.read_graph import read_graph
from inspector.workspace.graphs.wanted import WantedGraph
from inspector.workspace.opening.open_source import open_source

INSTALLS = ("install", "install-new", "install-newest", "install-broken")
ASK = Callable[..., AnalysisResult]


@pytest.fixture
def ask() -> Iterator[ASK]:
    """Asks the routing of an install a question."""
    opened = []

    def answer(path: Path, id: str, node: str = "", *options: str) -> AnalysisResult:
        source = open_source(str(path))
        opened.append(source)
        analysis = next(one for one in FAMILY.analyses if one.id == id)
        graph = read_graph(source, WantedGraph("routing"), CancelToken()).graph
        assert source.database is not None
        facts = read_facts(source.database, analysis.facts, CancelToken())
        at = graph.index[node] if node else -1
        return analysis.run(Asked(graph, at, frozenset(options), 0.0, facts))

    yield answer
    for source in opened:
        source.close()


def lines(result: AnalysisResult) -> dict[str, str]:
    return {line.text: line.detail for line in result.lines}


def line(result: AnalysisResult, text: str) -> AnalysisLine:
    return next(one for one in result.lines if one.text == text)


PEOPLE = [
    ("users", {"id": "telegram:2", "display_name": "Global"}),
    ("users", {"id": "telegram:3", "display_name": "Admin"}),
    ("users", {"id": "telegram:4", "display_name": "Member"}),
    ("users", {"id": "telegram:5", "display_name": "Nobody"}),
    ("users", {"id": "slack:6", "kind": "slack", "display_name": "Elsewhere"}),
    ("users", {"id": "telegram:7", "display_name": "Half owner"}),
    ("users", {"id": "telegram:8", "display_name": "Super"}),
    ("user_roles", {"user_id": "telegram:2", "role": "admin"}),
    ("user_roles", {"user_id": "telegram:3", "role": "admin", "agent_group_id": "ag-1"}),
    ("user_roles", {"user_id": "telegram:7", "role": "owner", "agent_group_id": "ag-1"}),
    ("user_roles", {"user_id": "telegram:8", "role": "superuser", "agent_group_id": "ag-1"}),
    ("agent_group_members", {"user_id": "telegram:4", "agent_group_id": "ag-1", "added_at": "2026-05-01"}),
    ("agent_group_members", {"user_id": "slack:6", "agent_group_id": "ag-1", "added_at": "2026-05-01"}),
    ("agent_group_members", {"user_id": "telegram:5", "agent_group_id": "ag-2", "added_at": "2026-05-01"}),
]


def test_each_right_is_told_with_the_row_that_grants_it_the_strongest_first(install: object, ask: ASK) -> None:
    install.run(PEOPLE)  # type: ignore[attr-defined]
    found = ask(install.data, "who_may_talk", "agent:ag-1")  # type: ignore[attr-defined]
    told = lines(found)
    assert list(told)[:5] == ["Gabi", "Global", "Admin", "Elsewhere", "Member"]
    assert told["Gabi"] == "owner (owner_of, user_roles row 1) · in Home (telegram)"
    assert told["Global"] == "global admin (admin_of, user_roles row 2) · in Home (telegram)"
    assert told["Admin"].startswith("admin of the agent, so its member without a row (admin_of, user_roles row 3)")
    assert told["Member"] == "member (member_of, agent_group_members row 1) · in Home (telegram)"
    assert told["Elsewhere"].endswith("but no chat of slack is wired to it")
    assert found.words == "1 owner, 1 global admin, 1 admin of it, 2 members; anyone in 0 of 1 wired chat."


def test_what_looks_like_a_right_and_is_none_is_told(install: object, ask: ASK) -> None:
    install.run(PEOPLE)  # type: ignore[attr-defined]
    found = ask(install.data, "who_may_talk", "agent:ag-1")  # type: ignore[attr-defined]
    half, other = line(found, "Half owner"), line(found, "Super")
    assert half.detail.startswith("grants nothing: owner of this agent alone")
    assert other.detail == "grants nothing: superuser is not a known role (superuser, user_roles row 5)"
    assert {half.tone, other.tone} == {"warning"}
    # a member of another agent is a stranger to this one
    assert lines(found)["Nobody"] == "no row lets them · like all others of telegram: others are dropped"


@pytest.mark.parametrize(
    ("policy", "scope", "said", "anyone"),
    [
        ("strict", "all", "others are dropped: unknown_sender_policy strict", 0),
        ("request_approval", "all", "others are held until an approver lets them in", 0),
        ("request_approval", "known", "others are held until an approver lets them in", 0),
        ("public", "all", "anyone may talk: unknown_sender_policy public, sender_scope all", 1),
        ("public", "known", "others are not heard: unknown_sender_policy public lets them in, and sender_scope", 0),
        ("public", None, "anyone may talk: unknown_sender_policy public; sender_scope is not set", 1),
        ("whoever", "all", "others are not let in: unknown_sender_policy whoever is not a known one", 0),
    ],
)
def test_all_others_go_by_the_policy_of_the_chat_and_the_scope_of_the_wiring(
    install: object, ask: ASK, policy: str, scope: str | None, said: str, anyone: int
) -> None:
    scope_sql = f"'{scope}'" if scope else "NULL"
    install.run(  # type: ignore[attr-defined]
        [
            f"UPDATE messaging_groups SET unknown_sender_policy = '{policy}'",
            f"UPDATE messaging_group_agents SET sender_scope = {scope_sql}",
        ]
    )
    found = ask(install.data, "who_may_talk", "agent:ag-1")  # type: ignore[attr-defined]
    detail = lines(found)["All others in Home (telegram)"]
    assert detail.startswith(said)
    assert detail.endswith("wired_to, messaging_group_agents row 1")
    assert f"anyone in {anyone} of 1 wired chat" in found.words


@pytest.mark.parametrize("column", ["denied_at", "detached_at"])
def test_nobody_is_heard_in_a_chat_that_was_shut(install: object, ask: ASK, column: str) -> None:
    install.run([f"UPDATE messaging_groups SET unknown_sender_policy = 'public', {column} = '2026-05-02'"])  # type: ignore[attr-defined]
    found = ask(install.data, "who_may_talk", "agent:ag-1")  # type: ignore[attr-defined]
    assert lines(found)["All others in Home (telegram)"].startswith("nobody is heard here: the chat is de")
    assert "1 of them heard by nobody" in found.words
    assert lines(found)["Gabi"].endswith("but no chat of telegram is wired to it")


def test_an_agent_without_a_chat_is_heard_by_nobody_and_all_agents_have_rights_alone(install: object, ask: ASK) -> None:
    found = ask(install.data, "who_may_talk", "agent:ag-2")  # type: ignore[attr-defined]
    assert found.words == "1 owner; no chat is wired to it, so nobody is heard."
    every = ask(install.data, "who_may_talk", "everything")  # type: ignore[attr-defined]
    assert every.words == "1 owner, whichever agent it is."


def test_it_is_told_in_a_version_without_engage_columns(make_install: Callable, ask: ASK) -> None:
    install = make_install("documented")
    for column in ("engage_mode", "engage_pattern", "sender_scope", "ignored_message_policy"):
        install.run([f"ALTER TABLE messaging_group_agents DROP COLUMN {column}"])
    install.run(["UPDATE messaging_groups SET unknown_sender_policy = 'public'"])
    found = ask(install.data, "who_may_talk", "agent:ag-1")
    assert "sender_scope is not set" in lines(found)["All others in Home (telegram)"]
    assert found.notes == ()


def sends(source: str, target: str, name: str = "") -> tuple[str, dict[str, object]]:
    cells = {"agent_group_id": source, "local_name": name or target, "target_id": target, "target_type": "agent"}
    return "agent_destinations", cells


def holds(source: str, target: str, approver: str) -> tuple[str, dict[str, object]]:
    cells = {"from_agent_group_id": source, "to_agent_group_id": target, "approver": approver}
    return "agent_message_policies", cells


THIRD = ("agent_groups", {"id": "ag-3", "name": "Third", "folder": "third"})


def test_pairs_of_agents_are_free_held_or_not_allowed(install: object, ask: ASK) -> None:
    install.run(  # type: ignore[attr-defined]
        [
            THIRD,
            sends("ag-1", "ag-2", "ops"),
            sends("ag-1", "ag-2", "robot"),
            sends("ag-2", "ag-3"),
            (
                "agent_message_policies",
                {"from_agent_group_id": "ag-2", "to_agent_group_id": "ag-3", "approver": "telegram:1"},
            ),
            (
                "agent_message_policies",
                {"from_agent_group_id": "ag-3", "to_agent_group_id": "ag-1", "approver": "telegram:9"},
            ),
        ]
    )
    found = ask(install.data, "who_reaches_whom", "", "none")  # type: ignore[attr-defined]
    told = lines(found)
    assert told["Andy → Ops"] == "free · known as ops, robot · may_send_to, agent_destinations row 2"
    held = "every message is held for ‘Gabi’ (agent_message_policies row 1) · known as ag-3"
    assert told["Ops → Third"] == f"{held} · may_send_if_approved, agent_destinations row 4"
    assert told["Ops → Andy"] == "not allowed: no row in agent_destinations leads there"
    assert found.words == "Of 6 ways from one agent to another 1 free, 1 held for an approver, 4 not allowed."
    policies = [one for one in found.lines if one.detail.startswith("a policy for what may not be sent")]
    assert [one.text for one in policies] == ["Third → Andy"]
    assert policies[0].row is not None
    assert policies[0].row.table == "agent_message_policies"
    alone = ask(install.data, "who_reaches_whom", "")  # type: ignore[attr-defined]
    assert "Ops → Andy" not in lines(alone)


def test_ways_over_other_agents_and_to_chats_are_told_when_asked_for(install: object, ask: ASK) -> None:
    install.run(  # type: ignore[attr-defined]
        [
            THIRD,
            sends("ag-1", "ag-2"),
            sends("ag-2", "ag-3"),
        ]
    )
    found = ask(install.data, "who_reaches_whom", "", "through", "chats")  # type: ignore[attr-defined]
    assert lines(found)["Andy → Third"] == "only over ‘Ops’, if they pass it on"
    assert lines(found)["Andy → Home (telegram)"].startswith("free · known as home")
    assert "1 over other agents, 3 not allowed." in found.words


MAY_TALK = """
SELECT g.id, (SELECT count(DISTINCT user_id) FROM (
    SELECT user_id FROM user_roles WHERE agent_group_id IS NULL AND role IN ('owner', 'admin') UNION
    SELECT user_id FROM user_roles WHERE role = 'admin' AND agent_group_id = g.id UNION
    SELECT user_id FROM agent_group_members WHERE agent_group_id = g.id)),
  (SELECT count(*) FROM messaging_group_agents WHERE agent_group_id = g.id) FROM agent_groups g"""
PAIRS = """
SELECT count(*) FROM (SELECT DISTINCT d.agent_group_id, d.target_id FROM agent_destinations d
  JOIN agent_groups f ON f.id = d.agent_group_id JOIN agent_groups t ON t.id = d.target_id
  WHERE d.target_type = 'agent')"""


@pytest.mark.parametrize("name", INSTALLS)
def test_real_installs_answer_as_their_tables_say(real_database: Callable, ask: ASK, name: str) -> None:
    path = real_database(f"nanoclaw/{name}")
    source = open_source(str(path))
    assert source.database is not None
    wanted = source.database.read(lambda reader: reader.rows(MAY_TALK).rows)
    pairs = source.database.read(lambda reader: reader.value(PAIRS))
    source.close()
    for agent, people, chats in wanted:
        found = ask(path, "who_may_talk", f"agent:{agent}")
        granted = [one for one in found.lines if "user_roles row" in one.detail or "members row" in one.detail]
        assert len([one for one in granted if "grants nothing" not in one.detail]) == people
        assert len([one for one in found.lines if one.text.startswith("All others in")]) == chats
        assert all("row " in one.detail for one in found.lines if one.tone != "muted")
    reach = ask(path, "who_reaches_whom")
    direct = [one for one in reach.lines if one.detail.startswith(("free", "every message is held"))]
    assert len(direct) == pairs
