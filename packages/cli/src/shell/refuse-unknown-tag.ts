// Refuses tags that no entry has: an empty answer would look as if the story had nothing of this kind.

import type { WorldView } from '@terrarium/annotator/open-world-view';
import { UsageError } from '@terrarium/kernel/errors';

/** Throws a `UsageError` that names the existing tags, but not those that first appear beyond the reader's place. */
export function refuseUnknownTag({ stores }: WorldView, wanted: readonly string[] = []): void {
  if (wanted.length === 0) return;
  const tags = new Set([...stores.glossary.iterateEntries()].flatMap((entry) => entry.tags));
  const unknown = wanted.find((tag) => !tags.has(tag));
  if (unknown === undefined || tags.size === 0) return;
  throw new UsageError({
    code: 'cli.unknown-tag',
    happened: `No entry has the tag "${unknown}".`,
    todo: `The tags are: ${[...tags].toSorted().join(', ')}.`,
  });
}
