"""Health: every finding with its rule and evidence, and what was checked."""

from __future__ import annotations

from inspector.ui.view import ViewKind

VIEWS = (ViewKind("health", "Health", "ph.heartbeat", "inspector.ui.health.view:HealthView", order=60),)
