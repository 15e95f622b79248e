// Runs the command line in the tests' process, one command at a time, with its own folder, environment and streams.

import { PassThrough, Readable, Writable } from 'node:stream';
import { buildSystemEnvironment, type Clock, type Environment } from '@terrarium/kernel/environment';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { buildSeededChance } from '@terrarium/kernel/testing/fake-environment';
import { vi } from 'vitest';
import { runCommandLine } from '../../src/command-line.ts';
import type { Output } from '../../src/screen/printer.ts';
import { checkOutputs } from './check-outputs.ts';

export interface Said {
  readonly exitCode: number | null;
  readonly out: string;
  readonly error: string;
}

export interface CommandOptions {
  readonly cwd: string;
  /** Called whenever something is written to standard output, with everything written so far. */
  readonly onOut?: (out: string) => void;
  /** Called in the same way for standard error. */
  readonly onError?: (error: string) => void;
  /** Width of the terminal; if undefined, the output is not a terminal. */
  readonly columns?: number;
  /** Input that does not come from a terminal; if undefined, no input ever comes. */
  readonly input?: string;
}

interface InProcess extends CommandOptions {
  /** The whole environment; variables of the tests' process are not visible. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly seed: number;
  readonly clock?: Clock;
}

/** A process has one folder and one environment, so commands take turns. */
let last: Promise<unknown> = Promise.resolve();

export function runInProcess(argv: readonly string[], options: InProcess): Promise<Said> {
  const run = last.then(() => runNow(argv, options));
  last = run.catch(() => undefined);
  return run;
}

async function runNow(argv: readonly string[], options: InProcess): Promise<Said> {
  const { cwd, input, onOut, onError, seed, clock, columns } = options;
  const said = { out: '', error: '' };
  const own = { cwd: process.cwd(), environment: readProcessEnvironment() };
  const output = buildSink((text) => {
    said.out += text;
    onOut?.(said.out);
  }, columns);
  const errors = buildSink((text) => {
    said.error += text;
    onError?.(said.error);
  }, columns);
  process.chdir(cwd);
  replaceEnvironment(own.environment, options.environment);
  try {
    const typed = input === undefined ? new PassThrough() : Readable.from([input]);
    const exitCode = await runCommandLine(argv, {
      input: typed,
      output,
      errors,
      environment: buildSeededEnvironment(seed, clock),
    });
    checkOutputs(argv, said.out);
    return { exitCode, ...said };
  } finally {
    replaceEnvironment(options.environment, own.environment);
    process.chdir(own.cwd);
  }
}

function buildSink(take: (text: string) => void, columns: number | undefined): Output {
  const sink = new Writable({
    decodeStrings: false,
    write: (text, _encoding, done) => {
      take(String(text));
      done();
    },
  });
  return columns === undefined ? sink : Object.assign(sink, { isTTY: true, columns, rows: 40 });
}

function replaceEnvironment(old: InProcess['environment'], wanted: InProcess['environment']): void {
  for (const name of Object.keys(old)) if (wanted[name] === undefined) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(wanted)) vi.stubEnv(name, value);
}

/**
 * An environment with the real clock or another one. Its chance and ids are those of a process started with
 * the same seed (`settle-chance.js`).
 */
function buildSeededEnvironment(seed: number, clock: Clock = buildSystemEnvironment().clock): Environment {
  const chance = buildSeededChance(seed);
  const dealDigits = () =>
    Array.from({ length: 30 }, () => Math.floor(chance.next() * 16).toString(16)).join('');
  const nextId = () => {
    const digits = dealDigits();
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-8${digits.slice(15, 18)}-${digits.slice(18, 30)}`;
  };
  return { clock, ids: { next: nextId }, chance };
}
