"""Keys that are no commands because they mean something only inside one pane, as data: the key sheet shows them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PaneKey:
    """One key, or a few for one thing."""

    keys: tuple[str, ...]
    """Key sequences in Qt's portable form."""
    words: str
    """What they do."""


PANE_KEYS: dict[str, tuple[PaneKey, ...]] = {
    "In the workspace": (
        PaneKey(("Up", "Down"), "Go through what is open"),
        PaneKey(("Right", "Left"), "Unfold and fold"),
        PaneKey(("Return",), "Open"),
    ),
    "In a table": (
        PaneKey(("Up", "Down", "Left", "Right"), "Go from cell to cell"),
        PaneKey(("Ctrl+Home", "Ctrl+End"), "First and last row"),
        PaneKey(("Return",), "Go to the details of the row"),
        PaneKey(("Ctrl+Return",), "Follow the link of the cell"),
        PaneKey(("Ctrl+C",), "Copy what is selected"),
    ),
    "In a graph": (
        PaneKey(("Up", "Down", "Left", "Right"), "Go to the next node that way"),
        PaneKey(("PgDown", "PgUp"), "Go through the nodes one by one"),
        PaneKey(("Return",), "Open the row of the node"),
        PaneKey(("+", "-"), "Nearer and farther"),
        PaneKey(("F",), "Fit the graph"),
        PaneKey(("Esc",), "Select nothing"),
    ),
    "In the details": (
        PaneKey(("Ctrl+F",), "Find in the page in front"),
        PaneKey(("Return", "Shift+Return"), "Next match and the one before"),
        PaneKey(("Ctrl+C",), "Copy the value"),
    ),
    "In lists and hits": (
        PaneKey(("Up", "Down"), "Go through them"),
        PaneKey(("Return",), "Open"),
        PaneKey(("Ctrl+C",), "Copy the line"),
    ),
    "In fields and panes": (
        PaneKey(("Tab", "Shift+Tab"), "Next and previous part"),
        PaneKey(("Down",), "From a search field into what it found"),
        PaneKey(("Esc",), "Close a dialog or list"),
    ),
}
"""Pane -> its keys."""
