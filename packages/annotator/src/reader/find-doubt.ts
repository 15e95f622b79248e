// Doubt: why a name that was hardly ever met, and that nothing defines, is not worth an entry.

import { buildTermKey, isEnglish, isEnglishWord, isListed } from './lexicon.ts';
import { listShortForms } from './name-parts.ts';
import type { ShownDossier } from './parse-dossiers.ts';

/** In words that follow how often it was named; undefined for an invented name, which a reader may well look up. */
export function findDoubt(dossier: ShownDossier): string | undefined {
  const quotes = dossier.passages
    .filter(({ isEvidence }) => isEvidence)
    .map(({ text }) => text.replace(/\s+/g, ' '));
  if (quotes.length > 0) {
    if (!isFullName(dossier.term) && quotes.every((quote) => isInList(quote, dossier.term)))
      return 'and only in a list of names';
    if (quotes.every((quote) => isCompared(quote, dossier.term)))
      return 'and only to compare something with it';
  }
  const halves = findHalves(dossier);
  if (halves !== undefined) return `where ${halves} only stand side by side`;
  const whole = findWhole(dossier, quotes);
  if (whole !== undefined) return `and only inside the name of the ${whole}`;
  if (dossier.mentions > 1 || !isOrdinary(dossier, quotes)) return undefined;
  return dossier.term.includes(' ')
    ? 'by plain words that nothing explains'
    : 'by a word of ordinary English that nothing explains';
}

/** Two words that are no phrase: who has a surname is somebody, even in a list. */
function isFullName(term: string): boolean {
  const words = buildTermKey(term).split(' ');
  return words.length > 1 && words.every((word) => word !== 'of' && !isListed('placeSuffixes', word));
}

/** A list has at least so many names. */
const minListed = 3;

function isInList(quote: string, term: string): boolean {
  const parts = quote.split(/[.;:!?—]/).filter((part) => part.includes(term));
  return parts.length > 0 && parts.every((part) => isListItem(part, term));
}

function isListItem(part: string, term: string): boolean {
  const items = part.split(/,| and | or /).map((item) => item.trim().replace(/^the /, ''));
  return items.includes(term) && items.filter((item) => /^\p{Lu}/u.test(item)).length >= minListed;
}

/** Words before a name in which `like a …`, `as surely as the owner of a …` still holds. */
const comparison = /(?<!\p{L})(?:like|as (?:\p{L}+ ){1,3}as|than|no such) (?:[\p{L}’'-]+ ){0,6}$/u;

function isCompared(quote: string, term: string): boolean {
  const at = quote.indexOf(term);
  return at > 0 && comparison.test(quote.slice(0, at));
}

/** `Zodangan Helium`: two names with entries of their own. */
function findHalves({ term, similar }: ShownDossier): string | undefined {
  const words = buildTermKey(term).split(' ');
  if (words.length !== 2) return undefined;
  const named = words.map((word) => similar.find((entry) => buildTermKey(entry.term) === word)?.term);
  return named.every((name) => name !== undefined) ? named.join(' and ') : undefined;
}

/** A longer name with an entry of its own, in which alone the quotes have this one. */
function findWhole(dossier: ShownDossier, quotes: readonly string[]): string | undefined {
  const wholes = new Set(quotes.map((quote) => findLongerName(dossier, quote)));
  return wholes.size === 1 ? [...wholes][0] : undefined;
}

/** The longer name in which alone the text has the term; undefined where the term stands by itself. */
export function findLongerName({ term, similar }: ShownDossier, text: string): string | undefined {
  const longer = similar
    .flatMap((other) => [other.term, ...other.aliases])
    .filter((name) => isWithin(term, name));
  return longer.find((name) => text.includes(name) && !text.replaceAll(name, '').includes(term));
}

function isWithin(term: string, name: string): boolean {
  return name !== term && ` ${name} `.includes(` ${term} `);
}

/** English has all its words, and they name neither somebody nor a place, an event or part of something known. */
function isOrdinary({ term, tags, similar }: ShownDossier, quotes: readonly string[]): boolean {
  const key = buildTermKey(term);
  const words = key.split(' ').filter((word) => word !== 'of' && word !== 'the');
  const known = new Set(similar.map((other) => buildTermKey(other.term)));
  const isKnownWord = (word: string) =>
    known.has(word) ||
    (['placeSuffixes', 'placeWords', 'eventWords'] as const).some((list) => isListed(list, word));
  const isSomebody = tags.includes('character') || tags.includes('location');
  const isIntroduced = quotes.some(
    (quote) => quote.includes(`name is ${term}`) || quote.includes(`name was ${term}`),
  );
  const isFirstName = listShortForms(key).size > 0;
  const isKnown = words.length === 1 ? isEnglishWord : isEnglish;
  return words.every(isKnown) && !isFirstName && !words.some(isKnownWord) && !isSomebody && !isIntroduced;
}
