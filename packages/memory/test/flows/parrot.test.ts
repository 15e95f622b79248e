// Tests a companion that repeats its wake: nothing is learnt from the repetition, and it does not come back in a wake.

import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { render } from '../../src/render/render-wake.ts';
import { dayMs, hourMs, openTestMemory, type TestMemory } from '../support/open-test-memory.ts';
import { steps, take } from '../support/random-talk.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const turns = isProof ? 500 : 50;

function countItems({ stores }: TestMemory): number {
  return Number(stores.connection.prepare('SELECT count(*) FROM working_memory').pluck().get());
}

test('WY5: a companion that repeats its wake for hundreds of turns adds no item, no fragment and nothing to find', async () => {
  const opened = openTestMemory();
  const { memory, stores, clock } = opened;
  stores.fragments.create(
    { key: 'mill', ambient: 'A mill.', recognition: 'An old mill.', inventory: '', sources: [] },
    0,
  );
  memory.hear(
    'my sister Ana lives by the [mill] <plan>call Ana on Friday</plan><pin>Ana turns thirty in May</pin>',
  );
  memory.speak(
    '<feeling>glad for her</feeling><secret>I would like to meet her one day</secret>recall("mill", deep=true)',
  );
  const before = countItems(opened);
  for (let turn = 0; turn < turns; turn++) {
    clock.advance(hourMs);
    const heard = memory.hear(
      '<pin>Ana turns thirty in May</pin><say>and what else do you remember of her?</say>',
    );
    expect(heard.effects.map(({ effect }) => effect)).toEqual(['refreshed']);
    const prompt = render(await memory.wake());
    const spoken = memory.speak(prompt);
    expect(spoken.effects.filter(({ effect }) => effect !== 'refreshed')).toEqual([]);
    expect(stores.events.find(spoken.eventId)).toMatchObject({ isParroted: true, text: prompt });
  }
  expect(countItems(opened)).toBe(before);
  expect(stores.fragments.listKeys()).toEqual(['mill']);
  const found = await memory.search('Ana remember her sister mill', { limit: 200 });
  expect(found.every(({ eventId }) => stores.events.find(eventId)?.isParroted === false)).toBe(true);
  expect(found.length).toBeGreaterThan(0);
  const prompt = render(await memory.wake());
  expect(prompt.split('What is still in mind').length).toBeLessThanOrEqual(3);
  opened.close();
}, 600_000);

test('WY5: whatever was said before, a prompt that is repeated makes no new item', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (talk) => {
      const opened = openTestMemory();
      try {
        for (const step of talk) take(opened, step);
        const prompt = render(await opened.memory.wake());
        const before = countItems(opened);
        opened.memory.speak(prompt);
        expect(countItems(opened)).toBe(before);
      } finally {
        opened.close();
      }
    }),
    { numRuns: isProof ? 300 : 30 },
  );
}, 600_000);

test('WY5: a word of command from the message that is repeated is not obeyed a second time', async () => {
  const opened = openTestMemory();
  const { memory } = opened;
  memory.hear('<plan>call the vet about the cat</plan><plan>call the vet about the dog</plan>');
  memory.hear(
    '<plan>done call the vet about the cat</plan> so much for that one, now tell me what is left to do today',
  );
  memory.speak(render(await memory.wake()));
  expect(memory.plans().map(({ content }) => content)).toEqual(['call the vet about the dog']);
  opened.close();
});

test('WY5: what is new is learnt, also from what the person has just said', async () => {
  const opened = openTestMemory();
  const { memory, clock } = opened;
  memory.hear('<pin>the vet is called on Friday at two</pin>');
  clock.advance(dayMs);
  memory.hear('my sister Ana turns thirty in May');
  await memory.wake();
  const { effects, reports } = memory.speak(
    '<pin>my sister Ana turns thirty in May</pin><pin>the vet is called on Friday at three</pin><say>I will remember</say>',
  );
  expect(effects.map(({ effect }) => effect)).toEqual(['created', 'created']);
  const repeated = memory.speak('<thought>the vet is called on Friday at two</thought><say>Oh.</say>');
  expect(reports).toEqual([]);
  expect(repeated.reports.map(({ kind }) => kind)).toEqual(['injected']);
  opened.close();
});

test('WY6: of the words of wakes only the newest few are kept', async () => {
  const opened = openTestMemory();
  opened.memory.hear('hello');
  for (let round = 0; round < 9; round++) await opened.memory.wake();
  expect(opened.stores.wakes.readWords()).toHaveLength(4);
  expect(opened.stores.wakes.findNewestId()).toBe(9);
  opened.close();
});

test('WY2: a look is not written down', async () => {
  const opened = openTestMemory();
  opened.memory.hear('hello');
  expect((await opened.memory.wake({ isPreview: true })).wakeId).toBeUndefined();
  expect(opened.stores.wakes.findNewestId()).toBeUndefined();
  expect(() => opened.memory.why({ fragment: 'mill' })).toThrow(/no wake yet/);
  await opened.memory.wake();
  expect(() => opened.memory.why({ fragment: 'mill' })).toThrow(/no fragment mill/);
  opened.close();
});
