"""What can be done with the window as a whole, as data."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from inspector.ui.commands import Command

if TYPE_CHECKING:
    from inspector.ui.window import MainWindow

_SEARCH = "ph.magnifying-glass"


def window_commands(window: MainWindow) -> tuple[Command, ...]:
    """All commands of the window, in the order of the menus."""
    return (*_file(window), *_view(window), *_look(window), *_go(window), *_source(window), *_help(window))


def _file(window: MainWindow) -> tuple[Command, ...]:
    menu, queries = "File", window.queries
    return (
        Command("file.open", "Open file…", window.ask_file, "Ctrl+O", icon="ph.file", menu=menu),
        Command("file.open_folder", "Open folder…", window.ask_folder, "Ctrl+Shift+O", icon="ph.folder", menu=menu),
        Command("file.quick_open", "Open by name…", window.quick_open, "Ctrl+P", icon="ph.arrow-right", menu=menu),
        Command("sql.new", "New query", queries.new, "Ctrl+N", queries.can_begin, "ph.code", menu),
        Command("open.auto", "Read files through the read-only layer", partial(_read_through, window, "auto")),
        Command("open.sqlite", "Read files through SQLite's own ways", partial(_read_through, window, "sqlite")),
        Command("app.settings", "Settings…", window.aids.show_settings, "Ctrl+,", icon="ph.gear", menu=menu),
        Command("app.quit", "Quit", window.close, "Ctrl+Q", icon="ph.sign-out", menu=menu),
    )


def _read_through(window: MainWindow, way: str) -> None:
    """Files that are open are read on as they were opened: that is said, for nothing else tells."""
    window.context.settings.set("open.way", way)
    ways = {"auto": "the read-only layer, where this system allows it", "sqlite": "SQLite's own ways"}
    window.status.say(f"Files that are opened from now on are read through {ways[way]}")


def _view(window: MainWindow) -> tuple[Command, ...]:
    view, menu = window.has_view, "View"
    step, going = window.step_tab, window.navigation
    return (
        Command("view.refresh", "Refresh", window.refresh, "F5", view, "ph.arrow-clockwise", menu),
        Command("view.find", "Find here", window.find_here, "Ctrl+F", view, "ph.magnifying-glass", menu),
        Command("view.close", "Close tab", window.close_view, "Ctrl+W", view, "ph.x", menu),
        Command("view.reopen", "Reopen closed tab", going.reopen, "Ctrl+Shift+T", going.can_reopen, menu=menu),
        Command("view.next", "Next tab", partial(step, 1), "Ctrl+PgDown", view, menu=menu),
        Command("view.previous", "Previous tab", partial(step, -1), "Ctrl+PgUp", view, menu=menu),
        Command("panes.next", "Next pane", window.next_pane, "F6", menu=menu),
        Command("panes.focus_details", "Go to the details", window.focus_details, "Alt+Return", window.has_details),
        Command("panes.workspace", "Show or hide the workspace", window.toggle_workspace, "Ctrl+B", menu=menu),
        Command(
            "panes.details", "Show or hide the details", window.toggle_details, "Ctrl+D", window.has_details, menu=menu
        ),
        Command("panes.reset", "Reset layout", window.reset_layout, icon="ph.layout", menu=menu),
    )


def _look(window: MainWindow) -> tuple[Command, ...]:
    choose, menu = window.context.settings.set, "View"
    return (
        Command("look.system", "Colours of the system", partial(choose, "look.theme", "system"), menu=menu),
        Command("look.dark", "Dark colours", partial(choose, "look.theme", "dark"), icon="ph.moon", menu=menu),
        Command("look.light", "Light colours", partial(choose, "look.theme", "light"), icon="ph.sun", menu=menu),
        Command("look.dense", "Dense rows", partial(choose, "look.density", "dense"), menu=menu),
        Command("look.comfortable", "Comfortable rows", partial(choose, "look.density", "comfortable"), menu=menu),
    )


def _go(window: MainWindow) -> tuple[Command, ...]:
    going, menu = window.navigation, "Go"
    past = going.history
    search = window.has_search
    return (
        Command("go.back", "Back", going.go_back, "Alt+Left", past.can_go_back, "ph.arrow-left", menu),
        Command("go.forward", "Forward", going.go_forward, "Alt+Right", past.can_go_forward, "ph.arrow-right", menu),
        Command("go.search", "Search everything", window.focus_search, "Ctrl+Shift+F", search, _SEARCH, menu),
        Command("go.copy_link", "Copy link", going.copy_link, "Ctrl+Shift+C", window.has_view, "ph.link", menu),
        Command("app.palette", "All commands", window.show_palette, "Ctrl+K", icon="ph.command", menu=menu),
        Command("clock.set", "Show everything as of…", window.ask_clock, icon="ph.clock", menu=menu),
        Command(
            "clock.now", "Show everything as of now", window.reset_clock, "", window.clock_is_set, "ph.clock", menu
        ),
    )


def _source(window: MainWindow) -> tuple[Command, ...]:
    at, menu = window.source_actions, "Source"
    show, hide = partial(at.reveal, True), partial(at.reveal, False)
    return (
        Command("source.access", "Access report…", at.show_access, "", at.is_readable, "ph.shield-check", menu),
        Command("source.copy_path", "Copy path", at.copy_path, "", at.exists, "ph.copy", menu),
        Command("source.reveal", "Show secrets", show, "", at.secrets_hidden, "ph.eye", menu),
        Command("source.hide", "Hide secrets", hide, "", at.secrets_shown, "ph.eye-slash", menu),
        Command("source.close", "Close source", at.close, "", at.can_close, "ph.x-circle", menu),
    )


def _help(window: MainWindow) -> tuple[Command, ...]:
    menu = "Help"
    return (
        Command("help.open", "Help", window.aids.show_help, "F1", icon="ph.question", menu=menu),
        Command("help.keys", "Keys at a glance", window.aids.show_keys, "Ctrl+F1", icon="ph.keyboard", menu=menu),
    )
