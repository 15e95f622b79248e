// A game at a pseudo-terminal: types a line as soon as the prompt is shown, and returns what the screen shows in answer.

import { stripVTControlCharacters } from 'node:util';
import { openTerminal, type Terminal, type TerminalOptions } from './open-terminal.ts';

export interface PlayTerminal extends Terminal {
  /** What was shown up to the first prompt, as a person reads it. */
  readonly opening: Promise<string>;
  /** Types a line, and resolves to the text shown up to the next prompt. */
  say(line: string): Promise<string>;
}

/** The prompt as readline draws it, after clearing the line. */
const prompt = '\u001b[0J> ';

export function openPlayTerminal(argv: readonly string[], options: TerminalOptions): PlayTerminal {
  const terminal = openTerminal(argv, options);
  let prompts = 1;
  return {
    ...terminal,
    opening: terminal.waitFor(prompt).then(() => readPlain(terminal.readShown())),
    async say(line) {
      const before = terminal.readShown().length;
      prompts += 1;
      terminal.press(`${line}\r`);
      await terminal.waitFor(prompt, prompts);
      return readPlain(terminal.readShown().slice(before));
    },
  };
}

/** Goes up to a live line and erases it. */
const erased = '\u001b[1A\r\u001b[0J';

function dropLastLine(text: string): string {
  return text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1);
}

/** The text that remains on the screen, without live lines that were erased later. */
export function readPlain(shown: string): string {
  const drawn = shown
    .split(erased)
    .map((part, at, { length }) => (at < length - 1 ? dropLastLine(part) : part));
  return stripVTControlCharacters(drawn.join('')).replaceAll('\r', '');
}

/** The choices that can be picked by number. */
export function readChoices(shown: string): readonly string[] {
  const lines = shown.split('\n');
  return lines.flatMap((line) => /^ {2}\d {2}(?<choice>\S.*)$/u.exec(line)?.groups?.['choice'] ?? []);
}
