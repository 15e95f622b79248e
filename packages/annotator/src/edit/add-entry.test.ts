// Tests that a quote given twice for a new entry counts once, and that no unknown entry is deleted or restored.

import { writeFileSync } from 'node:fs';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { expect, it, onTestFinished } from 'vitest';
import { createTemporaryFolder } from '../../test/temporary-folder.ts';
import { annotate } from '../annotate.ts';
import type { EntryId } from '../glossary/entry.ts';
import { openAnnotator } from '../journal/open-annotator.ts';
import { openBuiltInReader } from '../reader/built-in-reader.ts';
import { defaultRunSettings } from '../runner/run-settings.ts';
import { addCorpus } from '../world/add-corpus.ts';
import { createWorld } from '../world/open-world.ts';
import { addEntry } from './add-entry.ts';
import { deleteEntry, restoreEntry } from './edit-glossary.ts';

const wish = { reason: undefined };

async function openRead() {
  const environment = buildFakeEnvironment();
  const { clock } = environment;
  const folder = createTemporaryFolder();
  const path = folder.path('one.jsonl');
  writeFileSync(path, JSON.stringify({ thread: 'One', body: 'At dawn old Soma shut the gate of the town.' }));
  const empty = createWorld({ dir: folder.path('world'), title: 'Salt', clock });
  const { world } = await addCorpus(empty, { path });
  const stop = { isRequested: () => false, abort: new AbortController().signal };
  const settings = { ...defaultRunSettings, curates: false };
  await annotate({
    world,
    model: openBuiltInReader(),
    environment,
    settings,
    stop,
    emit: () => undefined,
  });
  const annotator = openAnnotator(world, { clock });
  onTestFinished(() => annotator.close());
  return annotator;
}

it('HU8: the same words given twice are one quote', async () => {
  const annotator = await openRead();
  const quotes = ['the gate of the town', 'the  gate of the town'];
  const { evidence } = addEntry(annotator, { term: 'the gate', definition: 'A gate.', quotes }, wish);
  expect(evidence.map(({ quote }) => quote)).toEqual(['the gate of the town']);
});

it('HU9: an entry that never existed can be neither deleted nor brought back', async () => {
  const annotator = await openRead();
  const target = { ...wish, id: 77 as EntryId };
  expect(() => deleteEntry(annotator, target)).toThrow(/There is no entry 77/u);
  expect(() => restoreEntry(annotator, target)).toThrow(/There is no entry 77/u);
});
