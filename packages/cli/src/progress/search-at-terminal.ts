// Searches a world for a person at a terminal: shows how many vectors are done, and lets Ctrl-C stop the search.

import type { SearchProgress } from '@terrarium/composition/search-view';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';

/** The name of the things that get vectors, in the singular and in the plural. */
export type Searched = readonly [one: string, many: string];

/** Undefined if the person stopped the search. */
export async function searchAtTerminal<Found>(
  shell: Shell,
  searched: Searched,
  search: (progress: SearchProgress) => Promise<Found>,
): Promise<Found | undefined> {
  const stopping = watchStop(shell);
  const { signal } = stopping;
  try {
    return await search({ signal, onProgress: showProgress(shell, searched) });
  } catch (error) {
    if (!signal.aborted) throw error;
    return undefined;
  } finally {
    stopping.close();
  }
}

/** Shows the progress, because a server may need minutes to embed thousands of texts the first time. */
function showProgress({ printer }: Shell, [one, many]: Searched): SearchProgress['onProgress'] {
  return (done, missing) =>
    printer.showLive(
      paint(
        `Giving ${renderCount(missing, `${one} its vector`, `${many} their vectors`)}: ${done} done …`,
        'dim',
      ),
    );
}

/** Lets Ctrl-C stop only the search, so that the world is closed as usual. */
function watchStop(shell: Shell) {
  const stopping = new AbortController();
  const stop = () => {
    shell.exitCode = exitCodes.interrupted;
    shell.printer.showLive();
    shell.printer.warn('Stopped. The vectors made so far are kept; the next search goes on from there.');
    stopping.abort();
  };
  process.once('SIGINT', stop);
  const close = () => {
    process.off('SIGINT', stop);
    shell.printer.showLive();
  };
  return { signal: stopping.signal, close };
}
