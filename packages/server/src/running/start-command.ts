// Starts a terminal command in its own process, and reads its output line by line.

import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { z } from 'zod';
import { launcher } from './run-command.ts';

export interface StartedCommand {
  readonly child: ChildProcess;
  /** Resolves once the process has ended and everything that it wrote was read. */
  readonly ended: Promise<void>;
}

/** Calls `onTold` for each line that has the shape; ignores other lines. */
export function startCommand<Told>(
  argv: readonly string[],
  shape: z.ZodType<Told>,
  onTold: (told: Told) => void,
): StartedCommand {
  const child = spawn(process.execPath, [launcher, ...argv], { stdio: ['ignore', 'pipe', 'ignore'] });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const told = parseLine(line, shape);
    if (told !== undefined) onTold(told);
  });
  const ended = new Promise<void>((resolve) => {
    child.on('error', () => resolve());
    child.on('close', () => resolve());
  });
  return { child, ended };
}

function parseLine<Told>(line: string, shape: z.ZodType<Told>): Told | undefined {
  try {
    return shape.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
