// What stands on a piece, by what is declared about it.

// Colour words, as a fill and the ink that can be read on it.
const COLOURS = {
  red: ['#c0392b', '#fff'], green: ['#1e7d4f', '#fff'], blue: ['#2461b0', '#fff'], yellow: ['#f0c02e', '#2b2410'],
  orange: ['#dd7a1f', '#241400'], purple: ['#7a4596', '#fff'], violet: ['#7a4596', '#fff'], black: ['#2b2b30', '#fff'],
  white: ['#f7f4ec', '#2b2b30'], grey: ['#7d8086', '#fff'], gray: ['#7d8086', '#fff'], brown: ['#7a5230', '#fff'],
  pink: ['#d9729b', '#33101f'], gold: ['#c99a2e', '#241a00'], silver: ['#aeb4bb', '#22252a'], cyan: ['#1c93a3', '#fff'],
};
export const PLAIN = ['#fbf8f1', '#2b2b30'];

/** What stands on a piece: its colour, suit, the word that counts most, and the others. */
export function face(attributes, label) {
  const found = { fill: PLAIN, colour: null, suit: null, main: '', small: [] };
  const rest = [];
  for (const [name, word, suit] of attributes) {
    if (!found.colour && COLOURS[word]) { found.colour = word; found.fill = COLOURS[word]; }
    else if (!found.suit && suit) found.suit = [suit, word];
    else rest.push([name, word]);
  }
  if (!rest.length && !found.suit) {
    const words = found.colour ? label.replace(new RegExp(`\\b${found.colour}\\b`), '').trim() : label;
    rest.push(['', words || label]);
  }
  const at = rest.findIndex(([, word]) => /^[-+]?\d/.test(word) || word.length <= 3);
  const [main] = rest.splice(at < 0 ? 0 : at, 1);
  found.main = main ? main[1] : found.suit ? found.suit[0] : label;
  for (const [, word] of rest) {
    if (word.length <= 1 && found.main.length <= 3) found.main += word;
    else found.small.push(word);
  }
  return found;
}
