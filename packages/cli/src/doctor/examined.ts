// Examined: a finding, and the exit code that it leads to.

import { Bug, TerrariumError } from '@terrarium/kernel/errors';
import type { Finding } from '@terrarium/kernel/finding';

export interface Examined {
  readonly finding: Finding;
  /** 0 unless it is a problem. */
  readonly exitCode: number;
}

/** A finding of a kind whose problems end with that exit code. */
export function toExamined(finding: Finding, exitCode: number): Examined {
  return { finding, exitCode: finding.standing === 'problem' ? exitCode : 0 };
}

/** What went wrong with one thing, so that the next can be examined; a fault of ours is thrown on. */
export function examineFailure(check: string, error: unknown): Examined {
  if (!(error instanceof TerrariumError) || error instanceof Bug) throw error;
  const { happened, todo, code, exitCode } = error;
  return { finding: { check, standing: 'problem', says: happened.trimEnd(), todo, code }, exitCode };
}
