// Strips the story's name from the chapter titles of quotes, since the page already shows it once.

import { stripStoryTitle } from '@terrarium/annotator/strip-story-title';
import type { World } from '@terrarium/annotator/world';

interface TitledQuote {
  readonly evidence: { readonly corpus: string };
  readonly threadTitle?: string | undefined;
}

export function stripQuoteTitles<Quote extends TitledQuote>(
  { corpora, title: worldTitle }: Pick<World, 'corpora' | 'title'>,
  quotes: readonly Quote[],
): Quote[] {
  return quotes.map((quote) => {
    const { threadTitle, evidence } = quote;
    if (threadTitle === undefined) return quote;
    const story = corpora.find(({ name }) => name === evidence.corpus)?.title ?? worldTitle;
    return { ...quote, threadTitle: stripStoryTitle(threadTitle, story) };
  });
}
