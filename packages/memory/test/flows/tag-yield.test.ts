// The tag yield, and a second pass that proposes the tags a model forgot.

import { ProviderError } from '@terrarium/kernel/errors';
import { buildScriptedModel, type ScriptStep } from '@terrarium/kernel/testing/scripted-model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ingest } from '../../src/events/ingest.ts';
import { measureTagYield } from '../../src/tag-yield/measure-tag-yield.ts';
import { proposeTags } from '../../src/tag-yield/propose-tags.ts';
import { parseResponse } from '../../src/tags/parse-message.ts';
import { openWorkingMemoryStore } from '../../src/working-memory/working-memory-store.ts';
import { type MaintainedMemory, openMaintainedMemory } from '../support/maintained-memory.ts';

let memory: MaintainedMemory;

beforeEach(() => {
  memory = openMaintainedMemory();
});

afterEach(() => memory.close());

function speak(text: string): number {
  return ingest(memory.connection, parseResponse(text), { side: 'companion', clock: memory.clock }).eventId;
}

async function pass(...script: readonly ScriptStep[]) {
  const model = buildScriptedModel(script);
  const { connection, clock } = memory;
  const outcome = await proposeTags({ connection, clock, model, timeZone: 'UTC' });
  model.assertDone();
  return { outcome, requests: model.requests };
}

const propose = (...tags: readonly Readonly<Record<string, unknown>>[]): ScriptStep => ({
  text: JSON.stringify({ tags }),
});
const readPlans = () =>
  openWorkingMemoryStore(memory.connection)
    .readActiveOf('plan')
    .map(({ content }) => content);

describe('tag yield', () => {
  it('AU8: is the share of replies with a known tag, of the newest ones', () => {
    expect(measureTagYield(memory.connection)).toEqual({
      replies: 0,
      tagged: 0,
      holding: 0,
      share: 'unknown',
    });
    for (const text of ['no tag', '<say>hi</say>', '<say>hi</say><plan>call Ann</plan>', '<b>bold</b>'])
      speak(text);
    expect(measureTagYield(memory.connection)).toEqual({ replies: 4, tagged: 2, holding: 1, share: 0.5 });
    expect(measureTagYield(memory.connection, { last: 1 })).toMatchObject({ replies: 1, share: 0 });
  });

  it('AU9: takes what stands in an untagged reply, dated as it was said, and asks once for each', async () => {
    const event = speak('I will call Ann tomorrow, & bake a cake.');
    speak('<say>tagged</say>');
    memory.clock.advance(60_000);
    const { outcome, requests } = await pass(propose({ event, tag: 'plan', content: 'call Ann tomorrow' }));
    expect(requests[0]?.messages[1]?.content).toBe(
      `<reply event="${event}" at="2024-01-01T00:00">I will call Ann tomorrow, &amp; bake a cake.</reply>`,
    );
    expect(outcome).toMatchObject({ asked: 1, refused: [], effects: [{ effect: 'created' }] });
    const [plan] = openWorkingMemoryStore(memory.connection).readActiveOf('plan');
    expect(plan).toMatchObject({
      eventId: event,
      dueWords: 'tomorrow',
      createdAtMs: memory.clock.now() - 60_000,
    });
    expect((await pass()).outcome.asked).toBe(0);
  });

  it('AU9: refuses secrets, words that do not stand there, and events that were not asked about', async () => {
    const tagged = speak('<say>call Bob</say>');
    const event = speak('I will call Ann. <secret>the code</secret');
    const { outcome } = await pass(
      propose(
        { event, tag: 'secret', content: 'I will call Ann' },
        { event, tag: 'plan', content: 'call Bob' },
        { event: tagged, tag: 'plan', content: 'call Bob' },
        { event, tag: 'plan', content: '' },
      ),
    );
    expect(outcome.refused).toHaveLength(4);
    expect(readPlans()).toEqual([]);
  });

  it('AU9: a reply that is no list is said, and a failed request leaves the replies to be asked about again', async () => {
    speak('I will call Ann.');
    const failure = new ProviderError({ code: 'x', happened: 'x', todo: 'x', retryable: true });
    await expect(pass(failure)).rejects.toBe(failure);
    expect((await pass({ text: 'Nothing.' })).outcome).toEqual({
      asked: 1,
      effects: [],
      refused: ['The reply holds no list of tags.'],
    });
  });
});
