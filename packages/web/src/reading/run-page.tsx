// Run page: shows how far and by whom the story was read, what happens now, and what could not be read.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { Link, useParams } from 'react-router';
import { buildHomeQuestion } from '../client/first-questions.ts';
import { noAnswer, ServerFailure } from '../client/send-request.ts';
import { useChange, useRoute } from '../client/use-route.ts';
import { useStoryName } from '../client/use-story-name.ts';
import { GlossaryViews } from '../glossary/glossary-views.tsx';
import { NoGlossary } from '../glossary/no-glossary.tsx';
import { ActButton } from '../parts/act-button.tsx';
import { AwayNote } from '../parts/away-note.tsx';
import { CommandWords } from '../parts/command-words.tsx';
import { countOf } from '../parts/count-of.ts';
import { insertTextHyphens } from '../parts/insert-hyphens.ts';
import buttons from '../parts/main-button.module.css';
import messages from '../parts/message.module.css';
import { Awaited, FailureNote } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { renderPageWords } from '../parts/render-page-words.ts';
import { describeEvent } from './describe-event.ts';
import { describeNotBegun } from './describe-scenes.ts';
import { describeStatus, isBuiltIn, isDone } from './describe-status.ts';
import { LeftToModels } from './left-to-models.tsx';
import { nameScene } from './name-scene.ts';
import { CopyNote, ReadAgain } from './read-again.tsx';
import { ReaderNote } from './reader-note.tsx';
import styles from './run-page.module.css';
import { Now, Progress } from './run-progress.tsx';
import { UnkeptNote } from './unkept-note.tsx';
import { useRunEvents } from './use-run-events.ts';

type Standing = RouteAnswer<'GET /api/worlds/{world}/run'>;
type Reading = NonNullable<Standing['progress']>;

export function RunPage() {
  const { world = '' } = useParams();
  const { data, error } = useRoute('GET /api/worlds/{world}/run', { params: { world } }, { everyMs: 4_000 });
  useRunEvents(world, data);
  const named = useRoute('GET /api/worlds/{world}/model', { params: { world } }).data;
  const stories = useRoute(...buildHomeQuestion(world)).data?.stories;
  if (data === undefined) return <Awaited failure={error} what="the progress report" />;
  if (stories?.length === 0)
    return (
      <NoGlossary
        world={world}
        shows="Here a story is read scene by scene, and its glossary is written along the way."
      />
    );
  const waiting = stories?.filter(({ chapters, scenes }) => chapters > 0 && scenes === 0) ?? [];
  const grown = stories?.filter(({ hasNew }) => hasNew) ?? [];
  const isMore = waiting.length + grown.length > 0;
  const { progress } = data;
  const isAway = error?.code === noAnswer;
  const isLeft = !isMore && isOnlyLeftToModels(data);
  return (
    <Page className={styles['page']}>
      <h1>Building the glossary</h1>
      <GlossaryViews world={world} />
      <CopyNote />
      <Lead progress={progress} isMore={isMore} />
      <UnkeptNote world={world} />
      <Halt standing={data} />
      {isLeft ? (
        <LeftToModels
          world={world}
          isNothingRead={progress?.counts.byStatus.committed === 0}
          model={named?.model}
        />
      ) : (
        <State
          world={world}
          standing={data}
          isAway={isAway}
          waiting={waiting.map(({ title }) => title)}
          grown={grown.map(({ title }) => title)}
          model={named?.model}
        />
      )}
      <ReadAgain world={world} standing={data} isMore={isMore} model={named?.model} />
      <Now world={world} standing={data} isAway={isAway} />
      {progress === null ? null : <Progress progress={progress} stories={stories ?? []} />}
      {progress === null ? null : (
        <Unread world={world} progress={progress} hasAgain={!data.isOurs && !data.isRunning && !isLeft} />
      )}
      <Earlier world={world} progress={progress} />
      <Told
        world={world}
        events={data.events}
        behind={data.behind}
        unread={progress?.unread.length ?? 0}
        isOurs={data.isOurs}
      />
    </Page>
  );
}

/**
 * Shown once a scene was read: each chapter that was read has a bookmark at its end, at which questions can be asked.
 */
function Earlier({ world, progress }: { readonly world: string } & Pick<Standing, 'progress'>) {
  if (progress === null || progress.counts.byStatus.committed === 0) return null;
  return (
    <p className={styles['leads']}>
      <Link className={styles['other']} to={`/${world}/run/bookmarks`}>
        Ask what was known at an earlier chapter
      </Link>
    </p>
  );
}

interface LeadProps extends Pick<Standing, 'progress'> {
  /** Whether there is a story of which nothing has been read, or whose file has changed since. */
  readonly isMore: boolean;
}

