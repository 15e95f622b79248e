// Style: puts marks into a text; the printer turns them into colours, or leaves them out if it writes no colours.

import { stripEscapes } from '@terrarium/kernel/foreign-text';

/**
 * Unicode noncharacters, which no text uses, represent the escape codes. So the printer can remove every real
 * control character, and escape sequences in a story cannot affect the terminal.
 */
const marks = {
  reset: '\uFDD0',
  bold: '\uFDD1',
  dim: '\uFDD2',
  green: '\uFDD3',
  yellow: '\uFDD4',
  red: '\uFDD5',
  cyan: '\uFDD6',
  italic: '\uFDD7',
} as const;

type Look = Exclude<keyof typeof marks, 'reset'>;

const codes: Readonly<Record<string, string>> = {
  [marks.reset]: '\u001b[0m',
  [marks.bold]: '\u001b[1m',
  [marks.dim]: '\u001b[2m',
  [marks.green]: '\u001b[32m',
  [marks.yellow]: '\u001b[33m',
  [marks.red]: '\u001b[31m',
  [marks.cyan]: '\u001b[36m',
  [marks.italic]: '\u001b[3m',
};

const anyMark = /[\uFDD0-\uFDD7]/g;
/** All control characters except the line break, and characters that change the direction of writing. */
const controls = /(?!\n)\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu;
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u;
const joined = /^(?:\p{M}|[\u200B-\u200F]|\p{Variation_Selector})$/u;

/** Marks a text with looks. The text must not contain a line break. */
export function paint(text: string, ...looks: readonly Look[]): string {
  if (text === '') return '';
  return `${looks.map((look) => marks[look]).join('')}${text.replace(anyMark, '')}${marks.reset}`;
}

/** Removes escape sequences and control characters, and turns marks into escape codes or leaves them out. */
export function renderStyled(text: string, hasColours: boolean): string {
  return stripEscapes(text)
    .replaceAll('\t', '  ')
    .replace(controls, '')
    .replace(anyMark, (mark) => (hasColours ? (codes[mark] ?? '') : ''));
}

/** Columns a text takes on a terminal. */
export function measureWidth(text: string): number {
  let width = 0;
  for (const character of text.replace(anyMark, '')) width += measureCharacter(character);
  return width;
}

/**
 * How many columns one character takes. An accent that joins another character takes none, and neither does
 * one of our marks.
 */
export function measureCharacter(character: string): number {
  if (joined.test(character) || /[\uFDD0-\uFDD7]/.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

/** The mark that ends all looks. */
export const resetMark: string = marks.reset;
