// Wrap stream: wraps arriving text to the width of a terminal, and breaks lines only between words.

import { extractUnfinishedEscape } from '@terrarium/kernel/foreign-text';
import { measureCharacter, measureWidth, renderStyled } from './style.ts';

/**
 * Call it with each piece of text that arrives; it returns the text to write now. A word is held back until a
 * blank or a line break shows that it is complete.
 */
export type WrapStream = (text: string) => string;

/** Characters of scripts that are written without blanks between words. A line may end after each of them. */
const standsAlone = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const blank = /\s/u;
/**
 * If an escape sequence is longer than this, its end is not waited for, because a sequence without an end
 * must not hold back the story.
 */
const longestEscape = 200;

interface Line {
  columns: number;
  /** Blanks after the written text; they are written only if another word follows on the line. */
  blanks: string;
  /** The part of the current word that has arrived. */
  word: string;
}

/**
 * Breaks text into lines of at most `findWidth()` columns, and keeps blanks and line breaks. A word that is
 * too long is divided.
 */
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

/** Returns an incomplete character or escape sequence at the end of the text, which the next piece will complete. */
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

/** Writes the complete word, on the next line if it does not fit on this line. */
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
