// The few words that the page itself says, in the languages that it speaks; a ruleset's own texts come with the game.

const WORDS = {
  en: {
    skip: 'Skip to your choices', rules: 'Rules', seats: 'Seats', undo: 'Take back', language: 'Language',
    findings: 'Findings', story: 'What happened', your_name: 'Your name', rename: 'Change', close: 'Close',
    lead: 'Choose a game and open a table.', open: 'Open a table', players: 'Players', options: 'Options',
    person: 'person', bot: 'bot', seat: 'Seat {0}', you: 'you', round: 'round {0}', points: '{0} points', point: '1 point',
    your_turn: 'Your move', waiting: '{0} is to move', thinking: '{0} is thinking …', over: 'The game is over',
    won: '{0} wins', won_many: '{0} win', you_won: 'You win', nobody_won: 'Nobody wins', watching: 'You are watching.',
    lost: 'No connection. Trying again …', back: 'Connected', empty: 'empty', pieces: '{0} pieces', one_piece: '1 piece',
    hidden: 'face down', find: 'Find a choice', rule: 'rule', invite: 'Links for the other players. Whoever opens one sits there.',
    watch_link: 'To watch', copy: 'Copy', copied: 'Copied', away: 'away', undo_asked: '{0} would like to take a choice back.',
    agree: 'Agree', disagree: 'No', undo_waits: 'Waiting for the others to agree …', no_findings: 'No findings: the file is sound.',
    easy: 'easy', medium: 'medium', hard: 'hard', by_name: 'Bots by name',
    clear: 'Start over', narrowed: 'Which one?', playable: 'can be chosen', picked: 'chosen', known: 'you know it', throw: 'last throw', more: '{0} more',
    with_bot: 'Bots play', only_choice: 'One choice only', new_table: 'New table',
  },
  it: {
    skip: 'Vai alle tue scelte', rules: 'Regole', seats: 'Posti', undo: 'Ritira', language: 'Lingua',
    findings: 'Osservazioni', story: 'Che cosa è successo', your_name: 'Il tuo nome', rename: 'Cambia', close: 'Chiudi',
    lead: 'Scegli un gioco e apri un tavolo.', open: 'Apri un tavolo', players: 'Giocatori', options: 'Opzioni',
    person: 'persona', bot: 'bot', seat: 'Posto {0}', you: 'tu', round: 'mano {0}', points: '{0} punti', point: '1 punto',
    your_turn: 'Tocca a te', waiting: 'Tocca a {0}', thinking: '{0} sta pensando …', over: 'La partita è finita',
    won: 'Vince {0}', won_many: 'Vincono {0}', you_won: 'Hai vinto', nobody_won: 'Non vince nessuno', watching: 'Stai guardando.',
    lost: 'Nessuna connessione. Nuovo tentativo …', back: 'Connesso', empty: 'vuoto', pieces: '{0} pezzi', one_piece: '1 pezzo',
    hidden: 'coperto', find: 'Cerca una scelta', rule: 'regola', invite: 'Collegamenti per gli altri giocatori. Chi ne apre uno siede lì.',
    watch_link: 'Per guardare', copy: 'Copia', copied: 'Copiato', away: 'assente', undo_asked: '{0} vorrebbe ritirare una scelta.',
    agree: "D'accordo", disagree: 'No', undo_waits: 'Gli altri devono essere d’accordo …', no_findings: 'Nessuna osservazione: il file è in ordine.',
    easy: 'facile', medium: 'medio', hard: 'difficile', by_name: 'Bot per nome',
    clear: 'Ricomincia', narrowed: 'Quale?', playable: 'si può scegliere', picked: 'scelto', known: 'lo conosci', throw: 'ultimo tiro', more: 'altri {0}',
    with_bot: 'Giocano i bot', only_choice: 'Una sola scelta', new_table: 'Nuovo tavolo',
  },
  fr: {
    skip: 'Aller à vos choix', rules: 'Règles', seats: 'Places', undo: 'Reprendre', language: 'Langue',
    findings: 'Remarques', story: 'Ce qui s’est passé', your_name: 'Votre nom', rename: 'Changer', close: 'Fermer',
    lead: 'Choisissez un jeu et ouvrez une table.', open: 'Ouvrir une table', players: 'Joueurs', options: 'Options',
    person: 'personne', bot: 'bot', seat: 'Place {0}', you: 'vous', round: 'manche {0}', points: '{0} points', point: '1 point',
    your_turn: 'À vous de jouer', waiting: 'C’est à {0}', thinking: '{0} réfléchit …', over: 'La partie est finie',
    won: '{0} gagne', won_many: '{0} gagnent', you_won: 'Vous avez gagné', nobody_won: 'Personne ne gagne', watching: 'Vous regardez.',
    lost: 'Pas de connexion. Nouvel essai …', back: 'Connecté', empty: 'vide', pieces: '{0} pièces', one_piece: '1 pièce',
    hidden: 'face cachée', find: 'Chercher un choix', rule: 'règle', invite: 'Liens pour les autres joueurs. Qui en ouvre un s’assied là.',
    watch_link: 'Pour regarder', copy: 'Copier', copied: 'Copié', away: 'absent', undo_asked: '{0} voudrait reprendre un choix.',
    agree: 'D’accord', disagree: 'Non', undo_waits: 'Les autres doivent être d’accord …', no_findings: 'Aucune remarque : le fichier est en ordre.',
    easy: 'facile', medium: 'moyen', hard: 'difficile', by_name: 'Bots par nom',
    clear: 'Recommencer', narrowed: 'Lequel ?', playable: 'peut être choisi', picked: 'choisi', known: 'vous la connaissez', throw: 'dernier jet', more: '{0} de plus',
    with_bot: 'Les bots jouent', only_choice: 'Un seul choix', new_table: 'Nouvelle table',
  },
};

const NAMES = { en: 'English', it: 'Italiano', fr: 'Français', de: 'Deutsch', es: 'Español' };
const KEPT = 'hoyle.language';

export let language = kept() || navigator.language.slice(0, 2);

function kept() {
  try { return localStorage.getItem(KEPT); } catch { return null; }
}

/** A word of the page, with what stands in its braces. */
export function word(name, ...parts) {
  const text = (WORDS[language] || WORDS.en)[name] ?? WORDS.en[name] ?? name;
  return parts.reduce((found, part, number) => found.replace(`{${number}}`, part), text);
}

/** Names one after the other, as the language lists them. */
export function listed(names) {
  return new Intl.ListFormat(WORDS[language] ? language : 'en').format(names);
}

/** Puts the page's own words into everything that is marked for them. */
export function say_all() {
  document.documentElement.lang = WORDS[language] ? language : 'en';
  for (const element of document.querySelectorAll('[data-word]')) element.textContent = word(element.dataset.word);
}

/** Fills the list of languages and calls back when another is chosen. */
export function choose_language(select, more, changed) {
  const known = [...new Set([...Object.keys(WORDS), ...more])];
  select.replaceChildren(...known.map((code) => new Option(NAMES[code] || code, code, false, code === language)));
  if (!known.includes(language)) select.value = 'en';
  select.onchange = () => {
    language = select.value;
    try { localStorage.setItem(KEPT, language); } catch { /* kept only for now */ }
    say_all();
    changed();
  };
}

/** The text in the language chosen, or in the first that there is. */
export function in_language(texts) {
  return texts[language] ?? Object.values(texts)[0] ?? '';
}
