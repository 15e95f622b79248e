// Tells a plain deed in the player's own words: "I unfold my stool" becomes "you unfold your stool".

import type { Chronicle } from './chronicle.ts';

const longestEcho = 140;
/** Words before a deed that are not part of the deed. */
const lead =
  /^(?:and|then|so|now|please|next|after that|first|finally|quickly|quietly|carefully|slowly|i|we|i'll|i’ll|i will|i'd|i’d|i would|i want to|i'd like to|i would like to|i try to|try to|let me|let's|let us|i just|just|i also|also)\s+/i;
const swaps: Readonly<Record<string, string>> = {
  i: 'you',
  me: 'you',
  my: 'your',
  mine: 'yours',
  myself: 'yourself',
  we: 'you',
  us: 'you',
  our: 'your',
  ours: 'yours',
  ourselves: 'yourselves',
  am: 'are',
  "i'm": "you're",
};

/** Removes words that only lead up to the deed, such as "then I try to". */
function cutLead(raw: string): string {
  let text = raw.trim().replace(/\s+/g, ' ');
  for (let step = 0; step < 6; step++) {
    const rest = text.replace(lead, '');
    if (rest === text) break;
    text = rest;
  }
  return text;
}

/** The deed as it is told: "you unfold your stool"; undefined if the words cannot be told in this form. */
function renderEcho(raw: string): string | undefined {
  const text = toSecondPerson(raw);
  return text === undefined ? undefined : `You ${text}.`;
}

/**
 * Turns "I unfold my stool" into "unfold your stool"; undefined if the text is empty or too long, or contains more than
 * plain words.
 */
export function toSecondPerson(raw: string): string | undefined {
  const text = cutLead(raw).replace(/(?<![.!?,;\s])[.!?,;\s]+$/u, '');
  if (text === '' || text.length > longestEcho || /[^\p{L}\s,'’-]/u.test(text)) return undefined;
  const words = text.split(' ').map((word) => replaceWord(word));
  const [first = '', ...rest] = words;
  return [first.toLowerCase(), ...rest].join(' ');
}

function replaceWord(word: string): string {
  const [, bare = '', end = ''] = /^([^,]*)(,*)$/u.exec(word) ?? [];
  const swapped = swaps[bare.toLowerCase().replace('’', "'")];
  return swapped === undefined ? word : `${swapped}${end}`;
}

/** Tells the deed in the player's own words; false if that is not possible. */
export function narrateEcho(c: Chronicle): boolean {
  const text = renderEcho(c.intent.raw);
  if (text === undefined) return false;
  c.narratePlainly(text);
  return true;
}
