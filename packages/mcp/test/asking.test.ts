// Tests asking a model on behalf of a client: a failed request is repeated, with the configured options and limit.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFakeServer } from '@terrarium/kernel/testing/fake-server';
import { buildThinkingResponder } from '@terrarium/kernel/testing/responders';
import { expect, it, onTestFinished } from 'vitest';
import { createFolder, openClient } from './support/open-client.ts';

it('asks again for what is compiled, with the options and the cap that were said', async () => {
  const server = await openFakeServer({
    respond: () => ({ text: '{"operations": []}' }),
    models: ['story'],
    keepsBodies: true,
    faults: ({ number }) => (number === 1 ? { kind: 'status', status: 500 } : undefined),
  });
  onTestFinished(() => server.close());
  const folder = createFolder();
  mkdirSync(join(folder, 'world'));
  const settings = {
    model: 'openai:story',
    baseUrl: server.baseUrl,
    temperature: 1.25,
    maxOutputTokens: 777,
    extraBody: { min_p: 0.07 },
    retries: { baseDelayMs: 1 },
  };
  writeFileSync(join(folder, 'world', 'terrarium.yaml'), JSON.stringify(settings));
  const { call } = await openClient(folder, { trustsWorld: true });
  await call('hear', { text: 'The lamp oil is low again.' });
  expect((await call('maintain')).isError).toBe(false);
  const [failed, ...asked] = server.records.map(({ body }) => JSON.parse(body ?? '{}') as object);
  expect(asked.length).toBeGreaterThan(0);
  for (const body of [failed, ...asked])
    expect(body).toMatchObject({ temperature: 1.25, max_tokens: 777, min_p: 0.07 });
});

it('says what helps where the model thinks its reply away, and compiles nothing', async () => {
  const respond = buildThinkingResponder(() => ({ text: '{"operations": []}' }), { tokens: 1_000_000 });
  const server = await openFakeServer({ respond, models: ['story'], flavour: 'ollama' });
  onTestFinished(() => server.close());
  const folder = createFolder();
  mkdirSync(join(folder, 'world'));
  const settings = { model: 'openai:story', baseUrl: server.baseUrl };
  writeFileSync(join(folder, 'world', 'terrarium.yaml'), JSON.stringify(settings));
  const { call } = await openClient(folder, { trustsWorld: true });
  await call('hear', { text: 'The lamp oil is low again.' });
  expect(await call('maintain')).toMatchObject({
    isError: true,
    text: expect.stringMatching(/whole reply for thinking.*reasoning_effort=none.*\[model\.thought-out\]/s),
  });
  expect(server.records).toHaveLength(2);
});
