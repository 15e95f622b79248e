// Chapter: shows a chapter's text, with the names met so far on the left and a card on the right.

import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { AskStory } from '../asking/ask-story.tsx';
import { useLent } from '../client/use-lent.ts';
import { useChange } from '../client/use-route.ts';
import { Dialog } from '../parts/dialog.tsx';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { Awaited } from '../parts/message.tsx';
import { nameTitle } from '../parts/name-chapter.ts';
import { useKeys } from '../parts/use-keys.ts';
import { Card } from './card.tsx';
import { Cast, CastWindow } from './cast.tsx';
import styles from './chapter.module.css';
import { type Chosen, readChosenName } from './chosen.ts';
import type { Contents } from './contents.ts';
import type { Paragraph } from './cut-marks.ts';
import { findSentenceEnd } from './find-sentence-end.ts';
import { LoadMore } from './load-more.tsx';
import { PlaceBar } from './place-bar.tsx';
import { StoryText } from './story-text.tsx';
import { type ChapterPage, useChapterPages } from './use-chapter-pages.ts';
import { jumped, useMovedPlace } from './use-moved-place.ts';
import { findTopRow, type Sought, useReadingPoint } from './use-reading-point.ts';

interface ChapterProps {
  readonly world: string;
  readonly contents: Contents;
  readonly story: Contents['stories'][number];
  readonly index: number;
}

export function Chapter({ world, contents, story, index }: ChapterProps) {
  const { corpus, chapters } = story;
  const { standing } = contents;
  const thread = chapters[index]?.threadId ?? 0;
  const { pages, paragraphs, error, ...more } = useChapterPages(world, corpus, thread);
  const [chosen, setChosen] = useState<Chosen>();
  const [open, setOpen] = useState<ChapterWindowProps['open']>();
  const isLent = useLent(world) !== undefined;
  const isRead = (chapters[index]?.read ?? 0) > 0;
  const isKept = standing.place !== null;
  const { moved, handleMoved, isGoingBack } = useMovedPlace({ world, story, index, standing });
  const { reached, sought } = useReadingPoint({
    world,
    corpus,
    thread,
    paragraphs,
    standing,
    isWhole: more.isWhole,
    onMore: more.loadMore,
    isKept: isKept && !isGoingBack,
    onMoved: handleMoved,
  });
  const setPlace = useKeepPlace(world, { corpus, paragraphs, isKept });
  const { showChapter, showBeside } = useTurning({ world, story, index });
  const isAtEnd = more.isWhole && reached >= paragraphs.length - 1;
  const chooseNext = (by: 1 | -1) => setChosen((now) => findNextName(paragraphs, now, by) ?? now);
  useKeys({
    ArrowLeft: () => showBeside(-1),
    ArrowRight: () => showBeside(1, isAtEnd),
    '.': () => chooseNext(1),
    ',': () => chooseNext(-1),
    a: () => setOpen(isLent ? undefined : 'ask'),
    Escape: () => setChosen(undefined),
  });
  useShownName(chosen);
  const [first] = pages;
  // The bar is shown while a chapter loads, so that its slider can be moved on at once.
  const bar = (
    <PlaceBar
      story={story}
      index={index}
      title={first?.thread.title}
      onGo={showChapter}
      onKeep={isKept ? undefined : () => setPlace(reached)}
      hasGlossary={contents.stories.some(({ chapters }) => chapters.some(({ read }) => read > 0))}
      moved={moved}
      told={story.told}
      onBack={() => setPlace(reached)}
      onNames={hasMarks(paragraphs) ? () => setOpen('names') : undefined}
      onAsk={isLent ? undefined : () => setOpen('ask')}
    />
  );
  if (first === undefined) {
    return (
      <>
        {bar}
        <Awaited failure={error} what="the chapter" />
      </>
    );
  }
  return (
    <>
      {bar}
      <ChapterWindow
        open={open}
        story={{ world, corpus }}
        cast={{ paragraphs, reached, isRead }}
        onChoose={setChosen}
        onClose={() => setOpen(undefined)}
      />
      <main className={styles['page']}>
        <Cast paragraphs={paragraphs} reached={reached} isRead={isRead} onChoose={setChosen} />
        <article className={styles['story']} aria-label={nameTitle(first.thread.title)}>
          <h1>{insertHyphens(nameTitle(first.thread.title))}</h1>
          <AboveText says={describeChapter(first, story, index)} isMarked={hasMarks(paragraphs)} />
          {sought === undefined ? (
            <StoryText
              posts={pages.flatMap((page) => page.posts)}
              paragraphs={paragraphs}
              chosen={chosen}
              onChoose={setChosen}
            />
          ) : null}
          <BelowText world={world} story={story} index={index} more={more} sought={sought} />
        </article>
        <BesideText
          story={{ world, corpus }}
          chosen={chosen}
          isMarked={hasMarks(paragraphs)}
          isUnread={!isRead && !isLent}
          onClose={() => setChosen(undefined)}
        />
      </main>
    </>
  );
}

