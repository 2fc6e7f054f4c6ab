"""How much anybody may ask of the server: sizes, rates and numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic


@dataclass(frozen=True, slots=True)
class Limits:
    """What one server puts up with."""

    message_bytes: int = 8 << 10  # of one message; a move takes less than a hundred
    messages_a_second: float = 20.0
    burst: int = 60  # messages at once, after a pause
    warnings: int = 5  # messages that make no sense, before a connection is closed
    connections: int = 2_000
    connections_at_a_table: int = 60
    connections_from_one_address: int = 1_000
    tables: int = 1_000
    tables_a_minute: int = 300
    seconds_to_say_hello: float = 10.0
    seconds_in_memory: float = 900.0  # a table that nobody looks at; it lasts in the store
    name_length: int = 24


@dataclass(slots=True)
class Bucket:
    """Lets so many through a second, and a few more at once after a pause.

    >>> bucket = Bucket(rate=1.0, size=2)
    >>> [bucket.take(now=0.0) for _ in range(3)], bucket.take(now=1.0)
    ([True, True, False], True)
    """

    rate: float
    size: float
    left: float = field(init=False)
    at: float | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.left = self.size

    def take(self, now: float | None = None) -> bool:
        """Whether one more may pass."""
        now = monotonic() if now is None else now
        if self.at is not None:
            self.left = min(self.size, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
