// The table: keeps the connection, draws what it is told, and says what is chosen.

import { h } from './elements.js';
import { Choosing, key } from './choosing.js';
import { draw_board, draw_standing, standing } from './board.js';
import { draw_variables, draw_zone } from './zones.js';
import { SEATS, die } from './pieces.js';
import { choose_language, language, listed, say_all, word } from './words.js';

const $ = (id) => document.getElementById(id);
const table_id = decodeURIComponent(location.pathname.split('/').pop());
const secret = location.hash.slice(1) || null;
const calm = matchMedia('(prefers-reduced-motion: reduce)');

let setting = null;
let frame = null;
let socket = null;
let tries = 0;
let closed = false;
let waiting = null; // a move that has been sent and not answered yet
let last_focused = null; // where the focus was last, while it may come back there
let before = null; // what stood where, to show what is new

const choosing = new Choosing(take, draw, (label) => with_names(label));

// -------------------------------------------------------------- the connection
function connect() {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  socket = new WebSocket(`${scheme}://${location.host}/socket`);
  socket.onopen = () => socket.send(JSON.stringify({ say: 'hello', table: table_id, secret, language }));
  socket.onmessage = (event) => hear(JSON.parse(event.data));
  socket.onclose = () => {
    document.body.classList.add('away');
    if (closed) return;
    $('connection').textContent = word('lost');
    tries += 1;
    setTimeout(connect, Math.min(8000, 250 * 2 ** Math.min(tries, 5)));
  };
}

function say(what) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(what));
}

function hear(said) {
  switch (said.say) {
    case 'setting':
      setting = said;
      before = null;
      begin();
      break;
    case 'frame':
      tries = 0;
      document.body.classList.remove('away');
      $('connection').textContent = '';
      arrive(said);
      break;
    case 'why':
      explain(`${with_names(called_zone(said.about))}: ${with_names(said.text)}`.replace(/^(.*?): \1: /, '$1: '));
      break;
    case 'error':
      waiting = null;
      explain(with_names(said.text));
      break;
    case 'closed':
      closed = true;
      $('connection').textContent = said.text;
      break;
  }
}

