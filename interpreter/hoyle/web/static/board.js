// Draws boards from the coordinates of their nodes: cells or crossings, edges, and what lies or stands on them.

import { h, s } from './elements.js';
import { bowl, man, piece, spoken } from './pieces.js';
import { key } from './choosing.js';
import { word } from './words.js';

const MANY = 60; // from which on not every place that can be chosen is marked
const CROSSINGS = /point|dot|crossing|spot|node|corner|vertex/;

/** The place of each node in a picture whose unit is the distance of neighbours, y downwards. */
function places(board) {
  if (board.kind === 'ring') return ring(board);
  const xs = board.nodes.map(([, x]) => x);
  const ys = board.nodes.map(([, , y]) => y);
  const [left, top] = [Math.min(...xs), Math.max(...ys)];
  return { at: board.nodes.map(([, x, y]) => [x - left + 0.5, top - y + 0.5]), width: Math.max(...xs) - left + 1, height: top - Math.min(...ys) + 1 };
}

function ring(board) {
  const count = board.nodes.length;
  const half = Math.ceil(count / 2);
  // Two rows that face each other, counter-clockwise from the lower left.
  return { at: board.nodes.map((_, number) => (number < half ? [number + 0.5, 1.6] : [count - number - 0.5, 0.5])), width: half, height: 2.1 };
}

export function draw_board(board, context) {
  const { at, width, height } = places(board);
  const numbers = new Map(board.nodes.map(([name], number) => [name, number]));
  const cells = board.kind === 'grid' && !CROSSINGS.test(board.node);
  const picture = s('svg', { viewBox: `0 0 ${width} ${height}`, class: 'board-picture', 'aria-hidden': 'true', preserveAspectRatio: 'none' });
  if (board.kind === 'grid') {
    if (cells) {
      board.nodes.forEach(([, x, y], number) => picture.append(s('rect', { x: at[number][0] - 0.5, y: at[number][1] - 0.5, width: 1, height: 1, class: (x + y) % 2 ? 'cell pale' : 'cell' })));
    } else {
      for (let column = 0; column < board.width; column += 1) picture.append(s('line', { x1: column + 0.5, y1: 0.5, x2: column + 0.5, y2: board.height - 0.5, class: 'grid-line' }));
      for (let row = 0; row < board.height; row += 1) picture.append(s('line', { x1: 0.5, y1: row + 0.5, x2: board.width - 0.5, y2: row + 0.5, class: 'grid-line' }));
    }
  }
  const lines = lines_of(board, context);
  if (lines) {
    picture.classList.add('with-lines');
    for (const [a, way] of lines) picture.append(s('line', { x1: at[a][0], y1: at[a][1], x2: at[a][0] + way[0], y2: at[a][1] - way[1], class: 'laid-line' }));
  }
  for (const [, a, b] of board.edges) picture.append(s('line', { x1: at[a][0], y1: at[a][1], x2: at[b][0], y2: at[b][1], class: 'edge-line' }));
  const element = h('div', {
    class: `board ${context.choosing.left().length > MANY ? 'many ' : ''}${board.nodes.length > MANY ? 'fine ' : ''}${cells ? 'cells' : board.kind === 'ring' ? 'ring' : 'crossings'}`, role: 'group', 'aria-label': board.name,
    place: { '--across': width, '--down': height, 'aspect-ratio': `${width} / ${height}` },
  }, picture);
  const percent = (value, of) => `${(100 * value) / of}%`;
  board.nodes.forEach(([name], number) => {
    element.append(spot(context, 'node', board.node, name, { left: percent(at[number][0], width), top: percent(at[number][1], height), width: percent(1, width) }, cells || board.kind === 'ring' ? 1 : board.nodes.length > MANY ? 1.1 : 0.86));
  });
  if (edges_matter(board, context)) {
    board.edges.forEach(([name, a, b]) => {
      const [x, y] = [(at[a][0] + at[b][0]) / 2, (at[a][1] + at[b][1]) / 2];
      element.append(spot(context, 'edge', board.edge, name, { left: percent(x, width), top: percent(y, height), width: percent(0.62, width) }, 1));
    });
  }
  if (board.kind === 'grid') element.append(...rulers(board));
  element.addEventListener('keydown', (event) => walk(event, element));
  return element;
}

const WAYS = { across: [1, 0], upward: [0, 1], right: [1, 0], east: [1, 0], left: [-1, 0], west: [-1, 0], up: [0, 1], north: [0, 1], down: [0, -1], south: [0, -1] };

/** Lines that are laid from a node in a direction, where a variable tells of such; null if none does. */
function lines_of(board, { setting, frame }) {
  let found = null;
  for (const [name, about] of Object.entries(setting.variables)) {
    if (about.kind !== 'bool' || about.per.length !== 2 || about.per[0].of !== board.node || !about.per[1].words.every((one) => WAYS[one])) continue;
    found = found || [];
    about.per[0].words.forEach((_, node) => about.per[1].words.forEach((way, at) => { if (frame.state[name]?.[node]?.[at]) found.push([node, WAYS[way]]); }));
  }
  return found;
}

