// Words: shows a text with the words between asterisks in italics; its text never becomes other markup.

import { findEmphasis } from './find-emphasis.ts';
import { insertTextHyphens } from './insert-hyphens.ts';

export function Words({ text }: { readonly text: string }) {
  const ranges = findEmphasis(text);
  if (ranges.length === 0) return insertTextHyphens(text);
  return (
    <>
      {ranges.map(({ start, end }, index) => (
        <span key={start}>
          {insertTextHyphens(text.slice(ranges[index - 1]?.end ?? 0, start))}
          <em>{insertTextHyphens(text.slice(start + 1, end - 1))}</em>
        </span>
      ))}
      {insertTextHyphens(text.slice(ranges.at(-1)?.end ?? 0))}
    </>
  );
}

/** Removes the mark of a choice from the beginning: `> [ ] Light the lamp` becomes `Light the lamp`. */
export function stripChoiceMark(text: string): string {
  return text.replace(/^(?:>\s*)?(?:[-*]\s)?\[[ xX]?\]\s*/u, '').replace(/^>\s?/u, '');
}
