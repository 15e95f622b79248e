// Exports a snapshot as one self-contained value: its place in the story, what the model saw, and what was known.

import type { Message, ToolDeclaration } from '@terrarium/kernel/language-model';
import { listRelations } from '../glossary/list-relations.ts';
import { computeSalience, noCounts } from '../glossary/salience.ts';
import type { Snapshot } from '../journal/snapshot-store.ts';
import { findShownScene, loadSnapshot, type SnapshotSource } from '../moments/load-snapshot.ts';
import type { World } from '../world/world.ts';
import { buildExport, type ExportedGlossary } from './exported-glossary.ts';

export interface TitledSource extends SnapshotSource {
  readonly world: Pick<World, 'title'>;
}

export interface ExportedSnapshot {
  readonly format: 'terrarium-snapshot';
  readonly version: 1;
  readonly world: string;
  readonly snapshot: {
    readonly id: number;
    readonly type: string;
    readonly note: string;
    readonly created_at: string;
    readonly tokens: number;
  };
  /** The last post that the model had been shown; null before the first. */
  readonly position: {
    readonly corpus: string;
    readonly thread_id: number;
    readonly thread_title: string | null;
    readonly post_id: number;
  } | null;
  /** The request at the snapshot: instructions, summaries, story and replies, and the tools. */
  readonly window: { readonly tools: readonly ToolDeclaration[]; readonly messages: readonly Message[] };
  readonly glossary: ExportedGlossary;
}

/** The same snapshot gives the same value at any time. Throws `StorageError` if it is damaged. */
export function exportSnapshot(source: TitledSource, snapshot: Snapshot): ExportedSnapshot {
  const { world, corpora, stores } = source;
  const loaded = loadSnapshot(source, snapshot);
  try {
    const { glossary } = loaded;
    const spreads = new Map([...glossary.iterateSpreads()].map((one) => [one.entryId, one]));
    const entries = [...glossary.iterateEntries()].map((entry) => ({
      entry,
      salience: computeSalience(spreads.get(entry.id) ?? noCounts, entry.tags),
    }));
    const scene = findShownScene(stores, snapshot);
    const { id, type, note, createdAt, tokens } = snapshot;
    return {
      format: 'terrarium-snapshot',
      version: 1,
      world: world.title,
      snapshot: { id, type, note, created_at: createdAt, tokens },
      position:
        scene === undefined
          ? null
          : {
              corpus: scene.corpus,
              thread_id: scene.threadId,
              thread_title: corpora.get(scene.corpus)?.findThread(scene.threadId)?.title ?? null,
              post_id: scene.lastPostId,
            },
      window: loaded.window.render(),
      glossary: buildExport({ world: world.title, entries, relations: listRelations(glossary) }),
    };
  } finally {
    loaded.close();
  }
}
