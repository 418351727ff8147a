"""How is a chat told in words: signs of reactions, what is copied, what a line of folded messages says?"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from PySide6.QtGui import QFontDatabase

from inspector.families.chat import Edit, Message
from inspector.timeline.entry import ERROR, Entry
from inspector.timeline.instants import read_instant
from inspector.timeline.words import time_words
from inspector.ui.timeline.times import RowTimes

_SIGNS = {
    "thumbs_up": "👍",
    "thumbsup": "👍",
    "+1": "👍",
    "thumbs_down": "👎",
    "heart": "❤",
    "eyes": "👀",
    "fire": "🔥",
    "laugh": "😄",
    "joy": "😂",
    "check": "✓",
    "white_check_mark": "✅",
    "tada": "🎉",
    "pray": "🙏",
    "warning": "⚠",
    "rocket": "🚀",
    "clap": "👏",
    "sad": "😢",
    "wave": "👋",
}
_HIDING = {code: f"‹{code:04X}›" for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0xFEFF)}
_VISIBLE = str.maketrans(
    {
        **{code: chr(0x2400 + code) for code in range(0x20) if code not in (0x09, 0x0A)},
        **_HIDING,
        0x0A: "\u2028",
        0x09: "    ",
        0x7F: "␡",
        0x2029: "\u2028",
    }
)


def lines_of(text: str) -> str:
    """A text with line breaks as QTextLayout takes them; what would hide or turn round something is made visible."""
    return text.replace("\r\n", "\n").translate(_VISIBLE)


def reaction_words(emoji: str) -> str:
    """A reaction as its sign with its name, or the name alone where no sign is known."""
    name = emoji.strip(":")
    sign = _SIGNS.get(name, "") if _can_draw_signs() else ""
    return f"{sign} {name.replace('_', ' ')}" if sign else name[:40].replace("_", " ")


@cache
def _can_draw_signs() -> bool:
    """Whether there is a font with such signs: an empty box says less than a name alone."""
    return any("emoji" in family.casefold() for family in QFontDatabase.families())


def time_of_edit(edit: Edit, times: RowTimes) -> str:
    """When a message was changed."""
    found = read_instant(edit.at)
    return times.short(found.moment, seconds=True) if found is not None else edit.at or "at an unknown time"


def fold_words(count: int, flags: Iterable[str]) -> str:
    """A line that stands for system messages."""
    failed = sum(1 for flag in flags if flag == ERROR)
    return f"{count:,} system messages" + (f", {failed:,} failed" if failed else "")


def message_text(entry: Entry, message: Message | None) -> str:
    """A message to be copied: who and when in a line, then all that it shows."""
    number = f"#{entry.sequence}" if entry.sequence is not None else "#?"
    if message is None:
        return f"[{time_words(entry)}] {number}"
    head = f"[{time_words(entry)}] {message.sender} {number}"
    parts = [f"{head}:"]
    parts += [message.title] if message.title else []
    parts += [f"> {message.quote.sender}: {message.quote.text}"] if message.quote is not None else []
    parts += [message.text] if message.text else []
    parts += [f"[attached: {one.name or one.type}]" for one in message.attached]
    if message.choices:
        parts.append(" | ".join(f"[{one.label}]" if one.chosen else one.label for one in message.choices))
    parts += [message.answered] if message.answered else []
    parts += [f"{words}: {value}" for words, value in message.told]
    parts += [f"({reaction_words(one.emoji)})" for one in message.reactions]
    marks = "; ".join(one.words for one in message.marks)
    parts += [f"({marks})"] if marks else []
    return "\n".join(parts)
