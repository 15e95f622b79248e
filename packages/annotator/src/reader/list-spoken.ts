// Tells which words of a scene stand in quoted speech.

import type { Token } from './tag-text.ts';

interface Line {
  readonly tokens: readonly Token[];
  readonly isParagraphStart: boolean;
}

/**
 * For each sentence, whether speech goes on after each of its tokens: an opening mark counts as speech, a closing mark
 * does not. Speech ends with its paragraph, even if its closing mark is missing.
 */
export function listSpoken(lines: readonly Line[]): readonly (readonly boolean[])[] {
  let isSpoken = false;
  return lines.map(({ tokens, isParagraphStart }) => {
    if (isParagraphStart) isSpoken = false;
    return tokens.map(({ text }) => {
      if (/^["“”]$/.test(text)) isSpoken = text === '"' ? !isSpoken : text === '“';
      return isSpoken;
    });
  });
}
