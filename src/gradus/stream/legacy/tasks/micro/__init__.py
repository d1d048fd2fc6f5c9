"""Three tiny tasks of repetition."""
