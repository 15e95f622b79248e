// Asks a person at a terminal for a yes.

import { createInterface } from 'node:readline';
import { exitCodes, type Shell } from '../shell/shell.ts';

/** Whether somebody sits at the terminal who can be asked. */
export function isAtTerminal({ printer, input, isForProgram }: Shell): boolean {
  return printer.isTerminal && input.isTTY === true && !isForProgram;
}

/** The end of input counts as no; Ctrl-C ends the command. */
export async function askYes(shell: Shell, question: string): Promise<boolean> {
  return /^y(?:es)?$/iu.test((await askLine(shell, question)) ?? '');
}

/** Anything but a no is a yes; undefined at the end of input. */
export async function askUnlessNo(shell: Shell, question: string): Promise<boolean | undefined> {
  const answer = await askLine(shell, question);
  return answer === undefined ? undefined : !/^no?$/iu.test(answer);
}

function askLine({ input, output }: Shell, question: string): Promise<string | undefined> {
  const lines = createInterface({ input, output });
  return new Promise((resolve) => {
    lines.on('SIGINT', () => {
      lines.close();
      output.write('\n');
      process.exit(exitCodes.interrupted);
    });
    lines.once('close', () => resolve(undefined));
    lines.question(question, (answer) => {
      resolve(answer.trim());
      lines.close();
    });
  });
}
