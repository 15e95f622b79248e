// Opens the glossary to export: as it is now, or as it was at a moment.

import type { Clock } from '@terrarium/kernel/environment';
import { type Moment, openMomentStore } from '../as-of/moment-store.ts';
import { openGlossaryAsOf, type ReadableGlossary } from '../as-of/open-glossary-as-of.ts';
import type { Position } from '../corpus/corpus.ts';
import type { ReadBody } from '../glossary/read-parts.ts';
import type { Annotator } from '../journal/open-annotator.ts';

/** Nothing is written through a view, so its clock is never read. */
const stillClock: Clock = { now: () => 0, monotonic: () => 0, sleep: () => Promise.resolve() };

export interface GlossaryView {
  readonly glossary: ReadableGlossary;
  /** How far the story had been read; undefined if all of it had been read. */
  readonly asOf: Position | undefined;
  close(): void;
}

/** The glossary contains nothing later than the moment. Throws `StorageError`. */
export function openGlossaryFor(annotator: Annotator, moment?: Moment): GlossaryView {
  const { connection, stores } = annotator;
  if (moment === undefined) {
    return { glossary: stores.glossary, asOf: findReadEnd(annotator), close: () => undefined };
  }
  const view = openGlossaryAsOf(connection, {
    moment,
    clock: stillClock,
    readBody: buildBodyReader(annotator),
  });
  return { ...view, asOf: openMomentStore(connection).findPosition(moment) };
}

export function buildBodyReader({ corpora }: Annotator): ReadBody {
  return (corpus, postId) => corpora.get(corpus)?.findPost(postId)?.body;
}

/** How far reading has come; undefined when it is at the end of the story, or has not begun. */
function findReadEnd({ connection, corpora, stores }: Annotator): Position | undefined {
  const scenes = [...stores.ledger.iterateScenes()];
  const planned = new Set(scenes.map(({ corpus }) => corpus));
  const isWhole =
    scenes.every(({ isIndexed }) => isIndexed) && [...corpora.keys()].every((name) => planned.has(name));
  const last = scenes.at(-1);
  if (isWhole || last === undefined) return undefined;
  return openMomentStore(connection).findPosition({ at: 'scene', sceneId: last.id });
}
