"""What values mean in words: schedules, durations, sizes, encoded bytes, pictures (only ``decoding`` knows Qt)."""
