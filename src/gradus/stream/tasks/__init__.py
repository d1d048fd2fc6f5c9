"""The stream tasks, one module per family."""
