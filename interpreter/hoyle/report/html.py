"""The page of a report: one HTML file that needs nothing else, neither a network nor another file."""

from __future__ import annotations

import html
import json
import re
from typing import TYPE_CHECKING, assert_never

from hoyle.page import Block, Bullets, Code, Heading, Page, Paragraph, Table
from hoyle.report.charts import pictures
from hoyle.show.ruleset import show
from hoyle.stack import with_room
from hoyle.weigh.shown import weighed_page
from hoyle.wording import counted, in_one_language, typed

if TYPE_CHECKING:
    from hoyle.analysis.grid import Grid
    from hoyle.report.facts import Facts

STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1c1c1c; background: #fff; }
body { margin: 0 auto; padding: 1rem; max-width: 58rem; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: .5rem 0; }
h2 { font-size: 1.3rem; margin: 2.2rem 0 .4rem; border-bottom: 1px solid #ddd; padding-bottom: .2rem; }
h3 { font-size: 1.1rem; margin: 1.6rem 0 .3rem; }
h4 { font-size: 1rem; margin: 1.2rem 0 .2rem; }
p { margin: .4rem 0; }
nav { display: flex; flex-wrap: wrap; gap: .3rem 1rem; margin: 1rem 0; }
a { color: #1d5a7d; }
figure { margin: .6rem 0 1.6rem; break-inside: avoid; }
figcaption { color: #333; margin-top: .3rem; }
.chart { width: 100%; min-height: 60px; }
.chart svg { max-width: 100%; height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; margin: .5rem 0; }
th, td { text-align: left; vertical-align: top; }
th, td { padding: .2rem .7rem .2rem 0; border-bottom: 1px solid #e6e6e6; }
td + td, th + th { font-variant-numeric: tabular-nums; }
.wide :is(td, th):first-child { position: sticky; left: 0; background: #fff; }
pre { background: #f5f5f2; padding: .6rem; font-size: .8rem; line-height: 1.35; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
code { font-family: ui-monospace, monospace; font-size: .92em; }
.about { color: #444; }
@media (max-width: 40rem) { body { padding: .7rem; } h1 { font-size: 1.4rem; } }
@media print {
  body { max-width: none; padding: 0; font-size: 10.5pt; }
  nav { display: none; }
  h2, h3, h4 { break-after: avoid; }
  .wide { overflow: visible; }
  table { font-size: 7.5pt; }
}
"""

SCRIPT = """
const specs = JSON.parse(document.getElementById("specs").textContent);
async function draw() {
  for (const [id, spec] of Object.entries(specs)) {
    const place = document.getElementById(id);
    const shown = structuredClone(spec);
    if (shown.spec) shown.spec.width = Math.max(120, place.clientWidth - 190);
    await vegaEmbed(place, shown, { actions: false, renderer: "svg" });
  }
  document.body.dataset.drawn = Object.keys(specs).length;
}
draw();
"""


def page(facts: Facts) -> str:
    """The whole file."""
    from vl_convert import javascript_bundle

    game, batch = facts.game, facts.side.batch
    drawn = list(pictures(facts))
    about = in_one_language(facts.work.syntax.about) if facts.work.syntax is not None else ""
    options = {**game.options_for(batch.players), **batch.options}
    told = [counted(batch.players, "player"), counted(batch.games, "game"), f"seed {batch.seed}"]
    told.append(f"bots: {', '.join(dict.fromkeys(batch.bots))}")
    told += [f"{name} {typed(value)}" for name, value in options.items()]
    sections = [(picture.id, picture.title) for picture in drawn]
    if facts.variants is not None:
        sections.append(("figures", "Variants in figures"))
    if facts.weighed is not None:
        sections.append(("weighed", "What matters in figures"))
    sections.append(("rules", "The rules"))
    links = "".join(f'<a href="#{id}-section">{html.escape(title)}</a>' for id, title in sections)
    parts = [
        f"<h1>{html.escape(game.title)}</h1>",
        f'<p class="about">{html.escape(about)}</p>' if about else "",
        f"<p>{html.escape(', '.join(told))}. Ruleset {html.escape(game.id)}, {html.escape(game.hash)}.</p>",
        f"<nav>{links}</nav>",
    ]
    for picture in drawn:
        parts.append(
            f'<section id="{picture.id}-section"><h2>{html.escape(picture.title)}</h2><figure>'
            f'<div class="chart" id="{picture.id}"></div>'
            f"<figcaption>{_text(picture.sentence)}</figcaption></figure></section>"
        )
    if facts.variants is not None:
        blocks: Page = [_grid(facts.variants), Paragraph(facts.variants.note)]
        parts.append(_section("figures", "Variants in figures", blocks))
    if facts.weighed is not None and facts.weighed.base.fault is None:
        parts.append(
            _section("weighed", "What matters in figures", weighed_page(facts.weighed, game.title)[1:])
        )
    parts.append(_section("rules", "The rules", with_room(show, facts.work)[1:]))
    specs = json.dumps({picture.id: picture.spec for picture in drawn}, ensure_ascii=False).replace(
        "<", "\\u003c"
    )
    bundle = javascript_bundle("window.vegaEmbed = vegaEmbed;").replace("</script", "<\\/script")
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<link rel="icon" href="data:,">',
            f"<title>{html.escape(game.title)}: a report</title>",
            f"<style>{STYLE}</style></head><body>",
            *(part for part in parts if part),
            f'<script type="application/json" id="specs">{specs}</script>',
            f'<script type="module">{bundle}</script>',
            f'<script type="module">{SCRIPT}</script>',
            "</body></html>",
            "",
        ]
    )


def _section(id: str, title: str, blocks: Page) -> str:
    body = "\n".join(_block(block) for block in blocks)
    return f'<section id="{id}-section"><h2>{html.escape(title)}</h2>\n{body}</section>'


def _grid(grid: Grid) -> Table:
    rows = [
        (row.name, *("–" if cell is None else cell.told(row.percent) for cell in row.cells))
        for row in grid.rows
    ]
    return Table(("", *grid.names), tuple(rows))


def _block(block: Block) -> str:
    match block:
        case Heading():
            level = min(block.level + 1, 6)
            return f"<h{level}>{_text(block.text)}</h{level}>"
        case Paragraph():
            return f"<p>{_text(block.text)}</p>"
        case Bullets():
            return "<ul>" + "".join(f"<li>{_text(item)}</li>" for item in block.items) + "</ul>"
        case Code():
            return f"<pre><code>{html.escape(block.text.rstrip())}</code></pre>"
        case Table():
            return _table(block)
        case _:
            assert_never(block)


def _table(table: Table) -> str:
    keep = [number for number in range(len(table.head)) if any(row[number] for row in table.rows)]
    head = "".join(f"<th>{_text(table.head[number])}</th>" for number in keep)
    body = "".join(
        "<tr>" + "".join(f"<td>{_text(row[number])}</td>" for number in keep) + "</tr>" for row in table.rows
    )
    top = f"<thead><tr>{head}</tr></thead>" if any(table.head) else ""
    return f'<div class="wide"><table>{top}<tbody>{body}</tbody></table></div>'


def _text(text: str) -> str:
    """A text with what is marked as code, in which numbers stay with what belongs to them.

    >>> _text("a `b<c`"), _text("5.0 ± 1.2 % *") == "5.0 ± 1.2 % *".replace(" ", chr(160))
    ('a <code>b&lt;c</code>', True)
    """
    together = re.sub(r"(?<=\d) (?=[%±]|pp\b)|(?<=±) | (?=\*$|[▲▼])", "\u00a0", text)
    return re.sub(r"`([^`]*)`", r"<code>\1</code>", html.escape(together, quote=False))
