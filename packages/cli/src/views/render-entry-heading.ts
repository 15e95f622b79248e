// Renders the first line of an entry: what it is called, its kind, its status and its number.

import type { EntryAccount } from '@terrarium/annotator/accounts';
import { unexplained } from '@terrarium/annotator/salience';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';

interface Entry extends Pick<NonNullable<EntryAccount['entry']>, 'id' | 'term' | 'tags' | 'status'> {
  /** How the entry was found, if that is worth saying. */
  readonly found?: string | undefined;
}

/** Several lines if the window is narrow. Each word is painted by itself, so that a line may break between words. */
export function renderEntryHeading(
  { id, term, tags, status, found }: Entry,
  width: number,
): readonly string[] {
  const said = tags.map((tag) => (tag === unexplained ? 'not explained yet' : tag));
  const facts = [...said, status, `entry ${id}`, ...(found === undefined ? [] : [found])]
    .join(' · ')
    .split(' ');
  const text = facts.map((word) => paint(word, 'dim')).join(' ');
  return wrapText(text, { width, indent: '  ', first: `${paint(term, 'bold')}  ` });
}
