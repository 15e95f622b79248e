// Cuts a text down to the sentence that contains a name, or to the words around it.

import type { Span } from '../corpus/corpus.ts';
import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';
import type { SurfaceIndex } from '../glossary/surface-index.ts';

/** Finds where a text names the entry. */
export type NameIndex = Pick<SurfaceIndex, 'listMatches'>;

/** Cuts a text to about `characters` characters: to the sentence with the name, or to the words around the name. */
export function cutAround(text: string, names: NameIndex, characters: number): string {
  if (text.length <= characters) return text;
  const name = names.listMatches(text)[0] ?? { start: 0, end: 0 };
  const sentence = listSentenceLabels(text).find(({ start, end }) => start <= name.start && name.start < end);
  const isShort = sentence !== undefined && sentence.end - sentence.start <= characters;
  const { start, end } = isShort ? sentence : cutWords(text, name, characters);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}

/**
 * Cuts a long quote of several sentences to two sentences. One has the name, which says who is meant. The other is at
 * the other end of the quote, and says something about them. Any other long quote is cut by `cutAround`.
 */
export function cutQuote(text: string, names: NameIndex, characters: number): string {
  if (text.length <= characters) return text;
  const sentences = listSentenceLabels(text);
  const named = names.listMatches(text)[0];
  const at = sentences.findIndex(
    ({ start, end }) => start <= (named?.start ?? 0) && (named?.start ?? 0) < end,
  );
  const [own, far] = [sentences[at], sentences[at < sentences.length - 1 ? sentences.length - 1 : 0]];
  if (named === undefined || own === undefined || far === undefined || own === far) {
    return cutAround(text, names, characters);
  }
  const naming = cutAround(text.slice(own.start, own.end), names, Math.floor(characters / 2));
  const telling = text.slice(far.start, far.end);
  const room = characters - naming.length;
  const rest = telling.length <= room ? telling : `${cutStart(telling, room)} …`;
  return far.start > own.start ? `${naming} … ${rest}` : `${rest} … ${naming}`;
}

/** The first words of a text; if the text has no spaces, its first characters. */
function cutStart(text: string, characters: number): string {
  const space = text.lastIndexOf(' ', characters);
  return text.slice(0, space === -1 ? characters : space);
}

/** Whole words around a name: about as much text before it as after it, if the text has it. */
function cutWords(text: string, name: Span, characters: number): Span {
  const room = Math.max(0, characters - (name.end - name.start));
  const behind = Math.min(Math.ceil(room / 2), text.length - name.end);
  const start = Math.max(0, name.start - (room - behind));
  const end = Math.min(text.length, Math.max(name.end, start + characters));
  const firstSpace = text.indexOf(' ', start);
  const lastSpace = text.lastIndexOf(' ', end);
  return {
    start: start === 0 || firstSpace === -1 || firstSpace >= name.start ? start : firstSpace + 1,
    end: end === text.length || lastSpace < name.end ? end : lastSpace,
  };
}
