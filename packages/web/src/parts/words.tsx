// Words: shows a text with words between asterisks in italics or bold; its text never becomes other markup.

import { cutWords } from './cut-words.ts';
import { elements } from './find-emphasis.ts';
import { insertTextHyphens } from './insert-hyphens.ts';

export function Words({ text }: { readonly text: string }) {
  return (
    <>
      {cutWords(text).map(({ kind, at, text: piece }) => {
        const Element = elements[kind];
        return <Element key={at}>{insertTextHyphens(piece)}</Element>;
      })}
    </>
  );
}

/**
 * Removes the mark of a choice or of a quotation from the beginning: `> [ ] Light the lamp` and `> Light the lamp`
 * become `Light the lamp`.
 */
export function stripChoiceMark(text: string): string {
  return text.replace(/^(?:>\s*)?(?:[-*]\s)?\[[ xX]?\]\s*/u, '').replace(/^>\s?/u, '');
}