function rulers(board) {
  const found = [];
  const columns = new Set(board.nodes.map(([name]) => name.replace(/\d+$/, '')));
  if (columns.size !== board.width) return found;
  [...columns].forEach((name, number) => found.push(h('span', { class: 'ruler below', 'aria-hidden': 'true', place: { left: `${(100 * (number + 0.5)) / board.width}%` } }, name)));
  for (let row = 1; row <= board.height; row += 1) found.push(h('span', { class: 'ruler beside', 'aria-hidden': 'true', place: { top: `${(100 * (board.height - row + 0.5)) / board.height}%` } }, String(row)));
  return found;
}

function edges_matter(board, context) {
  return Boolean(board.edge) && (context.setting.zones.some((zone) => zone.place?.[0] === board.edge)
    || Object.values(context.setting.variables).some((variable) => variable.per.some((per) => per.of === board.edge)));
}

/** A node or edge with all that is on it; a button, so that it can be clicked, focused and asked about. */
function spot(context, kind, type, name, place, scale) {
  const { setting, frame, choosing } = context;
  const shown = [];
  const told = [];
  for (const zone of setting.zones) {
    if (zone.place?.[0] !== type || zone.place[1] !== name) continue;
    for (const one of [...frame.zones[zone.name]].reverse()) {
      const down = context.face_down(type, name);
      const drawing = piece(setting, zone.of, one);
      if (down) drawing.classList.add('turned');
      shown.push(drawing);
      told.push(spoken(one, word('hidden')));
    }
  }
  const standing = context.standing(type, name);
  if (standing) { shown.push(standing.drawing); told.push(standing.told); }
  const own = key(kind, name);
  const can = choosing.can(own);
  const picked = choosing.picked.includes(own);
  const said = [context.call(name), told.join(', ') || word('empty'), picked ? word('picked') : can ? word('playable') : ''].filter(Boolean).join(', ');
  const classes = ['spot', kind, shown.length ? 'taken' : 'free', can && context.mine && (choosing.hints(own) ? 'can' : 'might'), picked && 'picked', context.fresh(kind, name) && 'fresh'].filter(Boolean).join(' ');
  if (!context.mine) return h('span', { class: classes, role: 'img', 'aria-label': said, title: name, place: { ...place, '--scale': scale }, 'data-spot': own }, ...shown);
  return h('button', {
    type: 'button', class: classes, 'aria-label': said, title: name, 'aria-disabled': can ? null : 'true', 'aria-pressed': picked ? 'true' : null,
    tabindex: context.first_spot(can) ? 0 : -1, place: { ...place, '--scale': scale }, 'data-spot': own, onclick: () => context.click(own, name),
  }, ...shown);
}

/** Arrow keys go to the nearest place in that direction, so that a board is one stop for the tab key. */
function walk(event, element) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const from = document.activeElement?.closest('.spot');
  if (!way || !from || !element.contains(from)) return;
  event.preventDefault();
  const middle = (one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [x, y] = middle(from);
  let best = null;
  for (const one of element.querySelectorAll('button.spot')) {
    const [dx, dy] = [middle(one)[0] - x, middle(one)[1] - y];
    const ahead = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    if (ahead > 1 && (!best || ahead + 2 * aside < best[0])) best = [ahead + 2 * aside, one];
  }
  if (!best) return;
  from.tabIndex = -1;
  best[1].tabIndex = 0;
  best[1].focus();
}

/** What the variables of a game say about a place: a man with its owner and kind, seeds, or a mark. */
export function standing(setting, frame, type, name) {
  const found = { owner: null, sign: null, text: null, count: null, marks: [] };
  let any = false;
  for (const [variable, about] of Object.entries(setting.variables)) {
    if (about.per.length !== 1 || about.per[0].of !== type) continue;
    const at = about.per[0].words.indexOf(name);
    const value = frame.state[variable]?.[at];
    if (value === null || value === undefined || value === '?') continue;
    if (about.kind === 'player') { found.owner = value; any = true; }
    else if (about.kind === 'enum') { found.text = value.replaceAll('_', ' '); found.sign = about.signs[value] || null; any = true; }
    else if (about.kind === 'int' || about.kind === 'range') { found.count = value; any = true; }
    else if (about.kind === 'bool' && value) found.marks.push(about.called);
  }
  if (!any) return null;
  return found;
}

export function draw_standing(found, setting, names) {
  const told = [];
  if (found.text) told.push(found.text);
  if (found.owner !== null) told.push(names[found.owner]);
  if (found.count !== null) told.push(String(found.count));
  told.push(...found.marks);
  if (found.owner === null && !found.text && found.count !== null) {
    const drawing = h('span', { class: 'bowl-with-number' }, bowl(found.count), h('span', { class: 'number', 'aria-hidden': 'true' }, String(found.count)));
    return { drawing, told: told.join(', ') };
  }
  return { drawing: man({ ...found, text: found.sign ? null : found.text?.slice(0, 8) }), told: told.join(', ') };
}
