"""The help: our own pages, read in a tab."""

from inspector.ui.view import ViewKind

VIEWS = (
    ViewKind(
        id="help",
        title="Help",
        icon="ph.question",
        factory="inspector.ui.help.view:HelpView",
        order=900,
        in_tree=False,
        needs_source=False,
    ),
)
