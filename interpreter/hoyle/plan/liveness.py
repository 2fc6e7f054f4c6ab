"""Liveness: which locals are still needed where, so that frames hold no others."""

from __future__ import annotations

from typing import TypeAlias

from hoyle.ir import program as ir
from hoyle.ir.walk import free_names, parts_of
from hoyle.plan import blocks as b


def find_liveness(graph: b.Graph) -> None:
    """Says what each block needs, what each frame holds, and what each block is called with."""
    changed = True
    effects = {block.id: _effect(block.stmts) for block in graph.blocks}
    while changed:
        changed = False
        for block in reversed(graph.blocks):
            live = _before(effects[block.id], _live_out(graph, block))
            if block.receive:
                live -= {block.receive}
            if live != block.live:
                block.live, changed = live, True
    for site in graph.sites.values():
        live = _site_live(graph, site)
        if site.decide is not None and site.decide.how == "choose":
            live -= {site.decide.local}
        site.frame = tuple(sorted(live))
        for index, body in enumerate(site.bodies):
            picks = site.picks(index)
            graph.blocks[body].params = picks + tuple(name for name in site.frame if name not in picks)
        if site.passing >= 0:
            graph.blocks[site.passing].params = site.frame
    for block in graph.blocks:
        if block.params is None:
            block.params = tuple(sorted(block.live))


def _site_live(graph: b.Graph, site: b.Site) -> frozenset[str]:
    """What a waiting frame must hold."""
    blocks = graph.blocks
    if site.chance is not None:
        live = blocks[site.bodies[0]].live
        if isinstance(site.chance, ir.Random):
            return (live - {site.chance.name}) | free_names(site.chance.list)
        return live | blocks[site.done].live | free_names(site.chance.zone)
    assert site.decide is not None
    live = asked_locals(site.decide) | _question_locals(site.decide)
    if site.decide.how == "choose":
        live |= free_names(site.decide.who)  # whoever reads the state back asks the same player
    for index, body in enumerate(site.bodies):
        live |= blocks[body].live - set(site.picks(index))
    if site.decide.how == "simultaneously":
        for index, alternative in enumerate(site.decide.alternatives):
            live |= live_before(alternative.body, frozenset()) - set(site.picks(index))
    for other in (site.passing, site.otherwise, site.done):
        if other >= 0:
            live |= blocks[other].live
    return live | {name for name in (site.who, site.turn, site.got) if name}


def _live_out(graph: b.Graph, block: b.Block) -> frozenset[str]:
    """What is needed after the statements of a block."""
    blocks = graph.blocks
    match block.end:
        case b.Goto(target=target):
            return blocks[target].live
        case b.Branch(test=test, then=then, otherwise=otherwise):
            return free_names(test) | blocks[then].live | blocks[otherwise].live
        case b.CallEnd(args=args, next=following, into=into):
            live = blocks[following].live if following is not None else frozenset()
            return free_names(args) | (live - {into} if into else live)
        case b.RoundEnd(next=following):
            return blocks[following].live
        case b.Leave(value=value):
            return free_names(value)
        case b.Ask(site=site_id) | b.Chance(site=site_id):
            site = graph.sites[site_id]
            live = _site_live(graph, site)
            return live if site.decide is None else live - {site.decide.local}
        case _:
            return frozenset()


def _question_locals(decide: ir.Decide) -> frozenset[str]:
    """What the question for people is made of."""
    return free_names(tuple(part.value for part in decide.question or () if not isinstance(part, str)))


def asked_locals(decide: ir.Decide) -> frozenset[str]:
    """What the list of choices, its labels and its refusals are computed from."""
    found: frozenset[str] = frozenset()
    for alternative in decide.alternatives:
        inner: frozenset[str] = frozenset()
        for pick in alternative.picks:
            inner |= free_names((pick.list, pick.least, pick.most))
        texts = [alternative.label or ()]
        for need in alternative.needs:
            inner |= free_names(need.test)
            texts += need.why.languages.values() if need.why is not None else ()
        for parts in texts:
            inner |= free_names(tuple(part.value for part in parts if not isinstance(part, str)))
        found |= inner - {pick.name for pick in alternative.picks}
    return found


def live_before(stmts: tuple[ir.Stmt, ...] | list[ir.Stmt], after: frozenset[str]) -> frozenset[str]:
    """The locals needed before some statements, given those needed after them."""
    return _before(_effect(stmts), after)


def _before(effect: Effect, after: frozenset[str]) -> frozenset[str]:
    read, set_ = effect
    return read if set_ is None else read | (after - set_)


Effect: TypeAlias = "tuple[frozenset[str], frozenset[str] | None]"
"""The locals that statements read before they set them, and those that they set; None: they leave."""

_NOTHING: frozenset[str] = frozenset()


def _effect(stmts: tuple[ir.Stmt, ...] | list[ir.Stmt]) -> Effect:
    """What statements do one after the other; each is looked at once, however deep it stands."""
    read: frozenset[str] = _NOTHING
    set_: frozenset[str] | None = _NOTHING
    for stmt in reversed(stmts):
        reads, sets = _effect_of(stmt)
        if sets is None:
            read, set_ = reads, None
        else:
            read = reads | (read - sets)
            set_ = None if set_ is None else set_ | sets
    return read, set_


def _effect_of(stmt: ir.Stmt) -> Effect:
    match stmt:
        case ir.SetLocal():
            return free_names(stmt.value), frozenset((stmt.name,))
        case ir.Random():
            return free_names(stmt.list), frozenset((stmt.name,))
        case ir.Draw():
            return free_names((stmt.count, stmt.source, stmt.to)), frozenset((stmt.into,))
        case ir.CallProc():
            return free_names(stmt.args), frozenset((stmt.into,)) if stmt.into else _NOTHING
        case ir.If():
            (first, set_first), (second, set_second) = _effect(stmt.then), _effect(stmt.otherwise)
            reads = free_names(stmt.test) | first | second
            if set_first is None or set_second is None:
                return reads, set_second if set_first is None else set_first
            return reads, set_first & set_second
        case ir.ForEach():
            return (_effect(stmt.body)[0] - {stmt.local}) | free_names(stmt.list), _NOTHING
        case ir.While():
            return _effect(stmt.body)[0] | free_names(stmt.test), _NOTHING
        case ir.Repeat():
            return _effect(stmt.body)[0] | free_names(stmt.times), _NOTHING
        case ir.Return():
            return free_names(stmt.value), None
        case ir.End():
            return _NOTHING, None
        case ir.Deal() | ir.MoveAround():
            whole = free_names(stmt.to) | (
                free_names(stmt.what) if isinstance(stmt, ir.MoveAround) else free_names(stmt.count)
            )
            source = free_names(stmt.source) if isinstance(stmt, ir.Deal) else _NOTHING
            return (whole - {stmt.local}) | free_names(stmt.list) | source, _NOTHING
        case ir.FillVar():
            return free_names(stmt.value) - {stmt.local, *stmt.more}, _NOTHING
        case ir.ScoreRound():
            return free_names(stmt.value) - {stmt.local}, _NOTHING
        case ir.Decide():
            raise AssertionError("decisions end a block")
        case _:
            found: frozenset[str] = _NOTHING
            for name in parts_of(type(stmt)):
                found |= free_names(getattr(stmt, name))
            return found, _NOTHING
