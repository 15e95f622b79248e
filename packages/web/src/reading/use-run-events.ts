// Hook that reloads what a run changes, repeatedly while it goes on and one last time when it has ended.

import { useQueryClient } from '@tanstack/react-query';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useEffect, useRef } from 'react';
import { buildHomeQuestion } from '../client/first-questions.ts';

type Standing = RouteAnswer<'GET /api/worlds/{world}/run'>;

/**
 * Requests the state of the run again whenever an event arrives; nothing is taken from the event itself. Once the run has
 * ended, everything that is shown is requested again, because every page counts what was read.
 */
export function useRunEvents(world: string, standing: Standing | undefined): void {
  const cache = useQueryClient();
  useEffect(() => {
    const events = new EventSource(`/api/worlds/${encodeURIComponent(world)}/run/events`);
    let timer: number | undefined;
    let isEnded = false;
    const handleTimeout = () => {
      void cache.invalidateQueries(isEnded ? {} : { queryKey: ['GET /api/worlds/{world}/run'] });
      timer = undefined;
      isEnded = false;
    };
    const handleEvent = ({ type }: Event) => {
      isEnded ||= type === 'ended';
      timer ??= window.setTimeout(handleTimeout, 400);
    };
    for (const type of ['told', 'hidden', 'ended']) events.addEventListener(type, handleEvent);
    return () => {
      clearTimeout(timer);
      events.close();
    };
  }, [cache, world]);
  useChangedCounts(world, standing);
}

/**
 * Hook for a run that another program started, which sends no events here: the state of the run shows when it ends, and
 * when it begins a story.
 */
function useChangedCounts(world: string, standing: Standing | undefined): void {
  const cache = useQueryClient();
  const isRunning = standing === undefined ? undefined : standing.isOurs || standing.isRunning;
  const scenes = standing?.progress?.counts.total;
  const before = useRef({ isRunning, scenes });
  useEffect(() => {
    const former = before.current;
    before.current = { isRunning, scenes };
    if (former.isRunning === undefined) return;
    if (former.isRunning && isRunning === false) void cache.invalidateQueries();
    else if (former.scenes !== scenes) void cache.invalidateQueries({ queryKey: buildHomeQuestion(world) });
  }, [cache, world, isRunning, scenes]);
}
