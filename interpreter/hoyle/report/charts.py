"""The pictures of a report, each with one sentence that says what it shows."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from importlib import import_module
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

from hoyle.analysis.course import PARTS
from hoyle.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hoyle.analysis.sample import Sample
    from hoyle.report.facts import Facts

HEIGHT = 260  # of a chart without rows of its own
A_ROW = 22  # of a chart whose rows have names
MOST_ROWS = 24
BINS = 30
FEW_SCORES = 10  # different ones; then they are counted instead of boxed
TICKS = (0.2, 0.5, 1, 2, 5, 10, 20, 50, 100)
SHORT = {"decisions": "length", "score spread": "spread"}
BLUE, GREY, RED = "#2a6f97", "#8d99ae", "#b23a48"


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart as Vega-Lite, under a heading, with its sentence."""

    id: str
    title: str
    sentence: str
    spec: dict[str, Any]


def pictures(facts: Facts) -> Iterator[Picture]:
    """The charts that the facts have something for."""
    samples = [sample for sample in facts.side.samples if sample.finished]
    yield _seats(facts)
    if any(max(sample.scores) != min(sample.scores) for sample in samples):
        yield _scores(samples)
    if any(sample.decisions for sample in samples):
        yield _length(samples)
    if facts.courses.games:
        yield _branching(facts)
    if any(any(sample.actions) for sample in samples):
        yield _actions(facts, samples)
    if facts.variants is not None:
        yield _variants(facts)
    if facts.weighed is not None and facts.weighed.worths:
        yield _parts(facts)


def _altair() -> Any:
    """The library, without its types: half of it has none."""
    return import_module("altair")


def _bars(rows: int) -> int:
    return max(60, A_ROW * rows + 30)


def _seats(facts: Facts) -> Picture:
    alt = _altair()

    shares = [
        {"seat": f"seat {seat}", "wins": share.value, "low": share.low, "high": share.high}
        for seat, share in enumerate(facts.summary.win_share)
        if share is not None
    ]
    found = [share.value for share in facts.summary.win_share if share is not None]
    even = fmean(found) if found else 0.0
    base = alt.Chart(alt.Data(values=shares)).encode(
        y=alt.Y("seat:N", title=None, sort=None, axis=alt.Axis(labelLimit=200))
    )
    scale = alt.Scale(domainMin=0)
    bars = base.mark_bar(color=BLUE, opacity=0.85).encode(
        x=alt.X("wins:Q", title="share of the wins", axis=alt.Axis(format="%"), scale=scale),
        tooltip=[alt.Tooltip("seat:N"), alt.Tooltip("wins:Q", format=".1%")],
    )
    whiskers = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", title=""), x2="high:Q")
    line = (
        alt.Chart(alt.Data(values=[{"even": even}]))
        .mark_rule(color=RED, strokeDash=[4, 4])
        .encode(x="even:Q")
    )
    clear = [claim for claim in facts.summary.claims if claim.clear]
    games = counted(len(facts.side.samples), "game")
    if clear:
        said = [f"seat {claim.seat} is {'ahead' if claim.ahead else 'behind'}" for claim in clear]
        sentence = f"Clearly {listed(said)}, over {games} and all seats tested together"
    else:
        sentence = f"No seat is clearly ahead or behind, over {games} and all seats tested together"
    sentence += "; the lines are 95 % intervals, the dashed one is an even share."
    return Picture("seats", "Seats", sentence, _spec(bars + whiskers + line, _bars(len(shares))))


def _scores(samples: list[Sample]) -> Picture:
    alt = _altair()

    spread = fmean(max(sample.scores) - min(sample.scores) for sample in samples)
    apart = f"between the best and the worst of a game lie {spread:,.1f} points on average."
    height = _bars(len(samples[0].scores) * 2)
    if len({score for sample in samples for score in sample.scores}) <= FEW_SCORES:
        chart = _score_shares(alt, samples)
        return Picture(
            "scores", "Scores", f"How often each seat ends with which score; {apart}", _spec(chart, height)
        )
    rows = [
        {"seat": f"seat {seat}", "score": score}
        for sample in samples[:2000]
        for seat, score in enumerate(sample.scores)
    ]
    chart = (
        alt.Chart(alt.Data(values=rows))
        .mark_boxplot(color=BLUE, extent="min-max", size=14)
        .encode(
            y=alt.Y("seat:N", title=None, sort=None),
            x=alt.X("score:Q", title="score at the end", scale=alt.Scale(zero=False)),
        )
    )
    sentence = f"Half of the scores of a seat lie within its box, all of them within its line; {apart}"
    return Picture("scores", "Scores", sentence, _spec(chart, height))


