// Explains an error to a person: what happened, and what to do; the stack of a bug of ours goes into a file.

import { Bug, TerrariumError } from '@terrarium/kernel/errors';
import { paint } from '../screen/style.ts';
import type { Shell } from './shell.ts';

/** Prints the explanation and returns the exit code. */
export async function explainError(shell: Shell, error: unknown, isJson: boolean): Promise<number> {
  const known = toKnownError(error);
  const { code, happened, todo, exitCode } = known;
  if (isJson) shell.printer.writeJson('failure', { kind: 'error', code, happened, todo, exitCode });
  shell.printer.warn(...renderFailure(known));
  if (known instanceof Bug) {
    const { writeFault } = await import('./write-fault.ts');
    shell.printer.warn(`  The details are in ${writeFault(shell.logsDir, known)}.`);
  }
  return exitCode;
}

/** Renders what happened, what to do, and the code, which docs/troubleshooting.md explains. */
export function renderFailure({ code, happened, todo }: TerrariumError): readonly string[] {
  return [`${paint('terrarium:', 'red')} ${happened.trimEnd()}`, `  ${todo} ${paint(`[${code}]`, 'dim')}`];
}

/** An error of any other class is a bug: it should have become a `TerrariumError` where it was first caught. */
function toKnownError(error: unknown): TerrariumError {
  if (error instanceof TerrariumError) return error;
  return new Bug(error instanceof Error ? `${error.name}: ${error.message}.` : String(error), error);
}
