// Opens a pseudo-terminal with the command line in it: what a person sees, and the keys they press.

import { spawn } from '@lydell/node-pty';
import { buildEnvironment, launcher, node } from './run-terrarium.ts';

export interface Terminal {
  /** Everything written so far, escape sequences included. */
  readShown(): string;
  /** Resolves once the text was written; rejects when the process ends without it. */
  waitFor(text: string): Promise<void>;
  press(keys: string): void;
  /** Resolves to the exit code. */
  readonly ended: Promise<number>;
}

export interface TerminalOptions {
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

interface Waiting {
  readonly text: string;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export function openTerminal(argv: readonly string[], options: TerminalOptions): Terminal {
  const { cwd, environment, columns = 80, rows = 40 } = options;
  const env = buildEnvironment(cwd, environment);
  const child = spawn(node, [launcher, ...argv], { cwd, env, cols: columns, rows });
  const state = { shown: '', waiting: [] as Waiting[] };
  child.onData((part) => {
    state.shown += part;
    for (const one of state.waiting) if (state.shown.includes(one.text)) one.resolve();
  });
  const ended = new Promise<number>((resolve) => {
    child.onExit(({ exitCode }) => {
      for (const one of state.waiting) one.reject(new Error(`"${one.text}" never came:\n${state.shown}`));
      resolve(exitCode);
    });
  });
  return {
    readShown: () => state.shown,
    waitFor: (text) =>
      new Promise((resolve, reject) => {
        if (state.shown.includes(text)) resolve();
        else state.waiting.push({ text, resolve, reject });
      }),
    press: (keys) => child.write(keys),
    ended,
  };
}
