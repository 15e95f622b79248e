// Asks a person at a terminal, or reads the answers from a pipe: a text, or one of several things by its number.

import type { Interface } from 'node:readline';
import { wrapText } from '../screen/layout.ts';
import type { Printer } from '../screen/printer.ts';
import { paint } from '../screen/style.ts';

export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly about?: string | undefined;
}

export interface Asker {
  /** Whether a person at a terminal answers, and not a pipe or a program. */
  readonly isAtTerminal: boolean;
  /** What was typed, or the default for an empty line; undefined if the input ended. */
  ask(question: string, byDefault?: string): Promise<string | undefined>;
  /**
   * The id of the choice that was typed by its number, id or label, or by a part of these that no other
   * choice has. The first choice for an empty line; undefined if the input ended.
   */
  choose(question: string, choices: readonly Choice[]): Promise<string | undefined>;
}

export interface AskerOptions {
  readonly printer: Printer;
  readonly lines: Interface;
  /** Whether a program answers. If so, no question is printed. */
  readonly isJson: boolean;
  /** Whether input and output are both a terminal. */
  readonly isTerminal: boolean;
}

export function buildAsker({ printer, lines, isJson, isTerminal }: AskerOptions): Asker {
  const say = isJson ? () => undefined : printer.writeLines;
  const input = lines[Symbol.asyncIterator]();
  const ended = { isOver: false };
  lines.once('close', () => {
    ended.isOver = true;
  });
  const read = async (prompt: string) => {
    if (printer.isTerminal && !isJson && !ended.isOver) {
      lines.setPrompt(prompt);
      lines.prompt();
    }
    const { value, done } = await input.next();
    return done === true ? undefined : String(value).trim();
  };
  return {
    isAtTerminal: isTerminal && !isJson,
    async ask(question, byDefault = '') {
      const hint = byDefault === '' ? '' : paint(` (${byDefault})`, 'dim');
      say('', ...wrapText(`${paint(question, 'bold')}${hint}`, { width: printer.width }));
      const answer = await read('> ');
      return answer === '' ? byDefault : answer;
    },
    async choose(question, choices) {
      say(
        '',
        ...wrapText(`${paint(question, 'bold')}${paint(' (Enter takes the first)', 'dim')}`, {
          width: printer.width,
        }),
        ...choices.flatMap((choice, at) => renderChoice(choice, at, printer.width)),
      );
      for (;;) {
        const answer = await read('> ');
        if (answer === undefined) return undefined;
        const chosen = chooseByAnswer(choices, answer);
        if (chosen !== undefined) return chosen.id;
        say(`Type a number from 1 to ${choices.length}.`);
      }
    },
  };
}

function renderChoice({ label, about }: Choice, at: number, width: number): readonly string[] {
  const text = about === undefined ? label : `${paint(label, 'bold')} ${paint(`· ${about}`, 'dim')}`;
  return wrapText(text, { width, indent: '     ', first: `  ${paint(String(at + 1), 'cyan')}  ` });
}

function chooseByAnswer(choices: readonly Choice[], answer: string): Choice | undefined {
  if (answer === '') return choices[0];
  const number = /^\d+$/u.test(answer) ? Number(answer) : 0;
  const wanted = answer.toLowerCase();
  const whole = choices.find(({ id, label }) => [id, label].some((name) => name.toLowerCase() === wanted));
  return choices[number - 1] ?? whole ?? findByPart(choices, wanted);
}

/** A part of a name is enough if it can mean only one choice, such as `5e` or `fifth edition`. */
function findByPart(choices: readonly Choice[], wanted: string): Choice | undefined {
  if (!/\p{L}/u.test(wanted) || wanted.length < shortestPart) return undefined;
  const meant = choices.filter(({ id, label }) => `${id} ${label}`.toLowerCase().includes(wanted));
  return meant.length === 1 ? meant[0] : undefined;
}

const shortestPart = 2;
