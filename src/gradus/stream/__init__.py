"""The byte world: one byte in, one byte out, and a reward."""
