"""Chooses between answering, probing and staying silent."""
