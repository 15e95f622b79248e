// Stores copy what a glossary of a moment keeps of the whole one: the parts that were read, and how often entries are named.

import type { Connection } from '@terrarium/kernel/open-database';
import type { EntryId } from '../glossary/entry.ts';

export interface ProjectionStore {
  /** Copies the parts up to `lastPart`, in order. */
  copyParts(lastPart: number): void;
  /** Copies how often an entry is named in them. */
  copyMentions(entryId: EntryId, lastPart: number): void;
}

interface PartRow {
  readonly id: number;
  readonly corpus: string;
  readonly thread: number;
  readonly post: number;
  readonly start_at: number;
  readonly end_at: number;
  readonly posts_total: number;
  readonly words_total: number;
}

interface MentionRow {
  readonly entry_id: number;
  readonly part_id: number;
  readonly mentions: number;
}

export function openProjectionStore(source: Connection, target: Connection): ProjectionStore {
  const parts = source.prepare<[number], PartRow>('SELECT * FROM read_part WHERE id <= ? ORDER BY id');
  const mentions = source.prepare<[number, number], MentionRow>(
    'SELECT entry_id, part_id, mentions FROM mention WHERE entry_id = ? AND part_id <= ? ORDER BY part_id',
  );
  const insertPart = target.prepare(
    `INSERT INTO read_part (id, corpus, thread, post, start_at, end_at, posts_total, words_total)
     VALUES (:id, :corpus, :thread, :post, :start_at, :end_at, :posts_total, :words_total)`,
  );
  const insertMention = target.prepare(
    'INSERT INTO mention (entry_id, part_id, mentions) VALUES (:entry_id, :part_id, :mentions)',
  );
  return {
    copyParts(lastPart) {
      for (const row of parts.iterate(lastPart)) insertPart.run(row);
    },
    copyMentions(entryId, lastPart) {
      for (const row of mentions.all(entryId, lastPart)) insertMention.run(row);
    },
  };
}
