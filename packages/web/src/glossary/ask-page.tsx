// Ask page: the view of the glossary in which a person asks questions about the story.

import { useParams, useSearchParams } from 'react-router';
import { AskStory } from '../asking/ask-story.tsx';
import { describeUsed } from '../asking/describe-used.ts';
import { useRoute } from '../client/use-route.ts';
import { Awaited } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import styles from './ask-page.module.css';
import { GlossaryViews } from './glossary-views.tsx';
import { ShownExtent } from './shown-extent.tsx';

export function AskPage() {
  const { world = '' } = useParams();
  const [search] = useSearchParams();
  const question = search.get('q') ?? '';
  // Without a glossary no question can be answered, and the page says so before anybody writes one.
  const { data, error } = useRoute('GET /api/worlds/{world}/entries', {
    params: { world },
    query: { limit: 1 },
  });
  if (error !== null) return <Awaited failure={error} what="the glossary" />;
  return (
    <Page className={styles['page']}>
      <h1>Ask about the story</h1>
      <GlossaryViews world={world} />
      <p className={styles['quiet']}>
        {data === undefined ? null : (
          <>
            {describeUsed(data.asOf)}
            <ShownExtent world={world} asOf={data.asOf} told={data.told} hasEntries />
          </>
        )}
      </p>
      <p className={styles['quiet']}>
        If you have chosen a model, it writes the answers; otherwise the glossary gives them.
      </p>
      <AskStory key={question} world={world} question={question} />
    </Page>
  );
}
