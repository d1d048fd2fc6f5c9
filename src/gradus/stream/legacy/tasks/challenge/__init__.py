"""The tasks of the General AI Challenge."""
