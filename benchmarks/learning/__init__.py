"""The sections of ``benchmarks/learner.py``, one module per subject."""
