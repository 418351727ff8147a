"""What fills a sample session up to any number of messages: short questions and answers over two months."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from inspector.sample import words
from inspector.sample.chance import Chance
from inspector.sample.moments import Moments, iso, sql, unix
from inspector.sample.nanoclaw import content
from inspector.sample.nanoclaw.pair import Filling, Pair


def exchanges(pair: Pair, chance: Chance, moments: Moments, count: int) -> Filling:
    """``count`` messages in and as many out, numbered after the told ones, all older than a week."""
    chat = pair.chat
    assert chat is not None
    first = pair.number() // 2 * 2 + 2
    start, step = moments.ago(days=57), timedelta(days=50) / (count + 1)
    user, name = f"{chat.channel}:{chat.platform.rpartition(':')[2]}", chat.name or "?"

    def ids(index: int) -> tuple[str, str]:
        return f"{100_000 + index}:{pair.agent.id}", f"msg-{unix(start + step * index)}-{index:06d}"

    def incoming() -> Iterator[Any]:
        for index in range(count):
            at = start + step * index
            theme = words.THEMES[index % 3]
            text = f"{words.task(chance, theme)}, please."
            body = content.said(str(100_000 + index), None, text, user, name, iso(at))
            id = ids(index)[0]
            yield id, first + 2 * index, "chat-sdk", iso(at), "completed", id, chat.platform, chat.channel, body

    def outgoing() -> Iterator[Any]:
        for index in range(count):
            heard, id = ids(index)
            at = start + step * index + timedelta(seconds=9)
            body = content.plain(words.paragraph(chance, words.THEMES[index % 3], 1 + index % 3))
            yield id, first + 2 * index + 1, heard, sql(at), "chat", chat.platform, chat.channel, body

    def delivered() -> Iterator[Any]:
        for index in range(count):
            at = start + step * index + timedelta(seconds=11)
            yield ids(index)[1], str(900_000 + index), "delivered" if index % 97 else "failed", sql(at)

    return Filling(incoming(), delivered(), outgoing())
