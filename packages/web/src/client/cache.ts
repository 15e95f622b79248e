// Cache: keeps the server's answers for all pages of the app.

import { QueryClient } from '@tanstack/react-query';
import { noAnswer, ServerFailure } from './send-request.ts';

/** The server is usually on this machine, so it can be asked even if the browser says that it is offline. */
const networkMode = 'always';

export const cache = new QueryClient({
  defaultOptions: {
    mutations: { networkMode },
    queries: {
      networkMode,
      // A request that the server refused is not repeated. A request that was not answered is repeated once.
      retry: (count, error) => count < 1 && error instanceof ServerFailure && error.code === noAnswer,
      retryDelay: 300,
      staleTime: 5_000,
    },
  },
});

// An answer that is under way while something changes may be older than the change. A page that is open asks again. For a
// page that is not open yet, the answer is dropped, so that the page asks when it opens.
cache.getQueryCache().subscribe(({ type, query, ...event }) => {
  const isOutdated = type === 'updated' && 'action' in event && event.action.type === 'invalidate';
  if (isOutdated && query.state.fetchStatus !== 'idle' && !query.isActive())
    void query.cancel({ revert: true, silent: true });
});
