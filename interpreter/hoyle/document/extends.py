"""Follows `extends` from a variant to its bases and merges them into one document."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from hoyle.diagnostics.catalogue.document import EXTENDS_CYCLE, TOO_LARGE, UNKNOWN_BASE
from hoyle.diagnostics.model import Findings, Place, Related, SourceFile
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.document.from_yaml import read
from hoyle.document.merge import merged, unextended
from hoyle.document.misspelt import as_meant
from hoyle.document.nodes import Document, Map, Scalar

FindBase = Callable[[str, SourceFile], SourceFile | None]

# Far more than anyone writes; a stop for bases that are made up on the fly.
MOST_BASES = 20


def load_document(
    file: SourceFile, find_base: FindBase, findings: Findings, known: Iterable[str] = ()
) -> Document | None:
    """The ruleset of a file with all its bases merged in; `known` are the ids to suggest for a wrong base.

    Nothing is returned if one of the files can't be read or a base isn't found.
    """
    root = read(file, findings)
    if root is None:
        return None
    files, layers, links = [file], [as_meant(root, findings)], list[Place]()
    while (entry := layers[-1].entry("extends")) is not None:
        place = entry.value.place
        name = entry.value.text if isinstance(entry.value, Scalar) else ""
        if not name:
            help = "write a bundled id or the path of a file"
            findings.report(UNKNOWN_BASE, place, "`extends` doesn't name a ruleset", help=help)
            return None
        before = len(findings)
        base = find_base(name, files[-1])
        if base is None:
            if len(findings) == before:  # otherwise it was said what is wrong with it
                message = f"there is no ruleset `{name[:80]}` to extend"
                findings.report(UNKNOWN_BASE, place, message, help=did_you_mean(name, known))
            return None
        links.append(place)
        # Compared by their text: one file may be reached under several names.
        again = next((n for n, known_file in enumerate(files) if known_file.text == base.text), None)
        if again is not None:
            _report_cycle([*files[again:], base], links[again:], findings)
            return None
        if len(files) > MOST_BASES:
            message = f"this ruleset builds on more than {MOST_BASES} others"
            findings.report(TOO_LARGE, links[0], message, help="put some of its bases together into one")
            return None
        tree = read(base, findings)
        if tree is None:
            return None
        files.append(base)
        layers.append(as_meant(tree, findings))
    return Document(_merged_layers(layers, findings), tuple(files), tuple(layers))


def _merged_layers(layers: list[Map], findings: Findings) -> Map:
    """The last base, with each variant laid over it in turn."""
    root = unextended(layers[-1], findings)
    for layer in reversed(layers[:-1]):
        root = merged(layer, root, findings)
    return root


def _report_cycle(files: list[SourceFile], links: list[Place], findings: Findings) -> None:
    chain = " → ".join(file.name for file in files)
    related = [Related(place, "which extends this") for place in links[1:]]
    findings.report(
        EXTENDS_CYCLE,
        links[0],
        f"these rulesets extend each other: {chain}",
        help="a base can't build on its own variant",
        related=related,
    )
