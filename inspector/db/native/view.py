"""A file as one of SQLite's own ways reads it: locked or looked at, and compared when the read is done."""

from __future__ import annotations

from inspector.cancel import CancelToken
from inspector.db.access import AccessMode
from inspector.db.file_view import ViewFacts
from inspector.db.native.opening import Plan
from inspector.db.signature import look


class NativeView:
    """One try's look at one file."""

    keeps = False
    guarded = False

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.facts = ViewFacts(
            plan.path, plan.mode, plan.why, plan.state, plan.journal, plan.encoding, plan.warnings
        )  # fmt: skip
        self.uri = plan.uri
        self.as_of = plan.as_of

    def start(self, cancel: CancelToken) -> None:
        """SQLite takes its locks by itself, with the first statement."""

    def has_changed(self) -> bool:
        """Whether it is not what it was: its bytes where no lock is held, else its identity."""
        before = self.plan.state
        if self.plan.mode is AccessMode.PRIVATE_COPY:
            return False
        now = look(self.plan.path)
        if self.plan.live:
            return now.main is None or before.main is None or now.main.identity != before.main.identity
        return now.data != before.data

    def finish(self) -> None:
        """The connection gives its locks back."""

    def close(self) -> None:
        """The connection was all that was open."""
