// Searches a world from where somebody stands in it: by words, and by meaning where a server of embeddings is configured.

import { type FoundEntries, type GlossarySearch, searchGlossary } from '@terrarium/annotator/search-glossary';
import type { WorldView } from '@terrarium/annotator/world-view';
import { StorageError } from '@terrarium/kernel/errors';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { readConfigured } from '../trust/read-configured.ts';
import { openEmbedder } from './open-embedder.ts';

/** Undefined once somebody stopped it; the vectors that came until then are kept. */
export async function searchView(
  shell: Shell,
  { world, stores: { glossary } }: WorldView,
  search: Omit<GlossarySearch, 'meaning'>,
): Promise<FoundEntries | undefined> {
  if (search.query.trim() === '') return await searchGlossary(glossary, search);
  const embedder = await openEmbedder(shell, readConfigured(shell, {}, world.dir));
  if (embedder === undefined) return await searchGlossary(glossary, search);
  const { vectorsPath } = world;
  const stopping = watchStop(shell);
  const { signal } = stopping;
  try {
    const meaning = { embedder, vectorsPath, signal, onProgress: showProgress(shell) };
    const found = await searchGlossary(glossary, { ...search, meaning });
    if (found.failure !== undefined) warn(shell, found.failure);
    return found;
  } catch (error) {
    if (!signal.aborted) throw error;
    return undefined;
  } finally {
    stopping.close();
    await embedder.close();
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

function warn({ printer }: Shell, failure: NonNullable<FoundEntries['failure']>): void {
  const todo = failure instanceof StorageError ? ` ${failure.todo}` : '';
  printer.showLive();
  printer.warn(paint(`${failure.happened}${todo} Things are found by their words alone.`, 'yellow'));
}

/** Ctrl-C leaves off, and the world is closed as ever. */
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
