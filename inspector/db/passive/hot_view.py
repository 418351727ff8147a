"""A view of a database whose writer died in the middle of a transaction: rolled back in our memory (rule 7)."""

from __future__ import annotations

import os

from inspector.cancel import CancelToken
from inspector.db.file_view import ViewFacts
from inspector.db.passive.descriptor import Descriptor, NotRegular
from inspector.db.passive.sqlite_files import CancellableFile, OverlayFile, ReadOnlyFile
from inspector.db.passive.view import View
from inspector.db.signature import look
from inspector.errors import ChangedWhileReading


class HotView(View):
    """SQLite itself plays the journal back, into pages that are kept in memory."""

    rolls_back = True

    def __init__(self, facts: ViewFacts, file: Descriptor, cancel: CancelToken) -> None:
        """Raises ChangedWhileReading; the caller closes ``file`` then."""
        super().__init__(facts, file, cancel)
        if facts.state.journal is None:
            raise ChangedWhileReading("A journal has just come to be there.", path=facts.path)
        try:
            self._journal: Descriptor | None = Descriptor(facts.path + "-journal")
        except (FileNotFoundError, NotRegular):
            raise ChangedWhileReading("The journal has just gone.", path=facts.path) from None
        try:
            if self._journal.stat() != facts.state.journal:
                raise ChangedWhileReading("The journal was written to.", path=facts.path)
        except BaseException:
            self._journal.close()
            raise
        self._wanted = True
        self._others: dict[str, bool] = {}
        self._main = OverlayFile(super().main_file())

    def has_changed(self) -> bool:
        """Neither file was written; a super-journal that decides what the journal means is there, or not, as before."""
        if look(self.facts.path).data != self.facts.state.data:
            return True
        return any(os.path.exists(path) is not found for path, found in list(self._others.items()))

    def close(self) -> None:
        super().close()
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def main_file(self) -> ReadOnlyFile:
        return self._main

    def journal_file(self) -> ReadOnlyFile | None:
        if self._journal is None or not self._wanted:
            return None
        assert self.facts.state.journal is not None
        return OverlayFile(CancellableFile(self._journal.read, self.facts.state.journal.size, self.is_cancelled))

    def forget_journal(self) -> None:
        self._wanted = False

    def other_exists(self, path: str) -> bool:
        """A journal whose super-journal is gone was committed: SQLite asks, a look by stat answers."""
        self._others[path] = os.path.exists(path)
        return self._others[path]
