// Reads a secret line: from a terminal without showing what is typed, or the first line of a pipe.

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

export function readHidden(question: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (isTerminal) process.stdout.write(question);
  const nowhere = new Writable({ write: (_, __, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal });
  return new Promise((resolve) => {
    let said = '';
    lines.once('line', (line) => {
      said = line;
      lines.close();
    });
    lines.once('close', () => {
      if (isTerminal) process.stdout.write('\n');
      resolve(said);
    });
  });
}
