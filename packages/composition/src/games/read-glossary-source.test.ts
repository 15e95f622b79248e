// Tests that a game gets the quotes of a world's stories in the order of the stories, not of their names.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addCorpus } from '@terrarium/annotator/add-corpus';
import { annotate } from '@terrarium/annotator/annotate';
import { openBuiltInReader } from '@terrarium/annotator/built-in-reader';
import { createWorld } from '@terrarium/annotator/open-world';
import { defaultRunSettings } from '@terrarium/annotator/run-settings';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { expect, it, onTestFinished } from 'vitest';
import type { Host } from '../host/host.ts';
import { readGlossarySource } from './read-glossary-source.ts';

it('the story that was read last tells what happened last', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'composition-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const environment = buildFakeEnvironment();
  let world = createWorld({ dir: join(parent, 'world'), title: 'Vell', clock: environment.clock });
  const stories = {
    zeta: 'Soma was the keeper of Vell. In Vell the gate was shut.',
    alpha: 'Quillon was a thief of bells. In Vell they feared Quillon.',
  };
  const forumPost = 98_000_000;
  for (const [name, body] of Object.entries(stories)) {
    const path = join(parent, `${name}.jsonl`);
    writeFileSync(path, JSON.stringify({ thread: name, body, ...(name === 'zeta' && { id: forumPost }) }));
    world = (await addCorpus(world, { path })).world;
  }
  await annotate({
    world,
    model: openBuiltInReader(),
    environment,
    settings: { ...defaultRunSettings, curates: false },
    stop: { isRequested: () => false, abort: new AbortController().signal },
    emit: () => undefined,
  });
  const host: Host = {
    environment,
    trustsWorld: true,
    logsDir: undefined,
    notify: () => undefined,
    askTrust: async () => true,
  };
  const entries = (await readGlossarySource(host, { world: world.dir })).readEntries();
  const told = entries.find(({ term }) => term === 'Vell')?.told.map(({ words }) => words);
  expect(told?.at(0)).toMatch(/Soma|gate/u);
  expect(told?.at(-1)).toContain('Quillon');
});
