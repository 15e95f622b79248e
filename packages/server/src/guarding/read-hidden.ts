// Reads a line that nobody should see: a terminal does not show what is typed; from a pipe, the first line is read.

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
