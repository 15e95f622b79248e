// A lived memory: a file in which every table has rows, for tests that damage it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFakeEmbedder } from '@terrarium/kernel/testing/fake-embedder';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import { buildScriptedModel } from '@terrarium/kernel/testing/scripted-model';
import { openMemoryDatabase } from '../../src/database/open-memory-database.ts';
import type { EventId } from '../../src/events/event.ts';
import { openFragmentStore } from '../../src/fragments/fragment-store.ts';
import { openMemory } from '../../src/open-memory.ts';
import { dayMs } from './open-test-memory.ts';
import { buildPlannedWriter } from './planned-writer.ts';

export interface LivedMemory {
  readonly folder: string;
  readonly path: string;
  /** The bytes of the whole file, with no write-ahead log beside it. */
  readonly whole: Buffer;
}

const said = [
  'The kiln is warm and the bowls of Selma stand by the door.',
  'I walked to the harbour; the heron was there again, quite still.',
  'Buy nails, tar and two brushes before the boat is turned over.',
  'Nobody has seen the ferryman since the fair.',
];

/** The caller removes the folder. */
export async function liveMemory(folder: string, days = 36): Promise<LivedMemory> {
  const { clock } = buildFakeEnvironment();
  const path = join(folder, 'memory.sqlite');
  const patient = { ...clock, sleep: () => new Promise<void>(() => undefined) };
  const options = {
    database: path,
    ambientPath: join(folder, 'ambient.md'),
    wakeContextPath: join(folder, 'wake-context.md'),
    wakeContextImagePath: join(folder, 'wake-context-image.md'),
    timeZone: 'UTC',
    clock: patient,
    embedder: buildFakeEmbedder(),
  };
  const memory = openMemory({ ...options, untaggedReplies: 'processing' });
  const connection = openMemoryDatabase({ path });
  memory.hear('<pin>The key hangs behind the mill.</pin>');
  const known = { key: 'known', ambient: 'Known.', recognition: 'Known.', inventory: 'Known.' };
  openFragmentStore(connection).create({ ...known, sources: [1 as EventId] }, clock.now());
  for (let day = 0; day < days; day += 1) {
    memory.hear(`${said[day % said.length]} That was day ${day}.`);
    memory.speak(`<feeling>glad of day ${day}</feeling><say>I will remember ${day}.</say>`);
    memory.speak(`Nothing but thoughts of day ${day}.`);
    memory.speak(`<plan>Mend the boat of [known] on day ${day + 20}</plan>`);
    await memory.wake();
    clock.advance(dayMs);
  }
  await memory.maintain({ kind: 'light' }, { ...buildPlannedWriter(), promptVersion: 'planned' });
  memory.hear('The heron has a nest by the mill.');
  await memory.maintain(
    { kind: 'light', isProposing: true },
    { ...buildPlannedWriter(), promptVersion: 'planned' },
  );
  memory.markApproved('known', true);
  const plain = openMemory(options);
  plain.speak('Wait, recall("known") first, and there is a kiln to be seen to.');
  memory.hear('And then?');
  await memory.wake();
  await memory.embed();
  await memory.proposeTags(buildScriptedModel([{ text: '{"tags": []}' }], { contextTokens: 16_000 }));
  memory.hear('Never mind. <pin>The mill is for sale</pin>');
  memory.undo();
  for (const open of [memory, connection]) open.close();
  plain.forget([{ event: 2 as EventId }]);
  plain.close();
  return { folder, path, whole: readFileSync(path) };
}
