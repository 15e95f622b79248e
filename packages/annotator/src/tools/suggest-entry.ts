// Suggests which entry a call may have meant when its sentences do not name the entry it gave.

import type { EntryId } from '../glossary/entry.ts';
import type { ToolContext } from './tool-context.ts';

// As many entries as a model can weigh at a glance.
const mostShown = 3;

/** Says which other entries most of the cited words name; undefined if they name none. */
export function suggestEntry(
  { glossary }: ToolContext,
  strayed: readonly string[],
  given: EntryId,
): string | undefined {
  const texts = new Map<EntryId, number>();
  for (const text of new Set(strayed)) {
    for (const { entryId } of glossary.countMentions([text])) {
      if (entryId !== given) texts.set(entryId, (texts.get(entryId) ?? 0) + 1);
    }
  }
  const most = Math.max(0, ...texts.values());
  const ids = [...texts].filter(([, count]) => count === most).map(([id]) => id);
  const named = glossary.read(ids.slice(0, mostShown)).map(({ id, term }) => `entry ${id}, "${term}"`);
  if (named.length === 0) return undefined;
  const shown = named.length === 1 ? named[0] : `${named.slice(0, -1).join('; ')}; and ${named.at(-1)}`;
  return `The evidence names ${shown}: if ${named.length === 1 ? 'that one is' : 'one of them is'} meant, give its id.`;
}
