"""Resolves zones, with what they hold, who sees them and what refills them."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from hoyle.checked import model as m
from hoyle.checked.types import Type, per_words
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Diagnostic, Place, Related
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.document.nodes import Scalar
from hoyle.syntax import nodes as n
from hoyle.syntax import ruleset as s
from hoyle.syntax.walk import walk
from hoyle.syntax.written import text_of

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


def with_names(types: Sequence[Type], text: str) -> Iterator[str]:
    """Parameters of these types, called as a text that uses them without declaring them probably means.

    >>> list(with_names([Type("player"), Type("piece", "card")], "c.owner == p"))
    ['player p', 'card c']
    """
    free = re.findall(r"(?<![\w.\"])([a-z]\w?)(?![\w(\"])", text)
    with_attributes = re.findall(r"(?<![\w.\"])([a-z]\w*)\.", text)
    for type_ in types:
        own = str(type_)[0]
        likely = with_attributes if type_.kind == "piece" else [name for name in free if name == own]
        yield f"{type_} {likely[0] if likely else own}"


def _belongs(per: tuple[Type, ...]) -> bool:
    from hoyle.checked.declarations import belongs

    return belongs(per)


def _parameters(per: tuple[Type, ...]) -> str:
    """Parameters for the indices: `player x, square y`."""
    return ", ".join(
        f"{per_words((type_,))} {name}" for type_, name in zip(per, ("x", "y", "z", "w"), strict=False)
    )


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
            if per is not None:
                self.model.zones[declared.key.text] = self._zone(declared, component, per)
        for declared in self.syntax.zones.values():
            self._check_refill(declared)

    def _zone(self, declared: s.Zone, component: str, per: tuple[Type, ...]) -> m.Zone:
        name = declared.key.text
        if declared.starts_bare is not None:
            self._without_piece(declared.starts_bare, component, per)
        seen = declared.seen.text if declared.seen is not None else "everyone"
        if seen in ("owner", "others", "team") and not _belongs(per):
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
            keep = self._number(declared.refill.keep, 0, "`keep` is a number of pieces, 0 or more")
            refill = m.Refill(source.text if source is not None else "", keep or 0, declared.refill.when)
        return m.Zone(
            name,
            component,
            per,
            cast(_Seen, seen),
            declared.starts,
            declared.shuffled,
            refill,
            self._number(declared.room, 1, "a zone has room for at least 1"),
            declared.lasts,
            declared.key.place,
        )

    def _number(self, declared: s.Formula | None, least: int, wanted: str) -> int | None:
        """A number that is written or computed; what is computed too low is reported."""
        if declared is None:
            return None
        if declared.expr is not None and self._of_each(declared.expr):
            return None
        found = self.declarations.formulas.number(declared)
        if found is not None and found < least:
            text = " ".join((text_of(declared.written) or "").split())
            self.declarations.bad(declared, f"`{text}` is {found} here, but {wanted}")
            return None
        return found

    def _of_each(self, expr: n.Expr) -> bool:
        """Whether a number is asked of a type, as in `room: site.room`; says that it is one for all."""
        for node in walk(expr):
            if isinstance(node, n.Attribute) and self.declarations.named_type(node.of.at.text) is not None:
                name, of = node.name.text, node.of.at.text
                self.findings.report(
                    codes.NOT_CONSTANT,
                    node.at.place,
                    f"this number is the same for each {of}",
                    help=f"where they differ, ask in a condition: `size(…[x]) < x.{name}`",
                )
                return True
        return False

    def _without_piece(self, value: Scalar, component: str, per: tuple[Type, ...]) -> None:
        """Says that a condition on pieces needs a name for the piece."""
        types = [*per, Type("piece", component)]
        shown = f"starts({', '.join(with_names(types, value.text))})"
        self.findings.report(
            codes.BAD_PARAMETERS,
            value.place,
            "`starts` is `all`, or says in brackets which piece it asks about",
            help=f"write `{shown}: {value.text}`" if len(value.text) <= 60 else f"write `{shown}: …`",
            names=("starts",),
        )

    def check_starts(self, component: m.Component) -> None:
        """Each piece starts in one place; what a condition decides is looked at when the game starts."""
        zones = [zone for zone in self.model.zones.values() if zone.component == component.name]
        if any(self.syntax.zones[zone.name].starts_bare is not None for zone in zones):
            return  # that was said
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
        elif whole is not None and whole.per:
            self.findings.report(
                codes.NOWHERE,
                whole.place,
                f"all pieces start in `{whole.name}`, but there is one per {per_words(whole.per)}",
                help=f"say which starts where: `starts({_parameters(whole.per)}, {component.name} c): …`",
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

    def _bad_refill(self, zone: m.Zone, source: m.Zone, place: Place, help: str) -> None:
        message = f"`{zone.name}` cannot be refilled from `{source.name}`"
        self.findings.report(codes.BAD_REFILL, place, message, help=help, names=(zone.name, source.name))

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
        elif source is zone:
            self._bad_refill(zone, source, place, "a zone is refilled from another one")
        elif source.component != zone.component:
            words = f"`{source.name}` holds `{source.component}`, `{zone.name}` holds `{zone.component}`"
            self._bad_refill(zone, source, place, f"{words}: both must hold the same component")
        elif source.per and not zone.per:
            words = f"there is one `{source.name}` per {per_words(source.per)}, and a single `{zone.name}`"
            names = [per_words((type_,)) for type_ in source.per]
            key = names[0] if len(names) == 1 else f"[{', '.join(names)}]"
            self._bad_refill(zone, source, place, f"{words}: give `{zone.name}` `per: {key}`, too")
        elif source.per and source.per != zone.per:
            words = f"`{zone.name}` is one per {per_words(zone.per)}, "
            words += f"`{source.name}` one per {per_words(source.per)}"
            self._bad_refill(
                zone, source, place, f"{words}: both must be per the same, or `{source.name}` a single zone"
            )
        else:
            return
        self.model.zones[zone.name] = dataclasses.replace(zone, refill=None)
