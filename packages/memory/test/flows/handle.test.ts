// Tests a memory through its handle: months of talk are compiled, shown in wakes, asked about and reverted.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { queryLimits, splitTerms } from '@terrarium/kernel/split-terms';
import { buildFakeEmbedder } from '@terrarium/kernel/testing/fake-embedder';
import { buildFakeEnvironment } from '@terrarium/kernel/testing/fake-environment';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeMarks } from '../../src/assembly/read-wake-files.ts';
import { defaultProfile } from '../../src/decay/profile.ts';
import type { EventId } from '../../src/events/event.ts';
import { hideSecrets, render, renderForUser, renderParts } from '../../src/render/render-wake.ts';
import type { ItemId } from '../../src/working-memory/item.ts';
import { dayMs, hourMs, openTestMemory, type TestMemory } from '../support/open-test-memory.ts';
import { steps, take } from '../support/random-talk.ts';

const marker = 'xylographomania';
let opened: TestMemory;
beforeEach(() => {
  opened = openTestMemory();
});
afterEach(() => opened.close());

/** Twenty evenings with talk about the boat; on one of them, a heron is mentioned too. */
function talk({ memory, clock }: Pick<TestMemory, 'memory' | 'clock'>): void {
  for (let evening = 0; evening < 20; evening++) {
    memory.hear(`I worked on the boat Selma again, day ${evening}, and the hull of Selma is getting better.`);
    memory.speak(
      `<feeling>glad ${evening}</feeling><say>Selma will float by summer, I am sure of it.</say><secret>${marker} number ${evening}</secret>`,
    );
    if (evening === 3) memory.hear('A heron stood on the jetty this morning, quite still.');
    clock.advance(dayMs);
  }
}

test('WY7: months later a question brings back the evening it is about', async () => {
  talk(opened);
  opened.clock.advance(120 * dayMs);
  opened.memory.hear('Do you remember the heron on the jetty?');
  const wake = await opened.memory.wake();
  const echoes = wake.sections.find(({ name }) => name === 'echoes')?.lines.map(({ text }) => text) ?? [];
  expect(echoes.join('\n')).toContain('A heron stood on the jetty this morning, quite still.');
  const found = (await opened.memory.search('heron jetty')).find(({ excerpt }) =>
    excerpt.includes('quite still'),
  );
  const presence = opened.memory.why({ event: found?.eventId ?? (-1 as EventId) });
  expect(presence).toMatchObject({ section: 'echoes', reason: 'echoed' });
  expect(presence.because).toContain('heron');
});

test('WY7: with an embedder, what was said gets its vectors and comes back by meaning too', async () => {
  expect(await opened.memory.embed()).toBe(0);
  opened.close();
  const embedder = buildFakeEmbedder();
  const { clock } = buildFakeEnvironment();
  const patient = { ...clock, sleep: () => new Promise<void>(() => undefined) };
  opened = openTestMemory({ embedder, clock: patient });
  talk({ ...opened, clock });
  expect(await opened.memory.embed()).toBe(41);
  expect(await opened.memory.embed()).toBe(0);
  clock.advance(120 * dayMs);
  opened.memory.hear('Do you remember the heron on the jetty?');
  await opened.memory.wake();
  const [found] = await opened.memory.search('heron jetty morning');
  expect(found?.because).toContain('alike in meaning');
  expect(opened.memory.why({ event: found?.eventId ?? (-1 as EventId) })).toMatchObject({
    section: 'echoes',
  });
  expect(embedder.embedded.join()).not.toContain(marker);
});

test('WY7: what was compiled is woken with, recalled by its key, and taken back without a trace', async () => {
  talk(opened);
  const { memory, stores, folder } = opened;
  const before = renderParts(await memory.wake()).system;
  const { status, runId } = await memory.maintain({ kind: 'light' });
  expect(status).toBe('applied');
  const [key = ''] = stores.fragments.listKeys();
  expect(memory.recall(key).text).toContain('Selma');
  const ambient = readFileSync(join(folder, 'ambient.md'), 'utf8').trim();
  expect(ambient).toContain('Selma');
  expect(renderParts(await memory.wake()).system).toBe(
    `${before}\n\n## Always in mind\n\n${removeMarks(ambient)}`,
  );
  memory.speak(`<say>let me see</say>recall("${key}")`);
  memory.hear('well?');
  expect(render(await memory.wake())).toContain(`- ${key} (recognition): `);
  expect(memory.audit().records).toBeGreaterThan(0);
  memory.revert(runId ?? -1);
  expect(stores.fragments.listKeys()).toEqual([]);
  expect(
    existsSync(join(folder, 'ambient.md')) ? readFileSync(join(folder, 'ambient.md'), 'utf8').trim() : '',
  ).toBe('');
});

test('WY7, AS13: secrets are in none of what people see', async () => {
  talk(opened);
  const { memory, folder } = opened;
  await memory.maintain({ kind: 'light' });
  memory.hear(`Hello! <secret>${marker} again</secret>`);
  const wake = await memory.wake();
  const { ambient, sections } = wake;
  expect(sections[0]?.lines.some(({ text }) => text.includes(marker))).toBe(true);
  const shown = [
    ambient,
    readFileSync(join(folder, 'ambient.md'), 'utf8'),
    renderForUser(wake),
    hideSecrets(wake).message,
    opened.stores.items.readActive().map(({ id }) => memory.why({ item: id })),
    memory.audit(),
    memory.recap({ sinceMs: 0 }),
    (await memory.search('number 3 Selma', { limit: 200 })).map(({ excerpt }) => excerpt),
    opened.stores.fragments.list(),
  ];
  expect(JSON.stringify(shown)).not.toContain(marker);
});

