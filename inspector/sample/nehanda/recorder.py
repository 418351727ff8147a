"""What an agent's turn leaves in ona-session.db: transcript entries, hook runs, permissions, events.

The recorder keeps a clock of its own: what happens takes time, and each table writes it in its own form.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from inspector.sample.chance import Chance
from inspector.sample.making import compact
from inspector.sample.moments import iso, sql

Outcome = Literal["ok", "error", "hidden", "blocked", "denied", "dangling"]
"""``hidden``: Bash failed but the result says no error; ``blocked``: by a hook; ``dangling``: no result ever came."""

_AUDIT = "python3 .ona/audit.py"
_GUARD = "bash .ona/guard.sh"
_LOG = ".ona/log-tool.sh"


@dataclass(frozen=True)
class Call:
    """One tool call of an assistant's turn."""

    name: str
    """Tool."""
    input: dict[str, Any]
    """Arguments."""
    result: str = ""
    """What came back."""
    outcome: Outcome = "ok"
    """How it ended."""
    ms: int = 240
    """How long it took."""
    ask: bool = False
    """Whether a person was asked."""


class Recorder:
    """The rows of one database, gathered while conversations are told."""

    def __init__(self, chance: Chance) -> None:
        self.conversations: list[list[Any]] = []
        """id, project_dir, created_at, last_active, phase."""
        self.sessions: list[tuple[Any, ...]] = []
        """session_id, conversation_id, started_at."""
        self.entries: list[tuple[Any, ...]] = []
        """session_id, sequence, entry_type, payload_json, tool_use_id, created_at."""
        self.hooks: list[tuple[Any, ...]] = []
        """All columns of hook_invocations but id."""
        self.permissions: list[tuple[Any, ...]] = []
        """session_id, tool_use_id, tool_name, decision, reason_json, created_at."""
        self.events: list[tuple[Any, ...]] = []
        """conversation_id, session_id, timestamp, event_type, detail."""
        self.chance = chance
        self.now = datetime.min
        self.session = ""
        self._sequences: dict[str, int] = {}
        self._ordinals: dict[str, int] = {}
        self._calls = 0

    @property
    def conversation(self) -> str:
        """Id of the conversation being told."""
        return str(self.conversations[-1][0])

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += timedelta(seconds=seconds)

    def begin(self, at: datetime, project: str) -> None:
        """A conversation begins."""
        self.now = at
        self.conversations.append([self.chance.uuid(), project, sql(at), sql(at), "idle"])

    def open_session(self) -> str:
        """A process of the agent begins; answers its session id."""
        self.session = self.chance.uuid()
        self.sessions.append((self.session, self.conversation, sql(self.now)))
        self._hook("SessionStart", "", "echo session started", 8, out="session started\n")
        return self.session

    def close_session(self, *, killed: bool = False, slow: bool = False) -> None:
        """The process ends; its last hook may take long, or be killed for taking too long."""
        if slow:
            self._hook("SessionEnd", "", ".ona/index-notes.sh", 21_400, out="indexed 3 notes\n")
        elif killed:
            self._hook("SessionEnd", "", ".ona/upload-notes.sh", 1_500, code=None)
            self._hook("SessionEnd", "", ".ona/sync-notes.sh", 0, ended=False)
        else:
            self._hook("SessionEnd", "", "true", 6)

    @contextmanager
    def subagent(self, description: str) -> Iterator[str]:
        """Another agent works in a session of its own; afterwards the first one goes on. Gives its session id."""
        parent = self.session
        self.wait(3)
        child = self.open_session()
        self.event("subagent_start", {"description": description}, session=child)
        yield child
        self.event("subagent_stop", {"description": description}, session=child)
        self.session = parent

    def phase(self, name: str) -> None:
        """The conversation enters another phase."""
        self.conversations[-1][4] = name
        self.conversations[-1][3] = sql(self.now)
        self.event("phase", name)

    def event(self, kind: str, detail: Any, *, session: str | None = None) -> None:
        """Something worth an event happened; a detail that is no text is written as JSON."""
        text = detail if isinstance(detail, str) or detail is None else compact(detail)
        self.events.append((self.conversation, session, sql(self.now), kind, text))

    def user(self, text: str, *, plain: bool = False) -> None:
        """A person wrote something; ``plain``: in the older shape, content as text."""
        self.wait(5 + self.chance.random() * 90)
        content: Any = text if plain else [{"type": "text", "text": text}]
        self.entry("user", {"_t": "user", "uuid": self.chance.uuid(), "content": content})
        patterns = "── LEARNED PATTERNS ──\nWrap errors, keep the line number\n"
        self._hook("UserPromptSubmit", "*", ".ona/inject-memories.sh", 70, out=patterns)

    def assistant(self, text: str, *calls: Call, thinking: str = "", plain: bool = False) -> None:
        """The agent answered, called tools, and their results came back."""
        self.wait(2 + self.chance.random() * 14)
        ids = [self._call_id(call) for call in calls]
        content: Any = text
        if not plain:
            content = [{"type": "thinking", "thinking": thinking}] if thinking else []
            content += [{"type": "text", "text": text}] if text else []
            content += [
                {"type": "tool_use", "id": id, "name": call.name, "input": call.input}
                for id, call in zip(ids, calls, strict=True)
            ]
        self.entry("assistant", {"_t": "assistant", "uuid": self.chance.uuid(), "content": content})
        for id, call in zip(ids, calls, strict=True):
            self._run(id, call)
        if not calls:
            self._hook("Stop", "", ".ona/stop.sh", 30, out="bye\n")

    def collapse(self, summary: str, count: int) -> None:
        """What was said so far is replaced by a summary in the model's view."""
        payload = {"_t": "collapse_commit", "summary": summary, "compacted_count": count, "compacted_from_sequence": 0}
        self.entry("collapse_commit", payload)

    def entry(self, kind: str, payload: dict[str, Any] | str, tool_use_id: str | None = None) -> None:
        """Append an entry to the session's transcript; text is taken as it is, even if it is no JSON."""
        text = payload if isinstance(payload, str) else compact(payload)
        sequence = self._sequences.get(self.session, 0)
        self.entries.append((self.session, sequence, kind, text, tool_use_id, sql(self.now)))
        self._sequences[self.session] = sequence + 1

    def _call_id(self, call: Call) -> str:
        self._calls += 1
        return f"toolu_{self._calls:04d}{self.chance.hex(18)}"

    def _run(self, id: str, call: Call) -> None:
        self._before(id, call)
        if call.outcome in ("blocked", "dangling"):
            return
        self.wait(call.ms / 1000)
        result = {"_t": "tool_result", "tool_use_id": id, "content": call.result}
        failed = call.outcome in ("error", "denied")
        self.entry("tool_result", {**result, "is_error": failed}, id)
        if call.outcome == "denied":
            self._hook("PermissionDenied", "*", "echo denied", 5, call=(id, call), out="denied\n")
            return
        self._hook("PostToolUseFailure" if failed else "PostToolUse", "*", _LOG, 9, call=(id, call), **self._logged())
        if call.name in ("Edit", "Write"):
            dirty = self.chance.random() < 0.2
            out = f"{call.input.get('file_path', '?')}:1:1: F401 imported but unused\n" if dirty else ""
            self._hook("FileChanged", "", "ruff check --quiet", 180, code=int(dirty), out=out)

    def _before(self, id: str, call: Call) -> None:
        crash = self.chance.random() < 0.06
        trace = (
            'Traceback (most recent call last):\n  File ".ona/audit.py", line 14\nKeyError: "cwd"\n' if crash else ""
        )
        self._hook("PreToolUse", "", _AUDIT, 12, call=(id, call), code=int(crash), err=trace)
        if call.name == "Bash":
            blocked = call.outcome == "blocked"
            err = "Refused: deletes outside the project\n" if blocked else ""
            self._hook("PreToolUse", "Bash", _GUARD, 6, call=(id, call), code=2 if blocked else 0, err=err)
            if blocked:
                self._hook("PreToolUse", "Bash|Edit|Write", ".ona/ask.sh", 0, call=(id, call), skipped=True)
        if call.outcome == "denied":
            reason = compact({"source": "permission_rules"}) if not call.ask else compact({"interactive": True})
            self._permission(id, call, "deny", reason)
        elif call.ask:
            self._permission(id, call, "allow", compact({"interactive": True}))

    def _logged(self) -> dict[str, Any]:
        chance = self.chance.random()
        if chance < 0.05:
            return {"code": 127, "err": ".ona/log-tool.sh: jq: command not found\n"}
        return {"code": 1, "out": "ok\n"} if chance < 0.1 else {"code": 0, "out": "ok\n"}

    def _permission(self, id: str, call: Call, decision: str, reason: str | None) -> None:
        self.permissions.append((self.session, id, call.name, decision, reason, sql(self.now)))

    def _hook(
        self,
        event: str,
        matcher: str,
        command: str,
        ms: int,
        *,
        call: tuple[str, Call] | None = None,
        code: int | None = 0,
        out: str = "",
        err: str = "",
        skipped: bool = False,
        ended: bool = True,
    ) -> None:
        started, ordinal = self.now, self._ordinals.get(self.session, 0)
        self.wait(ms / 1000)
        given: dict[str, Any] = {
            "hook_event_name": event,
            "session_id": self.session,
            "conversation_id": self.conversation,
            "cwd": self.conversations[-1][1],
        }
        if call is not None:
            given |= {"tool_name": call[1].name, "tool_use_id": call[0], "tool_input": call[1].input}
        end = (None, None, None, None) if skipped or not ended else (code, out, err, iso(self.now))
        self.hooks.append(
            (
                self.session,
                self.conversation,
                event,
                ordinal,
                matcher,
                command,
                call[0] if call else None,
                call[1].name if call else None,
                compact(given),
                *end[:3],
                iso(started),
                end[3],
                "prior_block_or_deny" if skipped else None,
            )
        )
        self._ordinals[self.session] = ordinal + 1
