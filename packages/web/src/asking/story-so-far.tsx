// Story so far: tells what happened up to the reader's place. The model that is set sums up what has no summary yet.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useRoute } from '../client/use-route.ts';
import { useStoppable } from '../client/use-stoppable.ts';
import { type NameStory, useStoryName } from '../client/use-story-name.ts';
import { countOf } from '../parts/count-of.ts';
import { insertLastAsterisks } from '../parts/find-emphasis.ts';
import { FailureNote } from '../parts/message.tsx';
import { nameInStory } from '../parts/name-chapter.ts';
import { nameModel } from '../parts/name-model.ts';
import { Words } from '../parts/words.tsx';
import styles from './ask-story.module.css';
import { joinTold, useToldParts } from './use-told-parts.ts';

type Told = RouteAnswer<'GET /api/worlds/{world}/recap'>;
type Part = Told['parts'][number];

interface StorySoFarProps {
  readonly world: string;
  /** The story that is told; all stories of the world if none is given. */
  readonly corpus?: string | undefined;
}

export function StorySoFar({ world, corpus }: StorySoFarProps) {
  const { stored, error, canAsk, isBuiltIn: isUnnamed, summing, start } = useTelling({ world, corpus });
  if (error !== null) return <FailureNote failure={error} />;
  if (stored === undefined) return <p className={styles['quiet']}>Looking it up …</p>;
  if (summing.isPending) return <Telling of={{ world, corpus }} stored={stored} onStop={summing.stop} />;
  // What was summed up for another place is not told: the reader may have gone back.
  const summed = summing.data?.asOf === stored.asOf ? summing.data : undefined;
  const told = summed ?? stored;
  return (
    <section aria-label="The story so far" className={styles['told']}>
      <h2>The story so far</h2>
      {summing.error === null ? null : (
        <FailureNote
          failure={summing.error}
          act={
            canAsk ? (
              <button type="button" onClick={start}>
                Ask the model again
              </button>
            ) : undefined
          }
        />
      )}
      <Notes world={world} told={told} isBuiltIn={isUnnamed}>
        {canAsk && summed === undefined && summing.error === null ? (
          <button type="button" className={styles['act']} onClick={start}>
            Let the model sum it up
          </button>
        ) : null}
      </Notes>
      <Parts world={world} parts={told.parts} />
    </section>
  );
}

interface TellingProps {
  readonly of: StorySoFarProps;
  readonly stored: Told;
  onStop(): void;
}

/** What the model tells, as it comes, between what was summed up before. */
function Telling({ of, stored, onStop }: TellingProps) {
  const told = useToldParts(of);
  const parts = stored.parts.flatMap((part): readonly Part[] => {
    if (part.summary?.origin === 'model' && !stored.models.every(isBuiltIn)) return [part];
    const text = joinTold(told, part);
    return text === undefined
      ? []
      : [{ ...part, summary: { text: insertLastAsterisks(text), origin: 'asked' } }];
  });
  return (
    <section aria-label="The story so far" aria-busy="true" className={styles['told']}>
      <h2>The story so far</h2>
      <p className={styles['quiet']} role="status">
        The model sums up what has no summary yet …{' '}
        <button type="button" className={styles['act']} onClick={onStop}>
          Stop
        </button>
      </p>
      {parts.length === 0 ? null : <Parts world={of.world} parts={parts} />}
    </section>
  );
}

