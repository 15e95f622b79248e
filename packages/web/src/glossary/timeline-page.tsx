// Timeline page: lists for each chapter the entries that it names for the first time, up to the reader's place.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { buildContentsQuestion, buildTimelineQuestion } from '../client/first-questions.ts';
import { useRoute } from '../client/use-route.ts';
import { useStoryName } from '../client/use-story-name.ts';
import { countOf } from '../parts/count-of.ts';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { Awaited, FailureNote } from '../parts/message.tsx';
import { nameInStory } from '../parts/name-chapter.ts';
import { Page } from '../parts/page.tsx';
import { useChapterTitle } from '../parts/use-chapter-title.ts';
import { GlossaryViews } from './glossary-views.tsx';
import { NoEntry } from './no-entry.tsx';
import { NoGlossary } from './no-glossary.tsx';
import { ShownUpTo } from './shown-extent.tsx';
import styles from './timeline-page.module.css';

type Contents = RouteAnswer<'GET /api/worlds/{world}/contents'>;
type Chapter = RouteAnswer<'GET /api/worlds/{world}/timeline'>['chapters'][number];

export function TimelinePage() {
  const { world = '' } = useParams();
  const { data, error } = useRoute(...buildTimelineQuestion(world));
  const nameStory = useStoryName(world);
  const stories = useRoute(...buildContentsQuestion(world)).data?.stories ?? [];
  if (data === undefined)
    return (
      <Awaited
        failure={error}
        what="the timeline"
        empty={<NoGlossary world={world} shows="Here you see in which chapter each name first appears." />}
      />
    );
  const most = Math.max(1, ...data.chapters.map(({ total }) => total));
  return (
    <Page className={styles['page']}>
      <h1>Timeline</h1>
      <GlossaryViews world={world} />
      <ShownUpTo
        world={world}
        what="The names that first appear in each chapter"
        asOf={data.asOf}
        hasEntries={data.chapters.length > 0}
      />
      {hasGap(data.chapters, stories) ? (
        <p className={styles['quiet']}>Chapters that name nobody and nothing new are left out.</p>
      ) : null}
      <ol className={styles['line']}>
        {data.chapters.map((chapter) => (
          <Row
            key={`${chapter.corpus} ${chapter.threadId}`}
            world={world}
            chapter={chapter}
            story={nameStory(chapter.corpus)}
            most={most}
          />
        ))}
      </ol>
      {data.chapters.length === 0 ? <NoEntry world={world} isAtPlace={data.asOf !== null} /> : null}
    </Page>
  );
}

/** Whether the timeline lacks a chapter that was read and that comes before its last chapter. */
function hasGap(rows: readonly Chapter[], stories: Contents['stories']): boolean {
  const findRow = (one: Pick<Chapter, 'corpus' | 'threadId'>) =>
    rows.find(({ corpus, threadId }) => corpus === one.corpus && threadId === one.threadId);
  const chapters = stories.flatMap((story) => story.chapters);
  const last = chapters.findLastIndex((one) => findRow(one) !== undefined);
  return chapters.slice(0, Math.max(0, last)).some((one) => one.read > 0 && findRow(one) === undefined);
}

interface RowProps {
  readonly world: string;
  readonly chapter: Chapter;
  /** The story of the chapter; undefined if the world has only one. */
  readonly story: string | undefined;
  readonly most: number;
}

function Row({ world, chapter, story, most }: RowProps) {
  const { corpus, threadId, title, entries, total } = chapter;
  const [showsAll, setShowsAll] = useState(false);
  const titleOf = useChapterTitle(world);
  return (
    <li>
      <div className={styles['chapter']}>
        <Link to={`/${world}/read/${corpus}/${threadId}`}>
          {insertHyphens(nameInStory(titleOf(title ?? `Thread ${threadId}`, chapter), story))}
        </Link>
        <span className={styles['count']}>{countOf(total, 'new entry', 'new entries')}</span>
        <span className={styles['bar']} style={{ width: `${(total / most) * 100}%` }} aria-hidden="true" />
      </div>
      <p className={styles['names']}>
        <Names world={world} entries={entries} />
        {showsAll ? <Others world={world} chapter={chapter} /> : null}
        {total > entries.length && !showsAll ? (
          <button type="button" onClick={() => setShowsAll(true)}>
            and {(total - entries.length).toLocaleString('en')} more
          </button>
        ) : null}
      </p>
    </li>
  );
}

interface NamesProps {
  readonly world: string;
  readonly entries: Chapter['entries'];
}

function Names({ world, entries }: NamesProps) {
  return entries.map(({ id, term }) => (
    <Link key={id} to={`/${world}/glossary/${id}`}>
      {insertHyphens(term)}
    </Link>
  ));
}

/** Shows the rest of a chapter's entries: the timeline lists only the first ones, and counts the others. */
function Others({ world, chapter }: Pick<RowProps, 'world' | 'chapter'>) {
  const { corpus, threadId: thread, entries } = chapter;
  const asked = { params: { world }, query: { corpus, thread } };
  const { data, error } = useRoute('GET /api/worlds/{world}/timeline', asked);
  if (error !== null) return <FailureNote failure={error} />;
  return <Names world={world} entries={data?.chapters[0]?.entries.slice(entries.length) ?? []} />;
}
