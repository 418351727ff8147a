"""Who may talk to an agent: by which row, or by which rule of the chats that are wired to it?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from inspector.families.nanoclaw.graphs_routing import EVERYTHING
from inspector.graph.analysis import AnalysisLine, AnalysisResult, Asked, Tone, counted, edge_name, named, short
from inspector.graph.model import Graph

_RANKS = ("owner", "global admin", "admin of the agent", "member")
"""Rights, the strongest first."""
_IMPLICIT = "admin of the agent, so its member without a row"


@dataclass(frozen=True)
class _Grant:
    """A row that lets a person talk, or that looks as if it did."""

    rank: int
    """Place in _RANKS; beyond them, where it grants nothing."""
    user: int
    """Index of the person."""
    edge: int
    """Index of the edge that stands for the row."""
    words: str
    """What it says."""


@dataclass(frozen=True)
class _Wired:
    """A chat that the agent hears."""

    chat: int
    """Index of the chat."""
    edge: int
    """Index of the wiring."""
    channel: str
    """Its channel."""
    open: bool
    """Whether anything that is said there is passed on."""
    said: str
    """What happens to people without a right, and by which rule."""
    tone: Tone
    """How that is meant."""
    lets_in: bool
    """Whether anyone may talk there."""
    engaged: str
    """When the agent feels spoken to."""


def who_may_talk(asked: Asked) -> AnalysisResult:
    """People with a right, by the row that gives it; then each wired chat, by its rule for all others."""
    graph, agent = asked.graph, asked.node
    grants = _grants(graph, agent)
    chats = _wired(asked, agent)
    held: dict[int, list[_Grant]] = {}
    for grant in sorted((one for one in grants if one.rank < len(_RANKS)), key=lambda one: one.rank):
        held.setdefault(grant.user, []).append(grant)
    people = sorted(held, key=lambda at: (held[at][0].rank, graph.labels[at].casefold()))
    lines = [
        _person(graph, held[at], "" if graph.ids[agent] == EVERYTHING else _where(graph, at, chats)) for at in people
    ]
    lines += [_other(graph, chat) for chat in chats]
    void = [one for one in grants if one.rank >= len(_RANKS)]
    lines += [
        AnalysisLine(
            graph.labels[one.user], f"{one.words} ({edge_name(graph, one.edge)})", one.user, one.edge, "warning"
        )
        for one in void
    ]
    if graph.ids[agent] != EVERYTHING:
        lines += _without_right(graph, {one.user for one in grants}, chats)
    strong = [one.edge for at in people for one in held[at]] + [chat.edge for chat in chats]
    nodes = [agent, *people, *(chat.chat for chat in chats)]
    nodes += [graph.index[EVERYTHING]] if any(grant.rank < 2 for some in held.values() for grant in some) else []
    unique = np.array(list(dict.fromkeys(nodes)), np.intp)
    title = f"Who may talk to {named(graph, agent)}?"
    edges = np.array(strong, np.intp)
    words = _words(held, chats) if graph.ids[agent] != EVERYTHING else f"{_by_right(held)}, whichever agent it is."
    return AnalysisResult(title, words, unique, edges, tuple(lines), _notes(chats))


def _grants(graph: Graph, agent: int) -> list[_Grant]:
    """Every row of roles and members that is about the agent, or about all of them."""
    everything = graph.index.get(EVERYTHING, -1)
    found = []
    for edge in np.flatnonzero((graph.target == agent) | (graph.target == everything)).tolist():
        user, kind = int(graph.source[edge]), graph.edge_type_names[graph.edge_types[edge]]
        if not graph.ids[user].startswith("user:"):
            continue
        everywhere = int(graph.target[edge]) == everything
        rank, words = _right(kind, everywhere, agent == everything)
        if rank is not None:
            found.append(_Grant(rank, user, edge, words))
    return found


def _right(kind: str, everywhere: bool, all_agents: bool) -> tuple[int | None, str]:
    """The place of a right in _RANKS and its words; None where an edge is no right."""
    match kind:
        case "owner_of" if everywhere:
            return 0, _RANKS[0]
        case "owner_of":
            return len(_RANKS), "grants nothing: owner of this agent alone, and an owner is always of everything"
        case "admin_of" if everywhere:
            return 1, _RANKS[1]
        case "admin_of":
            return 2, _IMPLICIT
        case "member_of":
            return 3, _RANKS[3]
        case "direct_chat" | "wired_to" | "waits_for" | "asks":
            return None, ""
    return (None, "") if all_agents else (len(_RANKS), f"grants nothing: {kind or 'no role'} is not a known role")


def _channel(graph: Graph, node: int) -> str:
    """The channel of a chat or a person; a person's id begins with it."""
    field = graph.field("channel")
    told = field.of(node) if field is not None else ()
    return told[0] if told else graph.ids[node].partition(":")[2].partition(":")[0]


