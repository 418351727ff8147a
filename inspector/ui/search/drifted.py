"""What full-text indexes and their tables do not agree on: a badge above the hits, and all of it as a list."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.db.display import visible
from inspector.db.rows import RowRef
from inspector.errors import KnownError
from inspector.search.drift import DriftEntry, DriftKind, DriftReport
from inspector.search.drift_reports import drift_reports
from inspector.search.state import Drift
from inspector.ui.labels import plain, tip, tone
from inspector.ui.lines.line import Line, LineGroup
from inspector.ui.lines.list import LineList
from inspector.ui.lines.sizes import counted
from inspector.ui.view import ViewContext
from inspector.workspace.answers.search_sources import databases_below
from inspector.workspace.rows.row_location import row_location
from inspector.workspace.source import Source

_TITLES: dict[DriftKind, str] = {
    "not indexed": "Rows that are not in the index",
    "no row": "Entries without a row",
    "other row": "Entries that lead to a row with other words",
}
_SHOWN = 20


@dataclass(frozen=True)
class SourceDrift:
    """One index that does not hold what its table holds."""

    source: Source
    """Where."""
    report: DriftReport
    """What the matter is."""


def drift_words(found: tuple[SourceDrift, ...]) -> str:
    """A sentence on each of them; empty where all indexes agree."""
    parts = [one.report.words or f"{one.report.index} was not compared: {one.report.problem}" for one in found]
    return "\n".join(parts)


def badge_words(found: tuple[SourceDrift, ...]) -> str:
    """The same, short: "memories_fts holds 0 of 1,000 rows"; empty where all indexes agree."""
    if not found:
        return ""
    if len(found) > 1:
        return f"{len(found):,} indexes differ from their tables"
    report = found[0].report
    if report.problem:
        return f"{visible(report.index)} was not compared"
    lacking = report.count("not indexed")
    if lacking:
        return f"{visible(report.index)} holds {report.rows - lacking:,} of {report.rows:,} rows"
    return f"{counted(report.total, 'entry', 'entries')} of {visible(report.index)} lead elsewhere"


def drift_groups(found: tuple[SourceDrift, ...]) -> list[LineGroup]:
    """Every row and entry that is listed, each leading to its row."""
    groups = []
    for one in found:
        report = one.report
        for kind, count in report.counts:
            entries = tuple(_line(one, entry) for entry in report.entries if entry.kind == kind)
            title = f"{visible(report.index)}: {_TITLES[kind][0].lower()}{_TITLES[kind][1:]}"
            left = count - len(entries)
            more = f"{left:,} more are not listed" if left > 0 else ""
            groups.append(LineGroup(title, entries, count=f"{count:,}", shown=_SHOWN, more=more))
        said = tuple(Line(text, tone="muted") for text in (report.note, report.problem) if text)
        if said:
            groups.append(LineGroup(f"{visible(report.index)}: not compared", said))
    return groups


def _line(one: SourceDrift, entry: DriftEntry) -> Line:
    detail = f"indexed as: {visible(entry.indexed)}" if entry.indexed and entry.kind != "not indexed" else ""
    ref = entry.ref or RowRef("main", one.report.index, (entry.rowid,))
    goal = row_location(one.source.path, ref)
    title = visible(entry.title) or f"Entry {entry.rowid}"
    key = f"{one.source.path} {one.report.index} {entry.kind} {entry.rowid}"
    return Line(title, detail, f"number {entry.rowid}", goal=goal, key=key)


class DriftList(QDialog):
    """All of it; a click opens a row and leaves the list open."""

    openRequested = Signal(object)
    """A Location."""

    def __init__(self, context: ViewContext, found: tuple[SourceDrift, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Index against table")
        self.resize(620, 520)
        about = plain(
            "What the full-text indexes hold was compared with the rows they index, by content. Searches find rows "
            "that are not indexed by looking through them, and say of hits that lead elsewhere that they do. Nothing "
            "is written: the index is made anew by the program that it belongs to.",
            self,
            wrap=True,
        )
        tone(about, "muted")
        self.lines = LineList(context.theme, "Rows and entries that do not agree", self, fitted=False)
        self.lines.show_groups(drift_groups(found))
        self.lines.openRequested.connect(self.openRequested)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.close)
        column = QVBoxLayout(self)
        column.addWidget(about)
        column.addWidget(self.lines, 1)
        column.addWidget(buttons)


class DriftBadge(QPushButton):
    """Compares in the background, and is hidden while all indexes hold what their tables hold; a click lists it all."""

    openRequested = Signal(object)
    """A Location."""
    counted = Signal(str, str)
    """``(path, text)``: what the entry of the search of a source counts."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.found: tuple[SourceDrift, ...] = ()
        """The indexes that do not agree."""
        tone(self, "warning")
        context.icons.dress(self, "ph.warning", "warning")
        self.clicked.connect(self.show_list)
        self.hide()

    def disagrees(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.found)

    def compare(self, sources: tuple[Source, ...], drift: Drift) -> None:
        """Compare the indexes of these sources, those that were not compared as they are now."""

        def work(cancel: CancelToken) -> tuple[SourceDrift, ...]:
            found: list[SourceDrift] = []
            for source in databases_below(sources):
                assert source.database is not None
                try:
                    reports = drift_reports(
                        source.database,
                        source.family.search,
                        source.redactor,
                        without=source.context,
                        drift=drift,
                        cancel=cancel,
                    )
                except KnownError:
                    continue  # the search itself tells what cannot be read
                found += [SourceDrift(source, report) for report in reports if report.total or report.problem]
            return tuple(found)

        self._context.runner.run(work, self._show, _unheard, owner=self, key="drift")

    @Slot()
    def show_list(self) -> DriftList:
        """Open the list."""
        shown = DriftList(self._context, self.found, self.window())
        shown.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        shown.openRequested.connect(self.openRequested)
        shown.show()
        return shown

    def _show(self, found: tuple[SourceDrift, ...]) -> None:
        self.found = found
        self.setText(badge_words(found).replace("&", "&&"))
        self.setToolTip(tip(drift_words(found)))
        self.setVisible(bool(found))
        totals: dict[str, int] = {}
        for one in found:
            totals[one.source.path] = totals.get(one.source.path, 0) + one.report.total
        for path, total in totals.items():
            self.counted.emit(path, f"{total:,}" if total else "")


def _unheard(error: KnownError) -> None:
    """What cannot be compared now is compared at the next search."""
