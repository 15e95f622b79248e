// Runs the command line: in the tests' process if only the command matters, otherwise in a process of its own.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Clock } from '@terrarium/kernel/environment';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type CommandOptions, runInProcess, type Said } from './run-in-process.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** The Node that runs the tests: `npm` puts the project's own Node first on the path. */
export const node: string = process.execPath;
const launcher = join(root, 'packages', 'cli', 'bin', 'terrarium.js');
const settleChance = new URL('./settle-chance.js', import.meta.url);

export interface RunOptions extends CommandOptions {
  /** Added to the variables that the tests need; an undefined value removes a variable. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Another command that starts the program; the program and its arguments are appended to it. */
  readonly within?: readonly string[];
  /** The user whom the process runs as; only root may choose. */
  readonly uid?: number;
  /** A clock and a seed that are the same in every run of the test. */
  readonly fixed?: { readonly clock: Clock; readonly seed: number };
  /** Called with a function that sends a signal to the process. */
  readonly onStart?: (kill: (signal: NodeJS.Signals) => void) => void;
}

/**
 * An environment without the settings of whoever runs the tests. Retries do not wait. There is no curator,
 * because fake servers have replies only for scenes.
 */
export function buildEnvironment(cwd: string, more: Readonly<Record<string, string | undefined>> = {}) {
  return {
    PATH: '/usr/bin:/bin',
    HOME: cwd,
    XDG_CONFIG_HOME: cwd,
    XDG_DATA_HOME: join(cwd, '.local', 'share'),
    TERM: 'xterm-256color',
    TZ: 'UTC',
    TERRARIUM_RETRIES_BASE_DELAY_MS: '1',
    TERRARIUM_RETRIES_AWAY_MINUTES: '0',
    TERRARIUM_CURATES: 'false',
    ...more,
  };
}

const started = new Map<string, number>();

/** A seed for each command of a test file: the same in every run of the tests, and different for every command. */
function drawSeed(): number {
  const { testPath = '' } = expect.getState();
  const count = (started.get(testPath) ?? 0) + 1;
  started.set(testPath, count);
  return (fc.readConfigureGlobal().seed ?? Date.now()) + count;
}

/** Node, its options, the launcher and the arguments. */
export function buildCommand(argv: readonly string[]): readonly [string, ...string[]] {
  return [node, '--import', `${settleChance.href}?${drawSeed()}`, launcher, ...argv];
}

/**
 * Runs a command. If an option needs a process of its own, starts one; otherwise uses this process, which is ten times
 * cheaper. In this process one command runs after the other. If two commands must run at the same time, use
 * `startTerrarium`.
 */
export function runTerrarium(argv: readonly string[], options: RunOptions): Promise<Said> {
  const { cwd, environment, fixed = { seed: drawSeed() } } = options;
  return wantsProcess(argv, options)
    ? startTerrarium(argv, options)
    : runInProcess(argv, { ...options, environment: buildEnvironment(cwd, environment), ...fixed });
}

/** `mcp` needs a process of its own too, because only the launcher can start it. */
function wantsProcess([name]: readonly string[], { within, uid, onStart, environment }: RunOptions): boolean {
  const wanted = [within, uid, onStart, environment?.['NODE_OPTIONS']];
  return name === 'mcp' || wanted.some((one) => one !== undefined);
}

/** Runs a command as a person does: in a process of its own. */
export function startTerrarium(argv: readonly string[], options: RunOptions): Promise<Said> {
  const { cwd, environment, within = [], uid, input, onOut, onError, onStart } = options;
  const [program = node, ...more] = [...within, ...buildCommand(argv)];
  const user = uid === undefined ? {} : { uid, gid: uid };
  return new Promise((resolve, reject) => {
    const child = spawn(program, more, { cwd, env: buildEnvironment(cwd, environment), ...user });
    const said = { out: '', error: '' };
    // The stream decodes the text, because a chunk may end in the middle of a character.
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
    // A process that ends before it has read all its input is not a failure of the test.
    child.stdin.on('error', () => undefined);
    if (input !== undefined) child.stdin.end(input);
    onStart?.((signal) => child.kill(signal));
  });
}

/** Parses an output that has one JSON value on each line. */
export function parseLines(text: string): readonly Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
