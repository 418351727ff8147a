"""Starting: a headless command, or the window; a keyboard interrupt ends either quietly."""

from __future__ import annotations

import sys

from inspector import cli


def main() -> int:
    """Entry point of ``agentdb-inspector``; gives the exit code."""
    try:
        outcome = cli.run()
        match outcome:
            case cli.Opening():
                return _open_window(outcome)
            case cli.Drawing():
                return _draw(outcome)
        return outcome
    except KeyboardInterrupt:
        return 130


def _draw(drawing: cli.Drawing) -> int:
    # Qt is loaded, and needs no display for this.
    from inspector.ui.graph.files.headless import picture

    return cli.finish(drawing, lambda: picture(drawing.shown, drawing.form, drawing.theme), sys.stderr)


def _open_window(opening: cli.Opening) -> int:
    # Qt is loaded for the window alone.
    from inspector.settings import Settings
    from inspector.ui.app import run_window

    settings = Settings()
    if settings.problem:
        sys.stderr.write(settings.problem + "\n")
    paths = (*opening.paths, *_demo(opening))
    return run_window(paths, opening.clock, settings, new_window=opening.new_window)


def _demo(opening: cli.Opening) -> tuple[str, ...]:
    """The folder of the sample, made when it is asked for; always fresh, so that its times are of now."""
    if not opening.demo:
        return ()
    from inspector.sample import make_sample
    from inspector.settings import private_dir

    folder = private_dir().parent / "demo"
    make_sample(folder, as_of=opening.clock.as_of)
    return (str(folder),)


if __name__ == "__main__":
    sys.exit(main())
