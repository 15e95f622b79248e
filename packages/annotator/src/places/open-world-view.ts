// Opens a world as somebody knows it who stands at a place in the story: nothing later can be asked for.

import type { Clock } from '@terrarium/kernel/environment';
import { openMomentStore } from '../as-of/moment-store.ts';
import { openGlossaryAsOf } from '../as-of/open-glossary-as-of.ts';
import type { SceneId } from '../context/message-log.ts';
import type { Annotator } from '../stores/open-annotator.ts';
import { cutCorpus } from './cut-corpus.ts';
import { resolveMoment } from './resolve-moment.ts';
import type { ReadableCorpus, WorldView } from './world-view.ts';

export interface OpenedView {
  readonly view: WorldView;
  close(): void;
}

/** `place` as `parsePlace` takes it; all of the world without one. Throws `UsageError` for a place that is not there. */
export function openWorldView(annotator: Annotator, place: string | undefined, clock: Clock): OpenedView {
  if (place === undefined) return { view: annotator, close: () => undefined };
  const { connection, world, stores } = annotator;
  const moment = resolveMoment(annotator, place);
  const lastShown = openMomentStore(connection).readLastScene(moment);
  // At a revision its scene was being read: its posts had been shown, what came of it had not all been said.
  const lastKnown = moment.at === 'scene' ? lastShown : lastShown - 1;
  const corpora = cutCorpora(annotator, lastShown);
  const readBody = (corpus: string, id: Parameters<ReadableCorpus['findPost']>[0]) =>
    annotator.corpora.get(corpus)?.findBody(id);
  const { glossary, close } = openGlossaryAsOf(connection, { moment, clock, readBody });
  const isKnown = (scene: { readonly id: SceneId }): boolean => scene.id <= lastKnown;
  const ledger: WorldView['stores']['ledger'] = {
    findScene: (id) => [stores.ledger.findScene(id)].find((scene) => scene !== undefined && isKnown(scene)),
    readThreadScenes: (thread) => stores.ledger.readThreadScenes(thread).filter(isKnown),
    countScenes: () => ({ total: lastKnown }),
  };
  return { view: { world, connection, corpora, stores: { glossary, ledger }, isAsOf: true }, close };
}

/** A corpus of which nothing had been read is not there. */
function cutCorpora({ corpora, stores }: Annotator, lastShown: number): WorldView['corpora'] {
  const limited = new Map<string, ReadableCorpus>();
  for (const corpus of corpora.values()) {
    const last = stores.ledger.findLastScene(corpus.name, lastShown as SceneId);
    if (last !== undefined) limited.set(corpus.name, cutCorpus(corpus, last));
  }
  return limited;
}
