// Asks a person at a terminal a yes-or-no question.

import { createInterface } from 'node:readline';
import { exitCodes, type Shell } from '../shell/shell.ts';

/** Whether a person at the terminal can be asked. */
export function isAtTerminal({ printer, input, isForProgram }: Shell): boolean {
  return printer.isTerminal && input.isTTY === true && !isForProgram;
}

/** The end of input counts as no; Ctrl-C ends the command. */
export async function askYes(shell: Shell, question: string): Promise<boolean> {
  return /^y(?:es)?$/iu.test((await askLine(shell, question)) ?? '');
}

/** Any answer except no counts as yes; undefined at the end of input. */
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
