// Expands contractions in place: “you're” is two words for the audit, “you” and “are”.

import { toBase } from './base-form.ts';
import type { Word } from './word.ts';

const endings: ReadonlyMap<string, string> = new Map([
  ['re', 'are'],
  ['ve', 'have'],
  ['ll', 'will'],
  ['m', 'am'],
]);
const openers = new Set(
  'i you he she it we they there here that this who what where how one nobody nothing somebody something someone everybody everything everyone'.split(
    ' ',
  ),
);
const participles = new Set(
  'been had got gone come become made done taken given seen found lost left kept held told said heard felt brought caught put cut set hit let run shut hurt won fallen broken thrown drawn known grown worn'.split(
    ' ',
  ),
);
/** If one of these words follows, “Oda's” means “Oda is”; otherwise what follows belongs to her. */
const following = new Set(
  'on at in the a an not out up down still here there gone back over under by with been no your his her already only just so too'.split(
    ' ',
  ),
);

export function expandContractions(words: readonly Word[]): readonly Word[] {
  return words.flatMap((word, index) => splitContraction(word, words[index + 1]?.text ?? ''));
}

function splitContraction(word: Word, next: string): readonly Word[] {
  const cut = word.text.lastIndexOf("'");
  if (cut <= 0) return [word];
  const [stem, end] = [word.text.slice(0, cut), word.text.slice(cut + 1)];
  const helper = endings.get(end) ?? readHelper(stem, end, { isCapital: word.isCapital, next });
  if (helper === undefined) return [word];
  const at = word.start + cut;
  return [
    { ...word, text: stem, base: toBase(stem), end: at },
    { text: helper, base: toBase(helper), isCapital: false, start: at, end: word.end },
  ];
}

interface Beside {
  readonly isCapital: boolean;
  readonly next: string;
}

function readHelper(stem: string, end: string, { isCapital, next }: Beside): string | undefined {
  if (!openers.has(stem)) return end === 's' && isCapital && following.has(next) ? 'is' : undefined;
  const isDone = participles.has(next) || /..ed$/.test(next);
  if (end === 'd') return isDone ? 'had' : 'would';
  if (end !== 's') return undefined;
  return /^(?:been|had|got|come|become|made|done)$/.test(next) ? 'has' : 'is';
}
