"""One Hypothesis profile for all tests: nothing in it reads the clock, so a busy machine fails no test."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "gradus",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    database=None,  # a clone that cannot be written to is no reason to complain
)
settings.load_profile("gradus")
