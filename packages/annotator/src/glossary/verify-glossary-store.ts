// Verifies a glossary: checks its rows and texts against every rule that is kept when they are written.

import { StorageError } from '@terrarium/kernel/errors';
import type { Connection } from '@terrarium/kernel/open-database';
import { translateStorageError } from '@terrarium/kernel/storage-errors';
import type { Position } from '../corpus/corpus.ts';
import type { EntryId, GlossaryEntry } from './entry.ts';
import { openEntryStore } from './entry-store.ts';
import { listLeaning } from './filter-quotes.ts';
import type { ReadBody } from './read-parts.ts';
import { openReadingStore, type ReadingStore } from './reading-store.ts';
import { renderEntry, replayRevisions } from './revision.ts';
import { openRevisionStore } from './revision-store.ts';
import { buildSurfaceIndex, type SurfaceIndex } from './surface-index.ts';
import { listCountedNames, listOwnNames, listSurfaces, normaliseTerm } from './term-forms.ts';
import { splitWords } from './text-words.ts';
import { type GlossaryProblem, verifySearch, verifySurfaces } from './verify-search-store.ts';

interface Inspection {
  readonly connection: Connection;
  readonly readBody: ReadBody;
  readonly entries: readonly GlossaryEntry[];
  readonly reading: ReadingStore;
  readonly isChanged: IsChanged;
  readonly isEarlierInStory: IsEarlier;
  /** Parts of posts that have changed since they were read. */
  readonly changedParts: ReadonlySet<number>;
}

/** Whether a post was edited or removed after it was read. Its counts can then not be checked. */
export type IsChanged = (position: Pick<Position, 'corpus' | 'postId'>) => boolean;

/**
 * Whether an entry was first seen before a place in the order of the story, which may differ from the order of reading.
 */
export type IsEarlier = (entry: GlossaryEntry, place: Position) => boolean;

export interface StoryOrder {
  readonly isChanged?: IsChanged;
  readonly isEarlierInStory?: IsEarlier;
}

const appendOnlyTriggers = [
  'revision_is_never_updated',
  'revision_is_never_deleted',
  'change_is_never_updated',
  'change_is_never_deleted',
];

/**
 * Finds every problem. Reads bodies through `readBody` and writes only to temporary tables. Throws `StorageError` if
 * the file itself cannot be read.
 */
export function verifyGlossary(
  connection: Connection,
  readBody: ReadBody,
  { isChanged = () => false, isEarlierInStory = () => false }: StoryOrder = {},
): readonly GlossaryProblem[] {
  return runGuarded(connection, (entries) => {
    const reading = openReadingStore(connection, readBody);
    const inspection: Inspection = {
      connection,
      readBody,
      entries,
      reading,
      isChanged,
      isEarlierInStory,
      changedParts: listChangedParts(reading, isChanged),
    };
    return [
      ...checkRows(connection, entries),
      ...entries.flatMap((entry) => [...checkEvidence(entry, inspection)]),
      ...checkRelations(inspection),
      ...checkReading(inspection),
      ...verifySearch(inspection),
    ];
  });
}

/**
 * Finds every problem that shows in the rows alone: the story is not read, and search indexes are not compared. Throws
 * `StorageError` if the file itself cannot be read.
 */
export function verifyGlossaryRows(connection: Connection): readonly GlossaryProblem[] {
  return runGuarded(connection, (entries) => checkRows(connection, entries));
}

function runGuarded(
  connection: Connection,
  check: (entries: readonly GlossaryEntry[]) => readonly GlossaryProblem[],
): readonly GlossaryProblem[] {
  try {
    const damage = [...checkFile(connection)];
    return damage.length > 0 ? damage : check([...openEntryStore(connection).iterate({})]);
  } catch (error) {
    const translated = translateStorageError(error, { title: 'the glossary', path: connection.name });
    if (translated instanceof StorageError && translated.code === 'store.damaged') {
      return [{ code: 'entry.unreadable', what: translated.happened }];
    }
    throw translated;
  }
}

