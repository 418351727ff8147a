"""Which messages of a session wait for an answer: not done with, last in line, or a question that nobody answered?"""

from __future__ import annotations

import numpy as np

from inspector.families.chat import Along
from inspector.families.nanoclaw.chat.order import REPLIED
from inspector.timeline.entry import CONTEXT, DUE, ERROR, PENDING
from inspector.timeline.moments import Mask
from inspector.timeline.timeline import Timeline

TALK = ("chat", "chat-sdk", "webhook", "task")
"""Kinds of messages in that want an answer."""


def unanswered(timeline: Timeline, along: Along) -> Mask:
    """Which messages wait: they are not done with, or nothing was said after them; and questions without an answer."""
    lanes = timeline.lanes
    incoming = lanes.among(("in",)) & timeline.kinds.among(TALK) & ~timeline.flagged(CONTEXT)
    # paused and cancelled ones are not waited for
    incoming &= ~timeline.statuses.among(("cancelled", "paused"))
    waits: Mask = incoming & timeline.flagged(ERROR, DUE, PENDING)
    said = np.nonzero(lanes.among(("out",)) & ~timeline.kinds.among(("system",)))[0]
    last = int(said[-1]) if len(said) else -1
    behind = np.arange(len(timeline)) > last
    if "out" not in lanes.names:
        # a half alone: what was answered is not known
        behind[:] = False
    waits |= incoming & behind & ~timeline.flagged(REPLIED)
    if along.questions:
        asked = {rowid for rowid, id in along.questions.items() if id not in along.answers}
        if asked:
            keys = timeline.links.keys
            out = np.nonzero(lanes.among(("out",)) & timeline.kinds.among(("chat-sdk",)))[0]
            waits[[place for place in out.tolist() if keys[place] is not None and keys[place][0] in asked]] = True
    return waits
