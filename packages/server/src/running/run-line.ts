// Runs a line typed in a game as the terminal would, in a process of its own, and returns what it prints.

import { spawn } from 'node:child_process';
import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import { launcher } from './run-command.ts';

/** The maximum number of characters that are returned of what a command says: no person would read more. */
const longestSaid = 200_000;
const patienceMs = 60_000;

interface TypedLine {
  readonly dir: string;
  readonly session: string;
  /** The line as it was typed. */
  readonly line: string;
  /** How many columns the lines are laid out in; as in a terminal of unknown width if absent. */
  readonly columns?: number | undefined;
}

/**
 * The lines that the terminal would show, including those of a failure; but not the name of the program and the code
 * that a terminal shows with a failure.
 */
export function runLine({ dir, session, line, columns }: TypedLine): Promise<readonly string[]> {
  const argv = [launcher, 'play', '--world', dir, '--session', session, '--', line];
  const own = columns === undefined ? {} : { COLUMNS: String(columns) };
  const child = spawn(process.execPath, argv, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patienceMs,
    env: { ...readProcessEnvironment(), ...own },
  });
  let said = '';
  let failure = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (said.length < longestSaid) said += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (failure.length < longestSaid) failure += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      const whole = `${said}${stripFailure(failure)}`.trimEnd();
      resolve(whole === '' ? [] : whole.split('\n'));
    });
  });
}

function stripFailure(text: string): string {
  return text.replace(/^terrarium: /mu, '').replace(/(?<!\s)\s*\[[a-z]+\.[a-z-]+\]\s*$/u, '');
}
