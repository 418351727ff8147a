"""Is the host that holds a session still there?"""

from __future__ import annotations

HOST_GONE = "(h.instance_id IS NULL OR h.stopped_at IS NOT NULL OR julianday(h.lease_expires_at) < julianday(:now))"
"""Whether a claim of a session (c) names a host (h) that is unknown, was stopped, or whose lease ran out."""
