"""How are many small questions asked of a database in few reads, so that one that fails spoils no other?

Beside a writer a read costs far more than the small statements in it: it waits for a pause, is checked, and made again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from inspector.cancel import CancelToken
from inspector.db.database import Database
from inspector.db.reader import Reader
from inspector.errors import FileBusy, KnownError

STEP_S = 0.06
"""Seconds after which a read asks nothing more: a writer waits no longer, and what is known can be shown."""

T = TypeVar("T")
R = TypeVar("R")


def grouped(
    database: Database,
    questions: Sequence[T],
    ask: Callable[[Reader, T], R],
    spoiled: Callable[[T, KnownError], R],
    cancel: CancelToken | None = None,
) -> Iterator[tuple[R, ...]]:
    """The answers in the order of ``questions``, read by read; ``spoiled`` gives that of a question that failed.

    A read that fails as a whole is made for each question by itself. Raises Cancelled.
    """
    place, most = 0, len(questions)
    while place < len(questions):
        asked = questions[place : place + most]
        try:
            answers = database.read(partial(_answers, asked, ask, spoiled), cancel)
        except KnownError as error:
            if len(asked) > 1:
                most = 1
                continue
            answers = (spoiled(asked[0], error),)
        yield answers
        place += len(answers)


def _answers(
    questions: Sequence[T], ask: Callable[[Reader, T], R], spoiled: Callable[[T, KnownError], R], reader: Reader
) -> tuple[R, ...]:
    answers: list[R] = []
    began = time.monotonic()
    for question in questions:
        try:
            answers.append(ask(reader, question))
        except FileBusy:
            raise
        except KnownError as error:
            answers.append(spoiled(question, error))
        if time.monotonic() - began > STEP_S:
            break
    return tuple(answers)
