"""Events of 2017: whoever registered for the class of an event is called, in the order of registration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Trigger(NamedTuple):
    """When ``condition(event)`` holds for an event of exactly this type, the handler runs."""

    type: Any
    condition: Callable[[Any], Any]
    event_handler: Callable[[Any, Any], Any]


class EventManager:
    """Who waits for what."""

    def __init__(self) -> None:
        self.triggers: dict[Any, list[tuple[Any, Trigger]]] = {}
        """Pairs of observer and trigger for each class of events."""

    def register(self, observer: Any, trigger: Trigger) -> None:
        """Let ``observer`` wait for what the trigger names."""
        self.triggers.setdefault(trigger.type, []).append((observer, trigger))

    def deregister(self, observer: Any, trigger: Trigger) -> None:
        """Let it wait no more; ValueError if it never did."""
        waiting = self.triggers.get(trigger.type, [])
        for place, (who, what) in enumerate(waiting):
            if who is observer and what is trigger:
                del waiting[place]
                return
        raise ValueError(f"{observer!r} does not wait for {trigger.type!r}")

    def clear(self) -> None:
        """Nobody waits for anything."""
        self.triggers.clear()

    def raise_event(self, event: Any) -> bool:
        """Run every handler whose condition holds; True if any ran.

        The list is walked while handlers may extend it, and a condition is looked at just before its handler.
        """
        waiting = self.triggers.get(event.__class__)
        if not waiting:
            return False
        handled = False
        for observer, trigger in waiting:
            outcome = trigger.condition(event)
            if hasattr(event, "__dict__"):
                event.condition_outcome = outcome
            if outcome:
                handled = True
                trigger.event_handler(observer, event)
        return handled
