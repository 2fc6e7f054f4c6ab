"""Finds rules that are supposed although they change nothing."""

from __future__ import annotations

from hoyle.checked import model as m
from hoyle.diagnostics.catalogue import lint as codes
from hoyle.diagnostics.model import Findings, Related
from hoyle.syntax import nodes as n
from hoyle.syntax.walk import other_trees, rule_trees, walk


def check_supposing(model: m.Model, findings: Findings) -> None:
    """Checks the rules of the file itself; what a base says was looked at there."""
    own = model.syntax.document.files[0]
    trees = [(rule_trees(info.rule), info.rule.cites) for info in model.rules.values()]
    for tree, cites in [*trees, (other_trees(model.syntax), ())]:
        for node in walk(tree):
            if not isinstance(node, n.Supposing) or node.at.file is not own:
                continue
            target = model.typing.targets.get(node.call)
            if isinstance(target, m.RuleTarget) and not model.rules[target.id].changes:
                rule = model.rules[target.id].rule
                findings.report(
                    codes.SUPPOSES_NOTHING,
                    node.call.at.place,
                    f"`{rule.name}` changes nothing, so there is nothing to suppose",
                    help=f"suppose another rule, or write `{node.then.at.text}` alone",
                    related=[Related(rule.key.place, "defined here")],
                    cites=cites,
                    names=(rule.name,),
                )
