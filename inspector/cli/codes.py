"""What the exit codes of the headless commands say; they are part of the command line's promise to scripts."""

OK = 0
"""The answer is whole."""
FAILED = 1
"""There is no answer; the reason is on standard error."""
USAGE = 2
"""The command line cannot be understood."""
NO_DISPLAY = 3
"""There is no display to open the window on."""
PARTIAL = 4
"""There is an answer, and some files or tables could not be read for it, or ``query`` has more rows than the number
that stands for none that was named; which and why is told."""
SUSPICIOUS = 5
"""Of ``health`` and ``trace``: something may be wrong, nothing is known to be broken, and all was looked at."""
BROKEN = 6
"""Of ``health`` and ``trace``: something is broken, whatever else is so."""
