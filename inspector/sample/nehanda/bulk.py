"""What fills a sample transcript up to any number of entries: one long conversation in many sessions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from inspector.sample import words
from inspector.sample.chance import Chance
from inspector.sample.making import compact
from inspector.sample.moments import Moments, sql

_PER_SESSION = 5_000
_TOOLS = ("Read", "Grep", "Bash", "Edit", "Glob")


class LongTalk:
    """A conversation of ``entries`` entries that took the last twenty days, told row by row."""

    def __init__(self, chance: Chance, moments: Moments, entries: int) -> None:
        self._chance = chance
        self._start = moments.ago(days=20)
        self._step = timedelta(days=19.9) / (entries + 1)
        self._entries = entries
        self.conversation = chance.uuid()
        self.sessions = [chance.uuid() for _ in range(-(-entries // _PER_SESSION))]

    def conversation_row(self) -> tuple[Any, ...]:
        """id, project_dir, created_at, last_active, phase."""
        return self.conversation, "/home/ines/work/archive-sweep", sql(self._start), sql(self._start), "implement"

    def session_rows(self) -> Iterator[tuple[Any, ...]]:
        """session_id, conversation_id, started_at."""
        for index, session in enumerate(self.sessions):
            yield session, self.conversation, sql(self._start + self._step * (index * _PER_SESSION))

    def entry_rows(self) -> Iterator[tuple[Any, ...]]:
        """session_id, sequence, entry_type, payload_json, tool_use_id, created_at; a turn is four entries."""
        call = ""
        for index in range(self._entries):
            session, sequence = self.sessions[index // _PER_SESSION], index % _PER_SESSION
            when = sql(self._start + self._step * index)
            turn = index % 4
            theme = words.THEMES[index // 4 % 3]
            if turn == 0:
                yield session, sequence, "user", self._said("user", words.task(self._chance, theme) + "."), None, when
            elif turn == 1:
                call = f"toolu_{index:08d}{self._chance.hex(12)}"
                yield session, sequence, "assistant", self._called(theme, call), None, when
            elif turn == 2:
                yield session, sequence, "tool_result", self._result(theme, call), call, when
            else:
                text = words.paragraph(self._chance, theme, 2)
                yield session, sequence, "assistant", self._said("assistant", text), None, when

    def _said(self, kind: str, text: str) -> str:
        return compact({"_t": kind, "uuid": self._chance.uuid(), "content": [{"type": "text", "text": text}]})

    def _called(self, theme: words.Theme, call: str) -> str:
        name = self._chance.choice(_TOOLS)
        file = self._chance.choice(theme.files)
        given = {"command": f"pytest -q {file}"} if name == "Bash" else {"file_path": file}
        content = [
            {"type": "text", "text": f"Looking at {file}."},
            {"type": "tool_use", "id": call, "name": name, "input": given},
        ]
        return compact({"_t": "assistant", "uuid": self._chance.uuid(), "content": content})

    def _result(self, theme: words.Theme, call: str) -> str:
        failed = self._chance.random() < 0.04
        text = "Error: file not found" if failed else words.fact(self._chance, theme)
        return compact({"_t": "tool_result", "tool_use_id": call, "content": text, "is_error": failed})