function Lead({ progress, isMore }: LeadProps) {
  const isRead = progress !== null && isDone(progress) && !isMore;
  return (
    <p className={styles['quiet']}>
      {isRead
        ? 'The story was read scene by scene, and the glossary was written along the way.'
        : 'The story is read scene by scene, and the glossary is written along the way.'}
    </p>
  );
}

interface StateProps extends Pick<ControlsProps, 'world' | 'standing' | 'model'> {
  /** Whether the server does not answer, so that nobody knows how the run stands. */
  readonly isAway: boolean;
  /** Titles of the stories of which nothing has been read. */
  readonly waiting: readonly string[];
  /** Titles of the stories whose files have changed since their scenes were planned. */
  readonly grown: readonly string[];
}

function State({ world, standing, isAway, waiting, grown, model }: StateProps) {
  if (isAway) return <AwayNote />;
  const isMore = waiting.length + grown.length > 0;
  // If nothing was read at all, the line above says so already.
  const isAnyRead = (standing.progress?.counts.total ?? 0) > 0;
  const notBegun = isAnyRead ? describeNotBegun(standing, { waiting, grown }) : undefined;
  return (
    <>
      <p className={styles['state']}>{describeStatus(standing, { isMore, isBuiltIn: isBuiltIn(model) })}</p>
      {notBegun === undefined ? null : <p className={styles['quiet']}>{notBegun}</p>}
      <Controls world={world} standing={standing} isMore={isMore} model={model} />
    </>
  );
}

/**
 * Says why the newest run could not go on. After a restart of the server, its events are gone, and only a sentence
 * about the failure is still known.
 */
function Halt({ standing }: { readonly standing: Standing }) {
  const fault = findFault(standing);
  if (fault !== undefined) return <FailureNote failure={fault} />;
  const { progress, events, isOurs, isRunning } = standing;
  const hasNewerFault = events.at(-1)?.event.kind === 'error';
  if (progress?.halted === undefined || hasNewerFault || isOurs || isRunning) return null;
  return (
    <div className={messages['failure']}>
      <p>The last run could not go on:</p>
      <p>
        <CommandWords text={renderPageWords(progress.halted)} />
      </p>
    </div>
  );
}

/** The failure that ended the newest run; undefined if there is none, and while a run is under way. */
function findFault({ events, isOurs, isRunning }: Pick<Standing, 'events' | 'isOurs' | 'isRunning'>) {
  const event = events.at(-1)?.event;
  if (isOurs || isRunning || event?.kind !== 'run-ended') return undefined;
  return event.outcome.kind === 'halted' ? new ServerFailure(event.outcome.error) : undefined;
}

/** Whether no run is under way, and all that is left of the story is in a language that only a model can read. */
function isOnlyLeftToModels({ progress, isOurs, isRunning }: Standing): boolean {
  if (progress === null || isOurs || isRunning) return false;
  const { pending, running } = progress.counts.byStatus;
  return progress.isLeftToModels && pending + running === 0;
}

interface ControlsProps {
  readonly world: string;
  readonly standing: Standing;
  /** Whether the world has a story of which the model has read nothing yet, or whose file has changed since. */
  readonly isMore: boolean;
  /** The model that is set, or the built-in reader; undefined until that is known. */
  readonly model: string | undefined;
}

function Controls({ world, standing, isMore, model }: ControlsProps) {
  const start = useChange('POST /api/worlds/{world}/run');
  const params = { world };
  const { progress, isOurs, isRunning } = standing;
  const isForeign = isRunning && !isOurs;
  const isRead = progress !== null && isDone(progress) && !isMore;
  return (
    <>
      <div className={styles['acts']}>
        {isOurs ? (
          <PauseButton world={world} />
        ) : (
          <StartOrGlossary
            world={world}
            isRead={isRead}
            isForeign={isForeign}
            says={progress === null || progress.counts.total === 0 ? 'Begin building' : 'Go on building'}
            isStarting={start.isPending}
            onStart={() => start.mutate({ params, body: {} })}
          />
        )}
        {!isRunning && !isRead && !isBuiltIn(model) ? (
          <ActButton
            className={styles['other']}
            isOff={start.isPending}
            onClick={() => start.mutate({ params, body: { model: 'builtin' } })}
          >
            With the built-in reader instead: no model, no network
          </ActButton>
        ) : null}
      </div>
      {isRunning || isRead ? null : <ReaderNote world={world} model={model} />}
      {start.error === null ? null : <FailureNote failure={start.error} />}
    </>
  );
}

/**
 * The button is drawn only while a run of this server is under way, so its message about a pause is always about this
 * run.
 */
