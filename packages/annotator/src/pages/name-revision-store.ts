// Reads the revisions that decide the names of entries, for many entries in one query.

import type { Connection } from '@terrarium/kernel/open-database';
import { stored } from '../database/packed-text.ts';
import { restoreList } from '../database/revised-list.ts';
import { placeSql } from '../glossary/correction-store.ts';
import type { Author, EntryId, RevisionId } from '../glossary/entry.ts';

/** A revision, and its value if it affects the names of an entry. */
export interface NameRevision {
  readonly id: RevisionId;
  readonly author: Author;
  /** The scene from which the revision holds; undefined if it is unknown. */
  readonly scene: number | undefined;
  readonly change: NameChange | undefined;
}

export type NameChange =
  | { readonly field: 'term'; readonly term: string }
  | { readonly field: 'aliases'; readonly aliases: readonly string[] }
  | { readonly field: 'isGone'; readonly isGone: boolean };

interface Row {
  readonly id: number;
  readonly entryId: number;
  readonly field: string;
  readonly value: string | null;
  readonly isSet: 0 | 1;
  readonly author: Author;
  readonly scene: number | null;
}

/**
 * Yields the revisions of each entry that changed after `since`, oldest first. If `since` is 0, yields those of all
 * entries.
 */
export function* iterateNameRevisions(
  connection: Connection,
  since: RevisionId,
): Generator<{ readonly entryId: EntryId; readonly revisions: readonly NameRevision[] }> {
  const changed =
    since === 0 ? '' : 'WHERE revision.entry_id IN (SELECT entry_id FROM revision WHERE id > ?)';
  const rows = connection.prepare<number[], Row>(
    `SELECT revision.id, revision.entry_id AS entryId, field, new IS NOT NULL AS isSet, author,
       CASE WHEN field IN ('term', 'aliases') THEN new END AS value, ${placeSql} AS scene
     FROM revision JOIN change ON change.id = revision.change_id ${changed}
     ORDER BY revision.entry_id, revision.id`,
  );
  let entry: { readonly entryId: EntryId; readonly revisions: NameRevision[] } | undefined;
  let aliases: string | null = null;
  for (const row of since === 0 ? rows.iterate() : rows.iterate(since)) {
    if (row.entryId !== entry?.entryId) {
      if (entry !== undefined) yield entry;
      entry = { entryId: row.entryId as EntryId, revisions: [] };
      aliases = null;
    }
    const change = readChange(row, aliases);
    if (change?.field === 'aliases') aliases = JSON.stringify(change.aliases);
    entry.revisions.push(buildRevision(row, change));
  }
  if (entry !== undefined) yield entry;
}

function buildRevision({ id, author, scene }: Row, change: NameChange | undefined): NameRevision {
  return { id: id as RevisionId, author, scene: scene ?? undefined, change };
}

function readChange({ id, field, value, isSet }: Row, aliases: string | null): NameChange | undefined {
  const place = ['revision', id, 'new'] as const;
  switch (field) {
    case 'term':
      return { field, term: String(stored.parse(value ?? '""', place)) };
    case 'aliases': {
      const list: unknown = JSON.parse(stored.read(place, () => restoreList(aliases, value ?? '[]')));
      return { field, aliases: Array.isArray(list) ? list.map(String) : [] };
    }
    case 'deleted':
    case 'merged_into':
      return { field: 'isGone', isGone: isSet === 1 };
    default:
      return undefined;
  }
}
