"""Everything about one agent, chat, person or session of NanoClaw."""

from __future__ import annotations

from inspector.families.nanoclaw.cards.agent import AGENT
from inspector.families.nanoclaw.cards.chat import CHAT
from inspector.families.nanoclaw.cards.person import PERSON
from inspector.families.nanoclaw.cards.session import SESSION

CARDS = (AGENT, CHAT, PERSON, SESSION)
