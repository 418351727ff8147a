"""Everything about one memory or conversation."""

from __future__ import annotations

from inspector.families.nehanda.cards.conversation import CONVERSATION
from inspector.families.nehanda.cards.memory import MEMORY

CARDS = (MEMORY, CONVERSATION)
