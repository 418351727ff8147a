"""When is a message in due, how long has it waited, how often is it tried, what starves it?"""

from __future__ import annotations

TRIES = 5
"""After so many tries a message has failed."""
BACKOFF_S = (5, 10, 20, 40, 80)
"""Seconds until the next try, after the first failure, the second, and so on."""
BATCH = 10
"""How many rows a container reads at once."""
PATIENCE_S = 300
"""Seconds that a due message may wait before it counts as not picked up."""

ACKED = "LEFT JOIN processing_ack a ON a.message_id = m.id"
"""The claims beside the messages."""
PLAIN = "LEFT JOIN (SELECT NULL AS message_id, NULL AS status) a ON 0"
"""In place of the claims where the file has none."""
EFFECTIVE = "COALESCE(a.status, m.status, 'pending')"
"""What the container says of a message, else what the host says."""
FAILED = "(m.status = 'failed' OR a.status = 'failed')"
"""Whether a message in failed, by the host or by the container."""
DUE = (
    "COALESCE(a.status, m.status, 'pending') = 'pending' "
    "AND (m.process_after IS NULL OR julianday(m.process_after) <= julianday(:now))"
)
"""Whether the time of a message came and nobody took it."""
WAITED_S = "(julianday(:now) - max(COALESCE(julianday(m.process_after), 0), julianday(m.timestamp))) * 86400.0"
"""For how many seconds a due message has waited; NULL where its time cannot be read."""
WAITED = f"COALESCE({WAITED_S} > {PATIENCE_S}, 1)"
"""Whether a due message has waited too long."""
STARVING = f"{DUE} AND m.kind = 'system'"
"""Whether a message is one of those that fill the batch of a container; as many as a batch starve the queue."""