function checkRows(connection: Connection, entries: readonly GlossaryEntry[]): readonly GlossaryProblem[] {
  return [
    ...checkTriggers(connection),
    ...checkOrphans(connection),
    ...checkTerms(connection, entries),
    ...verifySurfaces(connection, entries),
    ...checkHistory(connection, entries),
    ...checkMentionSums(connection),
  ];
}

function listChangedParts(reading: ReadingStore, isChanged: IsChanged): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { id, position } of reading.iterateParts()) if (isChanged(position)) found.add(id);
  return found;
}

function* checkFile(connection: Connection): Generator<GlossaryProblem> {
  const found = connection.prepare<[], string>('PRAGMA integrity_check').pluck().all();
  for (const what of found) if (what !== 'ok') yield { code: 'file.damaged', what };
}

function* checkTriggers(connection: Connection): Generator<GlossaryProblem> {
  const find = connection
    .prepare<[string], number>(`SELECT 1 FROM sqlite_master WHERE type = 'trigger' AND name = ?`)
    .pluck();
  for (const name of appendOnlyTriggers) {
    if (find.get(name) === undefined)
      yield { code: 'revision.unguarded', what: `The trigger ${name} is missing.` };
  }
}

function* checkOrphans(connection: Connection): Generator<GlossaryProblem> {
  for (const table of ['evidence', 'surface', 'relation', 'mention', 'mention_sum']) {
    const rows = connection
      .prepare<[], number>(
        `SELECT DISTINCT entry_id FROM ${table} WHERE entry_id NOT IN (SELECT id FROM entry)`,
      )
      .pluck()
      .all();
    for (const id of rows)
      yield { code: 'row.orphan', what: `Table ${table} has rows of entry ${id}, which does not exist.` };
  }
  const parts = connection
    .prepare<[], number>(
      'SELECT DISTINCT part_id FROM mention WHERE part_id NOT IN (SELECT id FROM read_part)',
    )
    .pluck()
    .all();
  for (const id of parts)
    yield {
      code: 'row.orphan',
      what: `Mentions are stored for a piece of text that was not read (part ${id}).`,
    };
}

function* checkTerms(connection: Connection, entries: readonly GlossaryEntry[]): Generator<GlossaryProblem> {
  const find = connection.prepare<[number], string>('SELECT term_normal FROM entry WHERE id = ?').pluck();
  for (const { id, term } of entries) {
    const normal = find.get(id);
    if (normal !== normaliseTerm(term))
      yield {
        code: 'term.not-folded',
        what: `Entry ${id} "${term}" is stored under a wrong normalised name, "${normal}".`,
      };
  }
}

function* checkEvidence(entry: GlossaryEntry, { readBody }: Inspection): Generator<GlossaryProblem> {
  const who = `Entry ${entry.id} "${entry.term}"`;
  if (entry.evidence.length === 0) yield { code: 'evidence.none', what: `${who} has no quote.` };
  const leaning = listLeaning(entry.evidence, listSurfaces(entry));
  for (const piece of entry.evidence) {
    const where = `${who}: the quote in post ${piece.postId} of ${piece.corpus}`;
    const body = readBody(piece.corpus, piece.postId);
    if (body?.slice(piece.start, piece.end) !== piece.quote || piece.quote === '') {
      yield { code: 'evidence.moved', what: `${where} is not there word for word.` };
    }
    if (leaning.has(piece) && leaning.get(piece) === undefined) {
      const what = `${where} names neither the term nor an alias, and no other quote does.`;
      yield { code: 'evidence.nameless', what };
    }
  }
}

/**
 * Checks that each relation leads to another entry that exists or existed, and that its quote is in its post word for
 * word.
 */
function* checkRelations({ connection, entries, readBody }: Inspection): Generator<GlossaryProblem> {
  const known = new Set(openRevisionStore(connection).listEntryIds());
  for (const { id, term, relations = [] } of entries) {
    for (const { kind, to, evidence } of relations) {
      const who = `Entry ${id} "${term}": the relation "${kind}" to entry ${to}`;
      if (!known.has(to) || to === id)
        yield { code: 'relation.astray', what: `${who} leads to an entry that never existed, or to itself.` };
      const body = readBody(evidence.corpus, evidence.postId);
      if (evidence.quote === '' || body?.slice(evidence.start, evidence.end) !== evidence.quote) {
        const what = `${who} has a quote that is not in post ${evidence.postId} of ${evidence.corpus} word for word.`;
        yield { code: 'relation.moved', what };
      }
    }
  }
}

