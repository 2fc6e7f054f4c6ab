// Draws zones: piles with their top and count, hands in order, rows with numbered places, lines from end to end.

import { h, s } from './elements.js';
import { key } from './choosing.js';
import { die, label_of, man, piece, SEATS, spoken } from './pieces.js';
import { word } from './words.js';

const MOST_BACKS = 5; // of pieces that are not known; a number says how many there are

export function draw_zone(zone, context) {
  const { setting, frame } = context;
  const all = frame.zones[zone.name]; // top first
  const look = setting.looks[zone.of];
  const small = zone.seat !== null && zone.seat !== frame.seat;
  const aside = zone.seat === frame.seat && zone.seen !== 'owner' && setting.zones.some((one) => one.seat === zone.seat && one.seen === 'owner' && !one.place);
  const element = h('div', { role: 'group', class: `zone ${zone.shape} of-${look}${small ? ' small' : ''}${aside ? ' aside' : ''}`, 'data-zone': zone.name, title: zone.about || null, 'aria-label': `${zone.called}, ${counted(all.length)}` });
  const name = h('h3', {}, zone.called, zone.room === 1 || !all.length ? '' : h('span', { class: 'count' }, ` ${all.length}`));
  const lying = h('div', { class: 'lying' });
  if (zone.shape === 'pile' && context.mine) lying.append(clickable_pile(zone, all, context));
  else if (!all.length) lying.append(h('span', { class: 'nothing', 'aria-hidden': 'true' }));
  else if (zone.shape === 'pile') lying.append(...pile(zone, all, context));
  else lying.append(...spread(zone, all, context));
  element.append(lying, name);
  return element;
}

function counted(count) {
  return count === 0 ? word('empty') : count === 1 ? word('one_piece') : word('pieces', count);
}

function pile(zone, all, context) {
  const top = draw_piece(zone, all[0], context, `${zone.name}-0`);
  top.classList.add(depth_of(all));
  return [top];
}

function depth_of(all) {
  return `deep-${Math.max(0, Math.min(3, Math.ceil(all.length / 10) - (all.length === 1 ? 1 : 0)))}`;
}

/** A pile of somebody who is to choose: clicked it takes the choice that takes from it, or says why none does. */
function clickable_pile(zone, all, context) {
  const { choosing, setting } = context;
  const top = all.length ? all[0] : null;
  if (top !== null && choosing.can(context.key_of(label_of(top), zone.name))) return pile(zone, all, context)[0];
  const own = key('zone', zone.name);
  const can = choosing.can(own);
  const picked = choosing.picked.includes(own);
  const said = [zone.called, counted(all.length), ...(top === null ? [] : [spoken(top)]), picked ? word('picked') : can ? word('playable') : ''].filter(Boolean).join(', ');
  const state = `${can ? ' can' : ''}${picked ? ' picked' : ''}`;
  return h('button', {
    type: 'button', class: `piece ${depth_of(all)}${top === null ? ' unknown' : ''}${state}`, 'aria-label': said, title: zone.about || null, 'data-pile': zone.name, 'data-piece': top === null ? null : label_of(top), 'data-focus': `${zone.name}-0`,
    'aria-disabled': can ? null : 'true', 'aria-pressed': picked ? 'true' : null, onclick: () => context.click(own, zone.name),
  }, all.length ? piece(setting, zone.of, top) : h('span', { class: 'nothing', 'aria-hidden': 'true' }));
}

/** Whether the pieces of a zone are kept from who looks, so that one that is known stands out. */
function is_secret(zone, frame) {
  if (zone.seen === 'nobody') return true;
  return zone.seen === 'owner' ? zone.seat !== frame.seat : zone.seen === 'others' && zone.seat === frame.seat;
}

