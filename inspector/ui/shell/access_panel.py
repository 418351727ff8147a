"""The whole access report: how each file of a source is read and what that has cost, every figure as measured."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from inspector.db.access import AccessReport
from inspector.ui.labels import one_line
from inspector.workspace.source import Source

_TICK_MS = 1000


def access_text(reports: tuple[AccessReport, ...], now: float) -> str:
    """The reports in words, a paragraph for each file."""
    return "\n\n".join("\n".join(_lines(report, now)) for report in reports)


class AccessPanel(QDialog):
    """Shows the access reports of a source and goes on showing them while it is read."""

    def __init__(self, source: Source, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self.setWindowTitle(f"Access report: {one_line(source.title)}")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(640, 360)
        self._text = QPlainTextEdit(self, readOnly=True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        copy = QPushButton("Copy", self)
        copy.setAutoDefault(False)
        buttons.addButton(copy, QDialogButtonBox.ButtonRole.ActionRole)
        column = QVBoxLayout(self)
        column.addWidget(self._text)
        column.addWidget(buttons)
        self._tick = QTimer(self, interval=_TICK_MS)
        self._tick.timeout.connect(self._show)
        buttons.rejected.connect(self.close)
        copy.clicked.connect(self._copy)
        self._tick.start()
        self._show()

    def text(self) -> str:
        """The report as it is shown."""
        return self._text.toPlainText()

    @Slot()
    def _show(self) -> None:
        database = self._source.database
        made = access_text(database.reports() if database else (), time.time())
        # A replaced text loses the selection that a reader may be copying.
        if made != self._text.toPlainText() and not self._text.textCursor().hasSelection():
            self._text.setPlainText(made)

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text.toPlainText())


def _lines(report: AccessReport, now: float) -> list[str]:
    if report.mode is None:
        return [one_line(report.path), "Not read yet."]
    shown = datetime.fromtimestamp(report.as_of, UTC).strftime("%H:%M:%S UTC") if report.as_of else "never"
    age = report.age_s(now)
    return [
        one_line(report.path),
        f"Access mode: {report.mode.value}. {report.mode.words}",
        *([f"Why: {report.why}"] if report.why else []),
        f"Bytes written: {report.bytes_written:,}",
        f"Files left behind: {', '.join(map(one_line, report.files_left)) or 'none'}",
        f"Longest lock that a writer can feel: {report.longest_lock_ms:,.1f} ms",
        f"Longest read mark in a WAL: {report.longest_mark_ms:,.1f} ms",
        f"Reads: {report.reads:,}; made again {report.retries:,}; thrown away {report.rejected:,}",
        f"Private copies: {report.copies:,} ({report.copied_bytes:,} bytes)",
        f"Last read: {shown}" + (f", {age:,.0f} s ago" if age is not None else ""),
        *(f"Note: {warning}" for warning in report.warnings),
    ]