function PauseButton({ world }: { readonly world: string }) {
  const { mutate, error, isIdle } = useChange('POST /api/worlds/{world}/run/stop');
  const isStopping = !isIdle && error === null;
  return (
    <>
      <ActButton
        className={buttons['main']}
        isOff={isStopping}
        onClick={() => mutate({ params: { world }, body: {} })}
      >
        {isStopping ? 'Pausing …' : 'Pause'}
      </ActButton>
      {isStopping ? <p role="status">The step under way is finished first.</p> : null}
      {error === null ? null : <FailureNote failure={error} />}
    </>
  );
}

interface StartProps {
  readonly world: string;
  readonly isRead: boolean;
  readonly isForeign: boolean;
  readonly says: string;
  /** Whether the server was asked to start a run and has not answered yet. */
  readonly isStarting: boolean;
  readonly onStart: () => void;
}

/** A button that starts or continues the reading; a link to the glossary if everything is read. */
function StartOrGlossary({ world, isRead, isForeign, says, isStarting, onStart }: StartProps) {
  return isRead ? (
    <Link className={buttons['main']} to={`/${world}/glossary`}>
      Open the glossary
    </Link>
  ) : (
    <ActButton className={buttons['main']} isOff={isForeign || isStarting} onClick={onStart}>
      {isStarting ? 'Starting …' : says}
    </ActButton>
  );
}

interface UnreadProps {
  readonly world: string;
  readonly progress: Reading;
  /**
   * Whether a button offers to read the scenes again: not while a run is under way, and not if the result would be the
   * same.
   */
  readonly hasAgain: boolean;
}

function Unread({ world, progress, hasAgain }: UnreadProps) {
  const again = useChange('POST /api/worlds/{world}/run');
  const nameStory = useStoryName(world);
  if (progress.unread.length === 0) return null;
  const shared = findSharedReason(progress);
  return (
    <section aria-label="Not read">
      <h2>Could not be read</h2>
      {shared === undefined ? null : <p className={styles['quiet']}>Each of them: {shared}</p>}
      <ul className={styles['rows']}>
        {progress.unread.map(({ sceneId, corpus, threadTitle, reason }) => (
          <li key={sceneId}>
            <b>
              {insertTextHyphens(nameScene({ id: sceneId, chapter: threadTitle, story: nameStory(corpus) }))}
            </b>
            {shared === undefined ? <span>{reason ?? 'no reason was kept'}</span> : null}
          </li>
        ))}
      </ul>
      {!hasAgain ? null : (
        <button
          type="button"
          className={styles['other']}
          onClick={() => again.mutate({ params: { world }, body: { again: true } })}
        >
          Read them again
        </button>
      )}
      {again.error === null ? null : <FailureNote failure={again.error} />}
    </section>
  );
}

/**
 * Finds the reason why several scenes could not be read, if it is the same for all of them, so that it is told only
 * once.
 */
function findSharedReason({ unread }: Reading): string | undefined {
  const [first, ...others] = unread;
  return others.length > 0 && others.every(({ reason }) => reason === first?.reason)
    ? first?.reason
    : undefined;
}

const shownEvents = 40;

interface ToldProps extends Pick<Standing, 'events' | 'behind' | 'isOurs'> {
  readonly world: string;
  /** How many scenes could not be read. */
  readonly unread: number;
}

function Told({ world, events, behind, unread, isOurs }: ToldProps) {
  const nameStory = useStoryName(world);
  // A run reports an end for each story that it read. The number of unread scenes is known only for the newest of these.
  const newest = events.findLast(({ event }) => event.kind === 'run-ended')?.number;
  // The scene that is being read now is not yet among what was done.
  const isNow = isOurs && behind === 0;
  const now = isNow ? events.findLast(({ event }) => event.kind === 'scene-opened')?.number : undefined;
  const isHalted = findFault({ events, isOurs, isRunning: isOurs }) !== undefined;
  const said = events.flatMap(({ number, event }) => {
    const text = describeEvent(event, { unread: number === newest ? unread : 0, nameStory, isHalted });
    return text === undefined || number === now ? [] : [{ number, event, text }];
  });
  if (said.length + behind === 0) return null;
  return (
    <section aria-label="What was done">
      <h2>What was done</h2>
      {behind === 0 ? null : (
        <p className={styles['quiet']}>
          {countOf(behind, 'line is', 'lines are')} not shown: you have not read that far in the story.
        </p>
      )}
      <ol className={styles['told']}>
        {said
          .slice(-shownEvents)
          .toReversed()
          .map(({ number, event, text }) => (
            <li key={number}>
              {event.kind === 'entry-created' || event.kind === 'entry-updated' ? (
                <Link to={`/${world}/glossary/${event.entryId}`}>{insertTextHyphens(text)}</Link>
              ) : (
                insertTextHyphens(text)
              )}
            </li>
          ))}
      </ol>
    </section>
  );
}