function spread(zone, all, context) {
  const order = Object.keys(context.setting.faces[zone.of]);
  let shown = zone.shape === 'spread' ? [...all] : [...all].reverse();
  if (zone.shape === 'spread') {
    // Look-alikes beside each other, as declared; what is not known at the end.
    const rank = (one) => (one === null ? order.length : order.indexOf(label_of(one)));
    shown = shown.map((one, at) => [rank(one), at, one]).sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(([, , one]) => one);
  }
  const found = [];
  const turned = zone.shape === 'line' ? chain(shown.map((one) => (context.setting.faces[zone.of][label_of(one)] || []).map(([, text]) => text))) : null;
  const hidden = shown.filter((one) => one === null).length;
  let backs = 0;
  shown.forEach((one, number) => {
    if (one === null && zone.shape === 'spread') {
      backs += 1;
      if (backs > MOST_BACKS) return;
    }
    const drawn = draw_piece(zone, one, context, `${zone.name}-${number}`);
    if (one === null && zone.shape === 'spread' && hidden > 1 && backs === Math.min(hidden, MOST_BACKS)) drawn.append(h('span', { class: 'how-many', 'aria-hidden': 'true' }, String(hidden)));
    if (turned) drawn.classList.add('aslant', ...(turned[number] ? ['turned-around'] : []));
    if (zone.shape === 'row') found.push(h('span', { class: 'place' }, drawn, h('span', { class: 'ordinal', 'aria-hidden': 'true' }, String(number + 1))));
    else found.push(drawn);
  });
  return found;
}

/** Which pieces of a line have to be turned so that equal halves touch; null if they have no halves. */
function chain(halves) {
  if (!halves.length || halves.some((pair) => pair.length !== 2)) return null;
  const turned = [];
  let end = null;
  halves.forEach(([low, high], number) => {
    const next = halves[number + 1] || [];
    const around = end === null ? !next.includes(high) && next.includes(low) : end !== low && end === high;
    turned.push(around);
    end = around ? low : high;
  });
  return turned;
}

/** Whether a piece that is called so is more than one of many that all look the same. */
function tells(zone, one, setting) {
  return Object.keys(setting.faces[zone.of]).length > 1 || spoken(one) !== label_of(one);
}

function draw_piece(zone, one, context, id) {
  const drawing = piece(context.setting, zone.of, one);
  const known = one !== null && is_secret(zone, context.frame) && tells(zone, one, context.setting);
  const said = known ? `${spoken(one)}, ${word('known')}` : spoken(one, word('hidden'));
  if (one === null) return h('span', { class: 'piece unknown', role: 'img', 'aria-label': said }, drawing);
  const label = label_of(one);
  const own = context.key_of(label, zone.name);
  const can = context.mine && context.choosing.can(own);
  const picked = context.choosing.picked.includes(own);
  const badges = typeof one === 'object' && context.setting.looks[zone.of] !== 'die' ? spoken(one).slice(label.length + 2) : '';
  const inside = [drawing, badges ? h('span', { class: 'badge', 'aria-hidden': 'true' }, badges) : '', known ? eye() : ''];
  const look = known ? ' known' : '';
  const mine = context.mine && (can || ((zone.seat === context.frame.seat || zone.seat === null) && context.pieces_matter));
  const more = { title: said, 'data-piece': label, 'data-focus': id };
  if (!mine) return h('span', { class: `piece${look}`, role: 'img', 'aria-label': said, ...more }, ...inside);
  return h('button', {
    type: 'button', class: `piece${look}${!can ? '' : context.choosing.hints(own) ? ' can' : ' might'}${picked ? ' picked' : ''}`, 'aria-label': [said, picked ? word('picked') : can ? word('playable') : ''].filter(Boolean).join(', '),
    'aria-disabled': can ? null : 'true', 'aria-pressed': picked ? 'true' : null, onclick: () => context.click(own, label), ...more,
  }, ...inside);
}

/** The mark of a piece that is known although it is kept from sight. */
function eye() {
  return s('svg', { viewBox: '0 0 24 24', class: 'eye', 'aria-hidden': 'true' },
    s('circle', { cx: 12, cy: 12, r: 11, class: 'eye-ground' }), s('path', { d: 'M3.5 12q8.5-11 17 0q-8.5 11-17 0z', class: 'eye-white' }), s('circle', { cx: 12, cy: 12, r: 3.2, class: 'eye-ground' }));
}

