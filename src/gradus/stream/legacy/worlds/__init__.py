"""Worlds of 2017."""
