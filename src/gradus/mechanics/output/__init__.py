"""Machines for people to look at: pictures and pages."""
