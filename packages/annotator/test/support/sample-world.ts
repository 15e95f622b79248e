// Sample world: the sample story read by the built-in reader, with a few late changes by a person.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { annotate } from '../../src/annotate.ts';
import type { ChangeSource, EntryId } from '../../src/glossary/entry.ts';
import { type Annotator, openAnnotator } from '../../src/journal/open-annotator.ts';
import { openBuiltInReader } from '../../src/reader/built-in-reader.ts';
import { defaultRunSettings } from '../../src/runner/run-settings.ts';
import { addCorpus } from '../../src/world/add-corpus.ts';
import { createWorld } from '../../src/world/open-world.ts';

const sample = fileURLToPath(new URL('../../../../samples/low-veyre.jsonl', import.meta.url));

export interface SampleWorld {
  readonly annotator: Annotator;
  readonly folder: string;
  /** Creates a world with the same story and without any reading. */
  createUnread(name: string): Promise<Annotator>;
  remove(): void;
}

export async function readSampleWorld(path = sample): Promise<SampleWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-sample-'));
  const environment = buildFakeEnvironment();
  const { clock } = environment;
  const build = async (name: string) => {
    const empty = createWorld({ dir: join(folder, name), title: 'A Sample Serial', clock });
    return (await addCorpus(empty, { path })).world;
  };
  const world = await build('world');
  await annotate({
    world,
    model: openBuiltInReader(),
    environment,
    settings: defaultRunSettings,
    stop: { isRequested: () => false, abort: new AbortController().signal },
    emit: () => undefined,
  });
  const annotator = openAnnotator(world, { clock });
  const opened = [annotator];
  return {
    annotator,
    folder,
    async createUnread(name) {
      const unread = openAnnotator(await build(name), { clock });
      opened.push(unread);
      return unread;
    },
    remove() {
      for (const one of opened) one.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface LateChanges {
  readonly renamed: EntryId;
  readonly deleted: EntryId;
  /** The entry that was merged into `renamed`. */
  readonly merged: EntryId;
}

/**
 * Makes changes, as a person would, that hold from the end of what was read: renames one entry, deletes another, and
 * merges a third into the first.
 */
export function changeLate({ stores }: Annotator): LateChanges {
  const last = [...stores.ledger.iterateScenes()].findLast(({ isIndexed }) => isIndexed);
  const [renamed, deleted, merged] = [...stores.glossary.iterateEntries()];
  if (last === undefined || renamed === undefined || deleted === undefined || merged === undefined)
    throw new Error('Nothing was read.');
  const source: ChangeSource = {
    author: 'human',
    position: { corpus: last.corpus, threadId: last.threadId, postId: last.lastPostId },
    stepId: undefined,
    model: undefined,
    promptVersion: undefined,
    reason: 'of a test',
    holds: { from: last.id },
  };
  const changes = { term: 'Quite Another Name', aliases: [...renamed.aliases, 'the lamp', renamed.term] };
  stores.glossary.update(renamed.id, { ...changes, definition: 'See [[No Such Thing]].' }, source);
  stores.glossary.delete(deleted.id, source);
  stores.glossary.merge({ from: merged.id, into: renamed.id, source });
  return { renamed: renamed.id, deleted: deleted.id, merged: merged.id };
}
