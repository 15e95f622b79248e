// Verifies a world's annotator database and corpora, and refuses to export a glossary that is damaged.

import { basename } from 'node:path';
import { Bug, StorageError, TerrariumError } from '@terrarium/kernel/errors';
import { refuseChangedRows } from '@terrarium/kernel/explain-damage';
import { runGuarded } from '@terrarium/kernel/open-once';
import { renderDamageAdvice, translateStorageError } from '@terrarium/kernel/storage-errors';
import { type CorpusVerification, verifyCorpus } from './corpus/corpus-seals-store.ts';
import { isReached } from './corpus/is-reached.ts';
import { sealedTables } from './database/sealed-tables.ts';
import { exportGlossary } from './export/export-glossary.ts';
import { parseExport, renderJson } from './export/exported-glossary.ts';
import type { EntryId } from './glossary/entry.ts';
import { openEntryStore } from './glossary/entry-store.ts';
import { renderEntry, replayRevisions } from './glossary/revision.ts';
import { openRevisionStore } from './glossary/revision-store.ts';
import { verifyGlossary, verifyGlossaryRows } from './glossary/verify-glossary-store.ts';
import type { Annotator } from './journal/open-annotator.ts';
import type { Problem } from './verify/problem.ts';
import { verifyConversations } from './verify/verify-conversations.ts';
import { verifyJournal, verifyLedger } from './verify/verify-journal.ts';
import { verifyRecords, verifySchema, verifyTables } from './verify/verify-records-store.ts';
import type { World } from './world/world.ts';

/** What was checked, and what was found wrong. */
export interface Verification {
  /** Names of the checks, in the order in which they were made. */
  readonly checks: readonly string[];
  readonly problems: readonly Problem[];
}

type Check = (annotator: Annotator) => Iterable<Problem>;

const checks = {
  records: verifyRecords,
  tables: verifyTables,
  schema: verifySchema,
  ledger: verifyLedger,
  journal: verifyJournal,
  conversations: verifyConversations,
  glossary: verifyGlossaryOf,
  export: verifyExport,
} as const satisfies Readonly<Record<string, Check>>;

/**
 * Makes every check and changes nothing. Everything is read as of one moment, so a run at the same time neither
 * disturbs the checks nor is disturbed by them. Throws only our own errors.
 */
export function verifyAnnotator(annotator: Annotator): Verification {
  return { checks: Object.keys(checks), problems: runChecks(annotator, checks) };
}

/** The problems that these checks find. Throws only our own errors. */
function runChecks(annotator: Annotator, wanted: Readonly<Record<string, Check>>): readonly Problem[] {
  const place = { title: 'the glossary', path: annotator.world.annotatorPath };
  const problems: Problem[] = [];
  const readAll = annotator.connection.transaction(() => {
    for (const [name, check] of Object.entries(wanted)) problems.push(...runCheck(annotator, name, check));
  });
  try {
    readAll.deferred();
  } catch (error) {
    // SQLite may refuse even to end a read that met damaged pages: the problems found by then are returned.
    if (problems.length === 0) throw translateStorageError(error, place);
  }
  return problems;
}

/**
 * If a check meets something that cannot have been written, this is reported as a problem, and the other checks are
 * still made.
 */
function* runCheck(annotator: Annotator, name: string, check: Check): Iterable<Problem> {
  try {
    yield* check(annotator);
  } catch (error) {
    const place = { title: 'the glossary', path: annotator.world.annotatorPath };
    const { code, happened } = translateStorageError(error, place);
    yield {
      code: code === 'bug' ? 'store.damaged' : code,
      what: `The check "${name}" ended early: ${happened}`,
    };
  }
}

/**
 * Checks quotes against their posts. If the file of a story is missing, checks nothing: the check of the ledger
 * reports the missing file.
 */
function verifyGlossaryOf({ connection, corpora, stores }: Annotator): Iterable<Problem> {
  const isWhole = stores.ledger.readPlannedCorpora().every(({ corpus }) => corpora.has(corpus));
  if (!isWhole) return [];
  const noticed = stores.ledger
    .readDifferences()
    .filter(({ kind }) => kind === 'edited' || kind === 'removed');
  const changed = new Set(noticed.map(({ corpus, postId }) => `${postId} ${corpus}`));
  return verifyGlossary(connection, (corpus, postId) => corpora.get(corpus)?.findBody(postId), {
    isChanged: ({ corpus, postId }) => changed.has(`${postId} ${corpus}`),
    isEarlierInStory: ({ firstSeen }, place) => {
      const corpus = corpora.get(place.corpus);
      return corpus !== undefined && firstSeen.corpus === place.corpus && isReached(corpus, firstSeen, place);
    },
  });
}

