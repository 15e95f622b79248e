// Opens a pseudo-terminal with the command line in it, to read what a person sees and to press keys.

import { spawn } from '@lydell/node-pty';
import { buildCommand, buildEnvironment } from './run-terrarium.ts';

export interface Terminal {
  /** Everything written so far, escape sequences included. */
  readShown(): string;
  /** Resolves as soon as the text has been written `times` times; rejects if the process ends first. */
  waitFor(text: string, times?: number): Promise<void>;
  press(keys: string): void;
  /** Resolves to the exit code once the process has ended. */
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
  readonly times: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export function openTerminal(argv: readonly string[], options: TerminalOptions): Terminal {
  const { cwd, environment, columns = 80, rows = 40 } = options;
  const env = buildEnvironment(cwd, environment);
  const [program, ...more] = buildCommand(argv);
  const child = spawn(program, more, { cwd, env, cols: columns, rows });
  const state = { shown: '', waiting: [] as Waiting[] };
  child.onData((part) => {
    state.shown += part;
    for (const one of state.waiting) if (hasCome(state.shown, one)) one.resolve();
    state.waiting = state.waiting.filter((one) => !hasCome(state.shown, one));
  });
  const ended = new Promise<number>((resolve) => {
    child.onExit(({ exitCode }) => {
      for (const one of state.waiting) one.reject(new Error(`"${one.text}" never came:\n${state.shown}`));
      resolve(exitCode);
    });
  });
  return {
    readShown: () => state.shown,
    waitFor: (text, times = 1) =>
      new Promise((resolve, reject) => {
        if (hasCome(state.shown, { text, times })) resolve();
        else state.waiting.push({ text, times, resolve, reject });
      }),
    press: (keys) => child.write(keys),
    ended,
  };
}

function hasCome(shown: string, { text, times }: Pick<Waiting, 'text' | 'times'>): boolean {
  return times === 1 ? shown.includes(text) : shown.split(text).length > times;
}
