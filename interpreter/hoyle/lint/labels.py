"""Finds components whose label is the same for pieces that differ."""

from __future__ import annotations

import re

from hoyle.checked import model as m
from hoyle.diagnostics.catalogue import lint as codes
from hoyle.diagnostics.model import Findings
from hoyle.syntax import nodes as n


def check_labels(model: m.Model, findings: Findings) -> None:
    """Checks the components of the file itself."""
    own = model.syntax.document.files[0]
    for name, declared in model.syntax.components.items():
        label, component = declared.label, model.components.get(name)
        if component is None or label.place.file is not own or not declared.attributes:
            continue
        named = any(isinstance(part, n.Name) for part in label.parts)
        looks = {tuple(piece.items()) for piece in component.pieces}
        if not named and len(looks) > 1:
            text = "".join(part for part in label.parts if isinstance(part, str))
            attributes = [attribute.key.text for attribute in declared.attributes]
            braced = re.sub(rf"\b({'|'.join(map(re.escape, attributes))})\b", r"{\1}", text)
            braced = braced if braced != text else f"{{{attributes[0]}}}"
            findings.report(
                codes.LABEL_OF_NOTHING,
                label.place,
                f"all pieces of `{name}` are called `{text}`, though they differ",
                help=f'put the names of attributes in braces: `"{braced}"`',
                cites=declared.cites,
                names=(name,),
            )