def _score_shares(alt: Any, samples: list[Sample]) -> Any:
    """Where there are few scores: how often each seat has each."""
    counts = Counter((seat, score) for sample in samples for seat, score in enumerate(sample.scores))
    rows = [
        {"seat": f"seat {seat}", "score": score, "share": times / len(samples)}
        for (seat, score), times in sorted(counts.items())
    ]
    return (
        alt.Chart(alt.Data(values=rows))
        .mark_bar()
        .encode(
            y=alt.Y("seat:N", title=None, sort=None),
            x=alt.X("share:Q", title="share of the games", axis=alt.Axis(format="%"), stack="normalize"),
            color=alt.Color(
                "score:O", title="score", scale=alt.Scale(scheme="blues"), legend=alt.Legend(orient="bottom")
            ),
            order=alt.Order("score:Q"),
            tooltip=["seat:N", "score:O", alt.Tooltip("share:Q", format=".1%")],
        )
    )


def _length(samples: list[Sample]) -> Picture:
    alt = _altair()

    lengths = [sample.decisions for sample in samples]
    chart = _histogram(alt, lengths, "decisions in a game")
    sentence = (
        f"Half of the games have at most {median(lengths):,.0f} decisions; "
        f"the shortest has {min(lengths):,}, the longest {max(lengths):,}."
    )
    return Picture("length", "Length", sentence, _spec(chart, HEIGHT))


