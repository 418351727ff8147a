"""Who hears of a fault nobody caught, from any thread: the crash dialog, on the UI thread."""

from __future__ import annotations

import sys
import threading
import traceback
from types import TracebackType
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from inspector.ui.crash_dialog import CrashDialog


class CrashHandler(QObject):
    """Takes every fault nobody caught, from any thread, and shows it on the UI thread."""

    _caught = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._dialog: CrashDialog | None = None
        self._seen: set[str] = set()
        self._caught.connect(self._show)

    def install(self) -> None:
        """Take over Python's three hooks for what nobody caught."""
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread
        sys.unraisablehook = self._on_unraisable

    def uninstall(self) -> None:
        """Give the hooks back."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__
        sys.unraisablehook = sys.__unraisablehook__

    def dialog(self) -> CrashDialog | None:
        """The dialog that is shown now."""
        return self._dialog

    def _on_exception(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        traceback.print_exception(error, file=sys.stderr)
        self._caught.emit(error.with_traceback(trace))

    def _on_thread(self, args: Any) -> None:
        if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
            self._on_exception(args.exc_type, args.exc_value, args.exc_traceback)

    def _on_unraisable(self, args: Any) -> None:
        if args.exc_value is not None:
            self._on_exception(args.exc_type, args.exc_value, args.exc_traceback)

    @Slot(object)
    def _show(self, error: BaseException) -> None:
        # Late: reports and their dialog cost a tenth of the start, and are hardly ever needed.
        from inspector.ui.crash_dialog import CrashDialog, crash_report

        report = crash_report(error)
        if self._dialog is not None:
            self._dialog.add()
            return
        # The same fault at every repaint or tick must not come back each time it was closed.
        if report in self._seen:
            return
        self._seen.add(report)
        self._dialog = CrashDialog(report, QApplication.activeWindow())
        self._dialog.destroyed.connect(self._closed)
        self._dialog.show()

    @Slot()
    def _closed(self) -> None:
        self._dialog = None
