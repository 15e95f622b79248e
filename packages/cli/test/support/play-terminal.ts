// A game at a pseudo-terminal: lines are typed when the prompt is there, and each answers what was shown for it.

import { stripVTControlCharacters } from 'node:util';
import { openTerminal, type Terminal, type TerminalOptions } from './open-terminal.ts';

export interface PlayTerminal extends Terminal {
  /** What was shown up to the first prompt, as a person reads it. */
  readonly opening: Promise<string>;
  /** Types a line and answers what was shown up to the next prompt. */
  say(line: string): Promise<string>;
}

/** As readline draws it: the line is cleared, then it stands there. */
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

/** A live line is gone up to, and away with. */
const erased = '\u001b[1A\r\u001b[0J';

function dropLastLine(text: string): string {
  return text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1);
}

/** What was drawn over later is no part of it. */
export function readPlain(shown: string): string {
  const drawn = shown
    .split(erased)
    .map((part, at, { length }) => (at < length - 1 ? dropLastLine(part) : part));
  return stripVTControlCharacters(drawn.join('')).replaceAll('\r', '');
}

/** What may be picked by its number. */
export function readChoices(shown: string): readonly string[] {
  const lines = shown.split('\n');
  return lines.flatMap((line) => /^ {2}\d {2}(?<choice>\S.*)$/u.exec(line)?.groups?.['choice'] ?? []);
}
