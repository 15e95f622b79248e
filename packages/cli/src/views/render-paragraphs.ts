// Renders a text with the line breaks that its writer made, each paragraph wrapped.

import { wrapText } from '../screen/layout.ts';

export function renderParagraphs(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const wrapped = wrapText(line, { width, indent: '  ' });
    return wrapped.length === 0 ? [''] : wrapped;
  });
}