function* checkHistory(
  connection: Connection,
  entries: readonly GlossaryEntry[],
): Generator<GlossaryProblem> {
  const revisions = openRevisionStore(connection);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const withHistory = new Set<EntryId>();
  for (const id of revisions.listEntryIds()) {
    withHistory.add(id);
    const replayed = replayRevisions(revisions.read(id));
    if (renderEntry(replayed) !== renderEntry(byId.get(id))) {
      yield {
        code: 'revision.differs',
        what: `Replaying the revisions of entry ${id} does not give the stored entry.`,
      };
    }
  }
  for (const entry of entries) {
    if (!withHistory.has(entry.id))
      yield { code: 'revision.none', what: `Entry ${entry.id} has no revisions.` };
  }
}

/** Compares the mentions of each entry with the sums, which are updated with each count. */
function* checkMentionSums(connection: Connection): Generator<GlossaryProblem> {
  const found = connection
    .prepare<[], number>(
      `SELECT coalesce(fresh.entry_id, kept.entry_id) FROM (
         SELECT entry_id, count(*) AS parts, sum(mentions) AS mentions,
           sum(mentions * (part_id % 65521 + 1)) AS mixed
         FROM mention GROUP BY entry_id
       ) AS fresh FULL JOIN mention_sum AS kept ON kept.entry_id = fresh.entry_id
       WHERE coalesce(fresh.parts, 0) <> coalesce(kept.parts, 0)
         OR coalesce(fresh.mentions, 0) <> coalesce(kept.mentions, 0)
         OR coalesce(fresh.mixed, 0) <> coalesce(kept.mixed, 0)`,
    )
    .pluck()
    .all();
  for (const id of found)
    yield {
      code: 'mention.damaged',
      what: `The stored mentions of entry ${id} do not match the totals that were stored with them.`,
    };
}

function* checkReading(inspection: Inspection): Generator<GlossaryProblem> {
  const { connection, entries } = inspection;
  const names = buildSurfaceIndex();
  const surfaces = buildSurfaceIndex({ isLenient: true });
  const ownNames = buildSurfaceIndex();
  const strictNames = buildSurfaceIndex({ isStrict: true });
  for (const entry of entries) {
    names.set(entry.id, listCountedNames(entry));
    surfaces.set(entry.id, listSurfaces(entry));
    ownNames.set(entry.id, listOwnNames(entry));
    strictNames.set(entry.id, listOwnNames(entry));
  }
  const held = connection.prepare<[], HeldRow>('SELECT id, surface, mentions FROM candidate').all();
  const heldNames = buildSurfaceIndex();
  for (const candidate of held) heldNames.set(candidate.id, [candidate.surface]);
  const { perPart, problems } = countAll(inspection, [
    names.countMentions,
    heldNames.countNames,
    ownNames.countNames,
    surfaces.countNames,
    strictNames.countNames,
  ]);
  yield* problems;
  for (const entry of entries) {
    const [mentions = [], , loose = [], occurring = [], strict] = perPart.map((counts) =>
      counts.get(entry.id),
    );
    yield* checkMentions(entry, mentions, inspection);
    yield* checkFirstSeen(entry, { named: strict ?? loose, loose, occurring }, inspection);
  }
  // Words on hold are counted over all posts together, so their counts cannot be checked if any post has changed.
  for (const candidate of inspection.changedParts.size > 0 ? [] : held) {
    const fresh = (perPart[1]?.get(candidate.id) ?? []).reduce((sum, [, mentions]) => sum + mentions, 0);
    if (fresh === candidate.mentions) continue;
    yield {
      code: 'candidate.differs',
      what: `The stored count of "${candidate.surface}", a word that may become an entry, is wrong.`,
    };
  }
}

