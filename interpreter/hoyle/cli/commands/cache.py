"""`hoyle cache`: shows the compiled games that are kept, and clears them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.cli.faults import OK, UserFault, reason

if TYPE_CHECKING:
    import argparse

    from hoyle.backends.c.cache import Cache

EXAMPLE = """\
examples:
  hoyle cache
  hoyle cache --json
  hoyle cache clear

Games that are compiled are kept for the next time, in a folder that only you can write to; those used
longest ago go first. HOYLE_CACHE in the environment names another folder.

exit status: 0 done, 2 it could not be cleared"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument(
        "what",
        nargs="?",
        choices=("show", "clear"),
        default="show",
        metavar="show|clear",
        help="show what is kept (default), or remove it",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.backends.c.cache import Cache, user_folder

    cache = Cache(user_folder())
    if arguments.what == "clear":
        print(_cleared(cache, arguments.json))
    else:
        print(_json(cache) if arguments.json else _table(cache))
    return OK


def _cleared(cache: Cache, as_json: bool) -> str:
    import json

    from hoyle.wording import counted

    objects, size = len(cache.objects()), cache.bytes + cache.zig_bytes
    try:
        cache.clear()
    except OSError as error:
        raise UserFault(
            f"cannot clear {cache.folder}: {reason(error)}", "remove it yourself, or set HOYLE_CACHE"
        ) from None
    if as_json:
        return json.dumps({"folder": str(cache.folder), "removed": objects, "bytes": size})
    return f"{cache.folder}: {counted(objects, 'object')} removed, {megabytes(size)}"


def _json(cache: Cache) -> str:
    import json
    from dataclasses import asdict

    from hoyle.backends.c.cache import MOST_BYTES

    found = {
        "folder": str(cache.folder),
        "unusable": cache.why_unusable() if cache.folder.exists() else None,
        "bytes": cache.bytes,
        "most_bytes": MOST_BYTES,
        "zig_bytes": cache.zig_bytes,
        "objects": [asdict(kept) for kept in cache.objects()],
    }
    return json.dumps(found, ensure_ascii=False, indent=1)


def _table(cache: Cache) -> str:
    from datetime import UTC, datetime

    from hoyle.backends.c.cache import MOST_BYTES
    from hoyle.tables import aligned
    from hoyle.wording import counted

    objects = cache.objects()
    total = f"{counted(len(objects), 'object')}, {megabytes(cache.bytes)} of at most {megabytes(MOST_BYTES)}"
    lines = [f"{cache.folder}: {total}"]
    if size := cache.zig_bytes:
        lines.append(f"besides, ziglang's own library: {megabytes(size)}")
    if cache.folder.exists() and (why := cache.why_unusable()) is not None:
        lines.append(f"it is not used: {why}")
    if objects:
        rows = [("game", "bytes", "last used", "compiler")]
        for kept in objects:
            used = datetime.fromtimestamp(kept.used, UTC).strftime("%Y-%m-%d %H:%M UTC")
            rows.append((_printable(kept.about) or "–", f"{kept.bytes:,}", used, _printable(kept.compiler)))
        lines += ["", *aligned(rows, right={1}, gap="   ")]
    return "\n".join(lines)


def _printable(text: str) -> str:
    """What a note says, which may not do anything to the terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)[:80]


def megabytes(size: int) -> str:
    """A size for people.

    >>> megabytes(64 << 20), megabytes(20_000)
    ('64.0 MB', '0.02 MB')
    """
    value = size / (1 << 20)
    return f"{value:.1f} MB" if value >= 1 else f"{value:.2f} MB"
