// Quote: shows words of the story, with a link to where they stand.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { Link } from 'react-router';
import { useStoryName } from '../client/use-story-name.ts';
import { cutAfter, cutBefore } from './cut-beside.ts';
import { findDirection } from './find-direction.ts';
import { insertHyphens } from './insert-hyphens.ts';
import { nameInStory } from './name-chapter.ts';
import styles from './quote.module.css';
import { useChapterTitle } from './use-chapter-title.ts';
import { stripChoiceMark, Words } from './words.tsx';

type QuoteAccount = RouteAnswer<'GET /api/worlds/{world}/entries/{entry}'>[number]['quotes'][number];

interface QuoteProps {
  readonly world: string;
  readonly quote: QuoteAccount;
}

export function Quote({ world, quote }: QuoteProps) {
  const { evidence, before = '', after = '', threadTitle, threadId, isSupporting } = quote;
  const story = useStoryName(world)(evidence.corpus);
  const titleOf = useChapterTitle(world);
  const chapter = { corpus: evidence.corpus, threadId };
  const where =
    threadTitle === undefined
      ? `passage ${evidence.postId}`
      : insertHyphens(nameInStory(titleOf(threadTitle, chapter), story));
  return (
    <figure className={styles['quote']}>
      <blockquote dir={findDirection(evidence.quote)}>
        <Words text={before === '' ? '' : cutBefore(stripChoiceMark(before))} />
        <mark>
          <Words text={before.trim() === '' ? stripChoiceMark(evidence.quote) : evidence.quote} />
        </mark>
        <Words text={cutAfter(after)} />
      </blockquote>
      <figcaption>
        {threadId === undefined ? (
          where
        ) : (
          <Link
            to={`/${world}/read/${evidence.corpus}/${threadId}#post-${evidence.postId}-${evidence.start}`}
          >
            {where}
          </Link>
        )}
        {isSupporting === true ? ' · this quote leaves the name out; the quote above has it' : ''}
      </figcaption>
    </figure>
  );
}
