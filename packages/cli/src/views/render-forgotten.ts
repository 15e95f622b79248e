// Renders what would be removed, or was removed, when something is forgotten; words already removed are not repeated.

import { parseFactSubject } from '@terrarium/memory/fact-subject';
import { findFactValue } from '@terrarium/memory/find-fact-value';
import type { Forgotten } from '@terrarium/memory/forget';
import { renderFactName } from '@terrarium/memory/known-fact';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';

export interface ForgottenScreen {
  readonly width: number;
  readonly isForgotten: boolean;
  readonly areCopiesRemoved: boolean;
}

const shownCharacters = 160;
const mostLines = 60;

export function renderForgotten(forgotten: Forgotten, screen: ForgottenScreen): readonly string[] {
  const { width, isForgotten } = screen;
  const lines = [
    ...(isForgotten ? [] : listWords(forgotten)),
    ...listMade(forgotten),
    ...listAround(forgotten, screen),
    ...(isForgotten ? [] : listSentences(forgotten)),
  ];
  return [
    paint(isForgotten ? 'Forgotten:' : 'This would go, for good:', 'bold'),
    ...lines.flatMap((line) => wrapText(line, { width, indent: '    ', first: '  ' })),
  ];
}

const mostSentences = 12;

/** Says how to forget one sentence instead of the whole moment. */
function listSentences({ sentences, moments }: Forgotten): readonly string[] {
  if (!moments.some(({ isWhole }) => isWhole)) return [];
  const shown = sentences
    .slice(0, mostSentences)
    .map(({ moment, number, shown: words }) => `moment ${moment} sentence ${number}: ${cutWords(words)}`);
  const more = sentences.length - shown.length;
  return [
    ...(shown.length === 0 ? [] : ['To forget one sentence alone, name it:']),
    ...shown,
    ...(more > 0 ? [`and ${more} more sentences`] : []),
  ];
}

/** Lists the words that would be removed, and why each would be, so that a person sees what is meant. */
function listWords({ lines }: Forgotten): readonly string[] {
  const shown = lines
    .slice(0, mostLines)
    .map(({ name, text, because }) => `${name}: ${cutWords(text)} ${paint(`(${because})`, 'dim')}`);
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more lines`] : shown;
}

function cutWords(line: string): string {
  return line.length <= shownCharacters ? line : `${line.slice(0, shownCharacters).toWellFormed()} …`;
}

function listMade({ moments, items, fragments, changedFragments, ...others }: Forgotten): readonly string[] {
  const whole = moments.filter(({ isWhole }) => isWhole).length;
  const counts = [
    countThings(whole, 'moment'),
    countThings(moments.length - whole, 'part of a moment', 'parts of moments'),
    countThings(items.length, 'item'),
    countThings(others.flags, 'flag'),
    countThings(others.images.length, 'image'),
    countThings(others.records, 'line of the log that repeats it', 'lines of the log that repeat it'),
  ].filter((one) => one !== '');
  return [
    counts.join(', '),
    ...(fragments.length === 0 ? [] : [`fragments: ${fragments.map((key) => `[${key}]`).join(' ')}`]),
    ...(changedFragments.length === 0
      ? []
      : [`lines of the fragments ${changedFragments.map((key) => `[${key}]`).join(' ')}`]),
  ];
}

function listAround(
  { removable, others, alsoSaid, isSwept, returning }: Forgotten,
  { isForgotten, areCopiesRemoved }: ForgottenScreen,
): readonly string[] {
  const copies = areCopiesRemoved
    ? 'Copies, removed:'
    : 'Copies that may contain it, and that are kept (--with-copies removes them):';
  return [
    ...(removable.length === 0 ? [] : [`${copies} ${removable.join(', ')}`]),
    ...(others.length === 0
      ? []
      : [`Your own files that repeat some of it (they are not changed): ${others.join(', ')}`]),
    ...returning.map(
      (item) => `${isForgotten ? 'So again' : 'Would be so again'}: fact ${item.id}: ${describeFact(item)}`,
    ),
    ...(alsoSaid.length === 0 ? [] : [`Moments that stay and say much the same: ${alsoSaid.join(', ')}`]),
    ...(isForgotten && !isSwept
      ? [
          'Another program is using the memory: until it ends, free pages of the file may hold the words. The next command on this memory clears them.',
        ]
      : []),
  ];
}

/** Returns a text such as `home: Leeds`. */
function describeFact(item: Forgotten['returning'][number]): string {
  const name = renderFactName(parseFactSubject(item.subject ?? ''));
  return `${name}: ${cutWords(findFactValue(item))}`;
}

function countThings(count: number, one: string, several = `${one}s`): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : several}`;
}
