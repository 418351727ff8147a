"""What the user can do, as data: menus, toolbar, context menus and the command palette are built from this one list."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction


def always() -> bool:
    """The ``when`` of a command that can be used at any time."""
    return True


@dataclass(frozen=True)
class Command:
    """One thing the user can do."""

    id: str
    """Dotted id, e.g. ``view.refresh``; unique."""
    title: str
    """What it does, as read in menus and the palette."""
    run: Callable[[], object]
    """Does it."""
    shortcut: str = ""
    """Key sequence in Qt's portable form, e.g. ``Ctrl+Shift+F``; empty for none."""
    when: Callable[[], bool] = always
    """Whether it can be used now."""
    icon: str = ""
    """Name in the icon set, e.g. ``ph.folder-open``."""
    menu: str = ""
    """Title of the menu it stands in; empty: only in the palette."""
    more_shortcuts: tuple[str, ...] = ()
    """Further key sequences for the same thing."""


class CommandRegistry(QObject):
    """All commands that exist now, each with the one QAction that menus, toolbar and shortcuts share."""

    changed = Signal()
    """Commands came or went."""
    ran = Signal(str)
    """The id of a command that was just run."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._commands: dict[str, Command] = {}
        self._actions: dict[str, _CommandAction] = {}
        self._bound: dict[str, str] = {}

    def add(self, commands: Iterable[Command]) -> None:
        """Make commands available. Raises ValueError when an id or a shortcut is already taken."""
        added = tuple(commands)
        for command in added:
            self._check(command)
            self._commands[command.id] = command
            self._bound.update(dict.fromkeys(_sequences(command), command.id))
        if added:
            self.changed.emit()

    def remove(self, ids: Iterable[str]) -> None:
        """Forget commands, e.g. those of a view that is no longer in front. Unknown ids are ignored."""
        removed = [id for id in ids if self._commands.pop(id, None)]
        self._bound = {keys: id for keys, id in self._bound.items() if id in self._commands}
        for id in removed:
            action = self._actions.pop(id, None)
            if action:
                action.setEnabled(False)
                action.setParent(None)
                action.deleteLater()
        if removed:
            self.changed.emit()

    def command(self, id: str) -> Command:
        """The command of this id. Raises KeyError."""
        return self._commands[id]

    def all(self) -> tuple[Command, ...]:
        """All commands in the order they were added."""
        return tuple(self._commands.values())

    def usable(self) -> tuple[Command, ...]:
        """The commands that can be used now."""
        return tuple(command for command in self._commands.values() if command.when())

    def action(self, id: str) -> QAction:
        """The action of a command, made once; triggering it runs the command."""
        if id not in self._actions:
            self._actions[id] = _CommandAction(self._commands[id], self)
        return self._actions[id]

    def run(self, id: str) -> bool:
        """Run a command if it can be used now; tells whether it was."""
        command = self._commands[id]
        if not command.when():
            return False
        command.run()
        self.ran.emit(id)
        return True

    def refresh(self) -> None:
        """Ask every command again whether it can be used (after the current view or source changed)."""
        for action in self._actions.values():
            action.ask()

    def _check(self, command: Command) -> None:
        if command.id in self._commands:
            raise ValueError(f"two commands are called {command.id}")
        for keys in _sequences(command):
            if keys in self._bound:
                raise ValueError(f"{command.id} and {self._bound[keys]} share a shortcut")


class _CommandAction(QAction):
    def __init__(self, command: Command, registry: CommandRegistry) -> None:
        # With its text among the arguments Qt would look at forms with an icon too, and load all it knows of icons.
        super().__init__(registry)
        self.setText(command.title.replace("&", "&&"))
        self._command = command
        self._registry = registry
        self.setObjectName(command.id)
        from PySide6.QtGui import QKeySequence  # late: the first action is made after the first paint

        self.setShortcuts([QKeySequence(keys) for keys in _keys(command)])
        self.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        tip = f"{command.title} ({self.shortcut().toString(QKeySequence.SequenceFormat.NativeText)})"
        self.setToolTip(tip if command.shortcut else command.title)
        self.ask()
        self.triggered.connect(self._run)

    def ask(self) -> None:
        self.setEnabled(self._command.when())

    @Slot()
    def _run(self) -> None:
        self._registry.run(self._command.id)


def _keys(command: Command) -> tuple[str, ...]:
    return tuple(keys for keys in (command.shortcut, *command.more_shortcuts) if keys)


def _sequences(command: Command) -> set[str]:
    """The keys in one spelling, whatever the order of Ctrl and Shift; asking Qt for it takes a tenth of the start."""
    return {"+".join(sorted(keys.casefold().split("+"))) for keys in _keys(command)}
