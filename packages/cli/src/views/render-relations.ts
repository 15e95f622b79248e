// Renders the relations of an entry to others, each with the words of the story that state it.

import type { EntryAccount } from '@terrarium/annotator/accounts';
import { wrapText } from '../screen/layout.ts';
import { renderQuoted } from '../screen/render-quoted.ts';
import { paint } from '../screen/style.ts';

export function renderRelations(relations: EntryAccount['relations'], width: number): readonly string[] {
  if (relations.length === 0) return [];
  return [
    '',
    paint('To others', 'bold'),
    ...relations.flatMap(({ wording, to, quote: { evidence, isSupporting } }) => [
      ...wrapText(`${wording} ${paint(to.term, 'bold')}`, { width, indent: '      ', first: '  ' }),
      ...wrapText(
        `${renderQuoted(evidence.quote)} — post ${evidence.postId}${isSupporting === true ? ', names only one of the two' : ''}`,
        { width, indent: '      ' },
      ).map((line) => paint(line, 'dim')),
    ]),
  ];
}
