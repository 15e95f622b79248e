// World view: what whoever only looks may ask of a world, at all of it or from a place in the story.

import type { Connection } from '@terrarium/kernel/open-database';
import type { ReadableGlossary } from '../as-of/open-glossary-as-of.ts';
import type { Corpus } from '../corpus/corpus.ts';
import type { LedgerCounts, LedgerStore } from '../journal/ledger-store.ts';
import type { World } from '../world/world.ts';

export type ReadableCorpus = Pick<
  Corpus,
  'name' | 'findThread' | 'findPost' | 'findFormer' | 'iterateThreads' | 'readRange'
>;

export interface ReadableLedger extends Pick<LedgerStore, 'findScene' | 'readThreadScenes'> {
  countScenes(): Pick<LedgerCounts, 'total'>;
}

/** An open annotator is one, of all there is. */
export interface WorldView {
  readonly world: World;
  readonly connection: Connection;
  readonly corpora: ReadonlyMap<string, ReadableCorpus>;
  readonly stores: { readonly glossary: ReadableGlossary; readonly ledger: ReadableLedger };
  /** Nothing later than a place is shown: not what was said when a scene was read again later either. */
  readonly isAsOf?: boolean;
}
