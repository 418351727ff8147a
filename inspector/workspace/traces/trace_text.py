"""A trace as plain text and for programs; everything in it is masked already."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from inspector.db.browse.key_text import key_text
from inspector.db.display import visible
from inspector.families.trace import Fact, Linked, Match, Proof, Step, Trace, Verdict
from inspector.timeline.instants import Instant, amount_words, utc_text
from inspector.workspace.source import Source

_WAYS = {"in": "message in", "out": "message out", "door": "at the door"}


def trace_text(trace: Trace) -> str:
    """All of it, a part after the other."""
    return "\n".join(_lines(trace)) + "\n"


def matches_text(matches: Sequence[tuple[Source, Match]]) -> str:
    """Messages that have one name, a line each."""
    return "\n".join(_match_line(source, match) for source, match in matches) + "\n"


def _lines(trace: Trace) -> Iterator[str]:
    number = f" #{trace.seq}" if trace.seq is not None else ""
    kind = f", {visible(trace.kind)}" if trace.kind else ""
    yield f"{_WAYS[trace.way]}{number}{kind}: {visible(trace.id)}"
    if trace.text:
        yield f"  “{visible(trace.text)}”"
    for place, verdict in enumerate(trace.verdicts):
        yield ""
        yield from _verdict_lines(verdict, first=place == 0)
    if trace.steps:
        yield "\nSteps"
        yield from (f"  {_step_line(step)}" for step in trace.steps)
    if trace.linked:
        yield "\nOther messages"
        yield from (f"  {_linked_line(one)}" for one in trace.linked)
    if trace.facts:
        yield "\nAround it"
        yield from (f"  {_fact_line(fact)}" for fact in trace.facts)
    if trace.gaps:
        yield "\nNot known"
        yield from (f"  {visible(gap)}" for gap in trace.gaps)


def _verdict_lines(verdict: Verdict, *, first: bool) -> Iterator[str]:
    outcome = verdict.outcome
    yield outcome.title if first else f"Also: {outcome.title}"
    yield f"  {visible(verdict.words)}"
    yield f"  Rule: {outcome.rule}"
    if outcome.advice:
        yield f"  To do: {outcome.advice}"
    yield from (f"  Shown by {_proof_line(proof)}" for proof in verdict.proofs)


def _proof_line(proof: Proof) -> str:
    cells = ", ".join(f"{name}={visible(value)}" for name, value in proof.cells)
    place = f"{visible(os.path.basename(proof.path))} {visible(proof.table)} {_key(proof)}".strip()
    told = "; ".join(part for part in (cells, visible(proof.note)) if part)
    return f"{' '.join(place.split())}: {told}" if told else place


def _key(proof: Proof) -> str:
    return key_text(proof.ref.key) if proof.ref is not None else ""


def _step_line(step: Step) -> str:
    at = utc_text(step.instant.moment) if step.instant is not None else f"“{visible(step.stored)}” (no time)"
    after = f"  +{_delay(step.after_s)}" if step.after_s is not None else ""
    return f"{at}{after}  {visible(step.title)}{' (a hint)' if step.hint else ''}"


def _delay(seconds: float) -> str:
    return f"{seconds:,.1f} s" if seconds < 60 else amount_words(seconds)


def _linked_line(one: Linked) -> str:
    number = f" #{one.seq}" if one.seq is not None else ""
    fate = f": {one.verdict.outcome.title}" if one.verdict is not None else ""
    where = f" in {visible(one.source)}" if one.source else ""
    hint = f" ({one.hint})" if one.hint else ""
    said = f" “{visible(one.text)}”" if one.text else ""
    return f"{one.relation}{number} {visible(one.id)}{where}{said}{fate}{hint}"


def _fact_line(fact: Fact) -> str:
    note = f" ({visible(fact.note)})" if fact.note else ""
    return f"{fact.topic}: {visible(fact.text)}{note}"


def _match_line(source: Source, match: Match) -> str:
    number = f" #{match.seq}" if match.seq is not None else ""
    at = f" {utc_text(match.instant.moment)}" if match.instant is not None else ""
    said = f" “{visible(match.text)}”" if match.text else ""
    return f"{_WAYS[match.way]}{number} {visible(match.id)}, by {match.how}{at}{said}\n  in {visible(source.path)}"


# --- for programs ---


def trace_json(trace: Trace) -> dict[str, Any]:
    """All of it."""
    return {
        "way": trace.way,
        "id": trace.id,
        "seq": trace.seq,
        "kind": trace.kind,
        "text": trace.text,
        "session": trace.session,
        "source": trace.source,
        "file": trace.path,
        "table": trace.ref.table if trace.ref is not None else None,
        "key": list(map(str, trace.ref.key)) if trace.ref is not None else None,
        "status": trace.status,
        "stored_status": trace.stored_status,
        "settled": trace.settled,
        "outcome": trace.verdict.outcome.id,
        "verdicts": [verdict_json(one) for one in trace.verdicts],
        "steps": [_step_json(one) for one in trace.steps],
        "linked": [_linked_json(one) for one in trace.linked],
        "facts": [_fact_json(one) for one in trace.facts],
        "gaps": list(trace.gaps),
    }


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict with its rule and its rows."""
    outcome = verdict.outcome
    return {
        "outcome": outcome.id,
        "title": outcome.title,
        "severity": outcome.severity,
        "words": verdict.words,
        "rule": outcome.rule,
        "advice": outcome.advice,
        "evidence": [_proof_json(one) for one in verdict.proofs],
    }


def match_json(source: Source, match: Match) -> dict[str, Any]:
    """A message that was found."""
    return {
        "way": match.way,
        "id": match.id,
        "seq": match.seq,
        "how": match.how,
        "kind": match.kind,
        "text": match.text,
        "time": iso(match.instant),
        "source": source.path,
    }


def iso(instant: Instant | None) -> str | None:
    """A moment for programs, in UTC."""
    return instant.moment.isoformat() if instant is not None else None


def _proof_json(proof: Proof) -> dict[str, Any]:
    return {
        "file": proof.path,
        "table": proof.table or None,
        "key": list(map(str, proof.ref.key)) if proof.ref is not None else None,
        "values": dict(proof.cells),
        "note": proof.note,
    }


def _step_json(step: Step) -> dict[str, Any]:
    told = {"kind": step.kind, "title": step.title, "time": iso(step.instant), "stored": step.stored}
    return {**told, "after_s": step.after_s, "hint": step.hint}


def _linked_json(one: Linked) -> dict[str, Any]:
    return {
        "relation": one.relation,
        "way": one.way,
        "id": one.id,
        "seq": one.seq,
        "text": one.text,
        "source": one.source or None,
        "hint": one.hint,
        "time": iso(one.instant),
        "outcome": one.verdict.outcome.id if one.verdict is not None else None,
    }


def _fact_json(fact: Fact) -> dict[str, Any]:
    told = {"topic": fact.topic, "text": fact.text, "note": fact.note, "severity": fact.severity}
    return {**told, "evidence": _proof_json(fact.proof) if fact.proof is not None else None}
