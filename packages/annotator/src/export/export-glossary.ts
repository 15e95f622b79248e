// Exports a glossary: every entry as it stands, weighed by how much of the story read so far is about it.

import type { EntryStatus } from '../glossary/entry.ts';
import { computeSalience } from '../glossary/salience.ts';
import type { Annotator } from '../open-annotator.ts';
import { buildExport, type ExportedGlossary, type RankedEntry } from './exported-glossary.ts';

export interface ExportFilter {
  readonly status?: EntryStatus | undefined;
  readonly tag?: string | undefined;
}

/** The glossary of a world; a run may go on beside it. Throws `StorageError` when it cannot be read. */
export function exportGlossary(annotator: Annotator, filter: ExportFilter = {}): ExportedGlossary {
  return buildExport({ world: annotator.world.title, entries: rankEntries(annotator, filter) });
}

/** Every entry that passes, with its salience, in no order. */
export function* rankEntries(annotator: Annotator, filter: ExportFilter = {}): Generator<RankedEntry> {
  const { glossary } = annotator.stores;
  const weights = new Map<number, number>();
  for (const spread of glossary.iterateSpreads()) weights.set(spread.entryId, computeSalience(spread));
  for (const entry of glossary.iterateEntries(filter)) {
    yield { entry, salience: weights.get(entry.id) ?? 0 };
  }
}
