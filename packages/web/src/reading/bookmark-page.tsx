// Bookmark page: lists the bookmarks of the reading, and shows the talk with the model as it was at the chosen bookmark.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useEffect, useRef, useState } from 'react';
import { Link, NavLink, useParams } from 'react-router';
import { buildContentsQuestion } from '../client/first-questions.ts';
import { useChange, useRoute } from '../client/use-route.ts';
import { useStoryName } from '../client/use-story-name.ts';
import { GlossaryViews } from '../glossary/glossary-views.tsx';
import { NoGlossary } from '../glossary/no-glossary.tsx';
import { AskField } from '../parts/ask-field.tsx';
import { insertHyphens } from '../parts/insert-hyphens.ts';
import { Awaited, FailureNote } from '../parts/message.tsx';
import { Page } from '../parts/page.tsx';
import { isSendKey } from '../parts/send-keys.tsx';
import { useChapterTitle } from '../parts/use-chapter-title.ts';
import styles from './bookmark-page.module.css';
import { type Bookmark, describeBookmark, describeReader, nameBookmark } from './describe-bookmark.ts';

type Exchange = RouteAnswer<'GET /api/worlds/{world}/bookmarks/{bookmark}/questions'>[number];

export function BookmarkPage() {
  const { world = '', bookmark } = useParams();
  const { data, error } = useRoute('GET /api/worlds/{world}/bookmarks', { params: { world }, query: {} });
  const { place } = useRoute(...buildContentsQuestion(world)).data?.standing ?? {};
  const nameStory = useStoryName(world);
  const titleOf = useChapterTitle(world);
  if (data === undefined)
    return (
      <Awaited
        failure={error}
        what="the bookmarks"
        empty={<NoGlossary world={world} shows="Here you ask what was known at an earlier chapter." />}
      />
    );
  const nameStoryOf = ({ readUpTo }: Bookmark) =>
    readUpTo === undefined ? undefined : nameStory(readUpTo.corpus);
  const snapshots = data.snapshots.map((one) =>
    one.threadTitle === undefined || one.readUpTo === undefined
      ? one
      : { ...one, threadTitle: titleOf(one.threadTitle, one.readUpTo) },
  );
  const chosen = snapshots.find(({ snapshot }) => String(snapshot.id) === bookmark);
  return (
    <Page className={styles['page']}>
      <h1>Ask what was known at an earlier chapter</h1>
      <GlossaryViews world={world} />
      <p className={styles['lead']}>
        Each chapter that is read for the glossary leaves a bookmark at its end. At a bookmark, the model or
        the built-in reader knows the story up to that place and no further. Choose a bookmark and ask: the
        answer gives away nothing that comes later. For answers from{' '}
        {place === null ? 'the whole story' : 'all that you have read'}, go to{' '}
        <Link to={`/${world}/glossary/ask`}>Ask about the story</Link>.
      </p>
      {chosen === undefined ? null : (
        <Talk key={chosen.snapshot.id} world={world} bookmark={chosen} story={nameStoryOf(chosen)} />
      )}
      {chosen === undefined && bookmark !== undefined ? (
        <p role="status">
          There is no such bookmark here. It may be in a part of the story that you have not read.
        </p>
      ) : null}
      <nav className={styles['list']} aria-label="Bookmarks">
        {data.snapshots.length === 0 ? null : <h2>Bookmarks</h2>}
        {filterRepeated(snapshots, bookmark).map((one) => (
          <NavLink key={one.snapshot.id} to={`/${world}/run/bookmarks/${one.snapshot.id}`}>
            <span>{insertHyphens(nameBookmark(one, nameStoryOf(one)))}</span>
            <span className={styles['quiet']}>{describeBookmark(one)}</span>
          </NavLink>
        ))}
        {data.snapshots.length === 0 && place !== undefined ? (
          <p className={styles['quiet']}>
            {place === null
              ? 'There are no bookmarks yet.'
              : 'There is no bookmark yet in the part that you have read.'}
          </p>
        ) : null}
      </nav>
    </Page>
  );
}

/**
 * Of bookmarks with the same note and the same place in the story, shows only the newest, and an older one if it is
 * open.
 */
function filterRepeated(bookmarks: readonly Bookmark[], open: string | undefined): readonly Bookmark[] {
  const seen = new Set<string>();
  return bookmarks.filter(({ snapshot, readUpTo }) => {
    const key = JSON.stringify([readUpTo, snapshot.note]);
    const isRepeated = seen.has(key) && String(snapshot.id) !== open;
    seen.add(key);
    return !isRepeated;
  });
}

interface TalkProps {
  readonly world: string;
  readonly bookmark: Bookmark;
  /** The story of the bookmark; undefined if the world has only one. */
  readonly story: string | undefined;
}

function Talk({ world, bookmark, story }: TalkProps) {
  const params = { world, bookmark: bookmark.snapshot.id };
  const title = describeReader(bookmark, story);
  const { data, error } = useRoute('GET /api/worlds/{world}/bookmarks/{bookmark}/questions', { params });
  const ask = useChange('POST /api/worlds/{world}/bookmarks/{bookmark}/questions');
  const [text, setText] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const isHere = data !== undefined;
  // Whoever chose a bookmark far down in the list would not see the talk, which begins at the top of the page.
  useEffect(() => {
    if (isHere) heading.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  const handleAsk = () => {
    const question = text.trim();
    if (question === '' || ask.isPending) return;
    setText('');
    // A question that did not arrive is put back, unless something else was typed meanwhile.
    const handleError = () => setText((typed) => (typed === '' ? question : typed));
    ask.mutate({ params, body: { question } }, { onError: handleError });
  };
  if (data === undefined) return <Awaited failure={error} what="the talk" />;
  const asked = ask.isPending ? [ask.variables.body] : [];
  return (
    <section className={styles['talk']} aria-label={title}>
      <h2 ref={heading}>{insertHyphens(title)}</h2>
      <div aria-live="polite">
        {listExchanges([...data, ...asked]).map(({ number, exchange }) => (
          <Said key={number} exchange={exchange} isWaited={number === data.length} />
        ))}
      </div>
      {ask.error === null ? null : <FailureNote failure={ask.error} />}
      <AskField act="Ask" isOff={ask.isPending || text.trim() === ''} onSend={handleAsk} isAtFoot>
        <textarea
          aria-label="Your question"
          placeholder="Who is she? What do you make of him?"
          rows={2}
          maxLength={8_000}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (!isSendKey(event)) return;
            event.preventDefault();
            handleAsk();
          }}
        />
      </AskField>
    </section>
  );
}

/** Talks only grow at their end, so the index can be a key. */
function listExchanges(talk: readonly Exchange[]) {
  return talk.map((exchange, number) => ({ number, exchange }));
}

function Said({ exchange, isWaited }: { readonly exchange: Exchange; readonly isWaited: boolean }) {
  const { question, answer } = exchange;
  const shown = useRef<HTMLDivElement>(null);
  // A question that was just asked is brought into view, since it is below a talk that may be long.
  useEffect(() => {
    if (isWaited) shown.current?.scrollIntoView({ block: 'start' });
  }, [isWaited]);
  return (
    <div ref={shown} className={styles['exchange']}>
      <p className={styles['question']}>{question}</p>
      {answer === undefined ? (
        <p className={styles['quiet']}>
          {isWaited ? 'Looking it up …' : 'This question got no answer. You can ask it again.'}
        </p>
      ) : (
        <p className={styles['answer']}>{answer}</p>
      )}
    </div>
  );
}
