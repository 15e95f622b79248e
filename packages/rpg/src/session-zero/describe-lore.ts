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
/** A sentence that begins at a moment of the story, such as "An hour from now", says nothing at any other time. */
const momentary =
  /^(?:(?:(?:An?|Half an?|Some|A few|Several|Two|Three|Four|Five|Six|Ten|Twelve|Twenty) )(?:minute|hour|moment|day|night|week|month)s? (?:from now|ago|later|before that|after that|earlier)|Tonight|Tomorrow|Yesterday|Last night|This (?:morning|afternoon|evening|time)|Then|Just (?:now|then)|At that|At last|Meanwhile|Presently|Suddenly|The next (?:day|morning|night))\b/u;
const longestAbout = 600;

/**
 * The definition without sentences that say "I" or "you", and without those that hold only at a moment; if nothing else
 * is left, the definition as a quote of the story; the term if there is no definition.
 */
export function describeLore({ term, definition }: Pick<GlossaryLore, 'term' | 'definition'>): string {
  const text = removeLoneQuotes(definition.trim());
  if (text === '') return term;
  const left = findLasting(text);
  if (left !== undefined) return left.slice(0, longestAbout).toWellFormed();
  const words = listWhole(text)
    .join(' ')
    .slice(0, longestAbout - term.length - frame.length)
    .toWellFormed();
  return `Of ${term} the story says: “${words.replaceAll('“', '‘').replaceAll('”', '’')}”`;
}

/**
 * The sentences of a definition that are true for any reader at any time or, if there are none, for any reader;
 * undefined if no whole sentence is left.
 */
function findLasting(definition: string): string | undefined {
  const whole = listWhole(definition);
  const narrated = whole
    .slice(/^\p{Ll}/u.test(definition) && whole.length > 1 ? 1 : 0)
    .filter((piece) => !spoken.test(piece.replace(quoted, '')));
  const left = joinLasting(narrated).trim();
  // A text that begins in the middle of a sentence is a quote from the story, not a definition.
  return /^[^\p{Ll}]/u.test(left) ? left : undefined;
}

/**
 * The definition without sentences that hold only at a moment of the story, unless it has no others. Sentences with "I"
 * or "you" stay, since no narrator speaks them.
 */
export function stripMoments(definition: string): string {
  return joinLasting(definition.split(sentenceEnd));
}

function joinLasting(sentences: readonly string[]): string {
  const lasting = sentences.filter((sentence) => !momentary.test(sentence));
  return (lasting.length === 0 ? sentences : lasting).join(' ');
}

/**
 * The sentences of a text. A piece that begins within a sentence is dropped, unless it is the first: that is kept for
 * the quote that is shown if nothing else is left.
 */
function listWhole(text: string): readonly string[] {
  const pieces = text.split(sentenceEnd).flatMap((sentence) => sentence.split(fragmentStart));
  const [first = '', ...others] = pieces;
  return [first, ...others.filter((piece) => !/^\p{Ll}/u.test(piece))];
}

/** If the other half of a quotation mark was cut off, removes all quotation marks. */
function removeLoneQuotes(text: string): string {
  const count = (mark: string) => text.split(mark).length;
  return count('“') === count('”') ? text : text.replaceAll(/[“”]/gu, '').trim();
}

const frame = 'Of  the story says: “”';
