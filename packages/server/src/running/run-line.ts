// Runs a line typed in a game as the terminal would, in this process, and returns what it prints.

import { Readable, Writable } from 'node:stream';
import { buildSystemEnvironment, type Environment } from '@terrarium/kernel/environment';

/** At most this many characters of a command's output are returned: no person would read more. */
const longestSaid = 200_000;

/**
 * This package does not depend on the command line or its launcher: both are found by their place. The command line is
 * loaded with the first line that is typed, because most pages never need it.
 */
const commandLine = new URL('../../../cli/src/command-line.ts', import.meta.url).href;

interface CommandLine {
  runCommandLine(argv: readonly string[], surroundings: Surroundings): Promise<number>;
}

interface Surroundings {
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
  readonly environment: Environment;
}

interface TypedLine {
  readonly dir: string;
  readonly session: string;
  /** The line as it was typed. */
  readonly line: string;
  /** How many columns the lines are laid out in; if absent, as many as in a terminal of unknown width. */
  readonly columns?: number | undefined;
}

/**
 * Returns the lines that the terminal would show, even for a failure, but without blank lines at the beginning, and
 * without the name of the program and the code that the terminal shows with a failure. If the line asks a model, this
 * waits for the model.
 */
export async function runLine({ dir, session, line, columns }: TypedLine): Promise<readonly string[]> {
  const { runCommandLine } = (await import(commandLine)) as CommandLine;
  const [output, errors] = [openSink(columns), openSink(columns)];
  await runCommandLine(['play', '--world', dir, '--session', session, '--', line], {
    input: Readable.from([]),
    output: output.stream,
    errors: errors.stream,
    environment: buildSystemEnvironment(),
  });
  const whole = `${output.read()}${stripFailure(errors.read())}`.trimEnd().replace(/^\s*\n/u, '');
  return whole === '' ? [] : whole.split('\n');
}

/** A stream that keeps the beginning of what is written, and says how wide it is shown. */
function openSink(columns: number | undefined) {
  let said = '';
  const stream = new Writable({
    decodeStrings: false,
    write: (text, _encoding, done) => {
      if (said.length < longestSaid) said += String(text);
      done();
    },
  });
  return { stream: Object.assign(stream, { columns }), read: () => said };
}

function stripFailure(text: string): string {
  return text.replace(/^terrarium: /mu, '').replace(/(?<!\s)\s*\[[a-z]+\.[a-z-]+\]\s*$/u, '');
}
