"""The parts of the window that are no view: tabs, opening, going back, notices, status, the clock."""
