// Verifies the corpora that lie in a world: every row is what the import wrote.

import { basename } from 'node:path';
import { Bug, TerrariumError } from '@terrarium/kernel/errors';
import { type CorpusVerification, verifyCorpus } from './corpus/corpus-seals-store.ts';
import type { Problem } from './verify/problem.ts';
import type { World } from './world/world.ts';

export interface CorporaVerification {
  readonly problems: readonly Problem[];
  /** What could not be checked, a sentence for each corpus. */
  readonly notes: readonly string[];
}

/** What is said of a corpus in a world that bears no seals. */
export const unsealedNote = 'it bears no seals, so damage to its words may go unnoticed';

/** Linked files are another program's, and change as that likes. Changes nothing. */
export function verifyCorpora({ corpora }: Pick<World, 'corpora'>): CorporaVerification {
  const problems: Problem[] = [];
  const notes: string[] = [];
  for (const { path, kind } of corpora) {
    if (kind === 'linked') continue;
    const name = `corpora/${basename(path)}`;
    try {
      const verified = verifyCorpus(path);
      problems.push(...listProblems(name, verified));
      if (!verified.isSealed) notes.push(`Of ${name} only the pages were checked: ${unsealedNote}.`);
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
