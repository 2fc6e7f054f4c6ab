// Choosing: by clicking the pieces and places that a choice names, one after the other, or from the list.

import { h } from './elements.js';
import { word } from './words.js';

const MOST_CITED = 6; // points of the rulebook beside a group of choices
const MANY = 24; // choices from which on there is a field to search them
const ON_TABLE = new Set(['piece', 'node', 'edge', 'player']);
const OF_A_PILE = 'zone|'; // how the key of a pile begins: it may be clicked for a choice, and need not be

export function key(kind, name, zone) {
  return kind === 'piece' ? `piece|${name}|${zone ?? ''}` : `${kind}|${name}`;
}

function keys(choice) {
  return choice.things.filter(([kind]) => ON_TABLE.has(kind)).map(([kind, name, zone]) => key(kind, name, zone));
}

function needed(picked) {
  return picked.filter((one) => !one.startsWith(OF_A_PILE)).length;
}

/** What has been clicked so far, and what that leaves to choose from. */
export class Choosing {
  constructor(take, changed, names) {
    this.take = take;
    this.changed = changed;
    this.names = names;
    this.choices = [];
    this.keys = [];
    this.piles = [];
    this.picked = [];
    this.search = '';
  }

  offer(choices) {
    this.choices = choices;
    this.keys = choices.map(keys);
    this.piles = choices.map((choice) => new Set((choice.zones ?? []).map((name) => key('zone', name))));
    this.picked = [];
    this.search = '';
  }

  /** The numbers of the choices that everything clicked so far belongs to. */
  left() {
    return this.choices.map((_, number) => number).filter((number) => this.fits(number, this.picked));
  }

  fits(number, picked) {
    const own = [...this.keys[number]];
    return picked.every((one) => {
      if (one.startsWith(OF_A_PILE)) return this.piles[number].has(one);
      const at = own.indexOf(one);
      if (at >= 0) own.splice(at, 1);
      return at >= 0;
    });
  }

  can(one) {
    return this.left().some((number) => this.fits(number, [...this.picked, one]));
  }

  /** Whether something is what one would click next: at first what choices name first. */
  hints(one) {
    return this.picked.length ? this.can(one) : this.keys.some((own) => own[0] === one) || this.piles.some((piles) => piles.has(one));
  }

  /** Clicks something; false if it belongs to no choice. */
  click(one) {
    if (this.picked.includes(one) && (one.startsWith(OF_A_PILE) || !this.can(one))) { this.clear(); return true; }
    if (!this.can(one)) {
      if (!this.picked.length) return false;
      this.picked = [];
      if (!this.can(one)) { this.changed(); return false; }
    }
    this.picked.push(one);
    const left = this.left();
    const whole = left.filter((number) => this.keys[number].length === needed(this.picked));
    const in_order = whole.filter((number) => this.keys[number].every((own, at) => own === this.picked[at]));
    if (whole.length === 1 && left.length === 1) this.take(whole[0]);
    else if (in_order.length === 1 && left.every((number) => this.keys[number].length === needed(this.picked))) this.take(in_order[0]);
    else this.changed();
    return true;
  }

  clear() {
    this.picked = [];
    this.changed();
  }

  // -------------------------------------------------------------- the list
  /** The choices as buttons, by action, each action with the rules that it stands on. */
  list(setting) {
    const left = this.left();
    const parts = [];
    if (this.picked.length) parts.push(h('p', { class: 'narrowed' }, `${word('narrowed')} `, h('button', { type: 'button', class: 'small', onclick: () => this.clear() }, word('clear'))));
    if (this.choices.length > MANY) {
      parts.push(h('label', { class: 'search' }, h('span', { class: 'unseen' }, word('find')),
        h('input', { type: 'search', placeholder: word('find'), value: this.search, oninput: (event) => { this.search = event.target.value; this.filter(event.target.closest('#choices')); } })));
    }
    const groups = new Map();
    for (const number of left) {
      const action = this.choices[number].action;
      if (!groups.has(action)) groups.set(action, []);
      groups.get(action).push(number);
    }
    const stand_on = [...groups.values()].map((numbers) => points_of(setting, [...new Set(numbers.flatMap((number) => this.choices[number].rules))]));
    // Where all stand on the same points, these are shown once.
    const shared = stand_on.length > 1 && new Set(stand_on.map((points) => points.map(([point]) => point).join())).size === 1;
    if (shared) parts.push(h('div', { class: 'cites' }, ...citations(setting, stand_on[0])));
    for (const [action, numbers] of groups) {
      const points = shared ? [] : stand_on.shift();
      parts.push(h('div', { class: 'group', role: 'group', 'aria-label': action.replaceAll('_', ' ') },
        points.length ? h('div', { class: 'cites' }, ...citations(setting, points)) : '',
        h('ul', {}, ...numbers.map((number) => h('li', {}, h('button', { type: 'button', class: 'choice', 'data-choice': number, onclick: () => this.take(number) }, this.names(this.choices[number].label)))))));
    }
    return parts;
  }

  filter(box) {
    const wanted = this.search.toLowerCase().split(/\s+/).filter(Boolean);
    for (const item of box.querySelectorAll('li')) item.hidden = !wanted.every((part) => item.textContent.toLowerCase().includes(part));
  }
}

/** The points that rules cite, in order, with what they say and where; the rules themselves if they cite none. */
export function points_of(setting, rules) {
  const points = new Map();
  for (const rule of rules) {
    const [about, cites] = setting.rules[rule] || ['', []];
    for (const point of cites) if (!points.has(point)) points.set(point, [setting.points[point] || about, setting.points[point] ? point : rule]);
    if (!cites.length && about) points.set(rule, [about, rule]);
  }
  return [...points].slice(0, MOST_CITED).map(([point, more]) => [point, ...more]).sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
}

/** Links to points. */
export function citations(setting, points) {
  return points.map(([point, says, where]) => h('a', {
    class: 'cite', target: '_blank', rel: 'noopener', title: says || null,
    href: `/rules/${encodeURIComponent(setting.ruleset)}#${encodeURIComponent(where)}`,
    'aria-label': `${word('rule')} ${point}${says ? `: ${says}` : ''}`,
  }, point));
}
