// Renders the first line of an entry: what it is called, its kind, its standing and its number.

import type { EntryAccount } from '@terrarium/annotator/find-entry-accounts';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';

type Entry = NonNullable<EntryAccount['entry']>;

/** Several lines where the window is narrow; painted word by word, so that a line may break inside. */
export function renderEntryHeading(
  { id, term, tags, status }: Pick<Entry, 'id' | 'term' | 'tags' | 'status'>,
  width: number,
): readonly string[] {
  const facts = [...tags, status, `entry ${id}`].join(' · ').split(' ');
  const text = facts.map((word) => paint(word, 'dim')).join(' ');
  return wrapText(text, { width, indent: '  ', first: `${paint(term, 'bold')}  ` });
}
