"""Resolves zones, with what they hold, who sees them and what refills them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from hoyle.checked import model as m
from hoyle.checked.types import Type
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Diagnostic, Related
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.syntax import ruleset as s

if TYPE_CHECKING:
    from hoyle.checked.declarations import Declarations

_Seen: TypeAlias = Literal["nobody", "everyone", "owner", "others", "team", "face_up"]


def read_zones(declarations: Declarations) -> None:
    _Reader(declarations).read()


def check_starts(declarations: Declarations) -> None:
    """Says so where pieces start nowhere or twice, unless a zone that could not be read may be to blame."""
    if not declarations.misdeclared:
        for component in declarations.model.components.values():
            _Reader(declarations).check_starts(component)


class _Reader:
    def __init__(self, declarations: Declarations) -> None:
        self.declarations = declarations
        self.findings = declarations.findings
        self.syntax = declarations.syntax
        self.model = declarations.model

    def read(self) -> None:
        for declared in self.syntax.zones.values():
            self.declarations.declare(declared.key)
            component = declared.of.text if declared.of is not None else ""
            if component not in self.model.components:
                if declared.of is not None:
                    self.findings.report(
                        codes.UNKNOWN_TYPE,
                        declared.of.place,
                        f"there is no component `{component}`",
                        help=did_you_mean(component, self.model.components),
                    )
                continue
            per = self.declarations.per(declared.per)
            if per is not None or declared.per is None:
                self.model.zones[declared.key.text] = self._zone(declared, component, per)
        for declared in self.syntax.zones.values():
            self._check_refill(declared)

    def _zone(self, declared: s.Zone, component: str, per: Type | None) -> m.Zone:
        name = declared.key.text
        seen = declared.seen.text if declared.seen is not None else "everyone"
        if seen in ("owner", "others", "team") and (per is None or per.kind not in ("player", "team")):
            self.findings.report(
                codes.BAD_SEEN,
                (declared.seen or declared.key).place,
                f"`{seen}` cannot see `{name}`, which is not one per player",
                help="add `per: player`, or say `nobody` or `everyone`",
                names=(name,),
            )
            seen = "everyone"
        refill = None
        if declared.refill is not None:
            source = declared.refill.source
            refill = m.Refill(
                source.text if source is not None else "", declared.refill.keep, declared.refill.when
            )
        return m.Zone(
            name,
            component,
            per,
            cast(_Seen, seen),
            declared.starts,
            declared.shuffled,
            refill,
            declared.room,
            declared.lasts,
            declared.key.place,
        )

    def check_starts(self, component: m.Component) -> None:
        """Each piece starts in one place; what a condition decides is looked at when the game starts."""
        zones = [zone for zone in self.model.zones.values() if zone.component == component.name]
        starting = [zone for zone in zones if zone.starts != "none"]
        whole = next((zone for zone in starting if zone.starts == "all"), None)
        if not starting:
            names = ", ".join(f"`{zone.name}`" for zone in zones)
            self.findings.report(
                codes.NOWHERE,
                component.place,
                f"the pieces of `{component.name}` start in no zone",
                help=f"add `starts: all` to one of {names}"
                if zones
                else f"add a zone: `{{of: {component.name}, starts: all}}`",
                names=(component.name,),
            )
        elif whole is not None and whole.per is not None:
            self.findings.report(
                codes.NOWHERE,
                whole.place,
                f"all pieces start in `{whole.name}`, but there is one per {whole.per}",
                help=f"say which starts where: `starts({whole.per} x, {component.name} c): …`",
                names=(whole.name,),
            )
        elif whole is not None and len(starting) > 1:
            other = next(zone for zone in starting if zone is not whole)
            self.findings.report(
                codes.NOWHERE,
                other.place,
                f"pieces of `{component.name}` start here and in `{whole.name}`, too",
                help="say for each zone which pieces start in it",
                related=[Related(whole.place, "all of them start here")],
                names=(component.name, whole.name),
            )

    def _check_refill(self, declared: s.Zone) -> None:
        zone = self.model.zones.get(declared.key.text)
        if zone is None or zone.refill is None:
            return
        source = self.model.zones.get(zone.refill.source)
        written = declared.refill.source if declared.refill is not None else None
        place = (written or declared.key).place
        if source is None and zone.refill.source in self.syntax.zones:
            pass  # it could not be read, which was said
        elif source is None:
            message = f"there is nothing called `{zone.refill.source}` here"
            near = did_you_mean(zone.refill.source, self.model.zones)
            self.declarations.unknown.add(Diagnostic(codes.UNKNOWN_NAME, message, place, help=near))
        elif (
            source is zone
            or source.per is not None
            or zone.per is not None
            or source.component != zone.component
        ):
            self.findings.report(
                codes.BAD_REFILL,
                place,
                f"`{zone.name}` cannot be refilled from `{source.name}`",
                help="both must be single zones of the same component, and two different ones",
                names=(zone.name, source.name),
            )
        else:
            return
        self.model.zones[zone.name] = dataclasses.replace(zone, refill=None)
