// Reading process: `terrarium` as a person starts it, in a process that can be killed.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';

const launcher = join(import.meta.dirname, '..', '..', '..', 'cli', 'bin', 'terrarium.js');

export interface StartedProcess {
  readonly child: ChildProcess;
  /** Resolves when the process has ended for any reason. */
  readonly ended: Promise<{ readonly exitCode: number | null; readonly output: string }>;
}

/** Starts `terrarium` with these arguments; settings of the caller have no effect on it. */
export function startTerrarium(args: readonly string[], folder: string): StartedProcess {
  const { PATH = '' } = readProcessEnvironment();
  const environment = { PATH, HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(process.execPath, [launcher, ...args], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => output.push(chunk));
  const ended = once(child, 'close').then(([exitCode]) => ({
    exitCode: exitCode as number | null,
    output: output.join(''),
  }));
  return { child, ended };
}
