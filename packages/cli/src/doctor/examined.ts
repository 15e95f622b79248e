// Examined: a finding, and the exit code that it leads to.

import { Bug, TerrariumError } from '@terrarium/kernel/errors';
import type { Finding } from '@terrarium/kernel/finding';

export interface Examined {
  readonly finding: Finding;
  /** 0 unless the finding is a problem. */
  readonly exitCode: number;
}

export function toExamined(finding: Finding, exitCode: number): Examined {
  return { finding, exitCode: finding.standing === 'problem' ? exitCode : 0 };
}

/** Turns an error into a finding, so that the examination can go on. A fault in our own code is thrown again. */
export function examineFailure(check: string, error: unknown): Examined {
  if (!(error instanceof TerrariumError) || error instanceof Bug) throw error;
  const { happened, todo, code, exitCode } = error;
  return { finding: { check, standing: 'problem', says: happened.trimEnd(), todo, code }, exitCode };
}
