"""Builds the extension `hoyle._native` where a C compiler is at hand, and leaves it out where not.

One build serves every CPython from 3.11 on (abi3). Whatever goes wrong, the installation goes on without
it: games are then played by Python, or natively by ctypes. `HOYLE_EXTENSION=0` leaves it out on purpose, as
for a wheel that is to run everywhere; `HOYLE_EXTENSION=1` makes a failure an error.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OLDEST = (3, 11)  # as `requires-python` and the source say
NAME = "_native.abi3.so"
SOURCE = Path("interpreter", "hoyle", "backends", "c", "extension", "native.c")
SECONDS = 120.0

FLAGS = ("-std=gnu11", "-O2", "-g0", "-fPIC", "-fwrapv", "-fno-strict-aliasing", "-fvisibility=hidden", "-w")


class CustomBuildHook(BuildHookInterface[Any]):
    """Adds the extension to a wheel; in an editable installation it lies in the checkout."""

    folder: str | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name != "wheel":
            return
        wish = os.environ.get("HOYLE_EXTENSION", "")
        self.folder = tempfile.mkdtemp(prefix="hoyle-build-")
        made = Path(self.folder, NAME)
        why = "HOYLE_EXTENSION=0" if wish == "0" else why_not_built(Path(self.root), made)
        in_place = Path(self.root, "interpreter", "hoyle", NAME)
        if version == "editable":
            in_place.unlink(missing_ok=True)  # of another version, perhaps
        if why is not None:
            if wish == "1":
                raise RuntimeError(f"hoyle._native was not built: {why}")
            self.app.display_warning(f"hoyle._native is left out, and everything works without it: {why}")
            return
        if version == "editable":
            shutil.copy(made, in_place)
            return
        build_data["pure_python"] = False
        build_data["tag"] = f"cp{OLDEST[0]}{OLDEST[1]}-abi3-{platform_tag()}"
        build_data["force_include"][str(made)] = f"hoyle/{NAME}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def why_not_built(root: Path, made: Path) -> str | None:
    """Compiles and tries the extension; None if it is there afterwards."""
    if sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        return "it is for the usual CPython"
    if os.name == "nt":
        return "it is not built on Windows"
    include = sysconfig.get_path("include")
    if not Path(include, "Python.h").is_file():
        return f"there is no Python.h in {include}"
    why = "there is no C compiler here"
    for command in compilers(root):
        try:
            done = subprocess.run(
                [
                    *command,
                    *FLAGS,
                    *linking(),
                    f"-I{sysconfig.get_path('include')}",
                    "-o",
                    made,
                    root / SOURCE,
                ],
                cwd=made.parent,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=SECONDS,
                check=False,
            )
            if done.returncode == 0:
                done = subprocess.run(
                    [sys.executable, "-c", "import _native"],
                    cwd=made.parent,
                    capture_output=True,
                    timeout=SECONDS,
                    check=False,
                )
        except (OSError, subprocess.SubprocessError) as error:
            why = str(error)
            continue
        if done.returncode == 0:
            return None
        why = done.stderr.decode("utf-8", "replace").strip()[-400:]
    return why


def compilers(root: Path) -> list[tuple[str, ...]]:
    """Those that rulesets are compiled with, too."""
    sys.path.insert(0, str(root / "interpreter"))
    try:
        from hoyle.backends.c.compiler import compilers

        return [(*one.command, *one.flags) for one in compilers()]
    finally:
        sys.path.remove(str(root / "interpreter"))


def linking() -> tuple[str, ...]:
    """Names of Python itself are found when the extension is loaded."""
    return ("-bundle", "-undefined", "dynamic_lookup") if sys.platform == "darwin" else ("-shared",)


def platform_tag() -> str:
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")
