"""A replay as Markdown: everything that agents wrote stands in blocks and spans that it cannot leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.families.replay.beside import Happening, Pin, Plan, Rating, TodoBoard
from inspector.families.replay.order import ConversationLine, Replay, SessionPart, Step
from inspector.families.replay.parts import Attachment, Compaction, HookRun, Passage, ReplayEntry, Result, ToolCall
from inspector.workspace.replays.criteria_matrix import criteria_matrix
from inspector.workspace.replays.plain_markdown import fenced, span
from inspector.workspace.replays.read_replay import NO_CONVERSATION, WholeReplay

_LANGUAGES = {"json": "json", "diff": "diff", "command": "bash"}


def conversations_markdown(lines: Sequence[ConversationLine]) -> str:
    """The list of all conversations, an item each."""
    parts = ["# Conversations\n"]
    for line in lines:
        last = span(line.last or "unknown")
        parts.append(
            f"- {span(line.id or NO_CONVERSATION)} in {span(line.project)}: last activity {last}, "
            f"{line.turns:,} turns, {line.calls:,} calls, {line.failures:,} failures, {line.entries:,} entries"
        )
    return "\n".join(parts) + "\n"


def replay_markdown(whole: WholeReplay) -> Iterator[str]:
    """A conversation, a piece after the other; joined with empty lines between them."""
    yield from _head(whole)
    replay = whole.replay
    turns = {turn.place: turn for turn in whole.turns}
    session = -1
    for place, step in enumerate(replay.steps):
        if step.kind == "session":
            yield _session(replay, replay.sessions[step.session])
        elif step.session != session and session >= 0:
            yield f"*Back in session {span(replay.sessions[step.session].id)}.*"
        session = step.session
        if place in turns:
            yield f"### Turn {turns[place].number}"
        if step.kind == "entry" and place in whole.entries:
            yield from _entry(whole, step, whole.entries[place])
        else:
            yield from _beside(replay, step)
    yield from _tail(whole)


def _head(whole: WholeReplay) -> Iterator[str]:
    replay = whole.replay
    entries = sum(step.kind == "entry" for step in replay.steps)
    yield f"# Conversation {span(replay.id or NO_CONVERSATION)}"
    facts = [
        f"- project: {span(replay.project)}",
        f"- phase: {span(replay.phase)}",
        f"- begun: {span(replay.created)}",
        f"- {len(replay.sessions):,} sessions, {len(whole.turns):,} turns, {entries:,} entries",
    ]
    facts += [f"- this file has no {span(name)}: nothing of it is shown" for name in replay.missing]
    yield "\n".join(facts)
    if whole.turns:
        yield "## Contents"
        yield "\n".join(
            f"{turn.number}. {span(turn.words)} ({span(turn.at or 'no time')}, {turn.entries:,} entries)"
            for turn in whole.turns
        )


def _session(replay: Replay, session: SessionPart) -> str:
    at = f", started {span(session.started)}" if session.started else ", which no row of sessions tells of"
    if session.subagent is None:
        return f"## Session {span(session.id)}{at}"
    parent = ""
    if session.parent >= 0:
        how = " (inferred from time)" if session.inferred else ""
        parent = f", by session {span(replay.sessions[session.parent].id)}{how}"
    return f"## Subagent {span(session.subagent)}: session {span(session.id)}{at}{parent}"


def _entry(whole: WholeReplay, step: Step, entry: ReplayEntry) -> Iterator[str]:
    marks = f" — **{', '.join(entry.flags)}**" if entry.flags else ""
    number = f" {step.sequence}" if step.sequence is not None else ""
    told = f"#### {span(entry.type)}{number} · {span(entry.at or 'no time')}{marks}"
    learned = whole.learned.get(entry.rowid, ())
    if learned:
        told += "\n\nLearned here: " + ", ".join(map(span, learned))
    if entry.shown_with is not None:
        yield f"{told}\n\nThe result is shown with its call, in row {entry.shown_with}."
        return
    yield told
    for part in entry.parts:
        if isinstance(part, ToolCall):
            yield from _call(part)
        elif isinstance(part, Result):
            yield from _result(part)
        elif isinstance(part, Passage):
            yield _passage(part)
        elif isinstance(part, Attachment):
            yield f"({span(part.words)})"
        elif isinstance(part, Compaction):
            yield _compaction(part)
        else:
            yield f"{span(part.kind)}: {span(part.line)}"


def _call(call: ToolCall) -> Iterator[str]:
    if call.repeats:
        yield f"The call {span(call.id)} of {span(call.name)} once more; it is one call."
        return
    took = f" · {call.took}" if call.took else ""
    flags = f" — **{', '.join(call.flags)}**" if call.flags else ""
    lines = [f"**Call** {span(call.name)} {span(call.argument) if call.argument else ''}{took}{flags}", ""]
    lines.append(
        f"- permission: {call.permission.how}{f', {span(call.permission.why)}' if call.permission.why else ''}"
    )
    lines += [f"- hook {_hook(hook)}" for hook in call.hooks]
    yield "\n".join(lines)
    for passage in call.passages:
        yield _passage(passage)
    if call.result is not None:
        yield from _result(call.result)


def _hook(hook: HookRun) -> str:
    took = f", {hook.ms:,} ms" if hook.ms is not None else ""
    size = f", {hook.output_size:,} bytes of output" if hook.output_size else ""
    return f"{span(hook.event)} {span(hook.command)}: {span(hook.outcome)}{took}{size}"


def _result(result: Result) -> Iterator[str]:
    marks = f" — **{', '.join(result.flags)}**" if result.flags else ""
    yield f"**Result** {span(result.call or 'no call named')}{marks}"
    for passage in result.passages:
        yield _passage(passage)
    for file in result.attachments:
        yield f"({span(file.words)})"


def _passage(passage: Passage) -> str:
    language = _LANGUAGES.get(passage.kind, passage.language if passage.kind == "code" else "text")
    head = (
        f"*{passage.kind}*\n\n" if passage.kind == "thinking" else f"{span(passage.name)}\n\n" if passage.name else ""
    )
    cut = f"\n\nThe first {len(passage.text):,} of {passage.size:,} characters." if passage.cut else ""
    return f"{head}{fenced(passage.text, language)}{cut}"


def _compaction(part: Compaction) -> str:
    count = f" {part.count:,} messages" if part.count is not None else ""
    since = f" from number {part.since}" if part.since is not None else ""
    return f"**Compacted**{count}{since}: {part.words}. What it sees instead:\n\n{fenced(part.summary)}"


def _beside(replay: Replay, step: Step) -> Iterator[str]:
    """What stands in the order and is no entry."""
    found = replay.beside.get((step.kind, step.rowid))
    if isinstance(found, Happening):
        yield f"**Event** {span(found.type.replace('_', ' '))}: {span(found.words)} · {span(found.at)}"
    elif isinstance(found, Plan):
        yield _plan(found)
    elif isinstance(found, Rating):
        yield f"**Rating** {span(found.rating)}: {span(found.objective)} · {span(found.at)}"
    elif isinstance(found, Pin):
        yield f"**Pinned** {span(found.key)}\n\n{fenced(found.text)}"


def _plan(plan: Plan) -> str:
    used = "used" if plan.used else "not used: only approved plans are"
    times = "".join(
        f", {word} {span(at)}"
        for word, at in (("written", plan.created), ("approved", plan.approved), ("completed", plan.completed))
        if at
    )
    cut = f"\n\nThe first {len(plan.text):,} of {plan.size:,} characters." if plan.size > len(plan.text) else ""
    return f"**Plan** {span(plan.status)} ({used}){times}\n\n{fenced(plan.text)}{cut}"


def _tail(whole: WholeReplay) -> Iterator[str]:
    replay = whole.replay
    if whole.board is not None:
        yield _board(whole.board)
    matrix = criteria_matrix(replay.tests)
    if matrix.criteria:
        yield "## Tests"
        yield "\n".join(
            f"- {span(criterion)}: {', '.join(word for word in row if word)}"
            for criterion, row in zip(matrix.criteria, matrix.cells, strict=True)
        )
    if replay.summary:
        yield f"## Summary\n\n{fenced(replay.summary)}"


def _board(board: TodoBoard) -> str:
    lines = [f"- {span(item.status or 'no status')} {span(item.text)}" for item in board.items]
    return "\n".join((f"## Todo list, {span(board.words)}", "", *lines))
