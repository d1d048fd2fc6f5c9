"""Task families of 2017, written against its interface."""