/** The variables that stand nowhere else: dice, tracks with men, numbers, words. */
export function draw_variables(context, seat) {
  const { setting, frame, names } = context;
  const found = [];
  for (const [name, about] of Object.entries(setting.variables)) {
    const value = frame.state[name];
    if (value === undefined) continue;
    const kinds = about.per.map((per) => per.kind);
    if (kinds.some((kind) => kind === 'node' || kind === 'edge')) continue;
    if (kinds[0] === 'player') {
      if (seat === null) continue;
      const own = value[seat];
      if (kinds.length === 1) found.push(...shown(about, own, names));
      else if (kinds.length === 2 && about.kind === 'int' && !about.maybe) found.push(track(about, own, seat));
      else if (kinds.length === 2) found.push(...list_of(about, about.per[1].words, own, names));
    } else if (seat === null) {
      if (!kinds.length && value !== 0 && !(about.kind === 'player' && value === frame.due?.seat)) found.push(...shown(about, value, names));
      else if (kinds.length === 1 && about.kind === 'int' && !about.maybe) found.push(heaps(about, value, context));
      else if (kinds.length === 1) found.push(...list_of(about, about.per[0].words, value, names));
    }
  }
  return found;
}

function shown(about, value, names) {
  if (value === null || value === false || value === '?' || (Array.isArray(value) && !value.length)) return [];
  if (about.dice) {
    const values = Array.isArray(value) ? value : [value];
    if (values.every((one) => one === 0)) return [];
    return [h('span', { class: 'fact dice', role: 'img', 'aria-label': `${about.called}: ${values.join(', ')}` }, h('span', { class: 'what' }, about.called), ...values.map(die))];
  }
  const text = Array.isArray(value) ? value.map((one) => said(about, one, names)).join(', ') : said(about, value, names);
  return [h('span', { class: 'fact' }, h('span', { class: 'what' }, about.called), h('b', {}, text))];
}

function said(about, value, names) {
  if (about.kind === 'player') return names[value] ?? String(value);
  if (value === true) return '✓';
  return about.signs[value] || String(value).replaceAll('_', ' ');
}

function list_of(about, words, values, names) {
  const parts = words.map((one, at) => [one, values[at]]).filter(([, value]) => value !== null && value !== false && value !== '?' && value !== 0);
  if (!parts.length) return [];
  const text = parts.map(([one, value]) => `${String(one).replaceAll('_', ' ')}${value === true ? '' : `: ${said(about, value, names)}`}`).join(', ');
  return [h('span', { class: 'fact' }, h('span', { class: 'what' }, about.called), h('b', {}, text))];
}

/** Men on numbered places, as many as there are, in the colour of their seat. */
function track(about, values, seat) {
  const words = about.per[1].words;
  const told = words.map((one, at) => [one, values[at]]).filter(([, count]) => count);
  return h('div', { class: 'track', role: 'img', 'aria-label': `${about.called}: ${told.map(([one, count]) => `${count} × ${one}`).join(', ')}` },
    ...words.map((one, at) => h('span', { class: `point${at % 2 ? ' odd' : ''}` },
      h('span', { class: 'men', place: { '--men': SEATS[seat % SEATS.length][0] } }, ...Array.from({ length: Math.min(values[at], 5) }, () => man({ owner: seat })), values[at] > 5 ? h('b', {}, `×${values[at]}`) : ''),
      h('span', { class: 'ordinal' }, String(one)))));
}

/** Heaps of things that all look the same. */
function heaps(about, values, context) {
  const words = about.per[0].words;
  return h('div', { class: 'heaps', role: 'group', 'aria-label': about.called }, ...words.map((one, at) => h('div', { class: 'heap', role: 'img', 'aria-label': `${about.called} ${one}: ${values[at]}` },
    h('div', { class: 'heap-men' }, ...Array.from({ length: Math.min(values[at], 30) }, () => man({}))), h('span', { class: 'ordinal' }, `${String(one).replaceAll('_', ' ')}: ${values[at]}`))));
}
