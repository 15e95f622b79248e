// Tells which words of a scene stand in quoted speech.

import { listSpeeches } from './list-speeches.ts';
import type { Token } from './tag-text.ts';

interface Line {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly isParagraphStart: boolean;
}

/**
 * For each token of each sentence, whether it is within a speech. An opening mark counts as speech, and a closing mark
 * does not. A speech ends with its paragraph, even if its closing mark is missing.
 */
export function listSpoken(lines: readonly Line[]): readonly (readonly boolean[])[] {
  return groupParagraphs(lines).flatMap((paragraph) => {
    const text = paragraph.map((line) => line.text).join(' ');
    const speeches = listSpeeches(text);
    let offset = 0;
    let next = 0;
    return paragraph.map((line) => {
      const from = offset;
      offset += line.text.length + 1;
      return line.tokens.map(({ start }) => {
        const at = from + start;
        while ((speeches[next]?.end ?? text.length) <= at) next++;
        const speech = speeches[next];
        if (speech === undefined || at < speech.start) return false;
        return at !== speech.end - 1 || !isMark(text, at);
      });
    });
  });
}

function isMark(text: string, at: number): boolean {
  return /["“”«»‹›‘’'」』]/u.test(text[at] ?? '');
}

function groupParagraphs(lines: readonly Line[]): readonly (readonly Line[])[] {
  const paragraphs: Line[][] = [];
  for (const line of lines) {
    const open = line.isParagraphStart ? undefined : paragraphs.at(-1);
    if (open === undefined) paragraphs.push([line]);
    else open.push(line);
  }
  return paragraphs;
}
