// Stores held meanings: what a model said about a word when it was put on hold, and the quote that it gave.

import type { Connection } from '@terrarium/kernel/open-database';
import { z } from 'zod';
import type { PostId } from '../corpus/corpus.ts';
import type { Evidence } from './entry.ts';

export interface HeldMeaning {
  readonly definition: string;
  /** The quote that names the word; undefined if there is none. */
  readonly evidence: Evidence | undefined;
  /** The newest part of the story that had been read. */
  readonly partId: number;
}

export interface HeldMeaningStore {
  append(heldChangeId: number, meaning: HeldMeaning): void;
  /** What was said about a word that is on hold; undefined if nothing was said. */
  find(candidateId: number): HeldMeaning | undefined;
  /** What was said when a word was put on hold. */
  findOf(heldChangeId: number): HeldMeaning | undefined;
  /**
   * What was said about words that were put on hold before a part was read, even if they are not on hold now; oldest
   * first.
   */
  listUntil(partId: number): readonly (HeldMeaning & { readonly surface: string })[];
}

interface MeaningRow {
  readonly surface: string;
  readonly part_id: number;
  readonly definition: string;
  readonly evidence: string | null;
}

const evidenceSchema = z.object({
  corpus: z.string(),
  postId: z.number().transform((id) => id as PostId),
  start: z.number(),
  end: z.number(),
  quote: z.string(),
  isSnapped: z.boolean(),
});

const meaningSql =
  'SELECT surface, part_id, definition, evidence FROM held_meaning JOIN held_change ON id = held_change_id';

export function openHeldMeaningStore(connection: Connection): HeldMeaningStore {
  const insert = connection.prepare(
    'INSERT INTO held_meaning (held_change_id, part_id, definition, evidence) VALUES (:id, :partId, :definition, :evidence)',
  );
  const newest = connection.prepare<[number], MeaningRow>(
    `${meaningSql} WHERE id = (SELECT max(id) FROM held_change WHERE candidate_id = ?)`,
  );
  const ofChange = connection.prepare<[number], MeaningRow>(`${meaningSql} WHERE id = ?`);
  const until = connection.prepare<[number], MeaningRow>(`${meaningSql} WHERE part_id <= ? ORDER BY id`);
  return {
    append(id, { partId, definition, evidence }) {
      insert.run({
        id,
        partId,
        definition,
        evidence: evidence === undefined ? null : JSON.stringify(evidence),
      });
    },
    find: (candidateId) => newest.all(candidateId).map(buildMeaning)[0],
    findOf: (heldChangeId) => ofChange.all(heldChangeId).map(buildMeaning)[0],
    listUntil: (partId) => until.all(partId).map((row) => ({ surface: row.surface, ...buildMeaning(row) })),
  };
}

function buildMeaning({ part_id, definition, evidence }: MeaningRow): HeldMeaning {
  return {
    partId: part_id,
    definition,
    evidence: evidence === null ? undefined : evidenceSchema.parse(JSON.parse(evidence)),
  };
}
