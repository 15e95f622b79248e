// Talk messages: shows the messages of a talk by days, and requests earlier and later ones page by page.

import { type ReactNode, useState } from 'react';
import { useRoute } from '../client/use-route.ts';
import { ActButton } from '../parts/act-button.tsx';
import paper from '../parts/paper.module.css';
import { nameDay, renderDay } from '../parts/time-text.ts';
import { MessageBlock } from './message-block.tsx';
import type { Talk, TalkMessage } from './talk.ts';
import styles from './talk-list.module.css';

interface MessagesProps {
  readonly world: string;
  readonly talk: Talk;
  readonly messages: readonly TalkMessage[];
  /** The message before these, which is drawn elsewhere. */
  readonly after?: TalkMessage | undefined;
  /** The id of the message that the address names. */
  readonly named?: number | undefined;
}

export function Messages({ world, talk, messages, after, named }: MessagesProps) {
  let day = after === undefined ? '' : nameDayOf(after, talk);
  return messages.map((message) => {
    const name = nameDayOf(message, talk);
    const isNewDay = name !== day;
    day = name;
    return (
      <div key={message.id} className={styles['block']}>
        {isNewDay ? <Day>{message.isUndated ? 'Without a date' : describeDay(message, talk)}</Day> : null}
        <MessageBlock world={world} talk={talk} message={message} isNamed={message.id === named} />
      </div>
    );
  });
}

function nameDayOf({ isUndated, atMs }: TalkMessage, { timeZone }: Talk): string {
  return isUndated ? 'undated' : nameDay(atMs, timeZone);
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

/**
 * Hook that returns the message before this one, if it was already loaded: the day of that message has a heading
 * already. Sends no request.
 */
export function useMessageBefore(world: string, before: number | undefined): TalkMessage | undefined {
  const { data } = useRoute(
    'GET /api/worlds/{world}/talk',
    { params: { world }, query: { before: before ?? 0 } },
    { isWanted: false },
  );
  return before === undefined ? undefined : data?.messages.at(-1);
}

/** Offers earlier messages and shows them page by page; each page that is shown offers the one before it. */
export function Earlier({ world, talk, before }: EarlierProps) {
  const [isWanted, setWanted] = useState(false);
  const page = useRoute(
    'GET /api/worlds/{world}/talk',
    { params: { world }, query: { before } },
    { isWanted },
  );
  const first = page.data?.messages[0];
  const after = useMessageBefore(world, first?.id);
  if (page.data !== undefined) {
    return (
      <>
        {page.data.hasEarlier && first !== undefined ? (
          <Earlier world={world} talk={talk} before={first.id} />
        ) : null}
        <Messages world={world} talk={talk} messages={page.data.messages} after={after} />
      </>
    );
  }
  return (
    <>
      <More isWanted={isWanted} onMore={() => setWanted(true)}>
        Show what was said before
      </More>
      <p className={paper['only']}>
        What was said before is not printed here. To print it too, press “Show what was said before” first.
      </p>
    </>
  );
}

interface LaterProps {
  readonly world: string;
  readonly talk: Talk;
  readonly after: number;
}

/** Offers later messages and shows them page by page; each page that is shown offers the one after it. */
export function Later({ world, talk, after }: LaterProps) {
  const [isWanted, setWanted] = useState(false);
  const page = useRoute(
    'GET /api/worlds/{world}/talk',
    { params: { world }, query: { around: after } },
    { isWanted },
  );
  if (page.data === undefined) {
    return (
      <More isWanted={isWanted} onMore={() => setWanted(true)}>
        Show what was said after
      </More>
    );
  }
  const at = page.data.messages.findIndex(({ id }) => id === after);
  const messages = page.data.messages.slice(at + 1);
  const last = messages.at(-1);
  return (
    <>
      <Messages world={world} talk={talk} messages={messages} after={page.data.messages[at]} />
      {page.data.hasLater && last !== undefined ? <Later world={world} talk={talk} after={last.id} /> : null}
    </>
  );
}

interface MoreProps {
  readonly isWanted: boolean;
  readonly onMore: () => void;
  readonly children: string;
}

function More({ isWanted, onMore, children }: MoreProps) {
  return (
    <p className={styles['earlier']}>
      <ActButton onClick={onMore} isOff={isWanted}>
        {isWanted ? 'Opening …' : children}
      </ActButton>
    </p>
  );
}
