"""The command palette (Ctrl+K) and quick open (Ctrl+P): what can be done, and where one can go, by a few letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from inspector.ui.commands import CommandRegistry
from inspector.ui.icons import Icons
from inspector.ui.picker import Choice, Picker


def command_palette(commands: CommandRegistry, icons: Icons, parent: QWidget) -> Picker:
    """The commands that can be used now, with their shortcuts."""
    choices = tuple(
        Choice(
            f"{command.menu}: {command.title}" if command.menu else command.title,
            partial(commands.run, command.id),
            QKeySequence(command.shortcut).toString(QKeySequence.SequenceFormat.NativeText),
            command.icon,
        )
        for command in commands.usable()
    )
    return Picker(
        choices, icons, parent, prompt="What do you want to do?", nothing="No command of this name can be used now."
    )


def quick_open(
    places: Iterable[tuple[str, str]],
    recent: Iterable[str],
    open_link: Callable[[str], object],
    icons: Icons,
    parent: QWidget,
) -> Picker:
    """Places of open sources (title, link), recent paths, and whatever path or link is typed or pasted."""
    here = [Choice(title, partial(open_link, link), icon="ph.arrow-right") for title, link in places]
    before = [Choice(path, partial(open_link, path), icon="ph.clock-counter-clockwise") for path in recent]

    def typed(text: str) -> Choice:
        return Choice(f"Open {text.strip()}", partial(open_link, text.strip()), icon="ph.folder-open")

    return Picker(
        (*here, *before),
        icons,
        parent,
        prompt="Open: a place, a recent file, a pasted path or link",
        nothing="Type or paste a path.",
        typed=typed,
    )
