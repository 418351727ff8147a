"""A replay as plain lines for a terminal: a line for each part, nested by session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.db.display import visible
from inspector.families.json_prefix import one_line
from inspector.families.replay.beside import Happening, Pin, Plan, Rating
from inspector.families.replay.order import ConversationLine, Replay, Step
from inspector.families.replay.parts import Attachment, Compaction, Part, Passage, ReplayEntry, Result, ToolCall
from inspector.workspace.replays.read_replay import NO_CONVERSATION, WholeReplay

WIDTH = 160
"""Characters of a text that stand on a line."""


def conversation_lines(lines: Sequence[ConversationLine]) -> Iterator[str]:
    """The list of all conversations, a line each."""
    for line in lines:
        last = line.last or "no entry"
        yield (
            f"{visible(line.id or NO_CONVERSATION)}  {visible(last)}  {_many(line.turns, 'turn')}, "
            f"{_many(line.calls, 'call')}, {_many(line.failures, 'failure')}  {visible(line.project)}"
        )


def replay_lines(whole: WholeReplay) -> Iterator[str]:
    """A conversation, a line after the other."""
    replay = whole.replay
    turns = {turn.place: turn.number for turn in whole.turns}
    yield f"conversation {visible(replay.id or NO_CONVERSATION)}  {visible(replay.project)}  {visible(replay.phase)}"
    for name in replay.missing:
        yield f"this file has no {visible(name)}: nothing of it is shown"
    for place, step in enumerate(replay.steps):
        session = replay.sessions[step.session]
        indent = "  " * (session.depth + (step.kind != "session"))
        if place in turns:
            yield f"{indent}turn {turns[place]}"
        if step.kind == "entry":
            if place in whole.entries:
                yield from (f"{indent}{line}" for line in _entry_lines(step, whole.entries[place]))
        else:
            yield from (f"{indent}{line}" for line in _beside(replay, step))
    if whole.board is not None:
        yield f"todo list, {visible(whole.board.words)}"
        yield from (f"  {visible(item.status or 'no status')}: {_short(item.text)}" for item in whole.board.items)


def _entry_lines(step: Step, entry: ReplayEntry) -> Iterator[str]:
    number = f"#{step.sequence} " if step.sequence is not None else ""
    head = f"{number}{visible(entry.at or 'no time')} {visible(entry.type)}"
    if entry.shown_with is not None:
        return
    for part in entry.parts:
        yield f"{head}: {_part_line(part)}"
        if isinstance(part, ToolCall) and not part.repeats:
            yield from _became(part)
    if not entry.parts:
        yield f"{head}: (nothing)"
    if "malformed payload" in entry.flags:
        yield "    ! malformed payload"


def _part_line(part: Part) -> str:
    if isinstance(part, Passage):
        thought = "(thinking) " if part.kind == "thinking" else ""
        return f"{thought}{_short(part.text)}"
    if isinstance(part, ToolCall):
        again = " (the same call once more)" if part.repeats else ""
        return f"call {visible(part.name)} {_short(part.argument)}{again}".rstrip()
    if isinstance(part, Attachment):
        return f"({visible(part.words)})"
    if isinstance(part, Result):
        return _result_line(part)
    if isinstance(part, Compaction):
        return f"compacted {part.count if part.count is not None else '?'} messages: {part.words}"
    return f"({visible(part.kind)}) {_short(part.line)}"


def _became(call: ToolCall) -> Iterator[str]:
    """What became of a call, a line for each thing that is known."""
    yield f"    permission: {call.permission.how}" + (
        f", {visible(call.permission.why)}" if call.permission.why else ""
    )
    for hook in call.hooks:
        took = f", {hook.ms:,} ms" if hook.ms is not None else ""
        yield f"    hook {visible(hook.event)} {_short(hook.command)}: {visible(hook.outcome)}{took}"
    if call.result is not None:
        took = f", {call.took}" if call.took else ""
        yield f"    result{took}: {_result_line(call.result)}"
    yield from (f"    ! {flag}" for flag in call.flags)


def _result_line(result: Result) -> str:
    words = [_short(one.text) for one in result.passages] + [f"({visible(one.words)})" for one in result.attachments]
    marks = "".join(f"[{flag}] " for flag in result.flags)
    return f"{marks}{' '.join(words) or '(nothing)'}"


def _beside(replay: Replay, step: Step) -> Iterator[str]:
    if step.kind == "session":
        session = replay.sessions[step.session]
        name = f"subagent {visible(session.subagent)}, session" if session.subagent is not None else "session"
        how = " (where it was started is inferred from time)" if session.inferred else ""
        yield f"{name} {visible(session.id)}  {visible(session.started or 'which no row of sessions tells of')}{how}"
        return
    found = replay.beside.get((step.kind, step.rowid))
    if isinstance(found, Happening):
        yield f"{visible(found.at)} {visible(found.type.replace('_', ' '))}: {_short(found.words)}"
    elif isinstance(found, Plan):
        used = "used" if found.used else "not used"
        yield f"{visible(found.created)} plan, {visible(found.status)} ({used}): {_short(found.text.lstrip('# '))}"
    elif isinstance(found, Rating):
        yield f"{visible(found.at)} rated {visible(found.rating)}: {_short(found.objective)}"
    elif isinstance(found, Pin):
        yield f"pinned {visible(found.key)}: {_short(found.text)}"


def _short(text: str) -> str:
    return visible(one_line(text, WIDTH))


def _many(count: int, word: str) -> str:
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"
