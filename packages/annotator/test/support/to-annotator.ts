// Builds an annotator from a run in a small world, for tests of functions that read worlds.

import type { Annotator } from '../../src/journal/open-annotator.ts';
import type { OpenedRun, SmallWorld } from './small-world.ts';

export function toAnnotator({ folder, corpus }: SmallWorld, { run, connection }: OpenedRun): Annotator {
  const { name, path } = corpus;
  const title = 'A small story';
  const record = { name, title, path, kind: 'imported', source: '', sourceHash: '' } as const;
  const world = {
    dir: folder,
    title,
    createdAt: '2026-01-01T00:00:00Z',
    corpora: [record],
    annotatorPath: `${folder}/annotator.db`,
    vectorsPath: `${folder}/vectors.db`,
    exportsDir: '',
    logsDir: '',
  };
  return {
    world,
    connection,
    corpora: new Map([[name, corpus]]),
    stores: run.stores,
    close: () => undefined,
  };
}
