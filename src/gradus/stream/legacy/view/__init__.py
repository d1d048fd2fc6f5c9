"""Views of 2017."""
