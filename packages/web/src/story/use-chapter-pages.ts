// Hook that loads a chapter page by page, as pages are requested.

import { useInfiniteQuery } from '@tanstack/react-query';
import type { RouteAnswer } from '@terrarium/protocol/routes';
import { useCallback, useMemo } from 'react';
import { type ServerFailure, sendRequest } from '../client/send-request.ts';

export type ChapterPage = RouteAnswer<'GET /api/worlds/{world}/stories/{corpus}/chapters/{thread}'>;

export function useChapterPages(world: string, corpus: string, thread: number) {
  const asked = useInfiniteQuery<
    ChapterPage,
    ServerFailure,
    { pages: ChapterPage[] },
    readonly unknown[],
    number
  >({
    queryKey: ['chapter', world, corpus, thread],
    queryFn: ({ pageParam, signal }) =>
      sendRequest(
        'GET /api/worlds/{world}/stories/{corpus}/chapters/{thread}',
        { params: { world, corpus, thread }, query: { from: pageParam } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
  const { data, error, fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = asked;
  const paragraphs = useMemo(() => (data?.pages ?? []).flatMap((page) => page.paragraphs), [data]);
  const retry = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const isOpen = !isFetching && !isFetchNextPageError;
  // A second request would cancel the one that is under way, and only `retry` repeats a failed request.
  const loadMore = useCallback(() => void (isOpen && fetchNextPage()), [fetchNextPage, isOpen]);
  return {
    pages: data?.pages ?? [],
    paragraphs,
    /** Why the chapter, or its next page, could not be loaded. */
    error,
    isWhole: !hasNextPage,
    isLoading: isFetching,
    failure: isFetchNextPageError ? error : null,
    loadMore,
    retry,
  };
}
