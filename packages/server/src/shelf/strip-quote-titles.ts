// Strips the story's name from the chapter titles of quotes, since the page already shows it once.

import { nameChapter } from '@terrarium/annotator/name-chapter';
import type { World } from '@terrarium/annotator/world';

interface TitledQuote {
  readonly evidence: { readonly corpus: string };
  readonly threadTitle?: string | undefined;
}

export function stripQuoteTitles<Quote extends TitledQuote>(
  world: Pick<World, 'corpora' | 'title'>,
  quotes: readonly Quote[],
): Quote[] {
  return quotes.map((quote) => {
    const { threadTitle, evidence } = quote;
    if (threadTitle === undefined) return quote;
    return { ...quote, threadTitle: nameChapter({ world }, evidence.corpus, threadTitle) };
  });
}
