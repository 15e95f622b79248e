// Stores the parts of entries that have rows of their own: quotes, the normalised forms of names, and relations.

import type { Connection } from '@terrarium/kernel/open-database';
import type { PostId } from '../corpus/corpus.ts';
import type { RelationKind } from '../reader/relation-kinds.ts';
import type { EntryId, Evidence, GlossaryEntry, Relation } from './entry.ts';
import type { StoredRelation } from './list-relations.ts';
import { buildNameKey, listNameWords, listSurfaces, normaliseName } from './term-forms.ts';

/** The parts of an entry outside its own row; `relations` is undefined if there are none. */
export type EntryParts = Pick<GlossaryEntry, 'evidence' | 'relations'>;

export interface EntryPartsStore {
  read(id: EntryId): EntryParts;
  /** Writes the parts of an entry that has none yet. */
  write(id: EntryId, entry: Omit<GlossaryEntry, 'id'>): void;
  replace(id: EntryId, entry: Omit<GlossaryEntry, 'id'>): void;
  iterateRelations(): Iterable<StoredRelation>;
}

interface EvidenceRow {
  readonly corpus: string;
  readonly post: number;
  readonly start_at: number;
  readonly end_at: number;
  readonly quote: string;
  readonly is_snapped: number;
}

interface RelationRow extends EvidenceRow {
  readonly entry_id: number;
  readonly kind: string;
  readonly target_id: number;
}

/** Index of a part within its entry. */
interface PartPlace {
  readonly entryId: EntryId;
  readonly ordinal: number;
}

interface NewEvidence extends PartPlace, Omit<Evidence, 'isSnapped'> {
  readonly isSnapped: 0 | 1;
}

type NewRelation = NewEvidence & Pick<Relation, 'kind' | 'to'>;

/** The forms of a name by which it is found. */
export interface NameForms {
  readonly normal: string;
  readonly nameKey: string;
  readonly firstWord: string;
  readonly lastWord: string;
}

export function openEntryPartsStore(connection: Connection): EntryPartsStore {
  const { evidence, relations, allRelations, ...writes } = prepareStatements(connection);
  const write: EntryPartsStore['write'] = (entryId, entry) => {
    for (const [ordinal, piece] of entry.evidence.entries())
      writes.insertEvidence.run(renderEvidence(piece, { entryId, ordinal }));
    for (const [ordinal, surface] of listSurfaces(entry).entries())
      writes.insertSurface.run({ entryId, ordinal, ...buildForms(surface) });
    for (const [ordinal, { kind, to, evidence: piece }] of (entry.relations ?? []).entries())
      writes.insertRelation.run({ ...renderEvidence(piece, { entryId, ordinal }), kind, to });
  };
  return {
    read(id) {
      const own = relations.all(id).map(buildRelation);
      const quotes = evidence.all(id).map(buildEvidence);
      return own.length === 0 ? { evidence: quotes } : { evidence: quotes, relations: own };
    },
    write,
    replace(id, entry) {
      for (const statement of writes.deletions) statement.run(id);
      write(id, entry);
    },
    iterateRelations: () =>
      allRelations.all().map((row) => ({ from: row.entry_id as EntryId, ...buildRelation(row) })),
  };
}

function prepareStatements(connection: Connection) {
  return {
    evidence: connection.prepare<[number], EvidenceRow>(
      'SELECT * FROM evidence WHERE entry_id = ? ORDER BY ordinal',
    ),
    relations: connection.prepare<[number], RelationRow>(
      'SELECT * FROM relation WHERE entry_id = ? ORDER BY ordinal',
    ),
    allRelations: connection.prepare<[], RelationRow>('SELECT * FROM relation ORDER BY entry_id, ordinal'),
    deletions: ['evidence', 'surface', 'relation'].map((table) =>
      connection.prepare<[number]>(`DELETE FROM ${table} WHERE entry_id = ?`),
    ),
    insertEvidence: connection.prepare<NewEvidence>(
      `INSERT INTO evidence (entry_id, ordinal, corpus, post, start_at, end_at, quote, is_snapped)
       VALUES (:entryId, :ordinal, :corpus, :postId, :start, :end, :quote, :isSnapped)`,
    ),
    insertSurface: connection.prepare<PartPlace & NameForms>(
      `INSERT INTO surface (entry_id, ordinal, normal, name_key, first_word, last_word)
       VALUES (:entryId, :ordinal, :normal, :nameKey, :firstWord, :lastWord)`,
    ),
    insertRelation: connection.prepare<NewRelation>(
      `INSERT INTO relation (entry_id, ordinal, kind, target_id, corpus, post, start_at, end_at, quote, is_snapped)
       VALUES (:entryId, :ordinal, :kind, :to, :corpus, :postId, :start, :end, :quote, :isSnapped)`,
    ),
  };
}

function renderEvidence(piece: Evidence, place: PartPlace): NewEvidence {
  const { corpus, postId, start, end, quote, isSnapped } = piece;
  return { ...place, corpus, postId, start, end, quote, isSnapped: isSnapped ? 1 : 0 };
}

export function buildForms(surface: string): NameForms {
  const words = listNameWords(surface);
  return {
    normal: normaliseName(surface),
    nameKey: buildNameKey(surface),
    firstWord: words[0] ?? '',
    lastWord: words.at(-1) ?? '',
  };
}

function buildRelation(row: RelationRow): Relation {
  return { kind: row.kind as RelationKind, to: row.target_id as EntryId, evidence: buildEvidence(row) };
}

function buildEvidence(row: EvidenceRow): Evidence {
  return {
    corpus: row.corpus,
    postId: row.post as PostId,
    start: row.start_at,
    end: row.end_at,
    quote: row.quote,
    isSnapped: row.is_snapped === 1,
  };
}
