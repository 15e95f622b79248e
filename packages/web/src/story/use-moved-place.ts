// Moved place: keeps what is shown in step with the reader's place, and offers the way back where it moved far.

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useChange } from '../client/use-route.ts';
import type { Contents, ShownStory } from './contents.ts';

type Standing = Contents['standing'];

export interface MovedPlace {
  /** Index of the chapter where the reader's place is; -1 where it is in none of the story. */
  readonly placeIndex: number;
  /** Undefined unless the place has just moved past chapters that were not read. */
  readonly undo: (() => void) | undefined;
}

interface MovingOptions {
  readonly world: string;
  readonly story: ShownStory;
  readonly standing: Standing;
}

export function useMovedPlace({ world, story, standing }: MovingOptions) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [before, setBefore] = useState<Standing>();
  const back = useChange('PUT /api/worlds/{world}/point', ({ point }) => {
    setBefore(undefined);
    if (point?.threadId !== undefined) void navigate(`/${world}/read/${point.corpus}/${point.threadId}`);
  });
  const handleMoved = (now: Standing) => {
    const key = ['GET /api/worlds/{world}/contents', { params: { world } }];
    cache.setQueryData<Contents>(key, (contents) => contents && { ...contents, standing: now });
    if (now.point?.threadId === standing.point?.threadId) return;
    const [from, to] = [findPlaceIndex(story, standing), findPlaceIndex(story, now)];
    if (from >= 0 && to > from + 1) setBefore(standing);
    // Other pages show what is known at the place.
    void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'chapter' });
  };
  const point = before?.point;
  const undo =
    point === undefined
      ? undefined
      : () => {
          const { corpus, postId, offset } = point;
          back.mutate({ params: { world }, body: { corpus, postId, offset } });
        };
  return { moved: { placeIndex: findPlaceIndex(story, standing), undo }, handleMoved };
}

function findPlaceIndex({ corpus, chapters }: ShownStory, { point, others }: Standing): number {
  const own = [point, ...others].find((one) => one?.corpus === corpus);
  return own === undefined ? -1 : chapters.findIndex(({ threadId }) => threadId === own.threadId);
}
