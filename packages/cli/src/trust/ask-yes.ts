// Asks a person at a terminal for a yes.

import { createInterface } from 'node:readline';
import { exitCodes, type Shell } from '../shell/shell.ts';

/** Somebody sits there who can be asked. */
export function isAtTerminal({ printer, isForProgram }: Shell): boolean {
  return printer.isTerminal && process.stdin.isTTY === true && !isForProgram;
}

/** The end of input is a no; Ctrl-C leaves. */
export function askYes(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  return new Promise((resolve) => {
    lines.on('SIGINT', () => {
      lines.close();
      process.stdout.write('\n');
      process.exit(exitCodes.interrupted);
    });
    lines.once('close', () => resolve(false));
    lines.question(question, (answer) => {
      resolve(/^y(?:es)?$/iu.test(answer.trim()));
      lines.close();
    });
  });
}
