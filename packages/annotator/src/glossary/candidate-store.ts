// Stores candidates: words put on hold, and how often each was read.

import type { Connection } from '@terrarium/kernel/open-database';
import type { PostId } from '../corpus/corpus.ts';
import type { Evidence } from './entry.ts';
import { type HeldMeaning, openHeldMeaningStore } from './held-meaning-store.ts';
import type { PartCount } from './read-parts.ts';
import { listNameWords, normaliseName } from './term-forms.ts';

export interface HeldTerm {
  readonly surface: string;
  readonly mentions: number;
  readonly posts: number;
  /** The first read post that has the word. */
  readonly firstPostId: PostId;
  /** What the model said the word means; undefined for a word that an older version put on hold. */
  readonly definition?: string | undefined;
  /** The quote that the model gave. */
  readonly evidence?: Evidence | undefined;
}

export interface CandidateStore {
  /** Puts a word on hold with its counts so far. Returns its id, even if a form of the word was on hold already. */
  add(surface: string, counts: readonly PartCount[], meaning?: HeldMeaning): number;
  /** Restores the words on hold from the records, into an empty store. */
  replayHeld(count: (surface: string) => readonly PartCount[]): void;
  addCount(id: number, count: PartCount): void;
  find(id: number): HeldTerm | undefined;
  findByName(name: string): number | undefined;
  /** Every candidate, most mentioned first. */
  list(): HeldTerm[];
  /**
   * What was said about words that were on hold when a part was read, even if they are not on hold now; oldest first.
   */
  listMeaningsUntil(partId: number): readonly (HeldMeaning & { readonly surface: string })[];
  iterateSurfaces(): Iterable<{ readonly id: number; readonly surface: string }>;
  /** Removes candidates with these names; returns their ids. */
  remove(names: readonly string[]): number[];
  /** The newest record of a word that was put on hold or taken off; 0 if there is none. */
  readNewestChange(): number;
  /**
   * Words that were put on hold or taken off after the given record, each once. Says whether each was on hold at that
   * record, and whether it is now.
   */
  listChangedSince(change: number): readonly ChangedHeld[];
}

export interface ChangedHeld {
  readonly surface: string;
  readonly wasHeld: boolean;
  readonly isHeld: boolean;
  /** What had been said about the word up to the given record. */
  readonly meaning: HeldMeaning | undefined;
}

interface CandidateRow {
  readonly id: number;
  readonly surface: string;
  readonly mentions: number;
  readonly posts: number;
  readonly first_post: number | null;
}

interface NewRow {
  readonly id: number | null;
  readonly surface: string;
  readonly normal: string;
  readonly mentions: number;
  readonly posts: number;
  readonly firstPart: number | null;
  readonly lastPart: number | null;
}

interface ChangedRow {
  readonly surface: string;
  readonly isHeld: number;
  readonly wasHeld: number;
  readonly formerId: number | null;
}

const heldColumns = `candidate.id, candidate.surface, candidate.mentions, candidate.posts, read_part.post AS first_post
  FROM candidate LEFT JOIN read_part ON read_part.id = candidate.first_part`;

