"""Where nodes stand: pure numbers, no drawing."""
