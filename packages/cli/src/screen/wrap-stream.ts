// Wrap stream: lays text out in the columns of a terminal while it arrives, broken between words.

import { extractUnfinishedEscape } from '@terrarium/kernel/foreign-text';
import { measureCharacter, measureWidth, renderStyled } from './style.ts';

/**
 * Is given each piece that arrives and returns what may be written now: a word waits until a blank or a line break
 * shows that it is whole.
 */
export type WrapStream = (text: string) => string;

/** Characters of scripts written without blanks between words: a line may end after each. */
const standsAlone = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const blank = /\s/u;
/**
 * An escape sequence longer than this is not waited for: no title is so long, and one that never ends must not hold
 * back a story.
 */
const longestEscape = 200;

interface Line {
  /** How many columns of the line are written. */
  columns: number;
  /** Blanks after what is written; they are written only once another word follows on the line. */
  blanks: string;
  /** The word that arrives. */
  word: string;
}

/** Lines of at most `findWidth()` columns, blanks and line breaks kept; a word that is too long is divided. */
export function openWrapStream(findWidth: () => number): WrapStream {
  const line: Line = { columns: 0, blanks: '', word: '' };
  const halved = { text: '' };
  return (text) => {
    const whole = halved.text + text;
    halved.text = extractUnfinished(whole);
    const arrived = whole.slice(0, whole.length - halved.text.length);
    return [...renderStyled(arrived, false)].map((one) => addCharacter(line, one, findWidth())).join('');
  };
}

/** Half a character, or the beginning of an escape sequence, which the next piece will complete. */
function extractUnfinished(text: string): string {
  const begun = extractUnfinishedEscape(text);
  if (begun.length > longestEscape) return '';
  return begun === '' ? (/[\uD800-\uDBFF]$/u.exec(text)?.[0] ?? '') : begun;
}

function addCharacter(line: Line, character: string, width: number): string {
  if (character === '\n') {
    const written = flushWord(line, width);
    line.columns = 0;
    line.blanks = '';
    return `${written}\n`;
  }
  if (blank.test(character)) {
    const written = flushWord(line, width);
    line.blanks += character;
    return written;
  }
  const mayBreak = standsAlone.test(character) || standsAlone.test(line.word);
  const isJoined = measureCharacter(character) === 0;
  const isTooLong = measureWidth(line.word + character) > width;
  const isNext = !isJoined && ((mayBreak && /[\p{L}\p{N}]/u.test(character)) || isTooLong);
  const written = isNext ? flushWord(line, width) : '';
  line.word += character;
  return written;
}

/** Writes the word that arrived, on the next line if it has no room on this one. */
function flushWord(line: Line, width: number): string {
  const { columns, blanks, word } = line;
  if (word === '') return '';
  const [before, own] = [measureWidth(blanks), measureWidth(word)];
  const isNewLine = columns + before > 0 && columns + before + own > width;
  line.columns = isNewLine ? own : columns + before + own;
  line.blanks = '';
  line.word = '';
  return (isNewLine ? '\n' : blanks) + word;
}
