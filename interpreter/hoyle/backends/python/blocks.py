"""Writes blocks: procedures that stop, and the lists of choices they stop for."""

from __future__ import annotations

import re

from hoyle.backends.python.choices import ChoiceLoops
from hoyle.backends.python.module import Line, state_in
from hoyle.backends.python.statements import StatementSource
from hoyle.ir import program as ir
from hoyle.plan import blocks as b

# Frames that a recursion may pile up before it counts as endless.
DEEPEST = 500


class BlockSource:
    """Writes the blocks that a cutter made."""

    def __init__(self, source: StatementSource, cutter: b.Cutter, recursive: frozenset[str]) -> None:
        self.source = source
        self.cutter = cutter
        self.recursive = recursive
        self.module = source.module
        self.predecessors = self._count()
        # Blocks that only the driver calls: one more call from there nests no further.
        self.from_driver = {body for site in cutter.sites.values() for body in [*site.bodies, site.passing]}
        self.from_driver |= {
            block.end.next
            for block in cutter.blocks
            if isinstance(block.end, b.CallEnd | b.RoundEnd) and block.end.next is not None
        }
        self.site_of = {body: site for site in cutter.sites.values() for body in site.bodies}
        self.site_of |= {site.passing: site for site in cutter.sites.values() if site.passing >= 0}
        self.called_by_driver = False
        self.continuations: set[int] = set()
        self._choice_params: dict[int, str] = {}
        self.frame_sizes = {site.id: len(site.frame) for site in cutter.sites.values()}

    def _count(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for block in self.cutter.blocks:
            targets: list[int] = []
            match block.end:
                case b.Goto(target=target):
                    targets = [target]
                case b.Branch(then=then, otherwise=otherwise):
                    targets = [then, otherwise]
                case b.Ask(site=site_id) | b.Chance(site=site_id):
                    site = self.cutter.sites[site_id]
                    targets = [t for t in (site.otherwise, site.done) if t >= 0]
                case _:
                    pass
            for target in targets:
                found[target] = found.get(target, 0) + 1
        return found

    def write(self) -> None:
        self.source.in_block = True
        for block in self.cutter.blocks:
            if block.id in self.cutter.sites:
                self._site(self.cutter.sites[block.id])
            elif self._is_function(block):
                self._function(block)

    def _is_function(self, block: b.Block) -> bool:
        return block.entry or self.predecessors.get(block.id, 0) > 1

    def _params(self, block: b.Block) -> tuple[str, ...]:
        return block.params if block.params is not None else tuple(sorted(block.live))

    def _function(self, block: b.Block) -> None:
        self.called_by_driver = block.id in self.from_driver
        recorded = self._recording(block)
        lines = recorded if recorded is not None else [*self._outcome_taken(block), *self._code(block, 1)]
        names = self._params(block)
        site = self.site_of.get(block.id)
        if site is not None:
            # Called with a choice and the frame that waited for it.
            picks = names[: len(names) - sum(name in site.frame for name in names)]
            lines = [*_taken_from("r_", picks, lines), *_taken_from("f_", site.frame, lines), *lines]
            self.module.function(f"b{block.id}", "S, r_, f_", lines, block.proc)
            return
        if block.id in self.from_driver:
            lines = [*_taken_from("f_", names, lines), *lines]
            self.module.function(f"b{block.id}", "S, f_", lines, block.proc)
            return
        params = ", ".join(["S", *(f"l_{name}" for name in names)])
        self.module.function(f"b{block.id}", params, lines, block.proc)
        values = ", ".join(["S", *(f"f_[{index + 1}]" for index in range(len(names)))])
        call = [(1, f"return b{block.id}({values})", -1)]
        self.module.function(f"d{block.id}", "S, f_", call, block.proc)

    def _recording(self, block: b.Block) -> list[Line] | None:
        """The body of an alternative chosen simultaneously only notes the choice."""
        for site in self.cutter.sites.values():
            if site.got and block.id in site.bodies:
                index = site.bodies.index(block.id)
                picks = self.cutter.picks_of(site, index)
                noted = f"({', '.join([str(index), *(f'l_{name}' for name in picks)])},)"
                assert isinstance(block.end, b.Goto)
                assert site.decide is not None
                line = (1, f"l_{site.got} = (*l_{site.got}, {noted})", site.decide.at)
                return [line, *self._jump(block.end.target, 1, False)]
        return None

    # -------------------------------------------------------------- code of a block
    def _code(self, block: b.Block, indent: int) -> list[Line]:
        lines: list[Line] = []
        if block.receive:
            lines.append((indent, f"l_{block.receive} = S.r", -1))
        if block.stmts:
            lines += self.source.block(block.stmts, indent)
        return lines + self._end(block, indent)

    def _end(self, block: b.Block, indent: int) -> list[Line]:
        end = block.end
        match end:
            case b.Goto():
                return self._jump(end.target, indent, end.back)
            case b.Branch():
                test = self.source.folder.value(end.test)
                if test is not None:
                    return self._jump(end.then if test else end.otherwise, indent, False)
                return [
                    (indent, f"if {self.source.write(end.test)}:", end.at),
                    *self._jump(end.then, indent + 1, False),
                    *self._jump(end.otherwise, indent, False),
                ]
            case b.CallEnd():
                return self._call(block, end, indent)
            case b.RoundEnd():
                frame = self._frame(end.next)
                self.continuations.add(end.next)
                entry = self.cutter.entries["round"]
                return [(indent, f"k.append({frame})", end.at), (indent, f"return b{entry}(S)", end.at)]
            case b.Leave():
                return self.source.statement(ir.Return(end.at, end.value), indent)
            case b.Stop():
                return self.source.statement(
                    ir.End(end.at, "match" if end.what == "match" else "round"), indent
                )
            case b.Ask():
                return self._ask(self.cutter.sites[end.site], indent)
            case b.Chance():
                return self._chance(self.cutter.sites[end.site], indent)
            case _:
                raise AssertionError(end)

    def _frame(self, target: int) -> str:
        names = self._params(self.cutter.blocks[target])
        self.frame_sizes[target] = len(names)
        return f"({', '.join([str(target), *(f'l_{name}' for name in names)])},)"

    def _jump(self, target: int, indent: int, back: bool) -> list[Line]:
        block = self.cutter.blocks[target]
        if not self._is_function(block):
            return self._code(block, indent)
        if back and not self.called_by_driver:
            return [(indent, f"return {self._frame(target)}", -1)]
        args = ", ".join(["S", *(f"l_{name}" for name in self._params(block))])
        return [(indent, f"return b{target}({args})", -1)]

    def _threaded(self, target: int) -> int:
        """Where a continuation really goes on: one that only jumps is passed over."""
        block = self.cutter.blocks[target]
        while not block.stmts and not block.receive and isinstance(block.end, b.Goto):
            following = self.cutter.blocks[block.end.target]
            if not following.entry:
                if following.stmts or not isinstance(following.end, b.Goto):
                    break
            else:
                target = following.id
            block = following
        return target

    def _call(self, block: b.Block, end: b.CallEnd, indent: int) -> list[Line]:
        lines: list[Line] = []
        entry = self.cutter.entries[end.proc]
        args = [self.source.frozen(arg) for arg in end.args]
        circular = end.proc in self.recursive
        if end.next is not None:
            target = self._threaded(end.next)
            self.continuations.add(target)
            lines.append((indent, f"k.append({self._frame(target)})", end.at))
            if circular:
                lines.append((indent, f"if len(k) > {DEEPEST}: too_deep()", end.at))
        if circular and not self.called_by_driver:
            # By way of the driver, so that a rule that calls itself does not nest Python calls.
            lines.append((indent, f"return ({', '.join([str(entry), *args])},)", end.at))
        else:
            lines.append((indent, f"return b{entry}({', '.join(['S', *args])})", end.at))
        return lines

    # -------------------------------------------------------------- asking
    def _choices(self, site: b.Site) -> str:
        """The call that lists the choices of a site."""
        if site.id not in self._choice_params:
            lines = self._list_choices(site)
            names = [f"l_{name}" for name in sorted(self.cutter.asked_locals(site))]
            self._choice_params[site.id] = ", ".join([*state_in(lines), *names])
            self.module.function(f"c{site.id}", self._choice_params[site.id], lines, site.proc)
        return f"c{site.id}({self._choice_params[site.id]})"

    def _wait(self, site: b.Site, seat: str, indent: int, at: int) -> list[Line]:
        frame = f"({', '.join([str(site.id), *(f'l_{name}' for name in site.frame)])},)"
        return [
            (indent, "S.c = c_", at),
            (indent, f"S.seat = {seat}", at),
            (indent, f"k.append({frame})", at),
            (indent, "return WAIT", at),
        ]

    def _ask(self, site: b.Site, indent: int) -> list[Line]:
        decide = site.decide
        assert decide is not None
        at = decide.at
        if decide.how == "choose":
            seat = self.source.write(decide.who)
            lines: list[Line] = [
                (indent, f"c_ = {self._choices(site)}", at),
                (indent, "if c_:", at),
                *self._wait(site, seat, indent + 1, at),
            ]
            if site.otherwise < 0:
                return [*lines, (indent, "no_choice()", at)]
            return [*lines, *self._jump(site.otherwise, indent, False)]
        who, turn, asked = f"l_{site.who}", f"l_{site.turn}", f"l_{decide.local}"
        lines = [
            (indent, f"while {turn} < len({who}):", at),
            (indent + 1, f"{asked} = {who}[{turn}]", at),
            (indent + 1, f"{turn} += 1", at),
            (indent + 1, f"c_ = {self._choices(site)}", at),
            (indent + 1, "if c_:", at),
        ]
        if decide.how == "offer":
            lines.append((indent + 2, f"c_.append(({site.passing},))", at))
            lines += self._wait(site, asked, indent + 2, at)
            return [*lines, *self._jump(site.otherwise, indent, False)]
        lines += self._wait(site, asked, indent + 2, at)
        lines.append((indent + 1, f"l_{site.got} = (*l_{site.got}, ())", at))
        return [*lines, *self._apply_all(site, indent)]

    def _apply_all(self, site: b.Site, indent: int) -> list[Line]:
        """Everybody has chosen: now all choices take effect, in order."""
        decide = site.decide
        assert decide is not None
        at = decide.at
        lines: list[Line] = []
        if site.otherwise >= 0:
            lines += [
                (indent, f"if not any(l_{site.got}):", at),
                *self._jump(site.otherwise, indent + 1, False),
            ]
        lines.append((indent, f"for l_{decide.local}, g_ in zip(l_{site.who}, l_{site.got}):", at))
        for index, alternative in enumerate(decide.alternatives):
            lines.append((indent + 1, f"if g_ and g_[0] == {index}:", at))
            for number, pick in enumerate(alternative.picks):
                lines.append((indent + 2, f"l_{pick.name} = g_[{number + 1}]", at))
            lines += self.source.block(alternative.body, indent + 2)
        return [*lines, *self._jump(site.done, indent, False)]

    def _site(self, site: b.Site) -> None:
        """The functions of a site: its choices, and how a frame read back from JSON asks again."""
        if site.chance is not None:
            self._chance_site(site)
            return
        frame = ", ".join(["S", *(f"l_{name}" for name in site.frame)])
        assert site.decide is not None
        seat = f"l_{site.who}[l_{site.turn} - 1]"
        if site.decide.how == "choose":
            seat = self.source.write(site.decide.who)
        again: list[Line] = [(1, f"S.seat = {seat}", -1)]
        if site.who and site.decide.local not in site.frame:
            again.append((1, f"l_{site.decide.local} = S.seat", -1))
        again.append((1, f"S.c = {self._choices(site)}", -1))
        if site.passing >= 0:
            again.append((1, f"S.c.append(({site.passing},))", -1))
        self.module.function(f"b{site.id}", frame, again, site.proc)

    def _list_choices(self, site: b.Site) -> list[Line]:
        assert site.decide is not None
        lines: list[Line] = []
        alternatives = site.decide.alternatives
        for index, alternative in enumerate(alternatives):
            writer = ChoiceLoops(self.source, alternative, site.bodies[index])
            short = writer.comprehension() if len(alternatives) == 1 else None
            if short is not None:
                return [(1, f"return {short}", alternative.at)]
            lines += writer.loops()
        return [(1, "c_ = []", -1), *lines, (1, "return c_", -1)]

    # -------------------------------------------------------------- stepped chance
    def _chance(self, site: b.Site, indent: int) -> list[Line]:
        assert site.chance is not None
        at = site.chance.at
        outcomes = self._outcomes(site)
        lines: list[Line] = [(indent, f"c_, S.weights = {outcomes}", at)]
        if isinstance(site.chance, ir.Settle):
            lines += [(indent, "if len(c_) == 0:", at), *self._jump(site.done, indent + 1, False)]
        return [*lines, *self._wait(site, "-1", indent, at)]

    def _outcomes(self, site: b.Site) -> str:
        chance, body = site.chance, site.bodies[0]
        if isinstance(chance, ir.Random):
            return f"random_outcomes({body}, {self.source.write(chance.list)})"
        assert chance is not None
        return f"settle_outcomes(S, {body}, {self.source.write(chance.zone)})"

    def _chance_site(self, site: b.Site) -> None:
        frame = ", ".join(["S", *(f"l_{name}" for name in site.frame)])
        lines: list[Line] = [(1, "S.seat = -1", -1), (1, f"S.c, S.weights = {self._outcomes(site)}", -1)]
        self.module.function(f"b{site.id}", frame, lines, site.proc)

    def _outcome_taken(self, block: b.Block) -> list[Line]:
        """What happens first when an outcome of chance has been chosen."""
        for site in self.cutter.sites.values():
            if site.chance is not None and block.id in site.bodies:
                chance = site.chance
                if isinstance(chance, ir.Settle):
                    return [(1, f"settle(S, {self.source.write(chance.zone)}, l_pieceB0)", chance.at)]
                if self.source.record:
                    mask = self.source.random_mask(chance)
                    event = f"('random', {chance.label!r}, {chance.type!r}, l_{chance.name}, {mask})"
                    return [(1, f"S.log.append({event})", chance.at)]
        return []


def _taken_from(tuple_: str, names: tuple[str, ...], lines: list[Line]) -> list[Line]:
    """Takes the values that a block uses out of a choice or a frame."""
    text = "\n".join(line for _, line, _ in lines)
    return [
        (1, f"l_{name} = {tuple_}[{index + 1}]", -1)
        for index, name in enumerate(names)
        if re.search(rf"\bl_{name}\b", text)
    ]
