// Lists entries that have changed since a revision, each as it was then and as it is now.

import type { EntryId, GlossaryEntry, RevisionId } from '../glossary/entry.ts';
import { replayRevisions } from '../glossary/revision.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { listRelatedIds, type NamedEntry, nameEntries } from './name-entries.ts';

export interface EntryChange {
  readonly id: EntryId;
  /** Undefined if the entry is new. */
  readonly before: GlossaryEntry | undefined;
  /** Undefined if the entry is gone. */
  readonly after: GlossaryEntry | undefined;
  /** Why the entry is gone, if a reason was given. */
  readonly reason: string | undefined;
  /** The entries to which the entry's relations lead. */
  readonly named: readonly NamedEntry[];
}

const fields = ['term', 'aliases', 'definition', 'status', 'tags', 'evidence', 'relations'] as const;

/** Changed entries, sorted by id. */
export function listEntryChanges(
  { stores: { glossary } }: Pick<Annotator, 'stores'>,
  since: RevisionId,
): readonly EntryChange[] {
  return glossary.listEntryIds(since).flatMap((id) => {
    const revisions = glossary.readRevisions(id);
    const before = replayRevisions(revisions.filter((revision) => revision.id <= since));
    const after = glossary.find(id);
    const isSame = fields.every(
      (field) => JSON.stringify(before?.[field]) === JSON.stringify(after?.[field]),
    );
    const named = nameEntries(glossary, listRelatedIds(after));
    return isSame ? [] : [{ id, before, after, reason: revisions.at(-1)?.reason, named }];
  });
}