def _wired(asked: Asked, agent: int) -> list[_Wired]:
    graph = asked.graph
    wirings = {row[0]: row[1:] for row in asked.facts.get("wirings", ())}
    policies = {str(row[0]): row[1] for row in asked.facts.get("chats", ())}
    found = []
    for edge in np.flatnonzero(graph.target == agent).tolist():
        if graph.edge_type_names[graph.edge_types[edge]] != "wired_to":
            continue
        chat, row = int(graph.source[edge]), graph.edge_row_of(edge)
        scope, mode, pattern = wirings.get(row.key[0] if row is not None else None, (None, None, None))
        policy = policies.get(graph.ids[chat])
        off = graph.status_texts[chat] if graph.status_texts[chat] in ("denied", "detached") else ""
        if graph.placeholder[chat]:
            off = "not there"
        said, tone, lets_in = _rule(off, policy, scope)
        engaged = f"hears {mode} {pattern or ''}".strip() if mode else ""
        found.append(_Wired(chat, edge, _channel(graph, chat), not off, said, tone, lets_in, engaged))
    return sorted(found, key=lambda one: (graph.labels[one.chat].casefold(), one.edge))


def _rule(off: str, policy: object, scope: object) -> tuple[str, Tone, bool]:
    """What becomes of people without a right in a chat: words, tone, whether they are let in."""
    if off:
        return f"nobody is heard here: the chat is {off}", "negative", False
    known = f"unknown_sender_policy {policy}"
    match policy, scope:
        case "strict", _:
            return f"others are dropped: {known}", "negative", False
        case "request_approval", _:
            return f"others are held until an approver lets them in: {known}", "warning", False
        case "public", "known":
            return f"others are not heard: {known} lets them in, and sender_scope known does not", "negative", False
        case "public", "all":
            return f"anyone may talk: {known}, sender_scope all", "positive", True
        case "public", None:
            return f"anyone may talk: {known}; sender_scope is not set", "positive", True
        case "public", _:
            return f"anyone may talk: {known}; sender_scope {scope} is not a known one", "warning", True
    return f"others are not let in: unknown_sender_policy {policy or 'not set'} is not a known one", "warning", False


def _person(graph: Graph, grants: list[_Grant], where: str) -> AnalysisLine:
    user = grants[0].user
    why = "; ".join(f"{one.words} ({edge_name(graph, one.edge)})" for one in grants)
    missing = "the person is not in users" if graph.placeholder[user] else ""
    tone: Tone = "warning" if missing else "positive"
    detail = " · ".join(part for part in (missing, why, where) if part)
    return AnalysisLine(graph.labels[user].removeprefix("user:"), detail, user, grants[0].edge, tone)


def _where(graph: Graph, user: int, chats: list[_Wired]) -> str:
    """In which of the chats a person can be met: those of the channel they are known by."""
    channel = _channel(graph, user)
    mine = [chat for chat in chats if chat.channel == channel and chat.open]
    if mine:
        return "in " + ", ".join(short(graph.labels[chat.chat], 40) for chat in mine)
    return f"but no chat of {channel} is wired to it" if chats else "but no chat is wired to it"


def _other(graph: Graph, chat: _Wired) -> AnalysisLine:
    detail = " · ".join(part for part in (chat.said, chat.engaged, edge_name(graph, chat.edge)) if part)
    return AnalysisLine(f"All others in {short(graph.labels[chat.chat])}", detail, chat.chat, chat.edge, chat.tone)


def _without_right(graph: Graph, held: set[int], chats: list[_Wired]) -> list[AnalysisLine]:
    """People whom the install knows and no row lets talk."""
    if "user" not in graph.type_names:
        return []
    kind = graph.type_names.index("user")
    lines = []
    for user in np.flatnonzero((graph.types == kind) & ~graph.placeholder).tolist():
        if user not in held:
            channel = _channel(graph, user)
            mine = [chat for chat in chats if chat.channel == channel]
            by = {chat.said.partition(":")[0] for chat in mine}
            how = (
                f"like all others of {channel}: {'; '.join(sorted(by))}"
                if by
                else f"no chat of {channel} is wired to it"
            )
            lines.append(AnalysisLine(graph.labels[user], f"no row lets them · {how}", user, tone="muted"))
    return sorted(lines, key=lambda line: line.text.casefold())


def _by_right(held: Mapping[int, list[_Grant]]) -> str:
    ranks = [some[0].rank for some in held.values()]
    nouns = (
        ("owner", "owners"),
        ("global admin", "global admins"),
        ("admin of it", "admins of it"),
        ("member", "members"),
    )
    parts = [counted(ranks.count(rank), *noun) for rank, noun in enumerate(nouns) if ranks.count(rank)]
    return ", ".join(parts) if parts else "Nobody by role or membership"


def _words(held: Mapping[int, list[_Grant]], chats: list[_Wired]) -> str:
    words = _by_right(held)
    if not chats:
        return f"{words}; no chat is wired to it, so nobody is heard."
    anyone = sum(chat.lets_in for chat in chats)
    shut = sum(not chat.open for chat in chats)
    words += f"; anyone in {anyone:,} of {counted(len(chats), 'wired chat')}."
    return words + (f" {shut:,} of them heard by nobody: denied, detached or not there." if shut else "")


def _notes(chats: list[_Wired]) -> tuple[str, ...]:
    return ("What is said must also fit the engage mode of the wiring.",) if any(one.engaged for one in chats) else ()
