// Tests what a game gets from a glossary: quotes in the order of the stories, and people also of a story in German.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addCorpus } from '@terrarium/annotator/add-corpus';
import { annotate } from '@terrarium/annotator/annotate';
import { openBuiltInReader } from '@terrarium/annotator/built-in-reader';
import { createWorld } from '@terrarium/annotator/open-world';
import { defaultRunSettings } from '@terrarium/annotator/run-settings';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { buildScriptedModel } from '@terrarium/kernel/testing/scripted-model';
import { buildGlossaryWorld } from '@terrarium/rpg/build-glossary-world';
import { expect, it, onTestFinished } from 'vitest';
import type { Host } from '../host/host.ts';
import { readGlossarySource } from './read-glossary-source.ts';

/** Reads the given stories, each under its name, into a glossary, and returns this as the source of a game. */
async function readStories(
  stories: Readonly<Record<string, object | readonly object[]>>,
  model: LanguageModel,
) {
  const parent = mkdtempSync(join(tmpdir(), 'composition-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const environment = buildFakeEnvironment();
  let world = createWorld({ dir: join(parent, 'world'), title: 'Vell', clock: environment.clock });
  for (const [name, posts] of Object.entries(stories)) {
    const path = join(parent, `${name}.jsonl`);
    const lines = [posts].flat().map((post) => JSON.stringify({ thread: name, ...post }));
    writeFileSync(path, lines.join('\n'));
    world = (await addCorpus(world, { path })).world;
  }
  await annotate({
    world,
    model,
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
  return await readGlossarySource(host, { world: world.dir });
}

it('the story that was read last tells what happened last', async () => {
  const stories = {
    zeta: { body: 'Soma was the keeper of Vell. In Vell the gate was shut.', id: 98_000_000 },
    alpha: { body: 'Quillon was a thief of bells. In Vell they feared Quillon.' },
  };
  const source = await readStories(stories, openBuiltInReader());
  expect(source.lastPage).toEqual(['Quillon was a thief of bells. In Vell they feared Quillon.']);
  const entries = source.readEntries();
  const told = entries.find(({ term }) => term === 'Vell')?.told.map(({ words }) => words);
  expect(told?.at(0)).toMatch(/Soma|gate/u);
  expect(told?.at(-1)).toContain('Quillon');
});

it('SZ35: of a story in another language, whoever the glossary calls a person is somebody, where the story names them', async () => {
  const body =
    'Der Abend kam früh, und die Leute gingen nach Hause, als Soma noch einmal vor das Tor von Vell trat. ' +
    'Sie sah auf den Fluss, der so hoch stand wie in keinem Jahr zuvor, und wusste, dass niemand ihr glauben würde. ' +
    'Auf der Brücke stand der Müller mit seiner Laterne und zählte die Bretter, die vorbeitrieben, eines nach dem ' +
    'anderen, als wären es Schafe auf dem Weg in den Stall. Hinter ihm schlief das Dorf.';
  const create = (term: string, tag: string) => ({
    name: 'glossary_create',
    arguments: { term, definition: `${term} am Fluss.`, tags: [tag], evidence: [{ post_id: 1, label: 1 }] },
  });
  const calls = [create('Soma', 'character'), create('Vell', 'location')];
  const model = buildScriptedModel([
    { calls },
    ...Array.from({ length: 5 }, () => ({ text: 'Nothing new.' })),
  ]);
  // A short post by itself does not show its language.
  const posts = [{ body }, { body: '»Bleib«, sagte Soma.' }];
  const world = buildGlossaryWorld(await readStories({ vell: posts }, model));
  expect(world.people.map(({ name, at }) => [name, at])).toEqual([['Soma', 'Vell']]);
});
