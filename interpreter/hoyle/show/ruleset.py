"""The rules of a game as a person reads them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hoyle.bundled import scenario_files
from hoyle.checked.model import Model
from hoyle.checked.shapes import told
from hoyle.checked.types import Type
from hoyle.diagnostics.model import Findings
from hoyle.document.from_yaml import read, read_path
from hoyle.document.merge import rule_id
from hoyle.document.nodes import Entry, Map, Node, Seq, as_map
from hoyle.page import Bullets, Code, Heading, Page, Paragraph, Table
from hoyle.pipeline import Work
from hoyle.show.calls import flow
from hoyle.show.declarations import (
    board_picture,
    board_size,
    default_of,
    limits_of,
    seen_by,
    text_of,
    variable_seen_by,
    written,
)
from hoyle.show.provenance import Provenance
from hoyle.wording import counted, in_one_language, listed, numbers_of_players, typed


def show(work: Work) -> Page:
    """The page about a ruleset that has no errors."""
    return _Show(work).page()


class _Show:
    def __init__(self, work: Work) -> None:
        assert work.model is not None
        assert work.document is not None
        self.model: Model = work.model
        self.document = work.document
        self.root = work.document.root
        self.provenance = Provenance(work.document)

    def page(self) -> Page:
        title = in_one_language(self.model.title) or self.model.id
        page: Page = [Heading(1, title)]
        about = in_one_language(self.model.about)
        if about:
            page.append(Paragraph(about))
        bases = self.provenance.ids[1:]
        if bases:
            page.append(Paragraph(f"A variant of {', which is a variant of '.join(bases)}."))
        if self.model.family is not None and self.model.shape is not None:
            shape = told(self.model, self.model.shape)
            page.append(Paragraph(f"Pieces, boards and zones as they are with {shape}."))
        sections: list[tuple[str, Callable[[], Page]]] = [
            ("Removed", self._removed),
            ("Players", self._players),
            ("Options", self._options),
            ("Requirements", self._requires),
            ("Types", self._types),
            ("Components", self._components),
            ("Boards", self._boards),
            ("Zones", self._zones),
            ("State", self._state),
            ("The match", self._match),
            ("Flow", self._flow),
            ("Rules", self._rules),
            ("Rulebook", self._rulebook),
            ("Scenarios", self._scenarios),
        ]
        for heading, blocks in sections:
            inside = blocks()
            if inside:
                page += [Heading(2, heading), *inside]
        return page

    def _entry(self, section: str, name: str) -> Map | None:
        value = self._section(section).get(name)
        return value if isinstance(value, Map) else None

    def _section(self, section: str) -> dict[str, Node]:
        return {entry.key.text: entry.value for entry in as_map(self.root.get(section))}

    def _origin(self, section: str, name: str) -> str:
        for entry in as_map(self.root.get(section)):
            if entry.key.text == name:
                return self.provenance.of(entry)
        return ""

    # -------------------------------------------------------------- sections
    def _removed(self) -> Page:
        rows = [f"the {noun} {name} (by {by})" for noun, name, by in self.provenance.removed()]
        return [Bullets(tuple(rows))] if rows else []

    def _players(self) -> Page:
        model, declared = self.model, self.root.get("players")
        lines = [f"{numbers_of_players(model.counts)} player{'' if model.counts == (1,) else 's'}"]
        for count, teams in sorted(model.teams.items()):
            sides = [listed([f"seat {seat}" for seat in team]) for team in teams]
            lines.append(f"with {count}: {', against '.join(sides)}")
        page: Page = []
        if isinstance(declared, Map):
            for entry in declared:
                if rule_id(entry.key.text) == "active":
                    lines.append(
                        f"still in: {entry.key.text.partition('(')[2].rstrip(')')}: {written(entry.value)}"
                    )
            if cites := cited(declared):
                lines[0] += f" ({cites})"
            if about := text_of(declared.get("about")):
                page.append(Paragraph(about))
        return [Bullets(tuple(lines)), *page]

    def _options(self) -> Page:
        rows = tuple(
            (
                option.name,
                default_of(option),
                limits_of(option),
                option.about or "",
                ", ".join(option.cites),
                self._origin("options", option.name),
            )
            for option in self.model.options.values()
        )
        return [Table(("option", "default", "may be", "about", "cites", "from"), rows)] if rows else []

    def _requires(self) -> Page:
        rows = []
        for entry in as_map(self.root.get("requires")):
            body = entry.value if isinstance(entry.value, Map) else None
            test = written(body.get("is")) if body is not None else ""
            rows.append((entry.key.text, test, cited(entry.value), self.provenance.of(entry)))
        return [Table(("name", "must hold", "cites", "from"), tuple(rows))] if rows else []

    def _types(self) -> Page:
        page: Page = []
        rows = []
        for name, entry in self._section("types").items():
            enum = self.model.enums.get(name)
            origin = self._origin("types", name)
            if enum is None:
                rows.append((name, written(entry), origin))
                continue
            rows.append((name, ", ".join(enum.values), origin))
            if enum.columns:
                body = tuple(
                    (value, *(self._value(c.type, c.values[number]) for c in enum.columns.values()))
                    for number, value in enumerate(enum.values)
                )
                page += [Heading(3, name), Table((name, *enum.columns), body)]
        return [Table(("type", "values", "from"), tuple(rows)), *page] if rows else []

    def _value(self, type_: Type, value: int | bool | None) -> str:
        if value is None:
            return "–"
        inner = type_.inner
        if inner.kind == "enum":
            return self.model.enums[inner.name].values[int(value)]
        return typed(value)

    def _components(self) -> Page:
        page: Page = []
        for component in self.model.components.values():
            body = self._entry("components", component.name)
            heading = f"{component.name}: {counted(len(component.pieces), 'piece')}"
            page.append(Heading(3, heading))
            page += self._about(body, self._origin("components", component.name))
            rows: dict[str, Entry] = {}
            if body is not None:
                rows = {entry.key.text: entry for entry in as_map(body.get("make"))}
            table = tuple(
                (
                    name,
                    str(count),
                    written(rows[name].value).strip("{}") if name in rows else "",
                    self.provenance.of(rows[name]) if name in rows else "",
                )
                for name, count in component.counts.items()
            )
            page.append(Table(("row", "pieces", "made of", "from"), table))
        return page

    def _boards(self) -> Page:
        page: Page = []
        for board in self.model.boards.values():
            page.append(Heading(3, f"{board.name}: {board_size(board)}"))
            page += self._about(self._entry("boards", board.name), self._origin("boards", board.name))
            picture = board_picture(board)
            if picture is not None:
                page.append(Code(picture))
            elif board.kind == "graph":
                paths = (self._entry("boards", board.name) or self.root).get("paths")
                items = paths.items if isinstance(paths, Seq) else ()
                page.append(Code("\n".join(written(item) for item in items)))
        return page

    def _zones(self) -> Page:
        rows = []
        for zone in self.model.zones.values():
            body = self._entry("zones", zone.name)
            per = ", ".join(type_.name or str(type_) for type_ in zone.per)
            name = f"{zone.name}[{per}]" if per else zone.name
            starts = "" if zone.starts == "none" else f"all {zone.component}s"
            for entry in body or ():
                if entry.key.text.startswith("starts") and "(" in entry.key.text:
                    starts = written(entry.value)
            if starts and zone.shuffled:
                starts += ", shuffled"
            refill = ""
            if zone.refill is not None:
                own = "its own " if self.model.zones[zone.refill.source].per else ""
                keeping = f", keeping {zone.refill.keep}" if zone.refill.keep else ""
                refill = f"from {own}{zone.refill.source}{keeping}"
                declared = body.get("refill") if body is not None else None
                if zone.refill.when is not None and isinstance(declared, Map):
                    refill += f", when {written(declared.get('when'))}"
            room = str(zone.room) if zone.room is not None else ""
            lasts = "the match" if zone.lasts else ""
            about = text_of(body.get("about")) if body is not None else ""
            origin = self._origin("zones", zone.name)
            rows.append(
                (name, zone.component, seen_by(zone), starts, refill, room, lasts, about, cited(body), origin)
            )
        head = ("zone", "of", "seen by", "starts with", "refilled", "room", "lasts", "about", "cites", "from")
        return [Table(head, tuple(rows))] if rows else []

    def _state(self) -> Page:
        rows = []
        for scope in ("match", "round"):
            for entry in as_map(self._section("state").get(scope)):
                variable = self.model.variables.get(entry.key.text)
                seen = variable_seen_by(variable) if variable is not None else ""
                rows.append((entry.key.text, written(entry.value), seen, scope, self.provenance.of(entry)))
        return [Table(("variable", "is", "seen by", "lasts", "from"), tuple(rows))] if rows else []

    def _match(self) -> Page:
        entries = list(as_map(self.root.get("match")))
        rows = [
            (e.key.text, written(e.value), self.provenance.of(e)) for e in entries if e.key.text != "cites"
        ]
        if not any(rule_id(name) == "wins" for name, _, _ in rows):
            rows.append(("wins", self.model.wins, ""))
        return [Table(("", "", "from"), tuple(rows)), *self._winning()]

    def _winning(self) -> Page:
        """Who wins, where that is more than a matter of the score."""
        match = self.model.syntax.match
        if match.won is None and match.ties is None and not self.model.teams:
            return []
        sentences = [f"the {self.model.wins} score wins"]
        if match.won is not None:
            player, condition = match.won.parameters[0].name.text, " ".join(match.won.value.at.text.split())
            sentences = [f"{player} has won if {condition}; where that holds for nobody, nobody wins"]
        if match.ties is not None:
            player, value = match.ties.parameters[0].name.text, " ".join(match.ties.value.at.text.split())
            order = "among those alike in that and in their score" if match.won else "among equal scores"
            sentences.append(f"{order}, the higher {value} (of {player}) is better")
        if self.model.teams:
            sentences.append("members of a team win together, by the best of them")
        return [Paragraph(f"Who wins: {'; '.join(sentences)}.")]

    def _flow(self) -> Page:
        return [Code(flow(self.model))]

    def _rules(self) -> Page:
        entries = list(as_map(self.root.get("rules")))
        wholes = [entry for entry in entries if "." not in rule_id(entry.key.text)]
        page: Page = []
        for whole in wholes:
            name = rule_id(whole.key.text)
            page += self._rule(whole)
            for part in entries:
                if rule_id(part.key.text).startswith(f"{name}."):
                    page += self._rule(part)
        return page

    def _rule(self, entry: Entry) -> Page:
        body = entry.value
        if not isinstance(body, Map):
            return [
                Heading(3, entry.key.text),
                Paragraph(f"removed by {self.provenance.of(entry).removeprefix('new in ')}"),
            ]
        return [
            Heading(3, entry.key.text),
            *self._about(body, self.provenance.of(entry)),
            Code(rule_text(body), "yaml"),
        ]

    def _about(self, body: Map | None, origin: str) -> Page:
        notes = [part for part in (cited(body), origin) if part]
        about = text_of(body.get("about")) if body is not None else ""
        text = " ".join([about, f"({'; '.join(notes)})" if notes else ""]).strip()
        return [Paragraph(text)] if text else []

    def _rulebook(self) -> Page:
        rows = tuple((e.key.text, text_of(e.value)) for e in as_map(self.root.get("rulebook")))
        return [Table(("point", "says"), rows)] if rows else []

    def _scenarios(self) -> Page:
        own = len(tuple(as_map(self.root.get("scenarios"))))
        counts = []
        for number, file in enumerate(self.document.files):
            beside = sum(_scenarios_in(path) for path in scenario_files(Path(file.name)))
            total = beside + (own if number == 0 else 0)
            if total:
                whose = "" if number == 0 else f" of {self.provenance.ids[number]}"
                counts.append(f"{counted(total, 'scenario')}{whose}")
        return [Paragraph(listed(counts))] if counts else []


def rule_text(body: Map) -> str:
    """What a rule says, as in its file: `do`, `is`, `choices`, `needs`, `unless` and `why`."""
    lines: list[str] = []
    for key in ("needs", "do", "is", "choices", "add"):
        node = body.get(key)
        text = getattr(node, "text", "").strip("\n")
        if "\n" in text or (key in ("do", "choices", "add") and text):
            lines += [f"{key}:", *(f"  {line}".rstrip() for line in text.split("\n"))]
        elif text:
            lines.append(f"{key}: {written(node)}")
    unless = body.get("unless")
    for entry in unless if isinstance(unless, Map) else ():
        lines.append(f"unless {entry.key.text}: {written(entry.value)}")
    if why := text_of(body.get("why")):
        lines.append(f"why: {why}")
    return "\n".join(lines)


def cited(node: Node | None) -> str:
    """The rulebook points of an entry, on one line."""
    cites = node.get("cites") if isinstance(node, Map) else None
    return ", ".join(written(item) for item in cites.items) if isinstance(cites, Seq) else text_of(cites)


def _scenarios_in(path: Path) -> int:
    findings = Findings()
    file = read_path(path, findings)
    root = read(file, findings) if file is not None else None
    return len(tuple(as_map(root.get("scenarios")))) if root is not None else 0
