// Renders a sentence of the story, the words that were found in it, and the post it is from.

import type { FoundPassage } from '@terrarium/annotator/search-story';
import { type Block, wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';

export function renderPassage(passage: FoundPassage, block: Block): readonly string[] {
  const { position, threadTitle, author, matches } = passage;
  const how = matches.length === 0 ? 'found by meaning' : '';
  const source = [`post ${position.postId}`, threadTitle ?? position.corpus, author ?? '', how];
  const from = `— ${source.filter((part) => part !== '').join(', ')}`;
  return [
    ...wrapText(paintMatches(passage), block),
    ...wrapText(from, block).map((line) => paint(line, 'dim')),
  ];
}

/** The words that were found are painted one by one, so that a line can be broken between any two words. */
function paintMatches({ text, matches }: FoundPassage): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of matches) {
    if (start < at) continue;
    pieces.push(text.slice(at, start), paintWords(text.slice(start, end)));
    at = end;
  }
  return [...pieces, text.slice(at)].join('');
}

function paintWords(text: string): string {
  return text
    .split(' ')
    .map((word) => paint(word, 'bold'))
    .join(' ');
}
