// Runs the command line as a person does: a process of its own, with its exit code and what it said.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** The one that runs the tests: `npm` puts the project's own first. */
export const node: string = process.execPath;
const launcher = join(root, 'packages', 'cli', 'bin', 'terrarium.js');
const settleChance = new URL('./settle-chance.js', import.meta.url);

export interface Said {
  readonly exitCode: number | null;
  readonly out: string;
  readonly error: string;
}

export interface RunOptions {
  readonly cwd: string;
  /** Told of everything said so far whenever more is said. */
  readonly onOut?: (out: string) => void;
  /** The same of what is said on standard error. */
  readonly onError?: (error: string) => void;
  /** Beside what the tests need; what is undefined is taken away. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** A command that starts it: its arguments come last. */
  readonly within?: readonly string[];
  /** Whose process it is; only root may choose. */
  readonly uid?: number;
  /** What is typed, where nobody sits there; without it nothing ever comes. */
  readonly input?: string;
  /** Told of the process, to send it a signal. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
}

/** Without colours, without the settings of whoever runs the tests, with retries that do not wait, and without a curator: a server's script is about its scenes. */
export function buildEnvironment(cwd: string, more: Readonly<Record<string, string | undefined>> = {}) {
  return {
    PATH: '/usr/bin:/bin',
    HOME: cwd,
    XDG_CONFIG_HOME: cwd,
    TERM: 'xterm-256color',
    TZ: 'UTC',
    TERRARIUM_RETRIES_BASE_DELAY_MS: '1',
    TERRARIUM_RETRIES_AWAY_MINUTES: '0',
    TERRARIUM_CURATES: 'false',
    ...more,
  };
}

let started = 0;

/** Node, then what it starts: each process of a test file draws what it drew the last time, and none what another did. */
export function buildCommand(argv: readonly string[]): readonly [string, ...string[]] {
  started += 1;
  const seed = (fc.readConfigureGlobal().seed ?? Date.now()) + started;
  return [node, '--import', `${settleChance.href}?${seed}`, launcher, ...argv];
}

export function runTerrarium(argv: readonly string[], options: RunOptions): Promise<Said> {
  const { cwd, environment, within = [], uid, input, onOut, onError, onStart } = options;
  const [program = node, ...more] = [...within, ...buildCommand(argv)];
  const user = uid === undefined ? {} : { uid, gid: uid };
  return new Promise((resolve, reject) => {
    const child = spawn(program, more, { cwd, env: buildEnvironment(cwd, environment), ...user });
    const said = { out: '', error: '' };
    // As text: a piece may end in the middle of a character.
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      said.out += part;
      onOut?.(said.out);
    });
    child.stderr.setEncoding('utf8').on('data', (part: string) => {
      said.error += part;
      onError?.(said.error);
    });
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, ...said }));
    // What ends before it has read everything is no failure of the test.
    child.stdin.on('error', () => undefined);
    if (input !== undefined) child.stdin.end(input);
    onStart?.((signal) => child.kill(signal));
  });
}

/** The JSON values of an output that holds one a line. */
export function parseLines(text: string): readonly Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