export function openCandidateStore(connection: Connection): CandidateStore {
  const idByName = connection.prepare<[string], number>('SELECT id FROM candidate WHERE normal = ?').pluck();
  const insert = connection.prepare<NewRow>(
    `INSERT INTO candidate (id, surface, normal, mentions, posts, first_part, last_part)
     VALUES (:id, :surface, :normal, :mentions, :posts, :firstPart, :lastPart)`,
  );
  const count = connection.prepare(
    `UPDATE candidate SET mentions = mentions + :mentions, posts = posts + 1,
       first_part = coalesce(first_part, :partId), last_part = :partId
     WHERE id = :id`,
  );
  const remove = connection
    .prepare<[number], string>('DELETE FROM candidate WHERE id = ? RETURNING surface')
    .pluck();
  const log = connection.prepare('INSERT INTO held_change (candidate_id, surface, is_held) VALUES (?, ?, ?)');
  const byId = connection.prepare<[number], CandidateRow>(`SELECT ${heldColumns} WHERE candidate.id = ?`);
  const all = connection.prepare<[], CandidateRow>(
    `SELECT ${heldColumns} ORDER BY candidate.mentions DESC, candidate.id`,
  );
  const surfaces = connection.prepare<[], { id: number; surface: string }>(
    'SELECT id, surface FROM candidate',
  );
  const held = connection.prepare<[], { id: number; surface: string }>(
    `SELECT candidate_id id, surface FROM held_change
     WHERE is_held AND id IN (SELECT max(id) FROM held_change GROUP BY candidate_id) ORDER BY candidate_id`,
  );
  const newestChange = connection.prepare<[], number>('SELECT coalesce(max(id), 0) FROM held_change').pluck();
  const changed = connection.prepare<[{ change: number }], ChangedRow>(
    `SELECT newest.surface, newest.is_held isHeld, former.id formerId, coalesce(former.is_held, 0) wasHeld
     FROM (SELECT max(id) id, surface, is_held FROM held_change GROUP BY surface) newest
     LEFT JOIN (SELECT max(id) id, surface, is_held FROM held_change WHERE id <= :change GROUP BY surface) former
       USING (surface)
     WHERE newest.id > :change ORDER BY newest.id`,
  );
  const meanings = openHeldMeaningStore(connection);
  const buildTerm = (row: CandidateRow): HeldTerm => buildHeldTerm(row, meanings.find(row.id));
  const findByName = (name: string) => idByName.get(buildHeldKey(name)) ?? idByName.get(normaliseName(name));
  const insertCandidate = (id: number | null, surface: string, counts: readonly PartCount[]): number => {
    const mentions = counts.reduce((sum, part) => sum + part.mentions, 0);
    const { lastInsertRowid } = insert.run({
      id,
      surface,
      normal: buildHeldKey(surface),
      mentions,
      posts: counts.length,
      firstPart: counts[0]?.partId ?? null,
      lastPart: counts.at(-1)?.partId ?? null,
    });
    return Number(lastInsertRowid);
  };
  return {
    add(surface, counts, meaning) {
      const known = findByName(surface);
      if (known !== undefined) return known;
      const id = insertCandidate(null, surface, counts);
      const { lastInsertRowid } = log.run(id, surface, 1);
      if (meaning !== undefined) meanings.append(Number(lastInsertRowid), meaning);
      return id;
    },
    replayHeld(count) {
      for (const { id, surface } of held.all()) insertCandidate(id, surface, count(surface));
    },
    addCount: (id, { partId, mentions }) => void count.run({ id, partId, mentions }),
    find: (id) => byId.all(id).map(buildTerm)[0],
    findByName,
    list: () => all.all().map(buildTerm),
    listMeaningsUntil: (partId) => meanings.listUntil(partId),
    iterateSurfaces: () => surfaces.all(),
    remove(names) {
      const ids = [...new Set(names.flatMap((name) => findByName(name) ?? []))];
      for (const id of ids) for (const surface of remove.all(id)) log.run(id, surface, 0);
      return ids;
    },
    readNewestChange: () => newestChange.get() ?? 0,
    listChangedSince: (change) =>
      changed.all({ change }).map(({ surface, isHeld, wasHeld, formerId }) => ({
        surface,
        isHeld: isHeld === 1,
        wasHeld: wasHeld === 1,
        meaning: formerId === null ? undefined : meanings.findOf(formerId),
      })),
  };
}

/** A key that the forms of a word share: without the article, in the singular, and without `-ing` or `-ed`. */
export function buildHeldKey(name: string): string {
  const words = listNameWords(name).map((word) => word.replace(/(?<=[a-z]{3})(?:ing|ed)$/, ''));
  return words.length === 0 ? normaliseName(name) : words.join(' ');
}

function buildHeldTerm(row: CandidateRow, meaning: HeldMeaning | undefined): HeldTerm {
  const { surface, mentions, posts } = row;
  const firstPostId = (row.first_post ?? 0) as PostId;
  return {
    surface,
    mentions,
    posts,
    firstPostId,
    definition: meaning?.definition,
    evidence: meaning?.evidence,
  };
}
