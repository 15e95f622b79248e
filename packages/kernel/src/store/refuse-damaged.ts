// Refuses a store in which something does not hold: nothing is made of it as if it were whole.

import { StorageError } from '../base/errors.ts';
import { damageAdvice } from './damage-advice.ts';
import type { Verification } from './verify-database.ts';

/** Throws `StorageError` (`store.damaged`) that names the first thing that does not hold, where there is one. */
export function refuseDamaged(path: string, { problems }: Verification): void {
  const rows = problems.flatMap((problem) => problem.rows ?? []);
  const [first] = problems;
  const [row] = rows;
  if (first === undefined) return;
  const named =
    row === undefined
      ? `the check "${first.check}" fails`
      : `row ${row.row} of the table ${row.table} ${row.what}`;
  const others = problems.reduce((sum, { count }) => sum + count, -1);
  const more = others > 0 ? `; ${others} more ${others === 1 ? 'thing does' : 'things do'} not hold` : '';
  throw new StorageError({
    code: 'store.damaged',
    happened: `${path} is damaged: ${named}${more}.`,
    todo: damageAdvice,
  });
}
