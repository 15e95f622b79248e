// Cuts a text around a name: to the sentence that has it, or to the words before and behind it.

import type { Span } from '../corpus/corpus.ts';
import { listSentenceLabels } from '../corpus/list-sentence-labels.ts';
import type { SurfaceIndex } from '../glossary/surface-index.ts';

/** Where a text has the name. */
export type NameIndex = Pick<SurfaceIndex, 'listMatches'>;

/** At most about so many characters with the name in them: the sentence that names it, or the words around the name. */
export function cutAround(text: string, names: NameIndex, characters: number): string {
  if (text.length <= characters) return text;
  const name = names.listMatches(text)[0] ?? { start: 0, end: 0 };
  const sentence = listSentenceLabels(text).find(({ start, end }) => start <= name.start && name.start < end);
  const isShort = sentence !== undefined && sentence.end - sentence.start <= characters;
  const { start, end } = isShort ? sentence : cutWords(text, name, characters);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}

/** Whole words around a name, as many before it as behind where the text has them. */
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
