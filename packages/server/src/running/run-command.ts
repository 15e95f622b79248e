// Runs a terminal command in its own process, and reads the JSON value that it prints.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Bug, UsageError } from '@terrarium/kernel/errors';
import { shapes } from '@terrarium/protocol/shapes';
import type { z } from 'zod';

export const launcher = fileURLToPath(new URL('../../../cli/bin/terrarium.js', import.meta.url));

/** No command prints more than this. */
const largestAnswer = 16 * 1024 * 1024;

/**
 * Throws the failure that the command reported, as a `UsageError`; throws a `Bug` if it printed neither an answer nor a
 * failure.
 */
export async function runCommand<Schema extends z.ZodType>(
  argv: readonly string[],
  shape: Schema,
): Promise<z.output<Schema>> {
  const printed = await new Promise<string>((resolve) => {
    const options = { maxBuffer: largestAnswer };
    execFile(process.execPath, [launcher, ...argv, '--json'], options, (_, stdout) => resolve(stdout));
  });
  const value = parseValue(printed);
  const answer = shape.safeParse(value);
  if (answer.success) return answer.data;
  const failure = shapes.failure.safeParse(value).data;
  if (failure === undefined) throw new Bug('The command did not say what it did or what went wrong.');
  const { code, happened, todo } = failure;
  throw new UsageError({ code, happened, todo });
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
