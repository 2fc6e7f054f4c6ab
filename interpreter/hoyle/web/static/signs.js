// Short signs for words: as few letters as tell each from all the others of a game.

import { face } from './face.js';

const SHORT = 2; // signs up to this length are shown as they are

/** Whether a text is a sign already, and no word that wants shortening. */
function is_sign(text) {
  return text.length <= SHORT || (text.length === 3 && !/^\p{Letter}{3}$/u.test(text));
}

/** The sign of each word: its first letters, or the first and the one in which it differs, or a number. */
export function signs(words) {
  const all = [...new Set(words)];
  const found = new Map(all.filter(is_sign).map((word) => [word, word]));
  const used = new Set([...found.values()].map((sign) => sign.toLowerCase()));
  const long = all.filter((word) => !found.has(word));
  const begins = (word, start) => word.toLowerCase().startsWith(start.toLowerCase());
  for (const word of long) {
    const others = all.filter((one) => one !== word);
    const is_free = (sign) => !used.has(sign.toLowerCase());
    const [first, second, third] = [1, 2, 3].map((count) => [word.slice(0, count)].filter((head) => !others.some((one) => begins(one, head))));
    const parts = word.split(/[\s_-]+/).filter(Boolean);
    const initials = parts.length > 1 ? [parts.map((part) => part[0]).join('').slice(0, 3)] : [];
    const pairs = [...word.slice(1)].filter((letter) => /[\p{Letter}\p{Number}]/u.test(letter)).map((letter) => word[0] + letter);
    const apart = pairs.filter((pair) => !others.some((one) => one[0]?.toLowerCase() === pair[0].toLowerCase() && one.slice(1).includes(pair[1])));
    const numbers = Array.from({ length: all.length + 1 }, (_, number) => `${word[0]}${number + 1}`);
    const sign = [...first, ...second, ...initials, ...apart, ...third, ...pairs, ...numbers].find(is_free);
    used.add(sign.toLowerCase());
    found.set(word, sign[0].toUpperCase() + sign.slice(1));
  }
  return found;
}

const made = new WeakMap();

/** The sign of a piece's main word, which no other word of the game has. */
export function sign_of(setting, word) {
  if (!made.has(setting)) {
    const words = Object.values(setting.faces).flatMap((faces) => Object.entries(faces).map(([label, attributes]) => face(attributes, label).main));
    made.set(setting, signs(words));
  }
  return made.get(setting).get(word) ?? word.slice(0, 1).toUpperCase();
}
