"""What became of a message out: on its way, held, not allowed, refused, failed, delivered, or only called so?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from inspector.db.values import Value
from inspector.families.nanoclaw.contents import message_line
from inspector.families.nanoclaw.rules.delivery import ATTEMPTS, GATE, ON_ITS_WAY_S, SENDABLE, SUSPECT, WAIT_S
from inspector.families.nanoclaw.rules.reach import ADDRESSED, OBSTACLES
from inspector.families.nanoclaw.trace import outcomes
from inspector.families.nanoclaw.trace.session import (
    Session,
    address_words,
    agent_name,
    at_words,
    chat_facts,
    person_name,
    seconds,
)
from inspector.families.trace import Fact, Outcome, Proof, Verdict
from inspector.families.trace_reader import TracedRow, bindable
from inspector.timeline.instants import amount_words

_MESSAGE = ("id", "seq", "kind", "channel_type", "platform_id", "in_reply_to", "timestamp", "deliver_after")
_APPROVAL = ("approval_id", "action", "status", "approver_user_id", "created_at", "expires_at")
_HELD_BY = (
    f"t.action = '{GATE}' AND CASE WHEN json_valid(t.payload) THEN json_extract(t.payload, '$.id') END = ? "
    "ORDER BY t.status NOT IN ('pending', 'awaiting_reason'), t.created_at DESC"
)


@dataclass(frozen=True)
class Outgoing:
    """A message out, and what other files say of it; each is asked once."""

    session: Session
    """Whose it is."""
    row: TracedRow
    """Its row in messages_out."""

    @cached_property
    def delivery(self) -> TracedRow | None:
        """Its row in delivered."""
        return self.session.asked.by("delivered", "message_out_id", self.row.get("id"))

    @cached_property
    def attempts(self) -> TracedRow | None:
        """Its row in delivery_attempts."""
        return self.session.asked.by("delivery_attempts", "message_id", self.row.get("id"))

    @cached_property
    def approval(self) -> TracedRow | None:
        """The approval that holds or held it."""
        return held_by(self.session, self.row.get("id"))

    @cached_property
    def destination(self) -> tuple[Value, Value, str, Proof | None]:
        """(channel, id, where that comes from, the row that tells): its own, else that of session_routing."""
        channel, place = self.row.get("channel_type"), self.row.get("platform_id")
        if channel is not None and place is not None:
            return channel, place, "", None
        asked = self.session.asked
        routing = asked.row("session_routing", "1")
        if routing is not None and routing.get("platform_id") is not None:
            proof = asked.proof(routing, "channel_type", "platform_id", "thread_id")
            return routing.get("channel_type"), routing.get("platform_id"), "from session_routing", proof
        own = self.session.row.get("messaging_group_id") if self.session.row is not None else None
        chat = asked.by("messaging_groups", "id", own)
        if chat is not None:
            proof = asked.proof(chat, "id", "channel_type", "platform_id")
            return chat.get("channel_type"), chat.get("platform_id"), "the session's own chat", proof
        return channel, place, "it names none, and session_routing has none", None

    @property
    def is_addressed(self) -> bool:
        """Whether it goes to a chat or an agent, and not to the host."""
        return self.row.raw("kind") in ADDRESSED

    @property
    def to_agent(self) -> bool:
        """Whether it goes to another agent."""
        return self.is_addressed and self.row.get("channel_type") == "agent"

    @cached_property
    def own_proof(self) -> Proof:
        """Its own row."""
        return self.session.asked.proof(self.row, *_MESSAGE)

    @cached_property
    def policy(self) -> TracedRow | None:
        """The policy that holds every message of its pair of agents."""
        if not self.to_agent or not self.session.asked.has("agent_message_policies.to_agent_group_id"):
            return None
        where = "t.from_agent_group_id = ? AND t.to_agent_group_id = ?"
        place = bindable(self.row.get("platform_id"))
        return self.session.asked.row("agent_message_policies", where, (self.session.agent_id, place))

    # --- verdicts ---

    def verdicts(self) -> tuple[Verdict, ...]:
        """What became of it; the first is the answer."""
        held = self._held()
        if held is not None and held.outcome is outcomes.HELD_FOR_APPROVAL:
            return (held,)
        if self.delivery is not None:
            return self._with_reasons(self._delivered(self.delivery))
        if not self.session.asked.has("delivered.message_out_id"):
            return (self._without_deliveries(),)
        waiting = self._waits()
        if waiting is not None:
            return (waiting, *self._obstacles())
        if held is not None:
            return (held,)
        obstacles = self._obstacles()
        return (*obstacles, self._under_way()) if obstacles else (self._under_way(),)

    def _with_reasons(self, verdict: Verdict) -> tuple[Verdict, ...]:
        return (verdict, *self._obstacles()) if verdict.outcome.severity == "broken" else (verdict,)

    def _delivered(self, delivery: TracedRow) -> Verdict:
        asked = self.session.asked
        columns = ("message_out_id", "platform_message_id", "status", "reason_code", "delivered_at")
        proofs = (asked.proof(delivery, *columns), self.own_proof)
        at = at_words(delivery.instant("delivered_at"), delivery.raw("delivered_at"))
        status = delivery.raw("status") if "status" in delivery.values else ""
        if not status and "status" not in delivery.values:
            return Verdict(outcomes.DELIVERED_OLD, f"Delivered at {at}, as far as this version tells.", proofs)
        if status == "failed":
            count = f" after {self.attempts.raw('attempts')} attempts" if self.attempts is not None else ""
            count = count or f" after {ATTEMPTS} attempts"
            told = f"The host gave up{count} at {at}{self._last_error()}."
            return Verdict(outcomes.FAILED_DELIVERY, told, (*proofs, *self._attempt_proofs()))
        if status == "refused":
            reason = delivery.raw("reason_code")
            why = f": {asked.shown(reason)}" if reason else "; no reason is recorded"
            return Verdict(outcomes.REFUSED, f"The host refused it at {at}{why}.", proofs)
        if status != "delivered":
            return Verdict(outcomes.UNKNOWN_DELIVERY, f"Its delivery says “{asked.shown(status)}”, {at}.", proofs)
        if delivery.get("platform_message_id") is not None:
            id = asked.cell(delivery, "platform_message_id")
            return Verdict(outcomes.DELIVERED, f"Delivered at {at}; its id there is {id}.", proofs)
        return Verdict(*self._without_id(delivery, at), proofs)

    def _without_id(self, delivery: TracedRow, at: str) -> tuple[Outcome, str]:
        if self._is_suspect(delivery):
            return outcomes.SUSPECT, f"It is called delivered at {at}, and no adapter gave it an id: none took it."
        if not self.is_addressed:
            return outcomes.CARRIED_OUT, f"The host took it at {at}; rows of kind {self.row.raw('kind')} have no id."
        if self.to_agent:
            return outcomes.DELIVERED_TO_AGENT, f"Handed to {self._target_words()} at {at}."
        return outcomes.REACTED, f"Delivered at {at}; a reaction has no id of its own."

    def _is_suspect(self, delivery: TracedRow) -> bool:
        if not self.session.asked.has("messages_out.channel_type", "delivered.platform_message_id", "delivered.status"):
            return False
        sql = f"SELECT {SUSPECT} FROM delivered d JOIN messages_out m ON m.id = d.message_out_id WHERE m.id = ?"
        return bool(self.session.asked.reader.value(sql, (bindable(self.row.get("id")),)))

    def _without_deliveries(self) -> Verdict:
        if "delivered" in self.row.values:
            proof = self.session.asked.proof(self.row, *_MESSAGE, "delivered")
            if self.row.get("delivered"):
                return Verdict(outcomes.DELIVERED_OLD, "Its own row says that it was delivered.", (proof,))
            return self._waits() or self._under_way()
        return Verdict(
            outcomes.DELIVERY_UNKNOWN, "Whether it was delivered is not known: the inbound half is not read.",
            (self.own_proof,),
        )  # fmt: skip

    def _waits(self) -> Verdict | None:
        """Why its time has not come; None if it has."""
        stored = self.row.get("deliver_after")
        if stored is None or self._asked(SENDABLE) == 1:
            return None
        instant = self.row.instant("deliver_after")
        if instant is None:
            told = (
                f"Its deliver_after is “{self.session.asked.shown(self.row.raw('deliver_after'))}”, which is no time."
            )
            return Verdict(outcomes.UNREADABLE_HOLD, told, (self.own_proof,))
        left = amount_words((seconds(instant) or 0) - self.session.asked.now_s)
        told = f"It is held until {at_words(instant, '')}, for {left} from now."
        return Verdict(outcomes.HELD_UNTIL, told, (self.own_proof,))

    def _held(self) -> Verdict | None:
        approval, asked = self.approval, self.session.asked
        if approval is not None:
            verdict = approval_verdict(self.session, approval, self.policy)
            return (
                verdict
                if verdict is None
                else Verdict(verdict.outcome, verdict.words, (*verdict.proofs, self.own_proof))
            )
        if self.policy is None or self.delivery is not None:
            return None
        who = person_name(asked, self.policy.get("approver"))
        told = f"Every message of this pair of agents waits for {who}; no card for this one is recorded yet."
        columns = ("from_agent_group_id", "to_agent_group_id", "approver")
        return Verdict(
            outcomes.HELD_FOR_APPROVAL, told, (asked.proof(self.policy, *columns, "created_at"), self.own_proof)
        )

    def _obstacles(self) -> tuple[Verdict, ...]:
        """What stands in the way at its target."""
        reach = self.session.reach
        if reach is None or not self.is_addressed:
            return ()
        channel, place, _, source = self.destination
        if channel is None or place is None:
            return ()
        obstacle = reach.obstacle(channel, place)
        if not obstacle:
            return ()
        asked = self.session.asked
        told = f"To {self._target_words()}: {OBSTACLES[obstacle]}."
        proofs: list[Proof] = [self.own_proof, *((source,) if source else ())]
        if obstacle == "not_allowed":
            who = agent_name(asked, self.session.agent_id)
            proofs.append(asked.missing("agent_destinations", f"no row of {who} for {self._target_words()}"))
        elif obstacle == "chat_closed":
            proofs += [fact.proof for fact in chat_facts(asked, channel, place) if fact.proof]
        else:
            table = "agent_groups" if obstacle == "unknown_agent" else "messaging_groups"
            proofs.append(asked.missing(table, f"no row for {self._target_words()}"))
        return (Verdict(outcomes.OBSTACLES[obstacle], told, tuple(proofs)),)

    def _under_way(self) -> Verdict:
        asked = self.session.asked
        nothing = asked.missing("delivered", "no row for this message")
        proofs = (nothing, self.own_proof, *self._attempt_proofs())
        attempts = self.attempts
        if attempts is not None:
            again = attempts.get("next_attempt_at")
            when = f"; the next is at {at_words(attempts.instant('next_attempt_at'), str(again))}" if again else ""
            told = f"Attempt {attempts.raw('attempts')} of {ATTEMPTS} failed{self._last_error()}{when}."
            return Verdict(outcomes.RETRYING_DELIVERY, told, proofs)
        waited = self._asked(ON_ITS_WAY_S) if asked.has("messages_out.timestamp") else None
        if isinstance(waited, int | float) and waited <= WAIT_S:
            told = f"It could be sent for {max(0.0, waited):,.0f} s; the host has not come to it yet."
            return Verdict(outcomes.ON_ITS_WAY, told, proofs)
        since = f"for {amount_words(waited)}" if isinstance(waited, int | float) else "since a time that is none"
        return Verdict(outcomes.NOT_DELIVERED, f"It could be sent {since}, and there is no row in delivered.", proofs)

    def _asked(self, expression: str) -> Value:
        """One of the shared rules, of this row."""
        sql = f"SELECT {expression} FROM {self.row.table} m WHERE m.id = :id"
        given = {"id": bindable(self.row.get("id"))}
        if ":now" in expression:
            given["now"] = self.session.asked.clock.now_iso()
        return self.session.asked.reader.value(sql, given)

    def _attempt_proofs(self) -> tuple[Proof, ...]:
        if self.attempts is None:
            return ()
        columns = ("message_id", "attempts", "last_attempt_at", "next_attempt_at", "last_error")
        return (self.session.asked.proof(self.attempts, *columns),)

    def _last_error(self) -> str:
        if self.attempts is None or not self.attempts.raw("last_error"):
            return ""
        return f": {self.session.asked.cell(self.attempts, 'last_error')}"

    def _target_words(self) -> str:
        channel, place, _, _ = self.destination
        if channel == "agent":
            return f"the agent {agent_name(self.session.asked, place)}"
        return self.session.asked.shown(address_words(str(channel or ""), str(place or "")))

    # --- what is joined in ---

    def facts(self) -> Iterator[Fact]:
        """Where it goes, by which right, held by whom."""
        asked = self.session.asked
        channel, place, origin, proof = self.destination
        if self.is_addressed:
            told = self._target_words() if place is not None else "nowhere"
            yield Fact("destination", told, origin, "fine", proof or self.own_proof)
        own = self.session.row.get("messaging_group_id") if self.session.row is not None else None
        if channel == "agent":
            target = asked.by("agent_groups", "id", place)
            if target is not None:
                yield Fact(
                    "agent", asked.shown(target.raw("name")), "it is for", "fine", asked.proof(target, "id", "name")
                )
        elif self.is_addressed:
            yield from chat_facts(asked, channel, place, own)
        yield from self._rights(channel, place)
        if self.policy is not None:
            who = person_name(asked, self.policy.get("approver"))
            columns = ("from_agent_group_id", "to_agent_group_id", "approver")
            yield Fact("policy", f"every message waits for {who}", "", "waiting", asked.proof(self.policy, *columns))
        if self.approval is not None:
            proof = asked.proof(self.approval, *_APPROVAL)
            yield Fact("approval", self.approval.raw("status"), asked.cell(self.approval, "title"), "fine", proof)
        if self.attempts is not None:
            told = f"{self.attempts.raw('attempts')} of {ATTEMPTS}{self._last_error()}"
            yield Fact("attempts", told, "", "suspicious", self._attempt_proofs()[0])

    def _rights(self, channel: Value, place: Value) -> Iterator[Fact]:
        """The destinations by which its agent may send there."""
        asked = self.session.asked
        if not self.is_addressed or not asked.has("agent_destinations.target_id", "messaging_groups.id"):
            return
        agent = channel == "agent"
        target = "t.target_id = ?" if agent else (
            "t.target_id IN (SELECT id FROM messaging_groups WHERE channel_type = ? AND platform_id = ?)"
        )  # fmt: skip
        given = (self.session.agent_id, bindable(place)) if agent else (
            self.session.agent_id, bindable(channel), bindable(place),
        )  # fmt: skip
        kind = "agent" if agent else "channel"
        where = f"t.agent_group_id = ? AND t.target_type = '{kind}' AND {target}"
        for row in asked.rows("agent_destinations", where, given):
            proof = asked.proof(row, "agent_group_id", "local_name", "target_type", "target_id")
            name = asked.shown(row.raw("local_name"))
            known = not asked.has("destinations.name") or asked.by("destinations", "name", row.get("local_name"))
            note = "the agent may send there" if known else (
                "the agent may send there, and does not know of it: its own copy is written anew at its next start"
            )  # fmt: skip
            yield Fact("destination", f"as “{name}”", note, "fine" if known else "waiting", proof)

    def line(self) -> str:
        """What it says."""
        return self.session.asked.shown(message_line(self.row.raw("content")))


def held_by(session: Session, id: Value) -> TracedRow | None:
    """The approval that holds, or held, a message to another agent; a waiting one first."""
    if id is None or not session.asked.has("pending_approvals.payload", "pending_approvals.status"):
        return None
    return session.asked.row("pending_approvals", _HELD_BY, (bindable(id),))


def approval_verdict(session: Session, approval: TracedRow, policy: TracedRow | None = None) -> Verdict | None:
    """What an approval says of the message that it holds; None where it lets it pass."""
    asked = session.asked
    status = approval.raw("status")
    proofs = [asked.proof(approval, *_APPROVAL)]
    if policy is not None:
        proofs.append(asked.proof(policy, "from_agent_group_id", "to_agent_group_id", "approver"))
    if status in ("pending", "awaiting_reason"):
        who = person_name(asked, approval.get("approver_user_id"))
        since = at_words(approval.instant("created_at"), approval.raw("created_at"))
        reason = ", who has yet to say why not" if status == "awaiting_reason" else ""
        expires = approval.instant("expires_at")
        over = ""
        if expires is not None:
            past = (seconds(expires) or 0) < asked.now_s
            over = f"; the card {'expired' if past else 'expires'} at {at_words(expires, '')}"
        told = f"Held for approval by {who}{reason}, since {since}{over}."
        return Verdict(outcomes.HELD_FOR_APPROVAL, told, tuple(proofs))
    if status in ("rejected", "expired"):
        return Verdict(outcomes.APPROVAL_REFUSED, f"The approval that held it is {status}.", tuple(proofs))
    return None
