// Verify: proves that what a world's annotator holds is whole, and names what is not.

import { translateStorageError } from '@terrarium/kernel/storage-errors';
import { isReached } from './corpus/is-reached.ts';
import { verifyGlossary } from './glossary/verify-glossary-store.ts';
import type { Annotator } from './stores/open-annotator.ts';
import type { Problem } from './verify/problem.ts';
import { verifyConversations } from './verify/verify-conversations.ts';
import { verifyExport } from './verify/verify-export.ts';
import { verifyJournal } from './verify/verify-journal.ts';
import { verifyLedger } from './verify/verify-ledger.ts';
import { verifyRecords } from './verify/verify-records-store.ts';
import { verifySchema } from './verify/verify-schema-store.ts';
import { verifyTables } from './verify/verify-tables-store.ts';

/** What was checked, and what of it does not hold. */
export interface Verification {
  /** Names of the checks, in the order they were made. */
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

const allChecks = Object.keys(checks) as (keyof typeof checks)[];

/**
 * Re-checks every invariant that is built; changes nothing. All of it is read at one moment, so that a run going on
 * beside it neither disturbs nor is disturbed. Throws only our own errors.
 */
export function verifyAnnotator(annotator: Annotator): Verification {
  return { checks: allChecks, problems: runChecks(annotator, allChecks) };
}

/** What does not hold of these checks alone. Throws only our own errors. */
export function runChecks(annotator: Annotator, names: readonly (keyof typeof checks)[]): readonly Problem[] {
  const problems: Problem[] = [];
  const readAll = annotator.connection.transaction(() => {
    for (const name of names) problems.push(...runCheck(annotator, name, checks[name]));
  });
  try {
    readAll.deferred();
  } catch (error) {
    // SQLite may refuse even to end a reading that met damaged pages: what was found by then is the answer.
    if (problems.length === 0) throw error;
  }
  return problems;
}

/** A check that meets what nobody wrote says so and leaves the others their turn. */
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

/** Quotes are checked against the posts they stand in: without those there is one thing to say, and the ledger says it. */
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
