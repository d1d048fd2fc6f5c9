"""The heart of the interface of 2017: events, scripts, channels, the environment and its session."""
