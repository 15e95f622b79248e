// Describes an entry of a glossary for a narrator: sentences that say "I" or "you" are left out or quoted.

import type { GlossaryLore } from './glossary-lore.ts';

/**
 * Words for the speaker or the person spoken to; if a narrator said them, they would mean the narrator or the player.
 */
const spoken =
  /\b(?:I|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Ww]e|[Uu]s|[Oo]urs?|[Yy]ou|[Yy]ours?|[Yy]ourself|[Tt]hou|[Tt]hee|[Tt]hy)\b/u;
const quoted = /[“"][^“”"]*[”"]/gu;
/** The end of a sentence. A dot after a title or an initial does not end a sentence, since it belongs to a name. */
const sentenceEnd =
  /(?<!\b(?:Mrs?|Ms|Dr|St|Capt|Col|Gen|Lt|Sgt|Rev|Hon|Prof|Jr|Sr|\p{Lu})\.)(?<=[.!?…][”’"']?)\s+(?=[\p{Lu}“"‘])/u;
/** A place where a quote that begins within a sentence was appended to another. */
const fragmentStart = /(?<!\b(?:etc|viz|vol|[Mm]essrs|[Mm]lle)\.)(?<=\p{L}{3}\.)\s+(?=\p{Ll})/u;
const longestAbout = 600;

/**
 * The definition without sentences in which somebody speaks; if nothing else is left, the definition as a quote of the
 * story.
 */
export function describeLore({ term, definition }: Pick<GlossaryLore, 'term' | 'definition'>): string {
  const text = removeLoneQuotes(definition.trim());
  if (text === '') return term;
  const pieces = text.split(sentenceEnd).flatMap((sentence) => sentence.split(fragmentStart));
  const [first = '', ...others] = pieces;
  // A piece that begins within a sentence is dropped. The first piece is kept here for the quote that is shown if
  // nothing else is left.
  const whole = [first, ...others.filter((piece) => !/^\p{Ll}/u.test(piece))];
  const isNarrated = (piece: string) => !spoken.test(piece.replace(quoted, ''));
  const left = whole
    .slice(/^\p{Ll}/u.test(first) && whole.length > 1 ? 1 : 0)
    .filter(isNarrated)
    .join(' ')
    .trim();
  // A text that begins in the middle of a sentence is a quote from the story, not a definition.
  if (/^[^\p{Ll}]/u.test(left)) return left.slice(0, longestAbout).toWellFormed();
  const words = whole
    .join(' ')
    .slice(0, longestAbout - term.length - frame.length)
    .toWellFormed();
  return `Of ${term} the story says: “${words.replaceAll('“', '‘').replaceAll('”', '’')}”`;
}

/** Removes a quotation mark whose other half was cut off. */
function removeLoneQuotes(text: string): string {
  const count = (mark: string) => text.split(mark).length;
  return count('“') === count('”') ? text : text.replaceAll(/[“”]/gu, '').trim();
}

const frame = 'Of  the story says: “”';
