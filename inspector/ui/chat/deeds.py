"""What can be done with a conversation and its messages: the commands of its view, the menu of a message."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from inspector.ui.commands import Command
from inspector.ui.deed import Deed

if TYPE_CHECKING:
    from inspector.ui.chat.view import ChatView


def chat_commands(view: ChatView) -> tuple[Command, ...]:
    """The commands of a conversation that is in front."""
    shown, chosen, found, waits = view.any_message, view.any_current, view.finding.any, view.any_waiting
    return (
        Command("chat.next_found", "Next message with the words", view.finding.next, "F3", found, menu="View"),
        Command("chat.previous_found", "Previous message with the words", view.finding.previous, "Shift+F3", found),
        Command("chat.unanswered", "Next unanswered message", view.going.next_unanswered, "F8", waits, menu="View"),
        Command("chat.fault", "First message that failed", view.going.first_fault, when=view.any_fault),
        Command("chat.jump", "Go to a time in the conversation", view.going.to_jump, "Ctrl+G", shown, menu="View"),
        Command("chat.end", "Newest message", view.going.to_end, when=shown),
        Command("chat.row", "Open the row of the chat message", view.leaving.open_current, when=chosen),
        Command("chat.trace", "Trace the message", view.leaving.open_trace, when=chosen, icon="ph.path"),
        Command("chat.timeline", "Show the message in the timeline", view.leaving.open_timeline, when=shown),
        Command("chat.copy", "Copy the messages", view.leaving.copy, when=chosen),
        Command("chat.link", "Copy link of the message", view.copy_link, when=chosen),
    )


def fill_menu(menu: QMenu, view: ChatView, place: int) -> None:
    """What can be done with a message."""
    message = view.list.message(place)
    _add(menu, "Open its row", partial(view.leaving.open_row, place))
    _add(menu, "Trace this message", view.leaving.open_trace)
    _add(menu, "Show in the timeline", view.leaving.open_timeline)
    if message is not None and message.edits:
        _add(menu, "Show or hide what stood there", partial(view.list.toggle_edits, place))
    if message is not None and message.other is not None:
        _add(menu, "Open the session of the other agent", partial(view.leaving.open_other, place))
    menu.addSeparator()
    _add(menu, "Copy the text", view.leaving.copy)
    _add(menu, "Copy link of the message", view.copy_link)


def _add(menu: QMenu, words: str, run: Callable[[], object]) -> QAction:
    action = QAction(words.replace("&", "&&"), menu)
    Deed(action, run)
    menu.addAction(action)
    return action
