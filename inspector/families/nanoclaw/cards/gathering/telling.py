"""What is told of an agent or chat when its sessions were looked at: lines, days and what is not known, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from inspector.db.values import Value
from inspector.families.card import MOST, CardLine, Tone
from inspector.families.gathering import GatheredLine, Look, Progress, Told
from inspector.families.nanoclaw.cards.gathering.delay_lines import delays_told
from inspector.families.nanoclaw.cards.gathering.digest import Half, SessionLook
from inspector.families.nanoclaw.cards.gathering.failures import NAMES, Failure
from inspector.families.nanoclaw.cards.gathering.subject import Known, Subject
from inspector.families.nanoclaw.cards.gathering.traffic_lines import traffic_told
from inspector.families.trace import SessionState
from inspector.timeline.instants import read_instant

Looks = tuple[Look[SessionLook], ...]

_NONE = {"agent": "It has no session.", "chat": "It has no session, and nothing of it was found in others."}
"""What is said where nothing is counted, and nothing is left out."""
_TONES: dict[str, Tone] = {"broken": "negative", "suspicious": "warning"}


def tell(subject: Subject, looks: Looks, progress: Progress) -> Mapping[str, Told]:
    """What the sections tell; while others are being read the conversations alone."""
    told = {"conversations": _conversations(subject, looks, progress)}
    if progress.done:
        gaps = tuple(_gaps(subject, looks, progress))
        told["failures"] = _failures(subject, looks, gaps)
        if any(one.found is not None for one in looks):
            told["traffic"] = traffic_told(looks, progress.now, gaps)
            told["delays"] = delays_told(looks, gaps)
        else:
            told["traffic"] = told["delays"] = Told(words=gaps or (_NONE[subject.of],))
    return told


# --- conversations ---


def _conversations(subject: Subject, looks: Looks, progress: Progress) -> Told:
    by_ending = {one.ending: one for one in looks}
    lines = [_session(known, by_ending.get(known.ending), progress) for known in subject.sessions]
    strays = [one for one in looks if subject.known(one.ending) is None and (one.found or one.problems)]
    if subject.of == "chat":
        # what cannot be read may hold messages of any chat: that is said below, and is no session of this one
        strays = [one for one in strays if one.found is not None]
    lines += [_stray(subject, one) for one in strays]
    words = [*_totals(looks)] if progress.done else []
    if len(lines) > MOST:
        more = f"{len(lines) - MOST:,} more"
        # what is wrong is never among those that are left out for want of room
        lines.sort(key=lambda line: line.line.tone != "negative")
        lines = [*lines[:MOST], GatheredLine(CardLine(more, "the list of all sessions"), leads="sessions")]
    if subject.cut:
        words.append(f"There are more than {len(subject.sessions):,} sessions: these are the last active ones.")
    if subject.of == "chat":
        words += _chat_words(subject, looks)
    if progress.done and not lines:
        words.insert(0, "No session.")
    return Told(tuple(lines), tuple(words))


def _session(known: Known, look: Look[SessionLook] | None, progress: Progress) -> GatheredLine:
    """A session that the central file names."""
    tone: Tone = "muted" if known.closed else ""
    if look is None:
        gone = "there is no folder for it" if progress.whole else "its files are not read here"
        text = gone if progress.done else "counting…"
        tone = "warning" if progress.done and progress.whole else "muted"
        line = CardLine(known.name, text, known.status, known.last_active, tone, "sessions", _key(known))
        return GatheredLine(line)
    text, worse = _numbers(look)
    line = CardLine(
        known.name, text, f"{known.status}{_lasts(look)}", known.last_active, worse or tone, "sessions", _key(known)
    )
    return GatheredLine(line, look.path, leads="conversation")


def _stray(subject: Subject, look: Look[SessionLook]) -> GatheredLine:
    """A folder without a row, or a session of another chat that holds messages of this one."""
    text, worse = _numbers(look)
    own = subject.of == "agent"
    why = "the central file has no row for it" if own else "a session of another chat, task or agent"
    line = CardLine(look.title, text, f"{why}{_lasts(look)}", _newest(look), worse or ("warning" if own else ""))
    return GatheredLine(line, look.path, leads="conversation")


def _key(known: Known) -> tuple[int, ...]:
    return (known.key,) if isinstance(known.key, int) else ()


def _numbers(look: Look[SessionLook]) -> tuple[str, Tone]:
    """Messages in and out with the verdict in a word."""
    if look.found is None:
        return f"cannot be read: {'; '.join(look.problems) or 'its files are not those of a session'}", "negative"
    told = f"{_count(look.found.incoming, 'in')}, {_count(look.found.outgoing, 'out')}"
    word, tone = _verdict(look.state, bool(look.found.missing))
    return f"{told} · {word}", "negative" if look.problems else tone


def _count(half: Half | None, word: str) -> str:
    return f"{word} not known" if half is None else f"{half.count:,} {word}"


def _verdict(state: SessionState | None, halved: bool) -> tuple[str, Tone]:
    if state is None or (halved and not state.verdicts):
        return "whether it is stuck is not known", "muted"
    if not state.verdicts:
        return "nothing stuck", ""
    worst = state.verdicts[0].outcome
    return worst.title.lower(), _TONES.get(worst.severity, "")


def _lasts(look: Look[SessionLook]) -> str:
    """When the last message came and went, and what is wrong with the files."""
    if look.found is None:
        return ""
    halves = (("in", look.found.incoming), ("out", look.found.outgoing))
    lasts = [(word, moment_words(half.last)) for word, half in halves if half is not None and half.last is not None]
    told, day = [], ""
    for word, at in lasts:
        told.append(f"{word} {at.removeprefix(day)}")
        day = at[:11]
    last = [f"last {', '.join(told)} UTC"] if told else []
    return "".join(f" · {part}" for part in (*last, *look.problems, *look.found.missing))


def moment_words(moment: int) -> str:
    """A moment in microseconds since 1970, to the minute, in UTC: ``2026-05-19 21:27``."""
    return datetime.fromtimestamp(moment / 1e6, UTC).strftime("%Y-%m-%d %H:%M")


def _newest(look: Look[SessionLook]) -> str | None:
    halves = (look.found.incoming, look.found.outgoing) if look.found is not None else ()
    moments = [half.last for half in halves if half is not None and half.last is not None]
    return datetime.fromtimestamp(max(moments) / 1e6, UTC).isoformat() if moments else None


def _totals(looks: Looks) -> Iterator[str]:
    found = [one.found for one in looks if one.found is not None]
    if len(found) > 1:
        sums = []
        for word, halves in (("in", [one.incoming for one in found]), ("out", [one.outgoing for one in found])):
            known = [half.count for half in halves if half is not None]
            lacking = len(halves) - len(known)
            told = f"{sum(known):,} {word}" if known else f"{word} not known"
            sums.append(told + (f" (without {lacking:,} where that is not known)" if known and lacking else ""))
        yield f"Together in {len(found):,} sessions: {', '.join(sums)}."


def _chat_words(subject: Subject, looks: Looks) -> Iterator[str]:
    """What of the sessions is not of the chat."""
    elsewhere = sum(
        half.elsewhere
        for one in looks
        if one.found is not None and one.found.own
        for half in (one.found.incoming, one.found.outgoing)
        if half is not None
    )
    if elsewhere:
        yield f"{_messages(elsewhere)} in its sessions came from other places or went there, and are not counted here."
    if subject.others:
        yield "The same chat has sessions by another adapter: what they hold is counted on the card of that one."


# --- failures ---


def _failures(subject: Subject, looks: Looks, gaps: tuple[str, ...]) -> Told:
    lines: list[GatheredLine] = []
    counts: dict[str, int] = {}
    unknown: dict[str, int] = {}
    for look in looks:
        for failure in look.found.failures if look.found is not None else ():
            if failure.count is None:
                unknown[failure.id] = unknown.get(failure.id, 0) + 1
                continue
            counts[failure.id] = counts.get(failure.id, 0) + failure.count
            lines += _failed(subject, look, failure)
    lines.sort(key=lambda line: _since_1970(line.line.at), reverse=True)
    listed = [*lines[:MOST], *(GatheredLine(line, leads="trace") for line in subject.dropped)]
    words = list(_failure_words(subject, counts, unknown))
    there, shown = sum(counts.values()), min(len(lines), MOST)
    if there > shown:
        words.append(f"Of {there:,} failed messages {shown:,} are listed, the newest of each kind and session.")
    if not any(look.found is not None for look in looks):
        words.insert(0, "Failed messages are not known." if gaps else _NONE[subject.of])
    return Told(tuple(listed), (*words, *gaps))


def _failed(subject: Subject, look: Look[SessionLook], failure: Failure) -> Iterator[GatheredLine]:
    known = subject.known(look.ending)
    session = known.name if known is not None else look.title
    for one in failure.newest:
        note = " · ".join(part for part in (one.note, session) if part)
        line = CardLine(failure.name, one.text or "(no text)", note, one.at, failure.tone)
        assert look.found is not None, "it told of a failure"
        yield GatheredLine(line, look.path, look.found.ref(failure.table, one.key), "trace")


def _since_1970(at: Value) -> float:
    """A stored time in seconds, whatever its form; before all others where it cannot be read."""
    instant = read_instant(at)
    return instant.moment.timestamp() if instant is not None else float("-inf")


def _failure_words(subject: Subject, counts: Mapping[str, int], unknown: Mapping[str, int]) -> Iterator[str]:
    known = [f"{NAMES[id]}: {counts[id]:,}" for id in NAMES if id in counts]
    if known:
        yield f"Counted: {'; '.join(known)}."
    lacking = [f"{NAMES[id]} (of {_sessions(unknown[id])})" for id in NAMES if id in unknown]
    if lacking:
        yield f"Not known: {'; '.join(lacking)}."
    if not subject.dropped_known:
        yield "Dropped senders are not known: this version does not tell them."
    elif not subject.dropped:
        yield "No sender was dropped."


# --- what is not known ---


def _gaps(subject: Subject, looks: Looks, progress: Progress) -> Iterator[str]:
    """Sessions that are not counted, and why."""
    seen = {one.ending for one in looks}
    absent = sum(known.ending not in seen for known in subject.sessions)
    if absent and progress.whole:
        yield f"{_sessions(absent)} without a folder: not counted."
    elif absent:
        yield f"{_sessions(absent)} not read here: open the folder of the install to count them."
    broken = [one for one in looks if one.found is None and one.problems and _matters(subject, one)]
    if broken:
        yield f"{_sessions(len(broken))} could not be read and {'is' if len(broken) == 1 else 'are'} not counted."
    lacking = [one for one in looks if one.found is not None and one.found.missing]
    for word in dict.fromkeys(missing for one in lacking if one.found is not None for missing in one.found.missing):
        count = sum(one.found is not None and word in one.found.missing for one in lacking)
        yield f"{_sessions(count)}: {word}."


def _matters(subject: Subject, look: Look[SessionLook]) -> bool:
    """Whether a source that cannot be read is, or may hold something, of it."""
    return subject.may_be_in(look.ending)


def _sessions(count: int) -> str:
    return f"{count:,} session{'' if count == 1 else 's'}"


def _messages(count: int) -> str:
    return f"{count:,} message{'' if count == 1 else 's'}"
