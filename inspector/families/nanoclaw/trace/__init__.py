"""Why did a message not arrive, and what does a session do? Everything the files tell, joined."""

from __future__ import annotations

from inspector.families.nanoclaw.trace.door import never_trace
from inspector.families.nanoclaw.trace.find import find_messages
from inspector.families.nanoclaw.trace.message import follow, trace_message
from inspector.families.nanoclaw.trace.outcomes import OUTCOMES
from inspector.families.nanoclaw.trace.state import listed_sessions, session_state
from inspector.families.trace import Tracing

TRACING = Tracing(
    outcomes=OUTCOMES,
    tables=(
        *("messages_in", "messages_out", "delivered", "processing_ack", "delivery_attempts", "unregistered_senders"),
        *("pending_sender_approvals", "pending_channel_approvals", "pending_approvals"),
    ),
    find=find_messages,
    trace=trace_message,
    follow=follow,
    never=never_trace,
    state=session_state,
    listed=listed_sessions,
    session_parts=("inbound", "outbound", "legacy"),
)
