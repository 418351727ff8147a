"""What became of a message in: waiting, claimed, starved, failed, answered, or never meant to wake anybody?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from inspector.families.json_prefix import read_json
from inspector.families.nanoclaw.checks.evidence import span
from inspector.families.nanoclaw.contents import message_line, word
from inspector.families.nanoclaw.rules.engage import engaged
from inspector.families.nanoclaw.rules.incoming import (
    ACKED,
    BACKOFF_S,
    BATCH,
    DUE,
    PATIENCE_S,
    PLAIN,
    STARVING,
    TRIES,
    WAITED_S,
)
from inspector.families.nanoclaw.rules.liveness import Claim
from inspector.families.nanoclaw.trace import outcomes
from inspector.families.nanoclaw.trace.outgoing import Outgoing
from inspector.families.nanoclaw.trace.session import (
    Session,
    agent_name,
    at_words,
    chat_facts,
    chats_at,
    person_name,
    seconds,
    wirings_of,
)
from inspector.families.trace import Fact, Proof, Verdict
from inspector.families.trace_reader import TracedRow, bindable

REPLIES = 20
"""Replies that are told of."""
_STARVERS = 3
"""System rows that are shown as evidence."""
_MESSAGE = (
    *("id", "seq", "kind", "status", "timestamp", "process_after", "tries", "trigger", "on_wake"),
    *("recurrence", "channel_type", "platform_id", "source_session_id"),
)
_ENGAGES = ("engage_mode", "engage_pattern", "sender_scope", "ignored_message_policy")
_NO_REPLY_NEEDED = ("task", "system")


@dataclass(frozen=True)
class Incoming:
    """A message in, and what other files say of it; each is asked once."""

    session: Session
    """Whose it is."""
    row: TracedRow
    """Its row in messages_in."""

    @cached_property
    def ack(self) -> TracedRow | None:
        """What the container says of it."""
        return self.session.asked.by("processing_ack", "message_id", self.row.get("id"))

    @property
    def stored_status(self) -> str:
        """Its status as the host keeps it."""
        return self.row.raw("status") or "pending"

    @property
    def status(self) -> str:
        """What the container says, else what the host says."""
        return (self.ack.raw("status") if self.ack is not None else "") or self.stored_status

    @cached_property
    def replies(self) -> tuple[Outgoing, ...]:
        """The messages out that say they answer it; a guess of the system's own."""
        asked = self.session.asked
        if self.row.get("id") is None or not asked.has("messages_out.in_reply_to"):
            return ()
        found = asked.rows("messages_out", "t.in_reply_to = ?", (bindable(self.row.get("id")),), limit=REPLIES)
        found.sort(key=lambda row: (seconds(row.instant("timestamp")) or 0, row.get("seq") or 0))
        return tuple(Outgoing(self.session, row) for row in found)

    @cached_property
    def own_proof(self) -> Proof:
        """Its own row."""
        return self.session.asked.proof(self.row, *_MESSAGE)

    @cached_property
    def proofs(self) -> tuple[Proof, ...]:
        """Its own row, and what the container says of it."""
        return (self.own_proof, *((self.ack_proof,) if self.ack_proof else ()))

    @cached_property
    def ack_proof(self) -> Proof | None:
        """What the container says of it."""
        if self.ack is None:
            return None
        return self.session.asked.proof(self.ack, "message_id", "status", "status_changed")

    def line(self) -> str:
        """What it says."""
        return self.session.asked.shown(message_line(self.row.raw("content")))

    # --- verdicts ---

    def verdicts(self) -> tuple[Verdict, ...]:
        """What became of it; the first is the answer."""
        first = self._verdict()
        lost = self._lost_replies() if first.outcome is outcomes.REPLIED else ()
        return (first, *lost, *self._not_engaged())

    def _verdict(self) -> Verdict:
        status, ack = self.status, self.ack
        if ack is not None and ack.raw("status") == "processing":
            claimed = self._claimed(ack)
            if claimed is not None:
                return claimed
            status = self.stored_status
        if status == "pending":
            return self._pending()
        if status == "completed":
            return self._completed()
        plain = {"paused": outcomes.PAUSED, "cancelled": outcomes.CANCELLED}.get(status)
        if plain is not None:
            return Verdict(plain, f"{plain.title}; it is not worked on.", self.proofs)
        if status == "failed":
            return Verdict(outcomes.FAILED, self._failed_words(), self.proofs)
        if status.startswith("script-skip"):
            told = f"The script of the task ended it ({self.session.asked.shown(status)}); the agent was not woken."
            return Verdict(outcomes.SCRIPT_SKIPPED, told, self.proofs)
        return Verdict(
            outcomes.UNKNOWN_STATUS, f"Its status is “{self.session.asked.shown(status)}”.", self.proofs
        )  # fmt: skip

    def _lost_replies(self) -> Iterator[Verdict]:
        """What became of replies that did not arrive."""
        for reply in self.replies:
            fate = reply.verdicts()[0]
            if fate.outcome.severity in ("suspicious", "broken"):
                id = self.session.asked.shown(reply.row.raw("id"))
                yield Verdict(fate.outcome, f"Reply {id}: {fate.words}", fate.proofs)

    def _claimed(self, ack: TracedRow) -> Verdict | None:
        """By what kind of container it is claimed; None where the claim says nothing of it any more."""
        session = self.session
        container, now = session.container, session.asked.now_s
        at = seconds(ack.instant("status_changed"))
        since = f"{span(now - at)} ago" if at is not None else "at a time that cannot be read"
        proofs = (*self.proofs, *session.proofs())
        if container.running is False:
            if self.stored_status != "pending":
                return None
            return Verdict(outcomes.ORPHAN_CLAIM, f"Claimed {since} by a container that was stopped.", proofs)
        if container.is_dead(now) and container.heartbeat_s is not None:
            told = f"Claimed {since}; the container's last heartbeat is {session.age(container.heartbeat_s)} old."
            return Verdict(outcomes.CLAIMED_DEAD, told, proofs)
        claim = Claim(0, self.row.raw("id"), ack.raw("status_changed"), at, self.stored_status)
        if container.is_stuck(claim, now) and at is not None:
            age = f"{now - at:,.0f} s"
            return Verdict(outcomes.CLAIMED_STUCK, f"Claimed {age} ago, and no heartbeat since.", proofs)
        tool = session.tool.raw("current_tool") if session.tool is not None else ""
        doing = f"; {session.asked.shown(tool)} runs" if tool else ""
        allowed = f" and may take {span(container.allowance_s)}" if container.allowance_s else ""
        return Verdict(outcomes.CLAIMED_LIVE, f"Claimed {since}{doing}{allowed}.", proofs)

    def _pending(self) -> Verdict:
        asked, row = self.session.asked, self.row
        if row.get("trigger") == 0:
            return self._context()
        due, waited = self._state()
        if not due:
            return self._not_yet()
        if row.get("on_wake") == 1:
            told = "It is read when the session's container has just been started, by its first poll."
            return Verdict(outcomes.WAITS_FOR_FRESH_CONTAINER, told, (*self.proofs, *self.session.proofs()))
        session_row = self.session.row
        if session_row is not None and session_row.raw("status") == "closed":
            told = "It is due, and its session is closed."
            return Verdict(outcomes.SESSION_CLOSED, told, (*self.proofs, asked.proof(session_row, "id", "status")))
        if not asked.has("messages_out"):
            return Verdict(outcomes.CLAIMS_UNKNOWN, "It is due; the outbound half is not read.", self.proofs)
        starvers = self._starvers()
        if starvers >= BATCH and row.get("kind") != "system":
            told = f"{starvers:,} due system rows stand before it and fill every batch of {BATCH}."
            return Verdict(outcomes.STARVED, told, (*self.proofs, *self._starving_proofs()))
        return self._due(waited)

    def _due(self, waited: float | None) -> Verdict:
        state = {True: "the container runs", False: "the container is stopped", None: "the container is not known"}
        doing = state[self.session.container.running]
        proofs = (*self.proofs, *self.session.proofs())
        if self.session.container.is_dead(self.session.asked.now_s):
            doing = "the container is dead"
        if waited is not None and waited <= PATIENCE_S:
            return Verdict(outcomes.DUE, f"Due for {span(max(0.0, waited))}; {doing}.", proofs)
        since = f"for {span(waited)}" if waited is not None else "since a time that cannot be read"
        return Verdict(outcomes.NOT_PICKED_UP, f"Due {since}, and nobody claimed it; {doing}.", proofs)

    def _not_yet(self) -> Verdict:
        """Why its time has not come."""
        instant, tries = self.row.instant("process_after"), self.row.get("tries")
        if instant is None:
            stored = self.session.asked.shown(self.row.raw("process_after"))
            told = f"Its process_after is “{stored}”, which is no time."
            return Verdict(outcomes.UNREADABLE_TIME, told, self.proofs)
        left = span((seconds(instant) or 0) - self.session.asked.now_s)
        if isinstance(tries, int) and tries > 0:
            waits = f", {BACKOFF_S[tries - 1]} s after it failed" if tries <= len(BACKOFF_S) else ""
            told = f"Retry {tries} of {TRIES} is at {at_words(instant, '')}, in {left}{waits}."
            return Verdict(outcomes.RETRY, told, self.proofs)
        return Verdict(outcomes.WAITS_UNTIL, f"It waits until {at_words(instant, '')}, for {left}.", self.proofs)

    def _completed(self) -> Verdict:
        asked = self.session.asked
        if self.row.get("trigger") == 0:
            return self._context()
        if not asked.has("messages_out"):
            return Verdict(outcomes.REPLIES_UNKNOWN, "Completed; the outbound half is not read.", self.proofs)
        if self.replies:
            first, count = self.replies[0], len(self.replies)
            more = f" and {count - 1} more" if count > 1 else ""
            fate = first.verdicts()[0]
            told = f"Answered by {asked.shown(first.row.raw('id'))}{more} (in_reply_to, a hint): {fate.words}"
            proofs = (*self.proofs, *(reply.own_proof for reply in self.replies), *fate.proofs[:1])
            return Verdict(outcomes.REPLIED, told, proofs)
        nothing = asked.missing("messages_out", "no row with this in_reply_to")
        if self.row.get("kind") in _NO_REPLY_NEEDED:
            told = f"Completed{self._finished_words()}; rows of kind {self.row.raw('kind')} need no reply."
            return Verdict(outcomes.DONE, told, (*self.proofs, nothing))
        told = f"Completed{self._finished_words()}, and nothing that was sent says it answers it{self._next_words()}."
        return Verdict(outcomes.COMPLETED_NO_REPLY, told, (*self.proofs, nothing))

    def _context(self) -> Verdict:
        read = "It was read along" if self.status == "completed" else "It will be read along"
        why = next((told for told, _ in self._own_engagement()), "")
        why = f"; {why}" if why else ""
        return Verdict(outcomes.CONTEXT_ONLY, f"{read} as context; it wakes nobody{why}.", self.proofs)

    def _failed_words(self) -> str:
        tries = self.row.get("tries")
        at = self.ack if self.ack is not None and self.ack.raw("status") == "failed" else None
        when = f" at {at_words(at.instant('status_changed'), at.raw('status_changed'))}" if at is not None else ""
        if isinstance(tries, int) and tries > 0:
            return f"It failed after {tries} tries of {TRIES}{when}."
        return f"It failed at once{when}."

    def _finished_words(self) -> str:
        if self.ack is None:
            return ""
        return f" at {at_words(self.ack.instant('status_changed'), self.ack.raw('status_changed'))}"

    def _next_words(self) -> str:
        """What was sent next: one reply may answer several messages. Numbers are no order between the halves."""
        asked, at = self.session.asked, self.row.raw("timestamp")
        if not at or not asked.has("messages_out.timestamp", "messages_out.kind"):
            return ""
        # whole rows are too much to be sorted: the one that is wanted is found first
        later = (
            "t.id = (SELECT m.id FROM messages_out m WHERE m.kind IN ('chat', 'chat-sdk') "
            "AND julianday(m.timestamp) >= julianday(?) ORDER BY julianday(m.timestamp) LIMIT 1)"
        )
        following = asked.row("messages_out", later, (at,))
        if following is None:
            return "; nothing was sent since"
        when = at_words(following.instant("timestamp"), following.raw("timestamp"))
        return f"; the next message sent is {asked.shown(following.raw('id'))} at {when}"

    # --- the shared rules, of this row ---

    def _acks(self) -> str:
        return ACKED if self.session.asked.has("processing_ack.message_id") else PLAIN

    def _state(self) -> tuple[bool, float | None]:
        """(whether it is due, for how many seconds)."""
        asked = self.session.asked
        waited_s = WAITED_S if asked.has("messages_in.timestamp") else "NULL"
        sql = f"SELECT {DUE}, {waited_s} FROM messages_in m {self._acks()} WHERE m.id IS :id"
        given = {"id": bindable(self.row.get("id")), "now": asked.clock.now_iso()}
        for due, waited in asked.reader.rows(sql, given, limit=1):
            return due == 1, float(waited) if isinstance(waited, int | float) else None
        return False, None

    def _starvers(self) -> int:
        sql = f"SELECT count(*) FROM messages_in m {self._acks()} WHERE {STARVING}"
        found = self.session.asked.reader.value(sql, {"now": self.session.asked.clock.now_iso()})
        return found if isinstance(found, int) else 0

    def _starving_proofs(self) -> Iterator[Proof]:
        asked = self.session.asked
        where = "t.kind = 'system' AND t.status = 'pending' ORDER BY t.timestamp"
        for row in asked.rows("messages_in", where, limit=_STARVERS):
            yield asked.proof(row, "id", "seq", "kind", "status", "timestamp")

    # --- who is engaged ---

    def _wirings(self) -> Iterator[tuple[TracedRow, TracedRow]]:
        """(chat, wiring) of all agents that hear the chat it came from."""
        if self.row.get("channel_type") == "agent" or self.row.get("kind") not in ("chat", "chat-sdk"):
            return
        for chat in chats_at(self.session.asked, self.row.get("channel_type"), self.row.get("platform_id")):
            for wiring in wirings_of(self.session.asked, chat):
                yield chat, wiring

    def _engagement(self, wiring: TracedRow) -> tuple[bool | None, str]:
        content = read_json(self.row.raw("content"))
        found = content if isinstance(content, dict) else {}
        mentioned = found.get("isMention") if isinstance(found.get("isMention"), bool) else None
        if "engage_mode" not in wiring.values:
            return None, "this version does not say how agents are engaged"
        return engaged(wiring.raw("engage_mode"), wiring.raw("engage_pattern"), word(found, "text"), mentioned)

    def _own_engagement(self) -> Iterator[tuple[str, TracedRow]]:
        for _, wiring in self._wirings():
            if wiring.get("agent_group_id") == self.session.agent_id:
                yield self.session.asked.shown(self._engagement(wiring)[1]), wiring

    def _not_engaged(self) -> tuple[Verdict, ...]:
        """Other agents of the chat that surely did not hear it."""
        asked, found = self.session.asked, []
        own = self.session.row.get("messaging_group_id") if self.session.row is not None else None
        for chat, wiring in self._wirings():
            agent = wiring.get("agent_group_id")
            if own is not None and chat.get("id") != own:
                # another adapter of the chat: whether it came through that one, nothing tells
                continue
            sure, why = self._engagement(wiring)
            if agent == self.session.agent_id or sure is not False or wiring.raw("ignored_message_policy") != "drop":
                continue
            told = f"{agent_name(asked, agent)} did not hear it: {asked.shown(why)}; what it ignores is dropped."
            proof = asked.proof(wiring, "messaging_group_id", "agent_group_id", *_ENGAGES)
            found.append(Verdict(outcomes.NOT_ENGAGED, told, (proof, self.own_proof)))
        return tuple(found)

    # --- what is joined in ---

    def facts(self) -> Iterator[Fact]:
        """The claim, the chat it came from, who hears that, its series, its policy."""
        asked = self.session.asked
        if self.ack is not None:
            at = at_words(self.ack.instant("status_changed"), self.ack.raw("status_changed"))
            yield Fact("claim", asked.shown(self.ack.raw("status")), at, "fine", self.ack_proof)
        own = self.session.row.get("messaging_group_id") if self.session.row is not None else None
        if self.row.get("channel_type") == "agent":
            yield from self._from_agent()
        else:
            yield from chat_facts(asked, self.row.get("channel_type"), self.row.get("platform_id"), own)
        for _, wiring in self._wirings():
            _, why = self._engagement(wiring)
            proof = asked.proof(
                wiring, "id", "messaging_group_id", "agent_group_id", *_ENGAGES, "session_mode", "threads"
            )
            rest = wiring.raw("ignored_message_policy")
            note = f"what it ignores: {rest}" if rest else ""
            yield Fact(
                "wiring", f"{agent_name(asked, wiring.get('agent_group_id'))}: {asked.shown(why)}", note, "fine", proof
            )
        yield from self._series()

    def _from_agent(self) -> Iterator[Fact]:
        asked = self.session.asked
        sender = asked.by("agent_groups", "id", self.row.get("platform_id"))
        if sender is not None:
            yield Fact(
                "agent", asked.shown(sender.raw("name")), "it came from", "fine", asked.proof(sender, "id", "name")
            )
        if asked.has("agent_message_policies.to_agent_group_id"):
            where = "t.from_agent_group_id = ? AND t.to_agent_group_id = ?"
            given = (bindable(self.row.get("platform_id")), self.session.agent_id)
            for policy in asked.rows("agent_message_policies", where, given):
                who = person_name(asked, policy.get("approver"))
                proof = asked.proof(policy, "from_agent_group_id", "to_agent_group_id", "approver")
                yield Fact("policy", f"every message from there waits for {who}", "", "waiting", proof)

    def _series(self) -> Iterator[Fact]:
        series = self.row.get("series_id")
        asked = self.session.asked
        if self.row.get("kind") != "task" or series is None or not asked.has("messages_in.series_id"):
            return
        runs = asked.reader.value("SELECT count(*) FROM messages_in WHERE series_id = ?", (bindable(series),))
        live = asked.row("messages_in", "t.series_id = ? AND t.status IN ('pending', 'paused')", (bindable(series),))
        told = f"{runs if isinstance(runs, int) else 0:,} rows"
        recurrence = self.row.raw("recurrence") or (live.raw("recurrence") if live is not None else "")
        note = asked.shown(recurrence) if recurrence else "it does not recur"
        proof = asked.proof(live, "id", "series_id", "status", "process_after", "recurrence") if live else None
        yield Fact("series", told, note, "fine", proof)
