"""What a trace says, as lines of lists: verdicts with what shows them, steps, facts, other messages (no Qt)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from inspector.db.display import visible
from inspector.db.rows import RowRef
from inspector.families.trace import Fact, Linked, Match, Proof, Severity, Step, Trace, Verdict
from inspector.timeline.instants import amount_words
from inspector.ui.lines.line import Line, LineGroup, Mark
from inspector.workspace.location import Location
from inspector.workspace.rows.row_location import row_location
from inspector.workspace.source import Source

MARKS: Mapping[Severity, Mark] = {"fine": "good", "waiting": "info", "suspicious": "warning", "broken": "error"}
"""The sign of each severity."""
SEVERITY_WORDS: Mapping[Severity, str] = {
    "fine": "all is well",
    "waiting": "waits",
    "suspicious": "may be wrong",
    "broken": "broken",
}
"""What a severity is called."""
_RELATIONS = {"reply": "Reply", "answers": "Answers", "received as": "Received as", "sent as": "Sent as"}
_WAYS = {"in": "in", "out": "out", "door": "turned away"}


def trace_location(path: str, ref: RowRef) -> Location:
    """Where the trace of the message of a row is seen."""
    return replace(row_location(path, ref), view="trace")


def verdict_lines(verdict: Verdict, source: Source) -> tuple[Line, ...]:
    """What shows a verdict: the rows and files, each leading to its row."""
    return tuple(_proof(proof, source) for proof in verdict.proofs)


def _proof(proof: Proof, source: Source) -> Line:
    cells = ", ".join(f"{column} = {visible(value)}" for column, value in proof.cells)
    text = f"{proof.table} {visible(proof.key)}".strip() if proof.table else visible(proof.path)
    detail = " · ".join(part for part in (cells, visible(proof.note)) if part)
    goal = row_location(source.path, proof.ref) if proof.ref is not None else None
    selects = (source, proof.ref) if proof.ref is not None else None
    return Line(text, detail, goal=goal, selects=selects, key=f"{text} {cells} {proof.note}")


def step_lines(steps: Sequence[Step], source: Source) -> tuple[Line, ...]:
    """What happened, in order; at the right how long after the step before."""
    lines = []
    for number, step in enumerate(steps):
        after = f"after {amount_words(step.after_s)}" if step.after_s is not None and step.after_s >= 0 else ""
        if step.after_s is not None and step.after_s < 0:
            after = f"{amount_words(-step.after_s)} before"
        ref = step.proof.ref if step.proof is not None else None
        lines.append(
            Line(
                visible(step.title),
                "" if step.instant is not None else f"at a time that cannot be read: {visible(step.stored)}",
                after,
                mark="info" if step.hint else "",
                goal=row_location(source.path, ref) if ref is not None else None,
                selects=(source, ref) if ref is not None else None,
                moment=step.instant.moment if step.instant is not None else None,
                key=f"{number} {step.kind}",
            )
        )
    return tuple(lines)


def fact_groups(facts: Sequence[Fact], source: Source) -> tuple[LineGroup, ...]:
    """What is joined in, by topic."""
    topics: dict[str, list[Line]] = {}
    for fact in facts:
        ref = fact.proof.ref if fact.proof is not None else None
        line = Line(
            visible(fact.text),
            visible(fact.note),
            mark="" if fact.severity == "fine" else MARKS[fact.severity],
            goal=row_location(source.path, ref) if ref is not None else None,
            selects=(source, ref) if ref is not None else None,
            key=f"{fact.topic} {fact.text}",
        )
        topics.setdefault(fact.topic, []).append(line)
    return tuple(LineGroup(topic.capitalize(), tuple(lines)) for topic, lines in topics.items())


def linked_lines(linked: Sequence[Linked], source: Source) -> tuple[Line, ...]:
    """The messages that this one leads to; each opens its own trace."""
    lines = []
    for one in linked:
        verdict = one.verdict
        told = [f"#{one.seq}" if one.seq is not None else visible(one.id), visible(one.hint)]
        told.append(f"{verdict.outcome.title}: {visible(verdict.words)}" if verdict is not None else "")
        goal = trace_location(one.source or source.path, one.ref) if one.ref is not None else None
        lines.append(
            Line(
                f"{_RELATIONS[one.relation]}: {visible(one.text)}",
                " · ".join(part for part in told if part),
                _WAYS[one.way],
                mark=MARKS[verdict.outcome.severity] if verdict is not None else "",
                goal=goal,
                moment=one.instant.moment if one.instant is not None else None,
                key=f"{one.relation} {one.id} {one.source}",
            )
        )
    return tuple(lines)


def match_lines(matches: Sequence[tuple[Source, Match]]) -> tuple[Line, ...]:
    """The messages that a text names, to choose from."""
    return tuple(
        Line(
            visible(match.text) or visible(match.id),
            f"{_WAYS[match.way]} · {visible(match.id)} · found by its {match.how} · {visible(source.title)}",
            f"#{match.seq}" if match.seq is not None else "",
            goal=trace_location(source.path, match.ref),
            moment=match.instant.moment if match.instant is not None else None,
            key=f"{source.path} {match.ref}",
        )
        for source, match in matches
    )


def head_words(trace: Trace) -> str:
    """What is traced, in one line."""
    number = f"#{trace.seq} · " if trace.seq is not None else ""
    status = f" · status {visible(trace.status)}" if trace.status else ""
    if trace.status and trace.stored_status and trace.status != trace.stored_status:
        status += f" (its row says {visible(trace.stored_status)})"
    return f"{_WAYS[trace.way]} · {number}{visible(trace.kind)} · {visible(trace.id)}{status}"
