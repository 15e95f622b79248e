// Verified part: one file of a world, with the checks made on it and the problems found.

import { Bug, TerrariumError } from '@terrarium/kernel/errors';
import type { Standing } from '@terrarium/kernel/finding';
import type { Verification } from '@terrarium/kernel/verify-database';
import { renderCount } from '../screen/quantities.ts';
import { exitCodes } from '../shell/shell.ts';

export interface PartProblem {
  readonly code: string;
  /** What is wrong and where, in one sentence; it may quote what is stored. */
  readonly what: string;
}

export interface VerifiedPart {
  /** The name of the file in the world's folder, such as `annotator.db`. */
  readonly part: string;
  readonly standing: Exclude<Standing, 'unknown'>;
  /** The result of the checks in one sentence. */
  readonly says: string;
  /** Names of the checks that were made, in order. */
  readonly checks: readonly string[];
  readonly problems: readonly PartProblem[];
  /** What a person can do; given whenever something is wrong. */
  readonly todo?: string | undefined;
  /** Code of the error that prevented all checks. */
  readonly code?: string | undefined;
  /** The exit code; 0 unless `standing` is `problem`. */
  readonly exitCode: number;
}

export interface CheckedPart {
  readonly part: string;
  readonly checks: readonly string[];
  readonly problems: readonly PartProblem[];
  readonly todo: string;
}

export function buildCheckedPart({ part, checks, problems, todo }: CheckedPart): VerifiedPart {
  if (problems.length === 0) {
    const says = `All ${checks.length} checks hold: ${checks.join(', ')}.`;
    return { part, standing: 'ok', says, checks, problems, exitCode: 0 };
  }
  const says = `${renderCount(problems.length, 'problem')} found: ${countCodes(problems)}.`;
  return { part, standing: 'problem', says, checks, problems, todo, exitCode: exitCodes.problems };
}

/**
 * Builds the result if all that was found is that a story was imported again. Nothing is damaged, so no
 * problem is counted.
 */
export function buildStalePart({ part, checks, problems, todo }: CheckedPart): VerifiedPart {
  const says = `What was read is undamaged. ${problems.map(({ what }) => what).join(' ')}`;
  return { part, standing: 'warning', says, checks, problems: [], todo, exitCode: 0 };
}

/** A part without problems and without a list of its checks. */
export function buildPassedPart(part: string, says: string): VerifiedPart {
  return { part, standing: 'ok', says, checks: [], problems: [], exitCode: 0 };
}

/**
 * Turns an error into the result for one part, so that the next part can be checked. A bug of ours is thrown
 * again.
 */
export function buildFailedPart(part: string, error: unknown): VerifiedPart {
  if (!(error instanceof TerrariumError) || error instanceof Bug) throw error;
  const { happened, todo, code, exitCode } = error;
  const problems = [{ code, what: happened.trimEnd() }];
  return { part, standing: 'problem', says: happened.trimEnd(), checks: [], problems, todo, code, exitCode };
}

const restoreFolder = 'If the folder was damaged, restore it from a backup.';

export function reportVerification(
  part: string,
  { checks, problems }: Verification,
  todo = restoreFolder,
): VerifiedPart {
  const told = problems.flatMap(expandProblem);
  const judged = buildCheckedPart({ part, checks, problems: told, todo });
  if (problems.length === 0) return judged;
  const sum = problems.reduce((total, { count }) => total + count, 0);
  const counted = problems.map((one) => `${one.check} (${renderCount(one.count, 'time')})`);
  const says = `${renderCount(sum, 'problem')} found: ${counted.join(', ')}.`;
  return { ...judged, says };
}

/**
 * Makes one problem for each row that the check named. If the check counted more rows than it named, adds a
 * problem with the count.
 */
function expandProblem({
  check,
  count,
  rows = [],
}: Verification['problems'][number]): readonly PartProblem[] {
  const named = rows.map(({ table, row, what }) => ({
    code: check,
    what: `Row ${row} of the table ${table} ${what}.`,
  }));
  if (rows.length === count) return named;
  const what = `The check "${check}" fails in ${renderCount(count, 'place')}.`;
  return [...named, { code: check, what }];
}

/** Lists each code once, and how often it occurs. */
function countCodes(problems: readonly PartProblem[]): string {
  const counts = Map.groupBy(problems, ({ code }) => code);
  const told = [...counts].map(([code, { length }]) => (length === 1 ? code : `${code} (${length} times)`));
  return told.join(', ');
}
