"""`hoyle serve`: opens tables in the browser, for people and bots."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from hoyle.bots.levels import LEVELS, SERVED_LEVEL
from hoyle.bots.registry import BOTS
from hoyle.cli.arguments import at_least
from hoyle.cli.faults import OK, UserFault, need, reason

if TYPE_CHECKING:
    import argparse
    from socket import socket

    from hoyle.web.hall import Served

EXAMPLE = """\
examples:
  hoyle serve stop
  hoyle serve stop chess pig --port 8000
  hoyle serve my-variant.yaml --watch

Open the address that it prints. Only this machine is served unless --host says otherwise."""

LOOPBACK = ("127.0.0.1", "::1", "localhost")
MOST_MILLISECONDS = 60_000


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument(
        "rulesets", metavar="RULESET", nargs="+", help="a bundled id (see `hoyle list`) or a path"
    )
    add = parser.add_argument
    add("--host", default="127.0.0.1", metavar="ADDRESS", help="where to listen (default: this machine only)")
    add(
        "--port",
        type=at_least(0, 65535),
        default=8421,
        metavar="N",
        help="on which port (default: 8421; 0: any)",
    )
    add(
        "--allow-name",
        action="append",
        default=[],
        metavar="NAME",
        help="a name by which browsers may call the server",
    )
    add(
        "--store",
        metavar="FILE",
        help="where tables are kept (default: tables.sqlite in your folder for data)",
    )
    others = parser.add_mutually_exclusive_group()
    others.add_argument(
        "--level",
        choices=LEVELS,
        default=SERVED_LEVEL,
        help=f"how well bots play where nobody says otherwise (default: {SERVED_LEVEL})",
    )
    others.add_argument("--bot", choices=list(BOTS), help="who plays there, instead of a level")
    add(
        "--pause",
        type=at_least(0, MOST_MILLISECONDS),
        default=700,
        metavar="MS",
        help="how long a bot waits before it chooses (default: 700)",
    )
    add(
        "--watch",
        action="store_true",
        help="look at the files again when they are saved, and go on by the new rules",
    )


def execute(arguments: argparse.Namespace) -> int:
    need("the web table", "starlette", "uvicorn", "websockets", extra="web")

    import uvicorn

    from hoyle.web.hall import Hall
    from hoyle.web.server import application
    from hoyle.web.store import Store, StoreError
    from hoyle.web.watching import Watcher

    served = _served(arguments.rulesets)
    listening = _listen(arguments.host, arguments.port)
    path = arguments.store or str(_default_store())
    try:
        store = Store(path)
    except StoreError as error:
        help = "another server may be using it: give another --store"
        if not Path(path).resolve().parent.is_dir():
            help = f"there is no folder {Path(path).parent}: make it, or give another --store"
        raise UserFault(str(error), help) from None
    hall = Hall(
        served,
        store,
        bot=arguments.bot or arguments.level,
        pause=arguments.pause / 1000,
        rebase=arguments.watch,
    )
    app = application(
        hall,
        Watcher() if arguments.watch else None,
        tuple(arguments.allow_name),
        loopback=arguments.host in LOOPBACK,
    )
    limits = hall.limits
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=limits.message_bytes,
        ws_max_queue=16,
        limit_concurrency=limits.connections + 200,
        timeout_graceful_shutdown=2,
    )
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    print(f"Hoyle is at http://{shown}:{port}/", flush=True)
    print(f"tables are kept in {path}; stop with Ctrl-C", flush=True)
    uvicorn.Server(config).run(sockets=[listening])
    return OK


def _served(words: list[str]) -> list[Served]:
    from hoyle.cli.rulesets import located
    from hoyle.web.hall import load

    found: dict[str, Served] = {}
    for word in words:
        one = load(located(word))
        if one.game.id in found and found[one.game.id].source != one.source:
            raise UserFault(
                f"{one.source} and {found[one.game.id].source} have the same id, `{one.game.id}`",
                "give one of them another id",
            )
        found[one.game.id] = one
    return list(found.values())


def _listen(host: str, port: int) -> socket:
    """A socket that listens, so that an address that can't be had is told before anything is begun."""
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)  # who comes before all is ready waits, and is not turned away
    except OSError as error:
        listening.close()
        raise UserFault(
            f"cannot listen at {host}, port {port}: {reason(error)}", "choose another --port or --host"
        ) from None
    return listening


def _default_store() -> Path:
    """`tables.sqlite` in the user's folder for data, which is made if it is not there."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    folder = Path(base) / "hoyle"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / "tables.sqlite"
