// Searches a world for somebody at a terminal: how far the vectors are is shown, and Ctrl-C leaves off.

import type { WorldView } from '@terrarium/annotator/open-world-view';
import type { FoundEntries, GlossarySearch } from '@terrarium/annotator/search-glossary';
import { searchView } from '@terrarium/composition/search-view';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';

/** Undefined once somebody stopped it. */
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

/** A glossary of thousands of entries may take a server minutes, once. */
function showProgress({ printer }: Shell): (done: number, missing: number) => void {
  return (done, missing) =>
    printer.showLive(
      paint(
        `Giving ${renderCount(missing, 'entry its vector', 'entries their vectors')}: ${done} done …`,
        'dim',
      ),
    );
}

/** The world is closed as ever. */
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
