"""The tasks of the stream as machines: a module per family, one list of which method measures which."""
