"""The tasks that were there before the challenge."""
