// Renders what goes, or went, when something is forgotten; what went is not said once more.

import type { Forgotten } from '@terrarium/memory/forget';
import { cutSecrets } from '@terrarium/memory/secrets';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';

export interface ForgottenScreen {
  readonly width: number;
  readonly isForgotten: boolean;
  readonly areCopiesRemoved: boolean;
}

const shownCharacters = 160;

export function renderForgotten(forgotten: Forgotten, screen: ForgottenScreen): readonly string[] {
  const { width, isForgotten } = screen;
  const lines = [
    ...(isForgotten ? [] : listWords(forgotten)),
    ...listMade(forgotten),
    ...listAround(forgotten, screen),
  ];
  return [
    paint(isForgotten ? 'Forgotten:' : 'This would go, for good:', 'bold'),
    ...lines.flatMap((line) => wrapText(line, { width, indent: '    ', first: '  ' })),
  ];
}

/** The words themselves, so that a person sees what is meant; never those of a secret. */
function listWords({ moments, items }: Forgotten): readonly string[] {
  const said = moments
    .filter(({ isWhole }) => isWhole)
    .map(
      ({ event: { id, voice, text } }) =>
        `moment ${id}, ${voice}: ${cutWords(cutSecrets(text).replace(/<\/?[a-z]+>/gu, ' '))}`,
    );
  const held = items.map(
    ({ id, kind, content }) =>
      `${kind} ${id}: ${kind === 'secret' ? '(a secret is not shown here)' : cutWords(content)}`,
  );
  return [...said, ...held];
}

function cutWords(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= shownCharacters ? line : `${line.slice(0, shownCharacters).toWellFormed()} …`;
}

function listMade({ moments, items, fragments, changedFragments, ...others }: Forgotten): readonly string[] {
  const whole = moments.filter(({ isWhole }) => isWhole).length;
  const counts = [
    countThings(whole, 'moment'),
    countThings(moments.length - whole, 'part', 's of other moments'),
    countThings(items.length, 'item'),
    countThings(others.flags, 'flag'),
    countThings(others.images.length, 'image'),
    countThings(others.records, 'noted row', 's that had words of it'),
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
  { removable, others, alsoSaid, isSwept }: Forgotten,
  { isForgotten, areCopiesRemoved }: ForgottenScreen,
): readonly string[] {
  const copies = areCopiesRemoved
    ? 'Copies, removed:'
    : 'Copies that may say it, and stay (--with-copies removes them):';
  return [
    ...(removable.length === 0 ? [] : [`${copies} ${removable.join(', ')}`]),
    ...(others.length === 0 ? [] : [`Files of yours that say it, and stay: ${others.join(', ')}`]),
    ...(alsoSaid.length === 0 ? [] : [`Moments that stay and say much the same: ${alsoSaid.join(', ')}`]),
    ...(isForgotten && !isSwept
      ? [
          'Another program uses the memory: until it ends, free pages of the file may hold the words. The next command on this memory clears them.',
        ]
      : []),
  ];
}

function countThings(count: number, name: string, plural = 's'): string {
  if (count === 0) return '';
  return `${count} ${name}${count === 1 && plural === 's' ? '' : plural}`;
}
