// Tests maintenance with servers that cut prompts, and models that only think: the run stops and changes nothing.

import { cutsInSilence, openLimitedServer } from '@terrarium/kernel/testing/limited-server';
import { buildThinkingResponder } from '@terrarium/kernel/testing/responders';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openFragmentStore } from '../../src/fragments/fragment-store.ts';
import { ingest } from '../../src/intake/ingest.ts';
import { buildModelWriter } from '../../src/maintenance/model-writer.ts';
import { proposeTags } from '../../src/maintenance/propose-tags.ts';
import { runMaintenance } from '../../src/maintenance/run-maintenance.ts';
import { openRunStore } from '../../src/maintenance/run-store.ts';
import { parseResponse } from '../../src/tags/parse-message.ts';
import { dumpMemory } from '../support/dump-memory.ts';
import { type MaintainedMemory, openMaintainedMemory } from '../support/maintained-memory.ts';

let memory: MaintainedMemory;

beforeEach(() => {
  memory = openMaintainedMemory();
  fill(memory);
});

afterEach(() => memory.close());

/** Hears about five thousand tokens of talk. */
function fill({ hear }: MaintainedMemory): void {
  for (let day = 0; day < 120; day += 1)
    hear(
      `On day ${day} Mel counted the lamps along the wall of salt, and found ${day} of them dark. `.repeat(2),
    );
}

const tokens = { count: (text: string) => Math.ceil(text.length / 4) };
const operations = [
  {
    do: 'create-fragment',
    key: 'lamps',
    ambient: 'Mel counts lamps.',
    recognition: 'Mel counts the lamps along the wall of salt.',
    inventory: 'Mel counted the lamps along the wall of salt (#1)',
    sources: [1],
  },
];
const answer = () => ({ text: JSON.stringify({ operations }) });
const babble = () => ({ text: 'What a lovely talk that was!' });

const limits = {
  'cuts prompts in silence': {
    code: 'model.prompt-cut',
    options: { ...cutsInSilence, contextTokens: 4_096, respond: babble },
  },
  'thinks its replies away': {
    code: 'model.thought-out',
    options: { respond: buildThinkingResponder(answer, { tokens: 1_000_000 }) },
  },
} as const;

async function open(options: Parameters<typeof openLimitedServer>[0]) {
  const opened = await openLimitedServer(options);
  onTestFinished(() => opened.close());
  return opened;
}

async function maintain(to: MaintainedMemory, options: Parameters<typeof openLimitedServer>[0]) {
  const { model, server } = await open(options);
  const ground = to.ground(buildModelWriter({ model, tokens }));
  const outcome = await runMaintenance(ground, { kind: 'light' }).catch((error: unknown) => error);
  return { outcome, requests: server.records.length };
}

describe.each(Object.entries(limits))('where a server %s', (_, { code, options }) => {
  it('MT20: a run ends within two requests; nothing is done, and the next one comes to what it would have', async () => {
    expect(await maintain(memory, options)).toMatchObject({ outcome: { code }, requests: 2 });
    const { connection } = memory;
    expect([...openFragmentStore(connection).listKeys()]).toEqual([]);
    expect(openRunStore(connection).listCompleted()).toEqual([]);
    const { outcome } = await maintain(memory, { respond: answer });
    const untouched = openMaintainedMemory();
    onTestFinished(() => untouched.close());
    fill(untouched);
    expect(outcome).toEqual((await maintain(untouched, { respond: answer })).outcome);
    const [mended, never] = [memory, untouched].map((one) => dumpMemory(one.connection, one.ambientPath));
    expect(mended).toEqual(never);
  });

  it('AU9: no reply counts as looked at for tags', async () => {
    const { connection, clock } = memory;
    for (let at = 0; at < 20; at += 1)
      ingest(connection, parseResponse(`Call ${at}. ${'I will call Ann and bake a cake. '.repeat(40)}`), {
        side: 'companion',
        clock,
      });
    const pass = { connection, clock, timeZone: 'UTC' };
    const limited = await open(options);
    await expect(proposeTags({ ...pass, model: limited.model })).rejects.toMatchObject({ code });
    expect(limited.server.records).toHaveLength(2);
    const sound = await open({ respond: () => ({ text: '{"tags": []}' }) });
    expect(await proposeTags({ ...pass, model: sound.model })).toMatchObject({ asked: 20 });
  });
});

describe('a request of maintenance', () => {
  it.each([
    [2_457, 1_024],
    [4_000, 2_000],
    [6_000, 500],
  ])(
    'MT21: takes no more than %i tokens where a person says so, and its reply no more than %i',
    async (promptTokens, maxOutputTokens) => {
      const contextTokens = promptTokens + maxOutputTokens;
      const { model, server } = await open({ respond: answer, contextTokens, keepsBodies: true });
      const writer = buildModelWriter({ model, said: { maxOutputTokens }, tokens, promptTokens });
      expect(await runMaintenance(memory.ground(writer), { kind: 'light' })).toMatchObject({
        status: 'applied',
      });
      expect(server.records.length).toBeGreaterThan(1);
      for (const record of server.records) {
        expect(record).toMatchObject({ fault: undefined });
        expect(record.promptTokens).toBeLessThanOrEqual(promptTokens);
        expect(JSON.parse(record.body ?? '').max_tokens).toBeLessThanOrEqual(maxOutputTokens);
      }
    },
  );
});
