// Tests maintaining a memory from two processes at once: the second is told of the first, and nothing is asked twice.

import { openFakeServer } from '@terrarium/kernel/testing/fake-server';
import type { FakeReply } from '@terrarium/kernel/testing/fake-wire';
import { expect, it, onTestFinished } from 'vitest';
import { parseLines, runTerrarium, startTerrarium } from './support/run-terrarium.ts';
import { createFolder } from './support/small-story.ts';

it('has one run go on, and tells the other which process holds it before a model is asked', async () => {
  const folder = createFolder();
  onTestFinished(() => folder.remove());
  const talk = { role: 'assistant', text: 'The lamp oil is low again.', at: '2016-03-01T10:00:00Z' };
  folder.write('talk.jsonl', JSON.stringify(talk));
  await runTerrarium(['memory', 'import', 'talk.jsonl'], { cwd: folder.path });
  const asked = Promise.withResolvers<void>();
  const reply = Promise.withResolvers<FakeReply>();
  const server = await openFakeServer({
    models: ['story'],
    respond: () => {
      asked.resolve();
      return reply.promise;
    },
  });
  onTestFinished(() => server.close());
  const model = ['--model', 'openai:story', '--base-url', server.baseUrl];
  const build = (...argv: readonly string[]) => ['memory', 'maintain', ...argv, ...model, '--json'];
  const maintain = (...argv: readonly string[]) => runTerrarium(build(...argv), { cwd: folder.path });
  const first = startTerrarium(build(), { cwd: folder.path });
  await asked.promise;
  for (const second of [[], ['--propose-tags']]) {
    const { exitCode, error } = await maintain(...second);
    expect(exitCode).toBe(5);
    expect(error).toMatch(
      /Another maintenance run of this memory is already active \(process \d+\)\.[\s\S]*\[lock\.held\]/,
    );
  }
  expect(server.records).toHaveLength(1);
  reply.resolve({ text: '{"operations": []}' });
  const { exitCode, out } = await first;
  expect([exitCode, parseLines(out)[0]]).toEqual([
    0,
    expect.objectContaining({ status: 'applied', events: 1 }),
  ]);
  expect(parseLines((await maintain()).out)[0]).toMatchObject({ status: 'nothing-new' });
});