test('WY8: what has faded is swept away within sixteen turns, and nothing else', () => {
  const { memory, clock, stores } = opened;
  memory.hear('<thought>a passing thought</thought><pin>keep a name</pin>');
  clock.advance(30 * dayMs);
  for (let turn = 0; turn < 16; turn++) memory.hear('on and on');
  expect(stores.items.readActive().map(({ kind }) => kind)).toEqual(['pin']);
});

test('WM11: what was let go or has faded comes back by its number, and is woken with again', async () => {
  const { memory, clock, stores } = opened;
  memory.hear('<pin>the key is under the mat</pin><thought>a passing thought</thought>');
  memory.hear('<pin>drop the key is under the mat</pin>');
  clock.advance(30 * dayMs);
  for (let turn = 0; turn < 16; turn++) memory.hear('on and on');
  expect(stores.items.readActive()).toEqual([]);
  for (const { itemId } of memory.searchItems('key thought')) {
    expect(memory.revive(itemId)).toMatchObject({ status: 'active', refreshedAtMs: clock.now() });
  }
  const { sections } = await memory.wake();
  expect(sections[0]?.lines.map(({ text }) => text.replace(/ \(.*\)/u, ''))).toEqual([
    '- pin: the key is under the mat',
    '- thought: a passing thought',
  ]);
  expect(memory.revive(999 as ItemId)).toBeUndefined();
});

test('EC11: search names what is or was held in mind, apart from what was said, and never a secret', async () => {
  opened.close();
  opened = openTestMemory();
  const { memory, clock } = opened;
  memory.speak('<pin>the charities race in May</pin><secret>I lost the race</secret><say>hello</say>');
  clock.advance(hourMs);
  memory.speak('<plan>train for the race</plan><desc>shoes: red <secret>race day</secret></desc>');
  memory.hear('<plan>done train for the race</plan>');
  expect(await memory.search('charity races')).toEqual([]);
  expect(memory.searchItems('charity races')).toMatchObject([
    { kind: 'pin', status: 'active', excerpt: 'the charities race in May' },
    { kind: 'plan', status: 'resolved', excerpt: 'train for the race' },
  ]);
  expect(memory.searchItems('race', { limit: 1 }).map(({ kind }) => kind)).toEqual(['pin']);
  expect([...memory.searchItems('the of'), ...memory.searchItems('race', { limit: -1 })]).toEqual([]);
});

test('EC14, EC5: a search keeps to a time, by words and by meaning, and reads the times of its words', async () => {
  opened.close();
  const embedder = buildFakeEmbedder();
  const { clock } = buildFakeEnvironment();
  const patient = { ...clock, sleep: () => new Promise<void>(() => undefined) };
  opened = openTestMemory({ embedder, clock: patient, languages: ['de'] });
  const { memory } = opened;
  const firstMs = clock.now();
  for (let day = 0; day < 700; day++) {
    memory.hear(`The kiln burnt on day number${day}.${day % 100 === 0 ? ` <pin>kiln ${day}</pin>` : ''}`);
    clock.advance(dayMs);
  }
  await memory.embed();
  const span = { fromMs: firstMs + 3 * dayMs, untilMs: firstMs + 5 * dayMs };
  const found = await memory.search('kiln', { span, limit: 200 });
  expect(found.map(({ atMs }) => atMs).sort()).toEqual([span.fromMs, span.fromMs + dayMs]);
  const items = memory.searchItems('kiln', {
    span: { fromMs: firstMs + dayMs, untilMs: firstMs + 101 * dayMs },
  });
  expect(items.map(({ excerpt }) => excerpt)).toEqual(['kiln 100']);
  const byMeaning = await memory.search('number500', { span });
  expect(byMeaning.map(({ eventId }) => eventId).sort()).toEqual(found.map(({ eventId }) => eventId).sort());
  const [newest] = await memory.search('kiln gestern');
  expect(newest?.because).toContain('said at the time that the message names');
});

test('EC11: every item is found by its own words unless it is a secret', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (talk) => {
      const own = openTestMemory();
      for (const step of talk) take(own, step);
      const ids = own.stores.items.readActive().map(({ id }) => id);
      for (const { id, kind, content } of own.stores.items.readContents(ids).values()) {
        const found = own.memory.searchItems(content, { limit: 200 });
        const isFound = kind !== 'secret' && splitTerms(content, queryLimits).length > 0;
        expect(found.some(({ itemId }) => itemId === id)).toBe(isFound);
        expect(found.filter((item) => item.kind === 'secret')).toEqual([]);
      }
      own.close();
    }),
    { numRuns: 15 },
  );
});

test('WY8: by story time nothing is swept away while the story stands still', () => {
  opened.close();
  opened = openTestMemory({ profile: { ...defaultProfile, clock: 'story' } });
  const { memory, clock, stores } = opened;
  const storyAtMs = Date.UTC(1899, 4, 1);
  memory.hear('<desc>the mill: grey</desc>', { storyAtMs });
  clock.advance(3000 * dayMs);
  for (let turn = 0; turn < 16; turn++) memory.hear('on and on', { storyAtMs: storyAtMs + turn * hourMs });
  expect(stores.items.readActive()).toHaveLength(1);
});
