"""Tasks that showed how to write tasks."""