/** Sends a choice; it has a name of its own, so that it counts once even if it is sent again. */
function take(number) {
  waiting = { say: 'choose', at: frame.at, pick: number, move: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` };
  choosing.offer([]);
  explain('');
  draw();
  say(waiting);
}

// -------------------------------------------------------------- what is told
function arrive(next) {
  const old = frame;
  frame = next;
  if (waiting && next.at === waiting.at && mine()) {
    say(waiting); // it was lost on the way
    return;
  }
  waiting = null;
  const fresh = !old || old.at !== next.at;
  if (fresh || !choosing.choices.length) choosing.offer(next.choices); // also after a choice that was refused
  tell(next, old);
  const rects = fresh && !calm.matches ? measure() : null;
  if (fresh) before = old ? remember(old) : null;
  draw();
  if (rects) animate(rects, next.moves || []);
  if (fresh && mine()) {
    if (!old || old.due?.seat !== next.seat) announce($('question').textContent);
    come_into_sight(); // also after a choice of one's own: the next question may take more room
  }
}

/** On a narrow screen the question lies over the table: what is one's own is brought out from under it. */
function come_into_sight() {
  const ask = $('ask');
  if (getComputedStyle(ask).position !== 'sticky') return;
  const hidden = $('own').getBoundingClientRect().bottom + 8 - ask.getBoundingClientRect().top;
  if (hidden > 0) scrollBy({ top: hidden, behavior: calm.matches ? 'instant' : 'smooth' });
}

function mine() {
  return Boolean(frame && !frame.over && frame.seat !== null && frame.due?.seat === frame.seat && !frame.stopped);
}

function with_names(text) {
  return text.replace(/\bseat (\d+)\b/g, (all, seat) => frame?.names[Number(seat)] ?? all);
}

/** What was asked about, in words if it is a zone. */
function called_zone(about) {
  return setting.zones.find((zone) => zone.name === about)?.called ?? about;
}

function called(seat) {
  return seat === frame.seat ? `${frame.names[seat]} (${word('you')})` : frame.names[seat];
}

function tell(next, old) {
  const list = $('story');
  if (next.again) list.replaceChildren();
  const items = next.story.map(([kind, text]) => h('li', { class: `told-${kind}` }, text));
  list.append(...items);
  while (list.children.length > 400) list.firstChild.remove();
  list.scrollTop = list.scrollHeight;
  list.dataset.at = next.at; // so that it can be waited for
  if (next.story.length) $('latest').textContent = next.story.slice(-2).map(([, text]) => text).join(' · ');
  if (old && !next.again && next.story.length) announce(next.story.slice(-6).map(([, text]) => text).join('. '));
}

function announce(text) {
  $('live').textContent = text;
}

function explain(text) {
  $('why').textContent = text;
}

// -------------------------------------------------------------- drawing
function begin() {
  document.title = `${setting.title} – Hoyle`;
  $('title').textContent = setting.title;
  $('title').title = setting.about;
  $('rules').href = `/rules/${encodeURIComponent(setting.ruleset)}`;
  choose_language($('language'), setting.languages, () => { say_all(); socket.close(); });
  say_all();
}

function context() {
  const counts = new Map();
  let first = false;
  for (const one of frame.choices) for (const [kind, name, zone] of one.things) if (kind === 'piece') counts.set(`${name}|${zone ?? ''}`, true);
  return {
    setting, frame, choosing, mine: mine(), pieces_matter: counts.size > 0, names: frame.names,
    call: (name) => name.replaceAll('_', ' '),
    click: (own, label) => { explain(''); if (!choosing.click(own)) say({ say: 'why', what: label }); },
    key_of: (label, zone) => (counts.has(`${label}|${zone}`) ? key('piece', label, zone) : counts.has(`${label}|`) ? key('piece', label, '') : key('piece', label, zone)),
    standing: (type, name) => { const found = standing(setting, frame, type, name); return found && draw_standing(found, setting, frame.names); },
    face_down: (type, name) => Object.entries(setting.variables).some(([variable, about]) => about.per.length === 1 && about.per[0].of === type && about.kind === 'bool' && frame.state[variable]?.[about.per[0].words.indexOf(name)]),
    fresh: (kind, name) => Boolean(before && before.get(`${kind}|${name}`) !== undefined && before.get(`${kind}|${name}`) !== stand(frame, kind, name)),
    first_spot: (can) => { if (first || !can) return false; first = true; return true; },
  };
}

function stand(one, kind, name) {
  const parts = [];
  for (const zone of setting.zones) if (zone.place?.[1] === name) parts.push(JSON.stringify(one.zones[zone.name]));
  for (const [variable, about] of Object.entries(setting.variables)) {
    if (about.per.length === 1 && about.per[0].kind === kind && about.kind !== 'bool') parts.push(JSON.stringify(one.state[variable]?.[about.per[0].words.indexOf(name)]));
  }
  return parts.join('|');
}

function remember(old) {
  const found = new Map();
  for (const board of setting.boards) {
    for (const [name] of board.nodes) found.set(`node|${name}`, stand(old, 'node', name));
    for (const [name] of board.edges) found.set(`edge|${name}`, stand(old, 'edge', name));
  }
  return found;
}

function draw() {
  if (!setting || !frame) return;
  if (document.activeElement !== document.body) last_focused = focus_of(document.activeElement);
  const here = context();
  $('round').textContent = frame.round ? word('round', frame.round) : '';
  const seats = Array.from({ length: setting.players }, (_, seat) => seat);
  const own = frame.seat ?? -1;
  const others = own >= 0 ? [...seats.slice(own + 1), ...seats.slice(0, own)] : seats;
  $('others').replaceChildren(...others.map((seat) => draw_seat(seat, here)));
  $('others').dataset.count = others.length;
  $('own').replaceChildren(...(own >= 0 ? [draw_seat(own, here)] : []));
  const shared = setting.zones.filter((zone) => zone.seat === null && !zone.place);
  const facts = draw_variables(here, null);
  if (frame.thrown.length && frame.thrown.length <= 6) facts.unshift(h('span', { class: 'fact dice', role: 'img', 'aria-label': `${word('throw')}: ${frame.thrown.join(', ')}` }, h('span', { class: 'what' }, word('throw')), ...frame.thrown.map(die)));
  $('middle').replaceChildren(
    ...setting.boards.map((board) => draw_board(board, here)),
    h('div', { class: 'zones' }, ...shared.map((zone) => draw_zone(zone, here))),
    facts.length ? h('div', { class: 'facts' }, ...facts) : '',
  );
  draw_question(here);
  draw_undo();
  draw_findings();
  if (last_focused) document.querySelector(last_focused)?.focus({ preventScroll: true });
}

/** How what has the focus is found again after all was drawn anew; also when others have chosen in between. */
function focus_of(element) {
  if (element.dataset.spot) return `button[data-spot="${CSS.escape(element.dataset.spot)}"]`;
  if (element.dataset.focus) return `button[data-focus="${CSS.escape(element.dataset.focus)}"]`;
  return $('choices').contains(element) && element.localName === 'button' ? 'body.mine #choices' : null;
}

/** What stands for a name: its number if it ends in one, so that Player 1 and Player 2 are told apart. */
function initial(name) {
  return /\d+$/.exec(name)?.[0].slice(-2) ?? [...name][0] ?? '';
}

function draw_seat(seat, here) {
  const due = !frame.over && frame.due?.seat === seat;
  const won = frame.over && frame.winners?.includes(seat);
  const bot = frame.bots[seat];
  const [fill, ink] = SEATS[seat % SEATS.length];
  const score = frame.scores[seat];
  const zones = setting.zones.filter((zone) => zone.seat === seat && !zone.place);
  const facts = draw_variables(here, seat);
  const can = here.mine && choosing.can(key('player', String(seat)));
  const heading = h('h2', {}, h('span', { class: 'who', place: { '--fill': fill, '--ink': ink }, 'aria-hidden': 'true' }, initial(frame.names[seat])), ' ', called(seat));
  return h('div', { role: 'group', class: `seat${seat === frame.seat ? ' own' : ''}${due ? ' due' : ''}${won ? ' won' : ''}`, 'aria-label': frame.names[seat] },
    h('div', { class: 'seat-head' },
      can ? h('button', { type: 'button', class: 'can seat-button', 'data-focus': `seat-${seat}`, onclick: () => here.click(key('player', String(seat)), `seat ${seat}`) }, heading) : heading,
      h('span', { class: 'score' }, score === 1 ? word('point') : word('points', score)),
      bot ? h('span', { class: 'tag' }, word('bot')) : frame.present[seat] ? '' : h('span', { class: 'tag' }, word('away')),
      due ? h('span', { class: 'tag turn', 'aria-hidden': 'true' }, '●') : ''),
    zones.length ? h('div', { class: 'zones' }, ...zones.map((zone) => draw_zone(zone, here))) : '',
    facts.length ? h('div', { class: 'facts' }, ...facts) : '');
}

function draw_question(here) {
  const box = $('choices');
  const question = $('question');
  document.body.classList.toggle('mine', here.mine);
  if (frame.stopped) question.textContent = frame.stopped;
  else if (frame.over) {
    const winners = (frame.winners || []).map((seat) => frame.names[seat]);
    const alone = frame.winners?.length === 1 && frame.winners[0] === frame.seat;
    question.textContent = `${word('over')}. ${alone ? word('you_won') : winners.length ? word(winners.length > 1 ? 'won_many' : 'won', listed(winners)) : word('nobody_won')}.`;
  } else if (here.mine) question.textContent = frame.due.question ? with_names(frame.due.question) : word('your_turn');
  else {
    const seat = frame.due.seat;
    question.textContent = word(frame.bots[seat] ? 'thinking' : 'waiting', frame.names[seat]);
  }
  if (frame.seat === null) explain(word('watching'));
  box.replaceChildren(...(here.mine && !waiting ? choosing.list(setting) : []));
  if (frame.over) box.replaceChildren(h('p', {}, h('a', { class: 'button', href: '/' }, word('new_table'))));
}

function draw_undo() {
  $('undo').hidden = frame.seat === null;
  $('undo').disabled = Boolean(frame.undo) || !frame.chosen;
  const box = $('undo-question');
  box.hidden = !frame.undo && !frame.notice;
  box.replaceChildren();
  if (frame.notice) box.append(h('p', { class: 'notice' }, frame.notice));
  if (!frame.undo) return;
  if (frame.seat === null || frame.undo.agreed.includes(frame.seat)) box.append(h('p', {}, word('undo_waits')));
  else {
    box.append(h('p', {}, word('undo_asked', frame.names[frame.undo.by])),
      h('button', { type: 'button', class: 'main', onclick: () => say({ say: 'agree', at: frame.at }) }, word('agree')), ' ',
      h('button', { type: 'button', onclick: () => say({ say: 'disagree', at: frame.at }) }, word('disagree')));
  }
}

function draw_findings() {
  const section = $('findings');
  section.hidden = !frame.author;
  if (!frame.author) return;
  section.querySelector('ul').replaceChildren(...(frame.findings.length ? frame.findings.map((one) => h('li', { class: one.severity },
    h('b', {}, `${one.code} ${one.name}`), h('span', { class: 'where', title: one.file }, `${one.file.split(/[\\/]/).pop()}:${one.line}:${one.column}`), h('p', {}, one.message), one.help ? h('p', { class: 'quiet' }, one.help) : '')) : [h('li', { class: 'sound' }, word('no_findings'))]));
}

// -------------------------------------------------------------- movement
/** Where the zones and places are, before they are drawn anew. */
function measure() {
  const found = new Map();
  for (const one of document.querySelectorAll('[data-zone]')) found.set(one.dataset.zone, (one.querySelector('.lying') || one).getBoundingClientRect());
  for (const one of document.querySelectorAll('[data-piece]')) {
    const zone = one.closest('[data-zone]')?.dataset.zone;
    if (zone) found.set(`${zone}|${one.dataset.piece}`, one.getBoundingClientRect());
  }
  return found;
}

/** Pieces that were moved slide from where they came; briefly, and a few at a time. */
function animate(rects, moves) {
  moves.slice(-12).forEach(([label, from, to], number) => {
    const source = rects.get(`${from}|${label}`) || rects.get(from);
    const zone = document.querySelector(`[data-zone="${CSS.escape(to)}"]`);
    const place = setting.zones.find((one) => one.name === to)?.place;
    const target = zone ? (label && zone.querySelector(`[data-piece="${CSS.escape(label)}"]`)) || zone.querySelector('.piece:last-of-type') : place && document.querySelector(`[data-spot$="|${CSS.escape(place[1])}"] svg`);
    if (!source || !target || !target.animate) return;
    const now = target.getBoundingClientRect();
    target.animate([
      { transform: `translate(${source.x + source.width / 2 - now.x - now.width / 2}px, ${source.y + source.height / 2 - now.y - now.height / 2}px)`, opacity: 0.6 },
      { transform: 'none', opacity: 1 },
    ], { duration: 260, delay: number * 40, easing: 'cubic-bezier(.2,.7,.3,1)', fill: 'backwards' });
  });
}

// -------------------------------------------------------------- around the table
$('undo').onclick = () => say({ say: 'undo', at: frame.at });
$('seats-button').onclick = () => { draw_links(); $('seats-dialog').showModal(); };
$('seats-close').onclick = () => $('seats-dialog').close();
$('name-form').onsubmit = (event) => {
  event.preventDefault();
  if ($('name').value.trim()) say({ say: 'name', name: $('name').value });
  $('seats-dialog').close();
};
addEventListener('offline', () => socket?.close());
document.addEventListener('keydown', (event) => { if (event.key === 'Escape' && choosing.picked.length) choosing.clear(); });

function draw_links() {
  $('name-form').hidden = frame.seat === null;
  if (frame.seat !== null) $('name').value = frame.names[frame.seat];
  let links = [];
  try { links = JSON.parse(localStorage.getItem(`hoyle.links.${table_id}`)) || []; } catch { /* opened elsewhere */ }
  const rows = links.map((link, seat) => (link && seat !== frame.seat ? [frame.names[seat], new URL(link, location).href] : null)).filter(Boolean);
  rows.push([word('watch_link'), new URL(`/table/${table_id}`, location).href]);
  $('links').replaceChildren(rows.length > 1 ? h('p', {}, word('invite')) : '', ...rows.map(([name, link]) => h('label', { class: 'link' }, h('span', {}, name),
    h('input', { readonly: true, value: link, onfocus: (event) => event.target.select() }),
    h('button', { type: 'button', onclick: async (event) => { await navigator.clipboard?.writeText(link); event.target.textContent = word('copied'); } }, word('copy')))));
}

say_all();
connect();
