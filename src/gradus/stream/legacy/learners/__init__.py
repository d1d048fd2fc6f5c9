"""Learners of 2017."""