interface HeldRow {
  readonly id: number;
  readonly surface: string;
  readonly mentions: number;
}

function* checkMentions(
  entry: GlossaryEntry,
  fresh: readonly PartMention[],
  { reading, changedParts }: Inspection,
): Generator<GlossaryProblem> {
  const stored = reading
    .readMentions(entry.id)
    .filter(({ partId }) => !changedParts.has(partId))
    .map((one) => [one.partId, one.mentions]);
  if (JSON.stringify(stored) !== JSON.stringify(fresh)) {
    yield {
      code: 'mention.differs',
      what: `The stored mentions of entry ${entry.id} differ from those in the texts.`,
    };
  }
}

interface Occurrences {
  /** Parts that name the entry. */
  readonly named: readonly PartMention[];
  /** Parts that name the entry, including parts that only have a word of its name within somebody else's name. */
  readonly loose: readonly PartMention[];
  /** Parts that contain any name of the entry, or a description of it. */
  readonly occurring: readonly PartMention[];
}

function* checkFirstSeen(
  entry: GlossaryEntry,
  { named, loose, occurring }: Occurrences,
  { connection, reading, isChanged, isEarlierInStory }: Inspection,
): Generator<GlossaryProblem> {
  const first = reading.findPart(named[0]?.[0] ?? 0);
  if (first === undefined || first.position.postId === entry.firstSeen.postId) return;
  // In worlds of older versions, the first mention could also be a description, a speaker's label, or a part of
  // somebody else's name.
  const others = [loose, occurring].map(([one]) => reading.findPart(one?.[0] ?? 0)?.position.postId);
  if (others.includes(entry.firstSeen.postId)) return;
  if (isChanged(entry.firstSeen) || isEarlierInStory(entry, first.position)) return;
  const madeAt = connection
    .prepare<[number], number>(
      'SELECT post FROM change WHERE id = (SELECT min(id) FROM revision WHERE entry_id = ?)',
    )
    .pluck()
    .get(entry.id);
  // If no post that was read named an entry when it was created, the entry keeps the place of its creation.
  const isEarlier = reading.isReadBefore(entry.firstSeen, first.id);
  if (isEarlier && entry.firstSeen.postId === madeAt) return;
  const what = `Entry ${entry.id} is recorded as first seen in post ${entry.firstSeen.postId}, but the texts first name it in post ${first.position.postId}.`;
  yield { code: 'first-seen.differs', what };
}

type PartMention = readonly [partId: number, mentions: number];

interface Counted {
  readonly perPart: readonly ReadonlyMap<number, PartMention[]>[];
  readonly problems: readonly GlossaryProblem[];
}

/**
 * Counts all names in all texts that were read, by each of the given ways of counting. Also reports posts that have
 * changed or are missing.
 */
function countAll(
  { reading, readBody, changedParts }: Inspection,
  ways: readonly SurfaceIndex['countMentions'][],
): Counted {
  const problems: GlossaryProblem[] = [];
  const perPart = ways.map(() => new Map<number, PartMention[]>());
  for (const part of reading.iterateParts()) {
    const { corpus, postId } = part.position;
    const body = readBody(corpus, postId);
    if (body === undefined || body.length < part.end) {
      problems.push({
        code: 'corpus.changed',
        what: `Post ${postId} of ${corpus} has changed since it was read, or is missing.`,
      });
    }
    if (changedParts.has(part.id)) continue;
    const text = (body ?? '').slice(part.start, part.end);
    const words = splitWords(text);
    for (const [which, count] of ways.entries()) addMentions(perPart[which], part.id, count(text, words));
  }
  return { perPart, problems };
}

function addMentions(
  counts: Map<number, PartMention[]> | undefined,
  partId: number,
  found: ReturnType<SurfaceIndex['countMentions']>,
): void {
  for (const [id, mentions] of found) {
    const known = counts?.get(id);
    if (known === undefined) counts?.set(id, [[partId, mentions]]);
    else known.push([partId, mentions]);
  }
}
