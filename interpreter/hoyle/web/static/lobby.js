// The lobby: which games are served here, and opening a table for one.

import { h } from './elements.js';
import { choose_language, in_language, language, say_all, word } from './words.js';

let offered = { games: [], levels: [], bots: [], bot: 'random' };
const trouble = document.getElementById('trouble');

function game_card(game) {
  const title = in_language(game.title) || game.id;
  const players = h('select', { id: `players-${game.id}` }, ...game.players.map((count) => h('option', { value: count }, String(count))));
  const seats = h('div', { class: 'seats' });
  const options = h('div', { class: 'options' });
  const show_seats = () => {
    const count = Number(players.value);
    seats.replaceChildren(...Array.from({ length: count }, (_, seat) => h('label', {}, word('seat', seat + 1),
      h('select', { 'data-seat': seat }, h('option', { value: '' }, word('person')),
        ...offered.levels.map(([name, about]) => bot_option(name, about, seat, `${word('bot')}: ${word(name)}`)),
        h('optgroup', { label: word('by_name') }, ...offered.bots.map(([name, about]) => bot_option(name, about, seat, name)))))));
    options.replaceChildren(...game.options.map((option) => option_field(game, option, count)));
  };
  players.onchange = show_seats;
  show_seats();
  const open = h('button', { type: 'submit', class: 'main' }, word('open'));
  const form = h('form', { onsubmit: (event) => { event.preventDefault(); open_table(game, form); } },
    h('div', { class: 'row' }, h('label', {}, word('players'), ' ', players), open),
    h('details', {}, h('summary', {}, `${word('seats')} · ${word('options')}`), seats, options));
  // A field that is wrong can only be shown where it can be seen.
  form.addEventListener('invalid', () => { form.querySelector('details').open = true; }, true);
  return h('section', { class: 'game', 'aria-labelledby': `title-${game.id}` },
    h('h2', { id: `title-${game.id}` }, title),
    h('p', {}, in_language(game.about)),
    form,
    h('p', { class: 'quiet' }, h('a', { href: `/rules/${encodeURIComponent(game.id)}` }, word('rules'), h('span', { class: 'unseen' }, ` ${title}`))));
}

function bot_option(name, about, seat, text) {
  return h('option', { value: name, title: about, selected: seat > 0 && name === offered.bot }, text);
}

function option_field(game, option, count) {
  const value = option.default[count];
  const id = `${game.id}-${option.name}`;
  let field;
  if (option.kind === 'bool') field = h('input', { type: 'checkbox', id, checked: value });
  else if (option.kind === 'enum') field = h('select', { id }, ...option.values.map((one) => h('option', { value: one, selected: one === value }, one)));
  else if (option.kind === 'int') field = h('input', { type: 'number', id, min: option.low, max: option.high, value });
  else field = h('input', { type: 'text', id, value: value.join(', ') });
  field.dataset.option = option.name;
  field.dataset.kind = option.kind;
  return h('label', { for: id, title: option.about }, option.name.replaceAll('_', ' '), field, h('small', {}, option.about));
}

function value_of(field) {
  switch (field.dataset.kind) {
    case 'bool': return field.checked;
    case 'int': return Number(field.value);
    case 'list': return field.value.split(',').map((item) => item.trim()).filter(Boolean).map(Number);
    default: return field.value;
  }
}

async function open_table(game, form) {
  trouble.textContent = '';
  const options = {};
  for (const field of form.querySelectorAll('[data-option]')) options[field.dataset.option] = value_of(field);
  const wish = {
    ruleset: game.id,
    players: Number(form.querySelector('select').value),
    bots: [...form.querySelectorAll('[data-seat]')].map((select) => select.value || null),
    options,
  };
  try {
    const answer = await fetch('/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wish) });
    const found = await answer.json();
    if (!answer.ok) { trouble.textContent = found.error; trouble.scrollIntoView(); return; }
    try { localStorage.setItem(`hoyle.links.${found.table}`, JSON.stringify(found.links)); } catch { /* then they are not shown again */ }
    location.href = found.links.find((link) => link) || found.watch;
  } catch (error) {
    trouble.textContent = String(error);
  }
}

function show() {
  document.getElementById('games').replaceChildren(...offered.games.map(game_card));
}

say_all();
offered = await (await fetch('/games')).json();
choose_language(document.getElementById('language'), offered.games.flatMap((game) => Object.keys(game.title)), show);
show();
