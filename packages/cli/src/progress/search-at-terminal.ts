// Searches a world for somebody at a terminal: shows how far the vectors are, and Ctrl-C stops it.

import type { WorldView } from '@terrarium/annotator/open-world-view';
import type { FoundEntries, GlossarySearch } from '@terrarium/annotator/search-glossary';
import { searchView } from '@terrarium/composition/search-view';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';

/** Undefined where somebody stopped the search. */
export async function searchAtTerminal(
  shell: Shell,
  view: WorldView,
  search: Omit<GlossarySearch, 'meaning'>,
): Promise<FoundEntries | undefined> {
  const stopping = watchStop(shell);
  const { signal } = stopping;
  try {
    return await searchView(shell, view, { ...search, signal, onProgress: showProgress(shell) });
  } catch (error) {
    if (!signal.aborted) throw error;
    return undefined;
  } finally {
    stopping.close();
  }
}

/** To embed a glossary of thousands of entries may take a server minutes, but only once. */
function showProgress({ printer }: Shell): (done: number, missing: number) => void {
  return (done, missing) =>
    printer.showLive(
      paint(
        `Giving ${renderCount(missing, 'entry its vector', 'entries their vectors')}: ${done} done …`,
        'dim',
      ),
    );
}

/** Ctrl-C stops the search, and the world is then closed as usual. */
function watchStop(shell: Shell) {
  const stopping = new AbortController();
  const stop = () => {
    shell.exitCode = exitCodes.interrupted;
    shell.printer.showLive();
    shell.printer.warn('Stopped. What has its vector keeps it; the next search goes on from there.');
    stopping.abort();
  };
  process.once('SIGINT', stop);
  const close = () => {
    process.off('SIGINT', stop);
    shell.printer.showLive();
  };
  return { signal: stopping.signal, close };
}
