// Talk list: what was said, day by day, and the reply as it grows; the list stays where the person is reading.

import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ServerFailure } from '../client/send-request.ts';
import { useRoute } from '../client/use-route.ts';
import { FailureNote } from '../parts/message.tsx';
import { nameCompanion } from '../parts/name-companion.ts';
import { SpokenText } from '../parts/spoken-text.tsx';
import { nameDay, renderDay } from '../parts/time-text.ts';
import { BringTalk } from './bring-talk.tsx';
import { MessageBlock } from './message-block.tsx';
import { NewestActs } from './newest-acts.tsx';
import type { ReplyStanding, Talk, TalkMessage } from './talk.ts';
import styles from './talk-list.module.css';

interface TalkListProps {
  readonly world: string;
  readonly talk: Talk;
  readonly reply: ReplyStanding;
}

export function TalkList({ world, talk, reply }: TalkListProps) {
  const { messages, hasEarlier } = talk;
  const { scroller, column } = useFollowedEnd();
  const [first] = messages;
  return (
    <section ref={scroller} className={styles['scroll']} aria-label="What was said">
      <div ref={column} className={styles['column']}>
        {hasEarlier && first !== undefined ? <Earlier world={world} talk={talk} before={first.id} /> : null}
        {messages.length === 0 ? <Beginning talk={talk} /> : null}
        <BringTalk world={world} isOpen={messages.length === 0} />
        <div role="log" aria-label="Messages">
          <Messages world={world} talk={talk} messages={messages} />
        </div>
        {reply.state === 'answering' ? <Coming talk={talk} reply={reply} /> : null}
        {reply.state === 'answering' ? null : <Unanswered world={world} talk={talk} reply={reply} />}
        {reply.state === 'answering' ? null : <NewestActs world={world} talk={talk} />}
      </div>
    </section>
  );
}

/** Keeps the end in view if it was in view, even if a message turns out to be longer than was estimated. */
function useFollowedEnd() {
  const scroller = useRef<HTMLElement>(null);
  const column = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || column.current === null) return;
    let isAtEnd = true;
    const handleScroll = () => {
      isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd;
    };
    const observer = new ResizeObserver(() => {
      if (isAtEnd) element.scrollTop = element.scrollHeight;
    });
    observer.observe(column.current);
    observer.observe(element);
    element.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', handleScroll);
    };
  }, []);
  return { scroller, column };
}

const nearEnd = 120;

interface MessagesProps {
  readonly world: string;
  readonly talk: Talk;
  readonly messages: readonly TalkMessage[];
}

function Messages({ world, talk, messages }: MessagesProps) {
  let day = '';
  return messages.map((message) => {
    const name = message.isUndated ? 'undated' : nameDay(message.atMs, talk.timeZone);
    const isNewDay = name !== day;
    day = name;
    return (
      <div key={message.id} className={styles['block']}>
        {isNewDay ? <Day>{message.isUndated ? 'Without a date' : describeDay(message, talk)}</Day> : null}
        <MessageBlock world={world} talk={talk} message={message} />
      </div>
    );
  });
}

function Day({ children }: { readonly children: ReactNode }) {
  return <h2 className={styles['day']}>{children}</h2>;
}

function describeDay({ atMs }: TalkMessage, { timeZone, nowMs }: Talk): string {
  const day = renderDay(atMs, timeZone, nowMs);
  return nameDay(atMs, timeZone) === nameDay(nowMs, timeZone) ? `Today, ${day}` : day;
}

interface EarlierProps {
  readonly world: string;
  readonly talk: Talk;
  readonly before: number;
}

/** Shows earlier messages page by page; each page requests the one before it. */
function Earlier({ world, talk, before }: EarlierProps) {
  const [isWanted, setWanted] = useState(false);
  const page = useRoute(
    'GET /api/worlds/{world}/talk',
    { params: { world }, query: { before } },
    { isWanted },
  );
  const first = page.data?.messages[0];
  if (page.data !== undefined) {
    return (
      <>
        {page.data.hasEarlier && first !== undefined ? (
          <Earlier world={world} talk={talk} before={first.id} />
        ) : null}
        <Messages world={world} talk={talk} messages={page.data.messages} />
      </>
    );
  }
  return (
    <p className={styles['earlier']}>
      <button type="button" onClick={() => setWanted(true)} disabled={isWanted}>
        {isWanted ? 'Opening …' : 'Show what was said before'}
      </button>
    </p>
  );
}

function Beginning({ talk }: { readonly talk: Talk }) {
  const name = nameCompanion(talk.voices.companion[0]?.name);
  return (
    <div className={styles['beginning']}>
      <p className={styles['title']}>Nothing has been said here yet.</p>
      <p>
        What you say to {name} is kept. What is in mind fades. A feeling lasts for hours, and what you ask
        your companion to keep in mind lasts for weeks. Plans come back when they are due. Say something to
        begin.
      </p>
    </div>
  );
}

function Coming({ talk, reply }: { readonly talk: Talk; readonly reply: ReplyStanding }) {
  return (
    <div className={styles['coming']} aria-busy="true">
      <b>{reply.by ?? talk.voices.companion[0]?.name}</b>
      {reply.text === '' ? (
        <p className={styles['thinking']} role="status">
          is thinking …
        </p>
      ) : (
        <SpokenText text={reply.text} />
      )}
    </div>
  );
}

interface UnansweredProps {
  readonly world: string;
  readonly talk: Talk;
  readonly reply: ReplyStanding;
}

function Unanswered({ world, talk, reply }: UnansweredProps) {
  if (reply.state === 'failed' && reply.failure !== undefined)
    return (
      <>
        <FailureNote failure={new ServerFailure(reply.failure)} />
        <p className={styles['kept']}>What you said is kept.</p>
      </>
    );
  if (!talk.isUnanswered || talk.model !== null) return null;
  return (
    <div className={styles['nobody']} role="status">
      <p>Kept. Nobody answers, since no model is chosen.</p>
      <p>
        <Link to={`/${world}/settings`}>Choose one under Settings</Link>, and ask for the answer then.
      </p>
    </div>
  );
}
