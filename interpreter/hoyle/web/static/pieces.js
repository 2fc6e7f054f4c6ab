// Draws a piece from what is declared about it: cards, discs, tiles and dice, from colour, suit, rank, number and words.

import { s } from './elements.js';
import { PLAIN, face } from './face.js';
import { sign_of } from './signs.js';

// The colours of the seats: told apart also by those who see few colours.
export const SEATS = [
  ['#f3eee0', '#2b2b30'], ['#2b2b33', '#fff'], ['#c0392b', '#fff'], ['#2461b0', '#fff'], ['#1e7d4f', '#fff'],
  ['#dd7a1f', '#241400'], ['#7a4596', '#fff'], ['#1c93a3', '#fff'], ['#d9729b', '#33101f'], ['#7a5230', '#fff'],
];

const PIPS = {
  0: [], 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]],
  7: [[-1, -1], [-1, 0], [-1, 1], [0, 0], [1, -1], [1, 0], [1, 1]],
  8: [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]],
  9: [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 0], [0, 1], [1, -1], [1, 0], [1, 1]],
};

function pips(count, x, y, reach, radius, ink) {
  return (PIPS[count] || []).map(([dx, dy]) => s('circle', { cx: x + dx * reach, cy: y + dy * reach, r: radius, fill: ink }));
}

function hue(text) {
  let sum = 7;
  for (const sign of text) sum = (sum * 31 + sign.codePointAt(0)) % 360;
  return sum;
}

const FONT = 'system-ui, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif';
const TIGHTEST = 0.62; // how much smaller a word may get before it is broken
const pen = document.createElement('canvas').getContext('2d');
const measured = new Map();

/** How wide a text is at size 1. */
function breadth(text, weight) {
  const id = `${weight} ${text}`;
  if (!measured.has(id)) {
    pen.font = `${weight} 100px ${FONT}`;
    measured.set(id, pen.measureText(text).width / 100);
  }
  return measured.get(id);
}

/** A text on as few lines as let it stay readable: broken at spaces, and within words that are too long. */
function lines(text, size, room, weight) {
  const found = [];
  const parts = text.replaceAll('_', ' ').split(' ').flatMap((part) => {
    const pieces = Math.ceil((breadth(part, weight) * size * TIGHTEST) / room);
    if (pieces < 2) return [part];
    const length = Math.ceil(part.length / pieces);
    return Array.from({ length: pieces }, (_, at) => part.slice(at * length, (at + 1) * length) + (at < pieces - 1 ? '-' : ''));
  });
  for (const part of parts) {
    const longer = found.length && !found.at(-1).endsWith('-') ? `${found.at(-1)} ${part}` : null;
    if (longer && breadth(longer, weight) * size <= room) found[found.length - 1] = longer;
    else found.push(part);
  }
  return found;
}

/** A text around a point that is never wider than its room. */
function words(text, x, y, size, ink, room, more = {}) {
  const weight = more['font-weight'] ?? 400;
  const all = text.length <= 4 ? [text] : lines(text, size, room, weight);
  const fits = Math.min(size, ...all.map((line) => room / breadth(line, weight)));
  return all.map((line, number) => s('text', {
    x, y: y + (number - (all.length - 1) / 2) * fits * 1.1, 'font-size': fits.toFixed(2),
    fill: ink, 'text-anchor': 'middle', 'dominant-baseline': 'central', ...more,
  }, line));
}

function twice(corner) {
  return [...corner, s('g', { transform: 'rotate(180 30 42)' }, ...corner.map((one) => one.cloneNode(true)))];
}

