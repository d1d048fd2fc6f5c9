"""The ground floor: machines, and the ways to get one (a table, a hidden generator, the code of a task, orbits)."""
