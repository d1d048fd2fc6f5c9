"""Hears the stream: raw exchanges, the form of dialogue, regimes."""