function card(attributes, label, setting) {
  const seen = face(attributes, label);
  const sign = sign_of(setting, seen.main);
  const svg = s('svg', { viewBox: '0 0 60 84', class: 'card', 'aria-hidden': 'true' });
  if (seen.suit) {
    const red = /^[♥♦]/.test(seen.suit[0]);
    const ink = red ? '#b3261e' : '#1d1d22';
    svg.append(s('rect', { x: 1, y: 1, width: 58, height: 82, rx: 6, class: 'paper' }));
    svg.append(...twice([...words(sign, 11, 11.5, 15, ink, 15, { 'font-weight': 700 }), ...words(seen.suit[0], 11, 25, 13, ink, 14)]));
    if (sign !== seen.main) svg.append(...words(seen.suit[0], 30, 38, 26, ink, 40), ...words(seen.main, 30, 60, 9, ink, 26));
    else svg.append(...words(seen.suit[0], 30, 44, 34, ink, 40));
    return svg;
  }
  if (seen.colour) {
    const [fill, ink] = seen.fill;
    svg.append(s('rect', { x: 1, y: 1, width: 58, height: 82, rx: 6, fill, class: 'coloured' }),
      s('ellipse', { cx: 30, cy: 42, rx: 22, ry: 31, fill: '#fffdf6', stroke: '#2b2b30', 'stroke-opacity': 0.16, transform: 'rotate(24 30 42)' }));
    const size = seen.main.length <= 2 ? 30 : seen.main.length <= 3 ? 22 : 13;
    svg.append(...words(seen.main, 30, 43, size, '#26221b', 40, { 'font-weight': 800 }));
    if (seen.small.length) svg.append(...words(seen.small.join(' '), 30, 62, 8, '#26221b', 32));
    svg.append(...twice(words(sign, 12, 11, 11, ink, 15, { 'font-weight': 700 })));
    return svg;
  }
  const tint = hue(seen.small.join(' ') || seen.main);
  svg.append(s('rect', { x: 1, y: 1, width: 58, height: 82, rx: 6, class: 'paper' }),
    s('rect', { x: 5, y: 5, width: 50, height: 74, rx: 4, fill: `hsl(${tint} 45% 88%)`, stroke: `hsl(${tint} 40% 55%)`, 'stroke-width': 1 }));
  const ink = `hsl(${tint} 60% 22%)`;
  const small = seen.small.join(' ');
  if (seen.main.length > 3) {
    svg.append(s('circle', { cx: 30, cy: 28, r: 15, fill: `hsl(${tint} 45% 36%)` }),
      ...words(sign, 30, 28.5, 18, '#fff', 23, { 'font-weight': 700 }),
      ...words(seen.main, 30, small ? 54 : 59, 11, ink, 46, { 'font-weight': 600 }));
  } else svg.append(...words(seen.main, 30, small ? 36 : 42, seen.main.length <= 2 ? 30 : 24, ink, 44, { 'font-weight': 800 }));
  if (small) svg.append(...words(small, 30, seen.main.length > 3 ? 71 : 62, 9, ink, 46));
  return svg;
}

function disc(attributes, label) {
  const seen = face(attributes, label);
  const [fill, ink] = seen.fill;
  const text = seen.suit && !attributes.length ? seen.suit[0] : seen.main;
  return s('svg', { viewBox: '0 0 60 60', class: 'disc', 'aria-hidden': 'true' },
    s('circle', { cx: 30, cy: 31.5, r: 27, class: 'shade' }), s('circle', { cx: 30, cy: 30, r: 27, fill, class: 'rim' }),
    s('circle', { cx: 30, cy: 30, r: 21, fill: 'none', stroke: ink, 'stroke-opacity': 0.35, 'stroke-width': 1.5 }),
    ...words(text, 30, 31, text.length <= 2 ? 26 : 16, ink, 40, { 'font-weight': 700 }));
}

function tile(attributes, label) {
  const numbers = attributes.map(([, word]) => word);
  if (numbers.length === 2 && numbers.every((word) => /^\d$/.test(word))) {
    return s('svg', { viewBox: '0 0 44 84', class: 'tile', 'aria-hidden': 'true' },
      s('rect', { x: 1, y: 1, width: 42, height: 82, rx: 7, class: 'paper' }),
      s('line', { x1: 7, y1: 42, x2: 37, y2: 42, stroke: '#8a8576', 'stroke-width': 1.5 }),
      ...pips(Number(numbers[0]), 22, 22, 10, 3.6, '#26221b'), ...pips(Number(numbers[1]), 22, 62, 10, 3.6, '#26221b'));
  }
  const seen = face(attributes, label);
  const [fill, ink] = seen.fill;
  return s('svg', { viewBox: '0 0 60 60', class: 'square-tile', 'aria-hidden': 'true' },
    s('rect', { x: 1, y: 1, width: 58, height: 58, rx: 8, fill, class: 'rim' }),
    ...words(seen.main, 30, 28, seen.main.length <= 2 ? 28 : 14, ink, 50, { 'font-weight': 700 }),
    ...(seen.small.length ? words(seen.small.join(' '), 30, 50, 9, ink, 50) : []));
}

export function die(value) {
  const svg = s('svg', { viewBox: '0 0 60 60', class: 'die', 'aria-hidden': 'true' }, s('rect', { x: 2, y: 2, width: 56, height: 56, rx: 11, class: 'paper' }));
  if (value >= 1 && value <= 9) svg.append(...pips(value, 30, 30, 15, 5, '#26221b'));
  else svg.append(...words(value === null || value === undefined ? '?' : String(value), 30, 31, 26, '#26221b', 46, { 'font-weight': 700 }));
  return svg;
}

