// Asks a person at a terminal for a yes.

import { createInterface } from 'node:readline';
import { exitCodes, type Shell } from '../shell/shell.ts';

/** Whether somebody sits at the terminal who can be asked. */
export function isAtTerminal({ printer, input, isForProgram }: Shell): boolean {
  return printer.isTerminal && input.isTTY === true && !isForProgram;
}

/** The end of input counts as no; Ctrl-C ends the command. */
export function askYes({ input, output }: Shell, question: string): Promise<boolean> {
  const lines = createInterface({ input, output });
  return new Promise((resolve) => {
    lines.on('SIGINT', () => {
      lines.close();
      output.write('\n');
      process.exit(exitCodes.interrupted);
    });
    lines.once('close', () => resolve(false));
    lines.question(question, (answer) => {
      resolve(/^y(?:es)?$/iu.test(answer.trim()));
      lines.close();
    });
  });
}
