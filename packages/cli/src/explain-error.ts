// Explains an error to a person: what happened, what to do; the stack of a fault of ours goes into a file.

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bug, TerrariumError } from '@terrarium/kernel/errors';
import { openLog } from '@terrarium/kernel/open-log';
import { paint } from './screen/style.ts';
import type { Shell } from './shell.ts';

/** Prints it and answers the exit code. */
export function explainError(shell: Shell, error: unknown, isJson: boolean): number {
  const known = settleError(error);
  const { code, happened, todo, exitCode } = known;
  if (isJson) shell.printer.sayJson({ kind: 'error', code, happened, todo, exitCode });
  shell.printer.warn(...renderFailure(known));
  if (known instanceof Bug) shell.printer.warn(`  The details are in ${writeFault(shell, known)}.`);
  return exitCode;
}

/** What happened, what to do, and the code that the page of troubles explains at more length. */
export function renderFailure({ code, happened, todo }: TerrariumError): readonly string[] {
  return [`${paint('terrarium:', 'red')} ${happened.trimEnd()}`, `  ${todo} ${paint(`[${code}]`, 'dim')}`];
}

/** Whatever is not one of ours is a fault of ours: it should have become one at an edge. */
function settleError(error: unknown): TerrariumError {
  if (error instanceof TerrariumError) return error;
  return new Bug(error instanceof Error ? `${error.name}: ${error.message}.` : String(error), error);
}

function writeFault(shell: Shell, fault: Bug): string {
  const fields = { code: fault.code, error: fault, cause: describeCause(fault.cause) };
  for (const folder of [shell.logsDir ?? tmpdir(), tmpdir()]) {
    const path = join(folder, 'terrarium-faults.log');
    try {
      const log = openLog(path);
      log.error('fault', fields);
      log.close();
      return path;
    } catch (problem) {
      if (!(problem instanceof TerrariumError)) throw problem;
    }
  }
  return 'no file: none could be written';
}

function describeCause(cause: unknown): string | undefined {
  return cause instanceof Error ? (cause.stack ?? cause.message) : undefined;
}
