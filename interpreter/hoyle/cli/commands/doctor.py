"""`hoyle doctor`: says what Hoyle can do on this machine, and why not more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.cli.faults import FINDINGS, OK

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from hoyle.doctor.machine import Machine

EXAMPLE = """\
examples:
  hoyle doctor
  hoyle doctor --json

Games are played by Python, or by native code where a C compiler is at hand: the same games, many times
as fast. This tries out what there is.

exit status: 0 native code plays, or is not wanted; 1 only Python does; 2 wrong usage"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of lines")


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.doctor.machine import examine

    machine = examine()
    print(_json(machine) if arguments.json else _text(machine))
    return OK if machine.well else FINDINGS


def _json(machine: Machine) -> str:
    import json
    from dataclasses import asdict

    return json.dumps(asdict(machine), ensure_ascii=False, indent=1)


def _text(machine: Machine) -> str:
    from hoyle.tables import aligned

    return "\n".join(aligned(list(_lines(machine)), gap="   "))


def _lines(machine: Machine) -> Iterator[tuple[str, str]]:
    from hoyle.cli.commands.cache import megabytes
    from hoyle.wording import counted

    engine, cache = machine.engine, machine.cache
    yield "engine", f"{engine.used}: {engine.why}"
    if engine.help:
        yield "", engine.help
    yield "asked for", engine.wanted + (f", by {engine.by}" if engine.by else "")
    for one in machine.compilers:
        came = f"works, {one.seconds:.2f} s" if one.why_not is None else f"does not work: {one.why_not}"
        yield "compiler", f"{one.command} ({one.version}): {came}"
    if not machine.compilers:
        yield "compiler", "none"
    yield "extension", machine.extension or "not built: native code is called by ctypes, which takes longer"
    if cache.unusable is not None:
        yield "cache", f"not used: {cache.unusable}"
    else:
        sizes = f"{megabytes(cache.bytes)} of at most {megabytes(cache.most_bytes)}"
        yield "cache", f"{cache.folder}: {counted(cache.objects, 'object')}, {sizes}"
    yield from machine.versions.items()
    for extra, packages in machine.extras.items():
        missing = [package for package, version in packages.items() if version is None]
        yield f"[{extra}]", f"missing: {', '.join(missing)}" if missing else "installed"