/** Hook that reads what is stored. If some of it is missing and a model is set, it asks the model for it at once. */
function useTelling({ world, corpus }: StorySoFarProps) {
  const params = { world };
  const of = corpus === undefined ? {} : { corpus };
  const { data, error } = useRoute('GET /api/worlds/{world}/recap', { params, query: of });
  const set = useRoute('GET /api/worlds/{world}/model', { params });
  // If the settings cannot be read, no model can be asked either.
  const model = set.error === null ? set.data?.model : 'builtin';
  const summing = useStoppable('POST /api/worlds/{world}/recap');
  const [isStarted, setStarted] = useState(false);
  const canAsk = data?.isSummedUp === false && model !== undefined && !isBuiltIn(model);
  const start = () => summing.ask({ params, body: of });
  useEffect(() => {
    if (!canAsk || isStarted) return;
    setStarted(true);
    start();
  });
  const isKnown = model !== undefined && (!canAsk || isStarted);
  return {
    /** Undefined until it is known what there is to tell. */
    stored: isKnown ? data : undefined,
    error,
    canAsk,
    isBuiltIn: model !== undefined && isBuiltIn(model),
    summing,
    start,
  };
}

const isBuiltIn = (model: string) => model.startsWith('builtin');

function Parts({ world, parts }: { readonly world: string; readonly parts: readonly Part[] }) {
  const nameStory = useStoryName(world);
  if (parts.length === 0)
    return <p className={styles['quiet']}>Nothing was read for the glossary up to your place.</p>;
  const names = parts.map(({ first, last }) => nameStretch(first, last, nameStory));
  return parts.map(({ first, summary, noted, notedMore }, at) => (
    <div key={`${first.corpus} ${first.postId}`} className={styles['part']}>
      {names[at] === names[at - 1] ? null : (
        <h3>
          <Link to={`/${world}/read/${first.corpus}/${first.threadId}`}>{names[at]}</Link>
        </h3>
      )}
      {summary === undefined ? (
        <ul>
          {noted.map(({ id, term, definition }) => (
            <li key={id}>
              <Link to={`/${world}/glossary/${id}`}>{term}</Link>: <Words text={definition} />
            </li>
          ))}
          {notedMore === 0 ? null : <li>and {countOf(notedMore, 'more entry', 'more entries')}</li>}
        </ul>
      ) : (
        summary.text.split(/\n+/u).map((paragraph) => (
          <p key={paragraph}>
            <Words text={paragraph} />
          </p>
        ))
      )}
    </div>
  ));
}

/** Names the chapters of a part: the first one, and the last one if it is another. */
function nameStretch(first: Part['first'], last: Part['last'], nameStory: NameStory): string {
  const names = [first, last].map(({ corpus, threadId, threadTitle }) =>
    nameInStory(threadTitle ?? `Thread ${threadId}`, nameStory(corpus)),
  );
  return [...new Set(names)].join(' – ');
}

interface NotesProps {
  readonly world: string;
  readonly told: Told;
  /** Whether no model is chosen. */
  readonly isBuiltIn: boolean;
  /** What can be done about it. */
  readonly children?: ReactNode;
}

/** Says where the words are from, and what is missing, in the line that said before that the model is at work. */
function Notes({ world, told, isBuiltIn: isUnnamed, children }: NotesProps) {
  const { parts, asked, skipped, isShortened, models } = told;
  // Summaries that the built-in reader stored are sentences of the story too.
  const drawn = models.every(isBuiltIn) ? ['extract', 'model'] : ['extract'];
  const isDrawn = parts.some(({ summary }) => summary !== undefined && drawn.includes(summary.origin));
  const isNoted = parts.some(({ summary }) => summary === undefined);
  const says = [
    asked === undefined
      ? ''
      : `What had no summary yet, ${nameModel(asked.model)} has just summed up. Nothing of that is stored.`,
    isDrawn ? 'Where there is no summary, sentences of the story stand for it.' : '',
    isNoted ? 'Where there is no summary, what is new in the chapter stands for it.' : '',
    isShortened ? 'The newest part is told in the most words.' : '',
    skipped === 0 ? '' : `${countOf(skipped, 'scene')} could not be read, and nothing is told of them.`,
  ];
  return (
    <p className={styles['quiet']}>
      {says.filter((text) => text !== '').join(' ')}{' '}
      {isUnnamed && (isDrawn || isNoted) ? (
        <>
          <Link to={`/${world}/settings`}>Choose a model</Link> to have the story summed up.
        </>
      ) : null}
      {children}
    </p>
  );
}
