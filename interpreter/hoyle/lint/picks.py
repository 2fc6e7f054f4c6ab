"""Finds picks among numbers of which nothing says how far they can go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.checked import model as m
from hoyle.checked.types import ANY, INT, list_of
from hoyle.diagnostics.catalogue import lint as codes
from hoyle.diagnostics.model import Findings, Place, Related
from hoyle.syntax import nodes as n
from hoyle.syntax.walk import rule_trees, walk

if TYPE_CHECKING:
    from hoyle.ir.extent import Extent
    from hoyle.ir.extents import Extents


def check_picks(model: m.Model, findings: Findings) -> None:
    """Checks the decisions of the file itself; what a base says was looked at there."""
    own = model.syntax.document.files[0]
    doubtful = [
        (info, alternative, pick)
        for info in model.rules.values()
        for alternative in walk(rule_trees(info.rule))
        if isinstance(alternative, n.Alternative) and alternative.at.file is own
        for pick in alternative.picks
        if not isinstance(pick, n.Rider) and _is_doubtful(model, pick.list)
    ]
    if not doubtful:
        return
    # Only here, since most rulesets have no such pick: how far numbers go is known of a program.
    from hoyle.ir.extent_facts import Table
    from hoyle.ir.extents import Extents
    from hoyle.ir.from_checked import lower

    program = lower(model)
    extents = Extents(program, Table.all_of(program), in_play=True)
    known = _picked(extents)
    for info, alternative, pick in doubtful:
        found = known.get((*_spot(alternative.at.place), pick.name.text))
        if found is not None and not found.has_bound:
            _report(model, findings, info, pick, extents)


def _is_doubtful(model: m.Model, items: n.Expr) -> bool:
    """Whether a list has numbers that are not written out."""
    type_ = model.typing.types.get(items)
    if type_ is None or type_ != list_of(INT):
        return False
    return not isinstance(items, n.Range) or not (
        isinstance(items.low, n.Integer) and isinstance(items.high, n.Integer)
    )


def _spot(place: Place) -> tuple[str, int, int]:
    return place.file.name, place.line, place.column


def _picked(extents: Extents) -> dict[tuple[str, int, int, str], Extent]:
    """How far each pick can go, by the place of its alternative and its name."""
    from hoyle.ir import extent as x
    from hoyle.ir import program as ir
    from hoyle.ir.walk import walk as walk_program

    program = extents.program
    found: dict[tuple[str, int, int, str], Extent] = {}
    for proc in program.procs.values():
        for node in walk_program(proc.body):
            for pick in node.picks if isinstance(node, ir.Alternative) else ():
                place = program.places[node.at]
                key = place.file, place.line, place.column, pick.word
                together = x.joined(found.get(key), extents.found.locals.get((proc.name, pick.name)))
                if together is not None:
                    found[key] = together
    return found


def _report(
    model: m.Model, findings: Findings, info: m.RuleInfo, pick: n.PickOne | n.PickSome, extents: Extents
) -> None:
    message = f"nothing says how far `{pick.name.text}` can go"
    help_ = "write `1..min(…, 100)`, or declare a range for what it hangs on"
    related: list[Related] = []
    for node in walk(pick.list):
        binding = model.typing.bindings.get(node)
        if isinstance(binding, m.VariableRef):
            variable, declared = model.variables[binding.name], model.syntax.state[binding.name].declaration
            extent = extents.found.variables.get(binding.name)
            if extent is not None and not extent.has_bound:
                message += f": `{binding.name}` has no bound"
                written = declared.at.text.replace("int", "0..100", 1)
                help_ = f"declare a range, as in `{binding.name}: {written}`"
                related = [Related(variable.place, "declared here")]
                break
        elif isinstance(binding, m.LocalRef):
            parameter = next((one for one in info.rule.parameters if one.name.text == binding.name), None)
            number = dict(info.parameters).get(binding.name, ANY).single == INT
            if parameter is not None and number and binding.name not in info.ends:
                message += f": the parameter `{binding.name}` has no bound"
                help_ = f"declare it with a range, as in `0..100 {binding.name}`"
                related = [Related(parameter.at.place, "declared here")]
                break
    findings.report(
        codes.UNBOUNDED_PICK,
        pick.list.at.place,
        message,
        help=help_,
        related=related,
        cites=info.rule.cites,
        names=(pick.name.text,),
    )