function* verifyExport(annotator: Annotator): Iterable<Problem> {
  const exported = exportGlossary(annotator, {});
  const text = [...renderJson(exported)].join('');
  const again = [...renderJson(parseExport(text))].join('');
  if (again !== text)
    yield { code: 'EX1', what: 'The glossary exported as JSON and read back is not the same.' };
  const unsourced = exported.entries.filter((entry) => entry.evidence.length === 0);
  for (const entry of unsourced)
    yield { code: 'EX1', what: `Entry ${entry.id} (${entry.term}) would be exported without a source.` };
}

export interface CorporaVerification {
  readonly problems: readonly Problem[];
  /** A sentence for each corpus that could not be checked. */
  readonly notes: readonly string[];
}

/** What is reported about a story without seals. */
export const unsealedNote = 'it has no checksums, so damage to its words may go unnoticed';

export function verifyCorpora({ corpora }: Pick<World, 'corpora'>): CorporaVerification {
  const problems: Problem[] = [];
  const notes: string[] = [];
  for (const { path, kind } of corpora) {
    if (kind === 'linked') continue;
    const name = `corpora/${basename(path)}`;
    try {
      const verified = verifyCorpus(path);
      problems.push(...listProblems(name, verified));
      if (!verified.isSealed)
        notes.push(`Of ${name}, only the structure of the file was checked: ${unsealedNote}.`);
    } catch (error) {
      if (!(error instanceof TerrariumError) || error instanceof Bug) throw error;
      problems.push({ code: error.code, what: error.happened });
    }
  }
  return { problems, notes };
}

function* listProblems(name: string, { problems }: CorpusVerification): Generator<Problem> {
  for (const { check, count, rows = [] } of problems) {
    for (const { table, row, what } of rows)
      yield { code: 'corpus.damaged', what: `Row ${row} of the table ${table} in ${name} ${what}.` };
    const left = count - rows.length;
    if (left > 0)
      yield { code: 'corpus.damaged', what: `The check "${check}" of ${name} fails in ${left} more places.` };
  }
}

/** If the glossary is damaged, throws a `StorageError` (`store.damaged`) that names the first problem. */
export function refuseDamagedGlossary(annotator: Annotator): void {
  const path = annotator.world.annotatorPath;
  const problems = listExportProblems(annotator);
  const [first] = problems;
  if (first === undefined) return;
  const left = problems.length - 1;
  const more = left === 0 ? '' : ` ${left} more ${left === 1 ? 'problem was' : 'problems were'} found.`;
  throw new StorageError({
    code: 'store.damaged',
    happened: `${path} is damaged: ${first.what}${more}`,
    todo: renderDamageAdvice(path),
  });
}

/**
 * Throws a `StorageError` (`store.damaged`) if stored rows of these entries are not as they were written. Takes time
 * in proportion to the number of their revisions.
 */
export function refuseDamagedEntries({ connection, world }: Annotator, ids: readonly EntryId[]): void {
  const entries = openEntryStore(connection);
  const revisions = openRevisionStore(connection);
  const histories = sealedTables.filter(({ table }) => table === 'change' || table === 'revision');
  const readAll = connection.transaction(() => {
    for (const id of ids) {
      refuseChangedRows(connection, histories, { column: 'entry_id', value: id });
      const entry = entries.find(id);
      if (renderEntry(replayRevisions(revisions.read(id))) === renderEntry(entry)) continue;
      throw new StorageError({
        code: 'store.damaged',
        happened: `${world.annotatorPath} is damaged: what is stored of the entry "${entry?.term ?? id}" does not follow from its history.`,
        todo: renderDamageAdvice(world.annotatorPath),
      });
    }
  });
  runGuarded({ title: 'the glossary', path: world.annotatorPath }, () => readAll.deferred());
}

/** The story is not read, because an export uses only the glossary's rows. */
function listExportProblems(annotator: Annotator): readonly Problem[] {
  return runChecks(annotator, {
    records: verifyRecords,
    tables: verifyTables,
    glossary: ({ connection }) => verifyGlossaryRows(connection),
  });
}
