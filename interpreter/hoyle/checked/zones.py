"""Resolves zones, with what they hold, who sees them and what refills them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from hoyle.checked import model as m
from hoyle.checked.reading import as_int, as_map, as_text
from hoyle.checked.types import Type
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Diagnostic, Related
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.document.nodes import Entry, Map
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
        self.root = declarations.root

    def read(self) -> None:
        zones = as_map(self.root.get("zones"))
        for entry in zones:
            self.declarations.declare(entry.key)
            body = as_map(entry.value)
            component = as_text(body.get("of")) or ""
            if component not in self.model.components:
                node = body.get("of")
                if node is not None:
                    self.findings.report(
                        codes.UNKNOWN_TYPE,
                        node.place,
                        f"there is no component `{component}`",
                        help=did_you_mean(component, self.model.components),
                    )
                continue
            per = self.declarations.per(body.get("per"))
            if per is not None or "per" not in body:
                self.model.zones[entry.key.text] = self._zone(entry, body, component, per)
        for entry in zones:
            self._check_refill(entry)

    def _zone(self, entry: Entry, body: Map, component: str, per: Type | None) -> m.Zone:
        name = entry.key.text
        seen = as_text(body.get("seen")) or "everyone"
        if seen in ("owner", "others", "team") and (per is None or per.kind not in ("player", "team")):
            self.findings.report(
                codes.BAD_SEEN,
                (body.get("seen") or entry.key).place,
                f"`{seen}` cannot see `{name}`, which is not one per player",
                help="add `per: player`, or say `nobody` or `everyone`",
            )
            seen = "everyone"
        definition = self.syntax.starts.get(name)
        starts: Literal["none", "all"] | s.Definition = definition or "none"
        if definition is None and as_text(body.get("starts")) == "all":
            starts = "all"
        refill = None
        declared = body.get("refill")
        if isinstance(declared, Map):
            keep = as_int(declared.get("keep")) or 0
            refill = m.Refill(as_text(declared.get("from")) or "", keep, self.syntax.refill_when.get(name))
        return m.Zone(
            name,
            component,
            per,
            cast(_Seen, seen),
            starts,
            as_text(body.get("shuffled")) == "true",
            refill,
            as_int(body.get("room")),
            as_text(body.get("lasts")) == "match",
            entry.key.place,
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
            )
        elif whole is not None and whole.per is not None:
            self.findings.report(
                codes.NOWHERE,
                whole.place,
                f"all pieces start in `{whole.name}`, but there is one per {whole.per}",
                help=f"say which starts where: `starts({whole.per} x, {component.name} c): …`",
            )
        elif whole is not None and len(starting) > 1:
            other = next(zone for zone in starting if zone is not whole)
            self.findings.report(
                codes.NOWHERE,
                other.place,
                f"pieces of `{component.name}` start here and in `{whole.name}`, too",
                help="say for each zone which pieces start in it",
                related=[Related(whole.place, "all of them start here")],
            )

    def _check_refill(self, entry: Entry) -> None:
        zone = self.model.zones.get(entry.key.text)
        if zone is None or zone.refill is None:
            return
        source = self.model.zones.get(zone.refill.source)
        place = (as_map(as_map(entry.value).get("refill")).get("from") or entry.key).place
        if source is None and zone.refill.source in as_map(self.root.get("zones")):
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
            )
        else:
            return
        self.model.zones[zone.name] = dataclasses.replace(zone, refill=None)