function back(look) {
  if (look === 'die') return die(null);
  if (look === 'disc') return s('svg', { viewBox: '0 0 60 60', class: 'disc', 'aria-hidden': 'true' }, s('circle', { cx: 30, cy: 30, r: 27, class: 'back' }), s('circle', { cx: 30, cy: 30, r: 18, class: 'back-ring' }));
  const [width, name] = look === 'tile' ? [44, 'tile'] : [60, 'card'];
  const svg = s('svg', { viewBox: `0 0 ${width} 84`, class: name, 'aria-hidden': 'true' },
    s('rect', { x: 1, y: 1, width: width - 2, height: 82, rx: 6, class: 'back' }),
    s('rect', { x: 5, y: 5, width: width - 10, height: 74, rx: 4, class: 'back-ring' }));
  for (let y = 16; y <= 68; y += 13) for (let x = width / 2 - 13; x <= width / 2 + 13; x += 13) svg.append(s('path', { d: `M${x} ${y - 4.5}l4.5 4.5l-4.5 4.5l-4.5 -4.5z`, class: 'back-mark' }));
  return svg;
}

/** A piece as a drawing; `piece` is a label, an object with more about it, or null if it is not known. */
export function piece(setting, component, piece_) {
  const look = setting.looks[component];
  if (piece_ === null) return back(look);
  const label = label_of(piece_);
  const attributes = setting.faces[component][label] || [];
  if (look === 'die') {
    const value = typeof piece_ === 'object' ? Object.entries(piece_).find(([name, one]) => name !== 'piece' && typeof one === 'number') : null;
    return die(value ? value[1] : Number(attributes[0]?.[1]) || null);
  }
  if (look === 'disc') return disc(attributes, label);
  return look === 'tile' ? tile(attributes, label) : card(attributes, label, setting);
}

export function label_of(piece_) {
  return typeof piece_ === 'object' && piece_ !== null ? piece_.piece : piece_;
}

/** What a piece is called aloud, with what is known of it besides. */
export function spoken(piece_, hidden) {
  if (piece_ === null) return hidden;
  if (typeof piece_ !== 'object') return piece_;
  const more = Object.entries(piece_).filter(([name, value]) => name !== 'piece' && value !== null && value !== false)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}${value === true ? '' : ` ${value}`}`);
  return [piece_.piece, ...more].join(', ');
}

/** A man on a board that is told by variables alone: whose it is, what it is, how many. */
export function man({ owner, sign, text, count }) {
  const svg = s('svg', { viewBox: '0 0 60 60', class: 'disc', 'aria-hidden': 'true' });
  const [fill, ink] = owner === null || owner === undefined ? PLAIN : SEATS[owner % SEATS.length];
  if (sign) {
    svg.append(s('text', { x: 30, y: 33, 'font-size': 52, 'text-anchor': 'middle', 'dominant-baseline': 'central', fill, stroke: ink === '#fff' ? '#e9e4d8' : '#26221b', 'stroke-width': 1.6, 'paint-order': 'stroke', class: 'sign' }, sign));
    return svg;
  }
  svg.append(s('circle', { cx: 30, cy: 31.5, r: 25, class: 'shade' }), s('circle', { cx: 30, cy: 30, r: 25, fill, class: 'rim' }));
  if (text) svg.append(...words(text, 30, 31, text.length <= 2 ? 26 : 14, ink, 42, { 'font-weight': 700 }));
  else if (count !== undefined && count !== null) svg.append(...words(String(count), 30, 31, 24, ink, 42, { 'font-weight': 700 }));
  else svg.append(s('circle', { cx: 30, cy: 30, r: 17, fill: 'none', stroke: ink, 'stroke-opacity': 0.25, 'stroke-width': 2 }));
  return svg;
}

/** Seeds in a bowl: so many dots, and the number. */
export function bowl(count) {
  const svg = s('svg', { viewBox: '0 0 60 60', class: 'disc', 'aria-hidden': 'true' }, s('circle', { cx: 30, cy: 30, r: 28, class: 'bowl' }));
  const shown = Math.min(count, 24);
  for (let number = 0; number < shown; number += 1) {
    const ring = number < 6 ? [7, 6, 0] : number < 14 ? [14, 8, 6] : [20.5, 10, 14];
    const angle = ((number - ring[2]) / Math.min(ring[1], Math.max(1, shown - ring[2]))) * 2 * Math.PI + ring[0];
    const reach = shown === 1 ? 0 : ring[0];
    svg.append(s('circle', { cx: 30 + reach * Math.cos(angle), cy: 30 + reach * Math.sin(angle), r: 3.4, class: 'seed' }));
  }
  return svg;
}
