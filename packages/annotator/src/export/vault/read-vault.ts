// Reads what a vault is written from, and renders it.

import { openMomentStore } from '../../as-of/moment-store.ts';
import type { ThreadId } from '../../corpus/corpus.ts';
import type { Annotator } from '../../stores/open-annotator.ts';
import { openCitedPosts } from '../cited-posts.ts';
import { collectGlossary, type ExportOptions } from '../export-glossary.ts';
import { renderVault, type VaultFile } from './render-vault.ts';

export interface RenderedVault {
  /** How many entries are in it. */
  readonly entries: number;
  readonly files: readonly VaultFile[];
}

/** Nothing later than the moment is in it. Throws `StorageError` when the world cannot be read. */
export function readVault(annotator: Annotator, options: ExportOptions = {}): RenderedVault {
  const { corpora, connection } = annotator;
  const { moment } = options;
  const lastPart =
    moment === undefined ? Number.MAX_SAFE_INTEGER : openMomentStore(connection).readLastPart(moment);
  const posts = openCitedPosts(annotator, lastPart);
  const gathered = collectGlossary(annotator, options);
  const readThreadTitle = (corpus: string, threadId: number): string =>
    corpora
      .get(corpus)
      ?.findThread(threadId as ThreadId)
      ?.title.trim() || `Thread ${threadId}`;
  const files = renderVault({
    ...gathered,
    findPost: posts.find,
    readThreadTitle,
    isOneCorpus: annotator.world.corpora.length <= 1,
  });
  return { entries: gathered.glossary.entries.length, files };
}
