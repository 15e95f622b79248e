// Ask page: the view of the glossary in which a person asks questions about the story.

import { Link, useParams, useSearchParams } from 'react-router';
import { AskStory } from '../asking/ask-story.tsx';
import { describeUsed } from '../asking/describe-used.ts';
import { buildFirstEntryQuestion, buildHomeQuestion } from '../client/first-questions.ts';
import { unallowedModel, useHeld } from '../client/use-held.ts';
import { useRoute } from '../client/use-route.ts';
import { Awaited } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import styles from './ask-page.module.css';
import { GlossaryViews } from './glossary-views.tsx';
import { NoEntry } from './no-entry.tsx';
import { NoGlossary } from './no-glossary.tsx';
import { ShownExtent } from './shown-extent.tsx';

export function AskPage() {
  const { world = '' } = useParams();
  const [search] = useSearchParams();
  const question = search.get('q') ?? '';
  /** The story that is summed up as soon as the page opens; null if none is. */
  const told = search.get('recap');
  const { data, error } = useRoute(...buildFirstEntryQuestion(world));
  const stories = useRoute(...buildHomeQuestion(world)).data?.stories;
  // Without a glossary no question can be answered, and the page says so before anybody writes one.
  const isUnbuilt = data?.total === 0 && stories?.every(({ read }) => read === 0) === true;
  const model = useRoute('GET /api/worlds/{world}/model', { params: { world } }).data?.model;
  if (error !== null)
    return (
      <Awaited
        failure={error}
        what="the glossary"
        empty={
          <NoGlossary
            world={world}
            shows="Here you ask about a story, and the answer names the sentences it is from."
          />
        }
      />
    );
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
      {model === undefined ? null : (
        <p className={styles['quiet']}>
          <Answerer world={world} isBuiltIn={model.startsWith('builtin')} />
        </p>
      )}
      {isUnbuilt ? (
        <NoEntry world={world} isAtPlace={false} />
      ) : (
        <AskStory
          key={`${question} ${told}`}
          world={world}
          question={question}
          corpus={told ?? undefined}
          isTold={told !== null}
        />
      )}
      {/* A chapter that was read has a bookmark at its end. */}
      {data === undefined || data.total === 0 ? null : (
        <p className={styles['other']}>
          <Link to={`/${world}/run/bookmarks`}>Ask what was known at an earlier chapter</Link>
        </p>
      )}
    </Page>
  );
}

/** Says who answers, before anything is asked. */
function Answerer({ world, isBuiltIn }: { readonly world: string; readonly isBuiltIn: boolean }) {
  if (useHeld(world) === true)
    return (
      <>
        Answers are taken from the glossary and the story. {unallowedModel}.{' '}
        <Link className={styles['link']} to={`/${world}/settings`}>
          Allow it under Settings
        </Link>
        .
      </>
    );
  if (isBuiltIn) return 'No model is chosen, so the answers are taken from the glossary and the story.';
  return 'The model that you have chosen writes the answers.';
}
