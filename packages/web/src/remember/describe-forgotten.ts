// Describes in words for a person what would be forgotten, and what was.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { countOf } from '../parts/count-of.ts';
import { nameCompanion } from '../parts/name-companion.ts';
import { nameFragment } from '../parts/name-fragment.ts';

export type Forgotten = RouteAnswer<'POST /api/worlds/{world}/forget'>;

/** Lists what goes, such as "1 moment" and "2 things held in mind". */
export function listGoing(forgotten: Forgotten): readonly string[] {
  const { moments, parts, items, fragments, changedFragments, images } = forgotten;
  const rows = [
    [moments.length, countOf(moments.length, 'moment')],
    [parts.length, nameParts(parts.length, moments.length > 0)],
    [items.length, `${countOf(items.length, 'thing')} held in mind`],
    [fragments.length, `${countOf(fragments.length, 'fragment')}: ${nameFragments(fragments)}`],
    [
      changedFragments.length,
      `sentences in the ${changedFragments.length === 1 ? 'fragment' : 'fragments'} ${nameFragments(changedFragments)}`,
    ],
    [images.length, countOf(images.length, 'picture')],
  ] as const;
  return rows.filter(([count]) => count > 0).map(([, says]) => says);
}

/**
 * Names the moments that lose a part. If whole moments are forgotten too, these are other moments, which lose only what
 * they repeat.
 */
function nameParts(count: number, isBesideWhole: boolean): string {
  if (isBesideWhole) return `what ${countOf(count, 'other moment repeats', 'other moments repeat')} of it`;
  return count === 1 ? 'a part of 1 moment' : `parts of ${countOf(count, 'moment')}`;
}

function nameFragments(keys: readonly string[]): string {
  return keys.map((key) => nameFragment(key)).join(', ');
}

export function describeForgotten(forgotten: Forgotten): string {
  return `Forgotten: ${listGoing(forgotten).join(', ')}.`;
}

/** The names of other companions who heard much the same, each in a memory of their own. */
export function nameHearers(
  { heardBy = [] }: Forgotten,
  minds: readonly { readonly id: string; readonly name: string }[],
): readonly string[] {
  return heardBy.map(({ of }) => nameCompanion((minds.find(({ id }) => id === of) ?? minds[0])?.name));
}

const fragmentKey = /^\[([^\]]*)\]$/u;

/**
 * Renders the name of a line that would be deleted: “Moment” for `moment 34`, since the number stands nowhere on the
 * pages.
 */
export function nameGoing(name: string): string {
  const key = fragmentKey.exec(name)?.[1];
  if (key !== undefined) return nameFragment(key);
  const kind = name.replace(/ \d+$/u, '');
  const words = kinds[kind] ?? kind;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const kinds: Readonly<Record<string, string>> = {
  'part of moment': 'part of a moment',
  desc: 'noted',
  fact: 'known',
};
