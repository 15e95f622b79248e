// Hook that follows a talk: the reply as it grows, and changes to the memory from elsewhere.

import { useQueryClient } from '@tanstack/react-query';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useEffect, useRef, useState } from 'react';

type ReplyStanding = RouteAnswer<'GET /api/worlds/{world}/talk'>['reply'];

interface Told {
  readonly standing: ReplyStanding;
  readonly at: number;
  readonly text: string;
}

export interface TalkEvents {
  /** Undefined until the server has sent the state of the reply. */
  readonly reply: ReplyStanding | undefined;
  readonly isConnected: boolean;
}

const retryMs = 3_000;

/**
 * `mark` names the state of the memory when the talk was read, so that the server reports later changes; undefined
 * until the talk has been read.
 */
export function useTalkEvents(world: string, mark: string | undefined): TalkEvents {
  const cache = useQueryClient();
  const [reply, setReply] = useState<ReplyStanding>();
  const [isConnected, setConnected] = useState(true);
  const read = useRef(mark);
  read.current = mark;
  const isRead = mark !== undefined;
  useEffect(() => {
    if (!isRead) return;
    let events: EventSource | undefined;
    let timer: number | undefined;
    let isKnown = false;
    const updateAll = () => void cache.invalidateQueries();
    const handleStanding = (event: MessageEvent<string>) => {
      const { standing } = JSON.parse(event.data) as Told;
      // The first state needs no update: either the page has just been opened with it, or the server also reports that
      // something has changed since. When a reply begins, the message that it answers may come from another window.
      if (isKnown && (standing.state !== 'answering' || standing.text === '')) updateAll();
      isKnown = true;
      setReply(standing);
    };
    const handlePiece = (event: MessageEvent<string>) => {
      const { at, text } = JSON.parse(event.data) as Told;
      setReply((before) =>
        before === undefined ? before : { ...before, text: `${before.text.slice(0, at)}${text}`, quietMs: 0 },
      );
    };
    const openEvents = () => {
      const since = encodeURIComponent(read.current ?? '');
      events = new EventSource(`/api/worlds/${encodeURIComponent(world)}/talk/events?since=${since}`);
      events.addEventListener('open', () => setConnected(true));
      events.addEventListener('standing', handleStanding);
      events.addEventListener('piece', handlePiece);
      events.addEventListener('changed', updateAll);
      events.addEventListener('error', () => {
        setConnected(false);
        // The browser reconnects by itself, except after the server refused the stream.
        if (events?.readyState === EventSource.CLOSED) timer = window.setTimeout(openEvents, retryMs);
      });
    };
    openEvents();
    return () => {
      clearTimeout(timer);
      events?.close();
    };
  }, [cache, world, isRead]);
  return { reply, isConnected };
}
