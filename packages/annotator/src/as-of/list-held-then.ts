// Lists the words that were on hold at a moment of the reading.

import { openAnnotatorDatabase } from '../database/open-annotator-database.ts';
import { buildHeldKey, type HeldTerm, openCandidateStore } from '../glossary/candidate-store.ts';
import type { EntryStore } from '../glossary/entry-store.ts';
import { openRemovedNameStore } from '../glossary/removed-name-store.ts';
import { listSurfaces } from '../glossary/term-forms.ts';
import type { AsOfSource } from './as-of-source.ts';
import { openProjectionStore } from './moment-store.ts';

type Names = Pick<EntryStore, 'iterateNames'>;

/**
 * The words that were on hold, most mentioned first, without those that had become entries by then. A word that is no
 * longer on hold and never became an entry is left out: it was withdrawn together with its scene.
 */
export function listHeldThen(source: AsOfSource, then: Names, lastPart: number): HeldTerm[] {
  const { connection, reading, revisions } = source;
  const [named, namedNow] = [collectHeldKeys(then), collectHeldKeys(source.entries)];
  const held = openCandidateStore(connection);
  const removed = openRemovedNameStore(connection, revisions.read);
  const isTakenBack = (surface: string) =>
    held.findByName(surface) === undefined &&
    !namedNow.has(buildHeldKey(surface)) &&
    removed.listIds(surface).length === 0;
  const target = openAnnotatorDatabase({ path: ':memory:', isView: true });
  try {
    const candidates = openCandidateStore(target);
    const projection = openProjectionStore(connection, target);
    for (const { surface, ...meaning } of held.listMeaningsUntil(lastPart)) {
      if (named.has(buildHeldKey(surface)) || isTakenBack(surface)) continue;
      const counts = reading.countNames([surface]).filter(({ partId }) => partId <= lastPart);
      for (const { partId } of [...counts.slice(0, 1), ...counts.slice(-1)]) projection.copyPart(partId);
      projection.copyPart(meaning.partId);
      candidates.add(surface, counts, meaning);
    }
    return candidates.list();
  } finally {
    target.close();
  }
}

/** The names of all entries, as the keys by which words on hold are compared. */
function collectHeldKeys(entries: Names): ReadonlySet<string> {
  return new Set([...entries.iterateNames()].flatMap((entry) => listSurfaces(entry).map(buildHeldKey)));
}
