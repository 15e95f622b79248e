// Hook that updates what is shown when the reader's place moves, and offers a way back after a jump.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { buildContentsQuestion } from '../client/first-questions.ts';
import { useChange } from '../client/use-route.ts';
import type { Contents, ShownStory } from './contents.ts';

type Standing = Contents['standing'];

export interface MovedPlace {
  /** Index of the chapter that contains the reader's place; -1 if no chapter of this story does. */
  readonly placeIndex: number;
  /** Undefined unless the place has just moved past something that was not read. */
  readonly undo: { readonly from: number; readonly revert: () => void } | undefined;
}

interface MovingOptions {
  readonly world: string;
  readonly story: ShownStory;
  readonly index: number;
  readonly standing: Standing;
}

/** The state of a link to a chapter for a reader who may not have read everything before it. */
export const jumped = { isJump: true } as const;

export function useMovedPlace({ world, story, index, standing }: MovingOptions) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const isJump = (useLocation().state as Partial<typeof jumped> | null)?.isJump === true;
  const [before, setBefore] = useFormerPlace(world, story.corpus);
  const setStanding = (now: Standing) =>
    cache.setQueryData<Contents>(
      buildContentsQuestion(world),
      (contents) => contents && { ...contents, standing: now },
    );
  const handleBack = (now: Standing) => {
    const from = before?.from ?? -1;
    const to = story.chapters[from];
    setBefore(null);
    // The chapter that opens next reads the place that is set here, and goes to its sentence.
    setStanding(now);
    // A reader who has already gone further back stays where they are.
    if (to !== undefined && index > from) void navigate(`/${world}/read/${to.corpus}/${to.threadId}`);
  };
  const backToPoint = useChange('PUT /api/worlds/{world}/point', handleBack);
  const backToPlace = useChange('PUT /api/worlds/{world}/place', handleBack);
  const handleMoved = (now: Standing) => {
    setStanding(now);
    if (now.point?.threadId === standing.point?.threadId) return;
    const [from, to] = [findPlaceIndex(story, standing), findPlaceIndex(story, now)];
    // The undo remains until the reader goes on to the next chapter.
    if (from >= 0 && to > from) setBefore(isJump || to > from + 1 ? (before ?? { standing, from }) : null);
    // Other pages show what is known at the place, and must be requested again.
    void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'chapter' });
  };
  const params = { world };
  const revertPlace = ({ place, point, others }: Standing) => {
    const own = [point, ...others].find((one) => one?.corpus === story.corpus);
    if (own === undefined) backToPlace.mutate({ params, body: { place } });
    else {
      const { corpus, postId, offset } = own;
      backToPoint.mutate({ params, body: { corpus, postId, offset } });
    }
  };
  const undo = before && { from: before.from, revert: () => revertPlace(before.standing) };
  // While a place is being put back, the chapter that the reader leaves must not move it again.
  const isGoingBack = backToPoint.isPending || backToPlace.isPending;
  return {
    moved: { placeIndex: findPlaceIndex(story, standing), undo: undo ?? undefined },
    handleMoved,
    isGoingBack,
  };
}

interface FormerPlace {
  readonly standing: Standing;
  /** Index of the chapter in which the place was before. */
  readonly from: number;
}

/**
 * Hook that keeps the reader's place from before a move in the cache, so that it is not lost when another page is
 * visited.
 */
function useFormerPlace(world: string, corpus: string) {
  const cache = useQueryClient();
  const queryKey = ['former place', world, corpus];
  const { data } = useQuery<FormerPlace | null>({
    queryKey,
    queryFn: () => null,
    enabled: false,
    initialData: null,
  });
  return [data, (former: FormerPlace | null) => cache.setQueryData(queryKey, former)] as const;
}

/**
 * Finds the chapter that contains the reader's place; -1 if no chapter of this story does. A place that was typed in
 * has no sentence: it counts as lying in the last chapter that it includes.
 */
function findPlaceIndex({ corpus, chapters }: ShownStory, { place, point, others }: Standing): number {
  if (point === undefined && place !== null)
    return chapters.findLastIndex(({ title }) => title !== undefined);
  const own = [point, ...others].find((one) => one?.corpus === corpus);
  return own === undefined ? -1 : chapters.findIndex(({ threadId }) => threadId === own.threadId);
}
