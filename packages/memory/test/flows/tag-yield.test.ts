// Tests measuring the tag yield (the share of replies with tags), and asking a model for the missing tags.

import { ProviderError } from '@terrarium/kernel/errors';
import { buildScriptedModel, type ScriptStep } from '@terrarium/kernel/testing/scripted-model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventId } from '../../src/events/event.ts';
import { forget } from '../../src/forgetting/forget.ts';
import { ingest } from '../../src/intake/ingest.ts';
import { measureTagYield } from '../../src/maintenance/measure-tag-yield.ts';
import { proposeTags } from '../../src/maintenance/propose-tags.ts';
import { revertRun } from '../../src/maintenance/revert-run.ts';
import { openRunStore } from '../../src/maintenance/run-store.ts';
import { parseResponse } from '../../src/tags/parse-message.ts';
import { exampleVoices } from '../../src/tags/voices.ts';
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

  it('AU8: a reply whose words were forgotten does not count as one without tags', () => {
    const [event] = ['<say>hi</say>', '<say>hello</say>'].map(speak);
    const { connection, clock, ambientPath, folder } = memory;
    const ground = { connection, clock, ambientPath, imagesDir: folder, voices: exampleVoices };
    forget(ground, { targets: [{ event: event as EventId }] });
    expect(measureTagYield(connection)).toMatchObject({ replies: 1, tagged: 1 });
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
      runId: undefined,
      effects: [],
      refused: ['The reply holds no list of tags.'],
    });
  });

  it('AU9: a reply that was cut off is asked on, and what it proposed before counts', async () => {
    const [one, two] = [speak('I will call Ann.'), speak('I will bring bread.')];
    const tags = [
      { event: one, tag: 'plan', content: 'I will call Ann' },
      { event: two, tag: 'plan', content: 'I will bring bread' },
    ];
    const list = JSON.stringify({ tags });
    const { outcome } = await pass(
      { text: list.slice(0, -20), finish: 'length' },
      { text: JSON.stringify({ tags: tags.slice(1) }) },
    );
    expect(outcome.refused).toEqual([]);
    expect(outcome.effects).toHaveLength(2);
  });

  it('AU10: is one run that can be taken back: what it made is dropped, what it replaced is there again', async () => {
    const say = (text: string) =>
      ingest(memory.connection, parseResponse(text), { side: 'companion', clock: memory.clock });
    say('<feeling>glad</feeling><plan>call Ann tomorrow</plan>');
    memory.clock.advance(60_000);
    const event = speak('I am sad now. I will call Ann tomorrow. I will bake a cake.');
    const store = openWorkingMemoryStore(memory.connection);
    const readActive = () => store.readActiveOf('feeling').concat(store.readActiveOf('plan'));
    const before = readActive();
    const tags = [
      { event, tag: 'feeling', content: 'sad' },
      { event, tag: 'plan', content: 'call Ann tomorrow' },
      { event, tag: 'plan', content: 'bake a cake' },
    ];
    const { outcome } = await pass(propose(...tags));
    expect(readActive().map(({ content }) => content)).toEqual(['sad', 'call Ann tomorrow', 'bake a cake']);
    const { connection, clock, ambientPath } = memory;
    const reverted = revertRun({ connection, clock, ambientPath }, outcome.runId ?? 0);
    expect(reverted).toEqual({ changes: 4, left: [] });
    expect(readActive()).toEqual(before);
    const made = outcome.effects.filter(({ effect }) => effect === 'created').map(({ item }) => item.id);
    expect(made.map((id) => store.find(id)?.status)).toEqual(['dropped', 'dropped']);
  });

  it('AU10: a dry run shows the same and writes nothing; no run that compiles is later or earlier for it', async () => {
    const event = speak('I will call Ann.');
    const { connection, clock } = memory;
    const model = buildScriptedModel([propose({ event, tag: 'plan', content: 'call Ann' })]);
    const shown = await proposeTags({ connection, clock, model, timeZone: 'UTC', isDryRun: true });
    expect(shown).toMatchObject({ asked: 1, runId: undefined, effects: [{ effect: 'created' }] });
    expect(readPlans()).toEqual([]);
    const { outcome } = await pass(propose({ event, tag: 'plan', content: 'call Ann' }));
    expect(outcome.effects).toHaveLength(1);
    const runs = openRunStore(connection);
    expect([runs.listCompleted(), runs.listRevertible().map(({ kind }) => kind)]).toEqual([[], ['tags']]);
  });
});
