"""What can be done with a timeline and its entries: the commands of its view, the menu of an entry."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from inspector.timeline.filtering import KIND, LANE, STATUS
from inspector.ui.commands import Command
from inspector.ui.deed import Deed
from inspector.ui.timeline.choices import shown_word

if TYPE_CHECKING:
    from inspector.ui.timeline.pane import TimelinePane


def timeline_commands(pane: TimelinePane) -> tuple[Command, ...]:
    """The commands of a timeline that is in front."""
    shown, faults = pane.any_shown, pane.any_fault
    return (
        Command("timeline.next_fault", "Next fault of the timeline", pane.next_fault, "F8", faults, menu="View"),
        Command("timeline.previous_fault", "Previous fault of the timeline", pane.previous_fault, "Shift+F8", faults),
        Command("timeline.first_fault", "First fault of the timeline", pane.first_fault, when=faults),
        Command("timeline.next_kind", "Next entry of the same kind", pane.next_of_kind, "Alt+Down", shown),
        Command("timeline.next_status", "Next entry of the same status", pane.next_of_status, when=shown),
        Command("timeline.jump", "Go to a time", pane.to_jump, "Ctrl+G", shown, menu="View"),
        Command("timeline.form", "Times as local time, UTC or age", pane.next_form, when=shown),
        Command("timeline.copy", "Copy the entries", pane.list.copy, when=shown),
    )


def fill_menu(menu: QMenu, pane: TimelinePane, place: int) -> None:
    """What can be done with an entry."""
    entry = pane.timeline().entry(place)
    if entry.link is not None and entry.link.ref is not None:
        _add(menu, "Open its row", partial(pane.open_entry, place))
        if pane.is_said(place):
            _add(menu, "Show in the conversation", partial(pane.open_conversation, place))
    if entry.text:
        _add(menu, "Fold" if pane.list.is_open(place) else "Unfold", partial(pane.list.toggle, place))
    _add(menu, "Copy", pane.list.copy)
    menu.addSeparator()
    asked = pane.filtered().filter
    for facet, title, word in (
        (KIND, "kind", entry.kind),
        (LANE, "lane", entry.lane),
        (STATUS, "status", entry.status),
    ):
        wanted = asked.choosing(facet, frozenset({word}))
        if word and wanted != asked:
            _add(menu, f"Only the {title} “{shown_word(word)}”", partial(pane.ask, wanted))
    menu.addSeparator()
    if entry.kind:
        _add(menu, "Next of this kind", pane.next_of_kind)
    if entry.status:
        _add(menu, "Next of this status", pane.next_of_status)


def _add(menu: QMenu, words: str, run: Callable[[], object]) -> QAction:
    action = QAction(words.replace("&", "&&"), menu)
    Deed(action, run)
    menu.addAction(action)
    return action
