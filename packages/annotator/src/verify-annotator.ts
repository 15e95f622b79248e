// Verify: proves that what a world's annotator holds is whole, and names what is not.

import { verifyGlossary } from './glossary/verify-glossary-store.ts';
import type { Annotator } from './open-annotator.ts';
import type { Problem } from './verify/problem.ts';
import { verifyConversations } from './verify/verify-conversations.ts';
import { verifyExport } from './verify/verify-export.ts';
import { verifyJournal } from './verify/verify-journal.ts';
import { verifyLedger } from './verify/verify-ledger.ts';
import { verifyTables } from './verify/verify-tables-store.ts';

/** What was checked, and what of it does not hold. */
export interface Verification {
  /** Names of the checks, in the order they were made. */
  readonly checks: readonly string[];
  readonly problems: readonly Problem[];
}

type Check = (annotator: Annotator) => Iterable<Problem>;

const checks: Readonly<Record<string, Check>> = {
  tables: verifyTables,
  ledger: verifyLedger,
  journal: verifyJournal,
  conversations: verifyConversations,
  glossary: verifyGlossaryOf,
  export: verifyExport,
};

/**
 * Re-checks every invariant that is built; changes nothing. All of it is read at one moment, so that a run going on
 * beside it neither disturbs nor is disturbed. Throws only our own errors.
 */
export function verifyAnnotator(annotator: Annotator): Verification {
  const readAll = annotator.connection.transaction(() =>
    Object.values(checks).flatMap((check) => [...check(annotator)]),
  );
  return { checks: Object.keys(checks), problems: readAll.deferred() };
}

/** Quotes are checked against the posts they stand in: without those there is one thing to say, and the ledger says it. */
function verifyGlossaryOf({ connection, corpora, stores }: Annotator): Iterable<Problem> {
  const isWhole = stores.ledger.readPlannedCorpora().every(({ corpus }) => corpora.has(corpus));
  if (!isWhole) return [];
  return verifyGlossary(connection, (corpus, postId) => corpora.get(corpus)?.findBody(postId));
}
