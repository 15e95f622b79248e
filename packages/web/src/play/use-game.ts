// Hook that follows a game's events, so that what is shown of it stays up to date, also while a turn is being told.

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { buildGameQuestion } from '../client/first-questions.ts';
import type { ServerFailure } from '../client/send-request.ts';
import { useRoute } from '../client/use-route.ts';
import { advanceTelling, type LiveTelling } from './live-telling.ts';
import type { GameAddress, GameTable, NumberedMoment } from './table-types.ts';

interface ShownGame {
  readonly table: GameTable | undefined;
  readonly failure: ServerFailure | null;
  /** The turn that is being told or has just failed. */
  readonly live: LiveTelling | undefined;
  /** Whether the server does not answer at the moment. */
  readonly isAway: boolean;
  readonly hideFailure: () => void;
}

export function useGame(address: GameAddress): ShownGame {
  const { data: table, error, dataUpdatedAt } = useRoute(...buildGameQuestion(address));
  const [live, setLive] = useState<LiveTelling>();
  const take = (moments: readonly NumberedMoment[]) =>
    setLive((before) => moments.reduce<LiveTelling | undefined>(advanceTelling, before));
  const [done, setDone] = useState(0);
  const [backAtMs, setBackAtMs] = useState<number>();
  const isAway = useGameEvents(address, table?.sequence, take, () => setBackAtMs(Date.now()));
  const isIdle = table?.telling === null && backAtMs !== undefined && dataUpdatedAt >= backAtMs;
  // A server that was stopped in the midst of a turn tells nothing more of it: the table says how to go on.
  useEffect(() => {
    if (!isIdle) return;
    setBackAtMs(undefined);
    setLive((before) => (before?.isOver === false ? undefined : before));
  }, [isIdle]);
  const told = table?.telling;
  useEffect(() => {
    if (told !== null && told !== undefined)
      setLive((before) => told.reduce<LiveTelling | undefined>(advanceTelling, before));
  }, [told]);
  const cache = useQueryClient();
  const hasFailed = live?.failure !== undefined;
  // A turn that failed may be continued, so what is shown is requested again.
  useEffect(() => {
    if (hasFailed)
      void cache.invalidateQueries({ predicate: ({ queryKey }) => isOfGame(queryKey, address.game) });
  }, [cache, hasFailed, address.game]);
  // Once the table has shown the result of a telling, the telling is over, even if the player then undoes the result.
  const isDone = table === undefined || live === undefined || live.telling <= done || isPast(live, table);
  if (isDone && live !== undefined && table !== undefined && live.telling > done) setDone(live.telling);
  return {
    table,
    failure: error,
    live: isDone ? undefined : live,
    isAway,
    hideFailure: () => setLive(undefined),
  };
}

/** Whether the table shows the result of the telling. */
function isPast({ after, isOver, failure }: LiveTelling, { head, telling }: GameTable): boolean {
  if (failure !== undefined) return false;
  return isOver && telling === null && head !== after;
}

/**
 * Hook that follows what happens to a game, and returns whether the server is away. Moments of a telling are collected
 * until the next frame and then shown together.
 */
function useGameEvents(
  { world, game }: GameAddress,
  sequence: number | undefined,
  onMoments: (moments: readonly NumberedMoment[]) => void,
  onBack: () => void,
): boolean {
  const cache = useQueryClient();
  const [isAway, setAway] = useState(false);
  const seen = useRef<number>(undefined);
  seen.current ??= sequence;
  const newest = useRef(onMoments);
  newest.current = onMoments;
  const back = useRef(onBack);
  back.current = onBack;
  const isReady = sequence !== undefined;
  useEffect(() => {
    if (!isReady) return;
    return openStream(`/api/worlds/${encodeURIComponent(world)}/games/${encodeURIComponent(game)}/events`, {
      readLast: () => seen.current ?? 0,
      onMoments: (moments) => newest.current(moments),
      onHappened: (number) => {
        seen.current = Math.max(seen.current ?? 0, number);
        const [name] = buildGameQuestion({ world, game });
        void cache.invalidateQueries({
          predicate: ({ queryKey }) => isOfGame(queryKey, game) && queryKey[0] !== name,
        });
        void updateTable(cache, { world, game }, number);
      },
      onAway: (away) => {
        setAway(away);
        if (!away) back.current();
        void cache.invalidateQueries({ predicate: ({ queryKey }) => isOfGame(queryKey, game) });
      },
    });
  }, [cache, game, isReady, world]);
  return isAway;
}

/**
 * Requests the table again, unless it already shows the event. If a request is under way, such as that of a page that
 * changed the game itself, waits for it, and sends another one only if the answer is too old.
 */
async function updateTable(cache: QueryClient, address: GameAddress, sequence: number): Promise<void> {
  const queryKey = buildGameQuestion(address);
  const isShown = () => (cache.getQueryData<GameTable>(queryKey)?.sequence ?? 0) >= sequence;
  if (isShown()) return;
  await cache.invalidateQueries({ queryKey }, { cancelRefetch: false });
  if (!isShown()) await cache.invalidateQueries({ queryKey });
}

function isOfGame(queryKey: readonly unknown[], game: string): boolean {
  return JSON.stringify(queryKey).includes(game);
}

interface StreamOptions {
  /** Number of the last event that is shown. */
  readonly readLast: () => number;
  readonly onMoments: (moments: readonly NumberedMoment[]) => void;
  readonly onHappened: (sequence: number) => void;
  readonly onAway: (isAway: boolean) => void;
}

const againMs = 2_000;
/** Events that follow each other within this time lead to only one request for the table. */
const gatherMs = 30;

/** Follows the stream until the returned function is called; reconnects by itself if it was cut. */
function openStream(address: string, { readLast, onMoments, onHappened, onAway }: StreamOptions): () => void {
  let events: EventSource | undefined;
  let again: number | undefined;
  let frame: number | undefined;
  let gathering: number | undefined;
  let waiting: NumberedMoment[] = [];
  let isAway = false;
  const showMoments = () => {
    frame = undefined;
    onMoments(waiting);
    waiting = [];
  };
  const openEvents = () => {
    events = new EventSource(`${address}?after=${readLast()}`);
    events.addEventListener('open', () => {
      if (isAway) onAway(false);
      isAway = false;
    });
    events.addEventListener('moment', ({ data }) => {
      waiting.push(JSON.parse(data) as NumberedMoment);
      frame ??= requestAnimationFrame(showMoments);
    });
    events.addEventListener('happened', ({ lastEventId }) => {
      clearTimeout(gathering);
      gathering = window.setTimeout(() => onHappened(Number(lastEventId)), gatherMs);
    });
    events.addEventListener('error', () => {
      if (!isAway) onAway(true);
      isAway = true;
      if (events?.readyState === EventSource.CLOSED) again = window.setTimeout(openEvents, againMs);
    });
  };
  openEvents();
  return () => {
    events?.close();
    clearTimeout(again);
    clearTimeout(gathering);
    if (frame !== undefined) cancelAnimationFrame(frame);
  };
}
