// Hooks that read from an address of the server, or change something there.

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RouteAnswer, RouteName } from '@terrarium/protocol/routes';
import { cache } from './cache.ts';
import { type Asked, isPassing, type ServerFailure, sendRequest } from './send-request.ts';

/** If a failure may pass by itself (see `isPassing`), a page asks again after this time. */
const comesBackMs = 3_000;

interface ReadOptions {
  readonly isWanted?: boolean;
  /** Whether the last answer is shown until the new one is there. */
  readonly keepsLast?: boolean;
  readonly everyMs?: number | false;
}

/** An address, and the parts of a request to it. */
export type Question<Name extends RouteName> = readonly [name: Name, asked: Asked<Name>];

/** Sends a request before the page that shows the answer is there. The page then takes the answer, or waits for it. */
export function askEarly<Name extends RouteName>([name, asked]: Question<Name>): void {
  // The page shows a failure, so it is ignored here.
  void cache.prefetchQuery(buildQuery(name, asked));
}

/**
 * With `isReplaced`, a request is cancelled when no page waits for it any more, for instance because another letter was
 * typed. Any other request goes on: a page that is drawn anew takes its answer, and does not ask again.
 */
function buildQuery<Name extends RouteName>(name: Name, asked: Asked<Name>, isReplaced = false) {
  return {
    queryKey: [name, asked],
    // The library cancels a request only if its signal was read.
    queryFn: (context: { readonly signal: AbortSignal }) =>
      sendRequest(name, asked, isReplaced ? context.signal : undefined),
  };
}

export function useRoute<Name extends RouteName>(
  name: Name,
  asked: Asked<Name>,
  { isWanted = true, keepsLast = false, everyMs = false }: ReadOptions = {},
) {
  return useQuery<RouteAnswer<Name>, ServerFailure>({
    ...buildQuery(name, asked, keepsLast),
    enabled: isWanted,
    refetchInterval: ({ state: { error } }) => (error !== null && isPassing(error) ? comesBackMs : everyMs),
    ...(keepsLast ? { placeholderData: keepPreviousData } : {}),
  });
}

interface ChangeOptions {
  /** Whether the request only asks something, so that nothing has to be requested again. */
  readonly isQuestion?: boolean;
}

/** After a change, everything that is shown is requested again, unless `isQuestion`. */
export function useChange<Name extends RouteName>(
  name: Name,
  onDone?: (answer: RouteAnswer<Name>) => void,
  { isQuestion = false }: ChangeOptions = {},
) {
  const cache = useQueryClient();
  return useMutation<RouteAnswer<Name>, ServerFailure, Asked<Name>>({
    mutationFn: (asked) => sendRequest(name, asked),
    onSuccess: async (answer) => {
      onDone?.(answer);
      if (!isQuestion) await cache.invalidateQueries();
    },
  });
}