/**
 * Hook that returns functions which open other chapters. Going on from the end of a chapter to the next one is not
 * marked as a jump.
 */
function useTurning({ world, story, index }: Pick<ChapterProps, 'world' | 'story' | 'index'>) {
  const navigate = useNavigate();
  const showChapter = (to: number, isReadOn = false) => {
    const threadId = story.chapters[to]?.threadId;
    const state = isReadOn ? {} : { state: jumped };
    if (threadId !== undefined) void navigate(`/${world}/read/${story.corpus}/${threadId}`, state);
  };
  const showBeside = (by: 1 | -1, isAtEnd = false) => {
    const opening = findOpening(story, index);
    showChapter(opening + by, isAtEnd && opening === index);
  };
  return { showChapter, showBeside };
}

interface ChapterWindowProps {
  readonly open: 'names' | 'ask' | undefined;
  readonly story: { readonly world: string; readonly corpus: string };
  readonly cast: Pick<Parameters<typeof CastWindow>[0], 'paragraphs' | 'reached' | 'isRead'>;
  readonly onChoose: (chosen: Chosen) => void;
  readonly onClose: () => void;
}

function ChapterWindow({ open, story, cast, onChoose, onClose }: ChapterWindowProps) {
  if (open === 'ask')
    return (
      <Dialog label="Ask about the story" onClose={onClose} cancel="Close">
        <AskStory {...story} isTitled />
      </Dialog>
    );
  if (open === undefined) return null;
  const choose = (name: Chosen) => {
    onClose();
    onChoose(name);
  };
  return <CastWindow {...cast} onChoose={choose} onClose={onClose} />;
}

/** Finds the chapter that the address names: after quick presses of a key, the address is ahead of the page. */
function findOpening({ chapters }: ChapterProps['story'], index: number): number {
  const named = window.location.pathname.split('/').at(-1);
  const opening = chapters.findIndex(({ threadId }) => String(threadId) === named);
  return opening === -1 ? index : opening;
}

function hasMarks(paragraphs: readonly Paragraph[]): boolean {
  return paragraphs.some(({ marks }) => marks.length > 0);
}

const aboutMarks = 'Choose a marked name to see what the story has said about it so far.';
const aboutDots = 'A dot marks a name that is new.';

/**
 * Describes the chapter above its text and, in a narrow window, explains the marks, since there is no room beside the
 * text.
 */
function AboveText({ says, isMarked }: { readonly says: string; readonly isMarked: boolean }) {
  return (
    <>
      <p className={styles['by']}>{says}</p>
      {isMarked ? (
        <p className={styles['above']}>
          {aboutMarks} {aboutDots}
        </p>
      ) : null}
    </>
  );
}

interface BesideTextProps {
  readonly story: ChapterWindowProps['story'];
  readonly chosen: Chosen | undefined;
  readonly isMarked: boolean;
  /** Whether the chapter can still be read for the glossary. */
  readonly isUnread: boolean;
  readonly onClose: () => void;
}

/** The card of the chosen name, or a hint if none is chosen. */
function BesideText({ story, chosen, isMarked, isUnread, onClose }: BesideTextProps) {
  if (chosen === undefined) return <Hint world={story.world} isMarked={isMarked} isUnread={isUnread} />;
  const { paragraph, at, entries } = chosen;
  return (
    <Card
      {...story}
      post={paragraph.postId}
      offset={paragraph.start + findSentenceEnd(paragraph.text, at)}
      entries={entries}
      name={readChosenName(chosen)}
      onClose={onClose}
    />
  );
}

interface HintProps extends Pick<BesideTextProps, 'isMarked' | 'isUnread'> {
  readonly world: string;
}