def _histogram(alt: Any, values: list[int], title: str) -> Any:
    """Counted here: a page with a hundred thousand numbers is no use on a phone."""
    low, high = min(values), max(values)
    width = max(1, -(-(high - low + 1) // BINS))
    counts = Counter((value - low) // width for value in values)
    rows = [
        {"from": low + bin * width, "to": low + (bin + 1) * width, "games": counts[bin]}
        for bin in range((high - low) // width + 1)
    ]
    return (
        alt.Chart(alt.Data(values=rows))
        .mark_bar(color=BLUE)
        .encode(
            x=alt.X("from:Q", bin="binned", title=title),
            x2="to:Q",
            y=alt.Y("games:Q", title="games"),
            tooltip=["from:Q", "games:Q"],
        )
    )


def _branching(facts: Facts) -> Picture:
    alt = _altair()

    values = facts.courses.branching()
    rows = [{"course": (part + 0.5) / PARTS, "choices": value} for part, value in enumerate(values)]
    chart = (
        alt.Chart(alt.Data(values=rows))
        .mark_line(color=BLUE, point=True)
        .encode(
            x=alt.X("course:Q", title="course of the game", axis=alt.Axis(format="%")),
            y=alt.Y("choices:Q", title="choices a decision", scale=alt.Scale(domainMin=0)),
        )
    )
    most = max(range(PARTS), key=values.__getitem__)
    sentence = (
        f"There are {fmean(values):.1f} choices a decision on average; most, {values[most]:.1f}, from "
        f"{100 * most // PARTS} % to {100 * (most + 1) // PARTS} % of a game."
    )
    return Picture("branching", "Choices over the course", sentence, _spec(chart, HEIGHT))


def _actions(facts: Facts, samples: list[Sample]) -> Picture:
    alt = _altair()

    totals = [fmean(sample.actions[number] for sample in samples) for number in range(len(facts.actions))]
    rows = sorted(
        ({"action": name, "times": total} for name, total in zip(facts.actions, totals, strict=True)),
        key=lambda row: -float(str(row["times"])),
    )[:MOST_ROWS]
    chart = (
        alt.Chart(alt.Data(values=rows))
        .mark_bar(color=BLUE)
        .encode(
            y=alt.Y("action:N", title=None, sort=None, axis=alt.Axis(labelLimit=160)),
            x=alt.X("times:Q", title="times a game"),
            tooltip=["action:N", alt.Tooltip("times:Q", format=".2f")],
        )
    )
    never = [str(name) for name, total in zip(facts.actions, totals, strict=True) if not total]
    sentence = f"What is done most is {rows[0]['action']}, {float(str(rows[0]['times'])):.1f} times a game"
    sentence += f"; never done: {listed(never)}." if never else "; everything that can be done is done."
    return Picture("actions", "What is done", sentence, _spec(chart, _bars(len(rows))))


def _variants(facts: Facts) -> Picture:
    alt = _altair()

    grid = facts.variants
    assert grid is not None
    rows = []
    for row in grid.rows:
        first = row.cells[0]
        for name, cell in list(zip(grid.names, row.cells, strict=True))[1:]:
            if cell is None or cell.difference is None or first is None:
                continue
            spread = cell.difference.spread or 1.0
            margin = cell.difference.margin or 0.0
            rows.append(
                {
                    "figure": row.name,
                    "variant": name,
                    "moved": cell.difference.value / spread,
                    "low": (cell.difference.value - margin) / spread,
                    "high": (cell.difference.value + margin) / spread,
                    "clear": "clear" if cell.direction else "may be chance",
                }
            )
    chart = _forest(alt, rows, "figure").facet(
        row=alt.Row(
            "variant:N", title=None, header=alt.Header(labelAngle=0, labelOrient="top", labelAnchor="start")
        )
    )
    marked = sum(row["clear"] == "clear" for row in rows)
    sentence = (
        f"Against {facts.game.id}, {marked} of {counted(len(rows), 'figure')} are clearly different, seed by "
        "seed and all tested together; differences are in standard deviations, the lines are 95 % intervals."
    )
    return Picture("variants", "Variants compared", sentence, _plain(chart.to_dict()))


def _parts(facts: Facts) -> Picture:
    alt = _altair()

    weighed = facts.weighed
    assert weighed is not None
    shown = [worth for worth in weighed.worths if worth.size][:MOST_ROWS] or list(weighed.worths[:8])
    rows = []
    for worth in shown:
        effect = max(worth.effects, key=lambda one: one.found.size)
        spread = effect.found.spread or 1.0
        margin = effect.found.margin or 0.0
        rows.append(
            {
                "part": f"{worth.part.name} ({SHORT.get(effect.figure, effect.figure)})",
                "moved": effect.found.value / spread,
                "low": (effect.found.value - margin) / spread,
                "high": (effect.found.value + margin) / spread,
                "clear": "clear" if effect.clear else "may be chance",
            }
        )
    chart = _forest(alt, rows, "part")
    clear = sum(bool(worth.size) for worth in weighed.worths)
    sentence = (
        f"{clear} of {counted(len(weighed.worths), 'part')} clearly matter: the same seeds without each, and "
        "the figure that moves most, in standard deviations."
    )
    return Picture("parts", "What matters", sentence, _spec(chart, _bars(len(rows) + 2)))


def _forest(alt: Any, rows: list[dict[str, Any]], name: str) -> Any:
    """A point and a line for each row, around 0; what is far away from it stands closer together."""
    low, high = min(row["low"] for row in rows), max(row["high"] for row in rows)
    ticks = [sign * tick for tick in TICKS for sign in (-1, 1) if low <= sign * tick <= high]
    x = {
        "title": "standard deviations",
        "scale": alt.Scale(type="symlog", constant=1),
        "axis": alt.Axis(values=sorted({0, *ticks}), format="~g"),
    }
    data = alt.Data(values=rows)
    y = alt.Y(f"{name}:N", title=None, sort=None, axis=alt.Axis(labelLimit=170))
    colour = alt.Color(
        "clear:N",
        title=None,
        scale=alt.Scale(domain=["clear", "may be chance"], range=[RED, GREY]),
        legend=alt.Legend(orient="bottom"),
    )
    points = (
        alt.Chart()
        .mark_point(filled=True, size=60)
        .encode(
            y=y,
            x=alt.X("moved:Q", **x),
            color=colour,
            tooltip=[f"{name}:N", alt.Tooltip("moved:Q", format="+.2f")],
        )
    )
    lines = alt.Chart().mark_rule(strokeWidth=2).encode(y=y, x=alt.X("low:Q", **x), x2="high:Q", color=colour)
    zero = alt.Chart().mark_rule(color="#444").encode(x=alt.datum(0))
    return alt.layer(zero, lines, points, data=data)


def _spec(chart: Any, height: int) -> dict[str, Any]:
    """A chart that is as wide as its place."""
    return _plain(chart.properties(width="container", height=height).to_dict())


def _plain(spec: dict[str, Any]) -> dict[str, Any]:
    """A chart in the page's own look, with text that can be read on a phone."""
    font = "system-ui, sans-serif"
    spec["config"] = {
        "font": font,
        "view": {"stroke": None},
        "axis": {
            "labelFontSize": 12,
            "titleFontSize": 12,
            "titleFontWeight": "normal",
            "gridColor": "#e6e6e6",
            "labelFlush": False,
            "labelOverlap": "greedy",
            "labelSeparation": 6,
        },
        "legend": {"labelFontSize": 12},
        "header": {"labelFontSize": 13, "labelFontWeight": "bold"},
    }
    spec["background"] = None
    return spec
