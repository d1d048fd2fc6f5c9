"""Round 1, gradual learning."""