/** Stands in the place of a card until a name is chosen. */
function Hint({ world, isMarked, isUnread }: HintProps) {
  if (isUnread && !isMarked)
    return (
      <aside className={styles['hint']}>
        Names are marked here once this chapter has been read for the glossary.{' '}
        <Link to={`/${world}/run`}>Build the glossary</Link>
      </aside>
    );
  return (
    <aside className={styles['hint']}>
      {isMarked ? (
        <>
          {aboutMarks} The key <kbd>.</kbd> goes to the next one. {aboutDots}
        </>
      ) : (
        'No name is marked here yet: the glossary has no entry for any name in this chapter.'
      )}
    </aside>
  );
}

interface Keeping {
  readonly corpus: string;
  readonly paragraphs: readonly Paragraph[];
  readonly isKept: boolean;
}

/**
 * Hook that starts keeping the reader's place if they opened the chapter to begin the story, and returns a function
 * that sets the place when they ask for it.
 */
function useKeepPlace(world: string, { corpus, paragraphs, isKept }: Keeping): (row: number) => void {
  const [search] = useSearchParams();
  const change = useChange('PUT /api/worlds/{world}/point');
  const setPlace = (row: number) => {
    const paragraph = paragraphs[row];
    if (paragraph === undefined) return;
    const { postId, start: offset } = paragraph;
    // Somebody who saw the whole story goes on from where they were, if they had come further.
    change.mutate({ params: { world }, body: { corpus, postId, offset, isForward: !isKept } });
  };
  const isWanted = search.has('begin') && !isKept && paragraphs.length > 0 && change.isIdle;
  useEffect(() => {
    if (isWanted) setPlace(0);
  });
  return setPlace;
}

/** Brings the chosen name into view, which a reader who goes on by keys may not see. */
function useShownName(chosen: Chosen | undefined): void {
  useEffect(() => {
    if (chosen !== undefined)
      document.querySelector('article a[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
}

/**
 * Finds the name after or before the chosen name. If no name is chosen, finds the first name from the top of the window
 * on.
 */
function findNextName(
  paragraphs: readonly Paragraph[],
  now: Chosen | undefined,
  by: 1 | -1,
): Chosen | undefined {
  const names = paragraphs.flatMap((paragraph, row) =>
    paragraph.marks.map(({ entries, start }) => ({ entries, paragraph, at: start, row })),
  );
  if (now === undefined) {
    const from = findTopRow();
    return names.find(({ row }) => row >= from);
  }
  const index = names.findIndex(({ paragraph, at }) => paragraph === now.paragraph && at === now.at);
  return names[index + by];
}

function describeChapter(
  { reading }: ChapterPage,
  { title, chapters }: ChapterProps['story'],
  index: number,
): string {
  const model = {
    whole: '',
    partly: ' · only part of it has been read for the glossary',
    unread: ' · not read for the glossary yet',
  }[reading];
  return `${insertHyphens(title)}\u00a0· ${index + 1}\u00a0of\u00a0${chapters.length}${model}`;
}

interface BelowTextProps extends Omit<ChapterProps, 'contents'> {
  readonly more: Omit<ReturnType<typeof useChapterPages>, 'pages' | 'paragraphs' | 'error'>;
  readonly sought: Sought | undefined;
}

/**
 * Ends the chapter or loads more of it. While the page goes to a place far down, only says so: text that the reader
 * begins to read would jump away.
 */
function BelowText({ more, sought, ...at }: BelowTextProps) {
  if (more.isWhole) return <ChapterEnd {...at} />;
  if (sought === undefined || more.failure !== null) return <LoadMore {...more} />;
  return (
    <p role="status" className={styles['going']}>
      {sought === 'place' ? 'Going to where you were …' : 'Going to the sentence …'}
    </p>
  );
}

function ChapterEnd({ world, story, index }: Omit<ChapterProps, 'contents'>) {
  const next = story.chapters[index + 1];
  return (
    <nav className={styles['end']} aria-label="Chapters">
      {next === undefined ? (
        <p>This is the last chapter so far.</p>
      ) : (
        <Link to={`/${world}/read/${story.corpus}/${next.threadId}`}>
          {next.title === undefined ? 'Next chapter' : insertHyphens(`Next: ${nameTitle(next.title)}`)} →
        </Link>
      )}
    </nav>
  );
}
