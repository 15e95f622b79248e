// Tests absence: what a companion's wake contains after days and months in which nobody spoke.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultProfile } from '../../src/decay/profile.ts';
import { computeDecayProjection } from '../../src/inspect/compute-decay-projection.ts';
import type { WakePackage } from '../../src/ledger/wake-package.ts';
import { dayMs, openTestMemory, type TestMemory } from '../support/open-test-memory.ts';

let opened: TestMemory;
beforeEach(() => {
  opened = openTestMemory();
});
afterEach(() => opened.close());

const listLingering = (wake: WakePackage) =>
  wake.sections.find(({ name }) => name === 'lingering')?.lines.map(({ text }) => text) ?? [];

test('PL9: a plan that came due while nobody spoke is shown once, first, and stays open', async () => {
  const { memory, clock } = opened;
  memory.hear('<plan>send the parcel in 2 weeks</plan><pin>the key hangs behind the mill</pin>');
  clock.advance(180 * dayMs);
  memory.hear('I am back.');
  const wake = await memory.wake();
  const [line] = listLingering(wake);
  expect(line).toBe(
    '- plan (User, 6 months ago; came due while you were apart: Mon 15 January, 5 months ago): send the parcel',
  );
  expect(memory.why({ item: 1 as never }).say).toContain('apart 1');
  memory.speak('<say>Welcome back.</say>');
  memory.hear('Thank you.');
  expect(listLingering(await memory.wake()).join()).not.toContain('parcel');
  for (let turn = 0; turn < 40; turn++) memory.hear('on and on');
  expect(memory.plans().map(({ content, phase }) => [content, phase])).toEqual([
    ['send the parcel', 'overdue'],
  ]);
  memory.hear('<plan>done: send the parcel</plan>');
  expect(memory.plans()).toEqual([]);
});

test('PL9: a plan for a day on which they still spoke did not come due while they were apart', async () => {
  const { memory, clock } = opened;
  memory.hear('<plan>the party on 9 January</plan><plan>the dentist on 9 January at 15:00</plan>');
  clock.advance(Date.UTC(2024, 0, 9, 9) - clock.now());
  memory.hear('Good morning.');
  memory.speak('<say>The party is today!</say>');
  clock.advance(dayMs);
  memory.hear('Hello again.');
  const lines = listLingering(await memory.wake());
  expect(lines.find((line) => line.endsWith(': the party'))).toContain('; was due Tue 9 January, yesterday)');
  expect(lines.find((line) => line.endsWith(': the dentist'))).toContain(
    'came due while you were apart: Tue 9 January 15:00',
  );
});

test('DK11: what was in mind at the farewell is there at the first wake after months, and no sweep comes before', async () => {
  const { memory, clock } = opened;
  for (let turn = 0; turn < 15; turn++) memory.hear('a word');
  memory.speak('<feeling>warm</feeling><thought>she will come again</thought><desc>coat: torn</desc>');
  clock.advance(200 * dayMs);
  expect(memory.hear('Here I am.').turn).toBe(16);
  const { wakeId, ...wake } = await memory.wake();
  const lines = listLingering({ wakeId, ...wake }).join('\n');
  for (const word of ['she will come again', 'coat: torn']) expect(lines).toContain(word);
  expect(lines).not.toContain('warm');
  expect(memory.why({ item: 2 as never }).say).toMatch(/farewell 0\.1 \(4800 hours\)/u);
  memory.hear('And so on.');
  expect(listLingering(await memory.wake()).join('\n')).not.toContain('she will come again');
  // An earlier wake is explained as it was at its time, whatever was said since.
  expect(wakeId && memory.why({ item: 2 as never }, { wakeId }).isPresent).toBe(true);
});

test('DK11: a feeling is there the next morning and gone after days', async () => {
  const { memory, clock } = opened;
  memory.speak('<feeling>warm</feeling>');
  clock.advance(dayMs / 3);
  expect(listLingering(await memory.wake()).join()).toContain('warm');
  clock.advance(dayMs);
  expect(listLingering(await memory.wake()).join()).not.toContain('warm');
});

test('DK11, IO15: a feeling leaves, a thought stays, and the graph draws what a wake would weigh', async () => {
  const { memory, clock, stores } = opened;
  memory.speak('<feeling>warm</feeling><thought>she will come again</thought>');
  const drawn = computeDecayProjection(stores.connection, {
    nowMs: clock.now(),
    hours: 400 * 24,
    steps: 2,
    profile: defaultProfile,
    limit: 9,
    withSecrets: false,
  });
  clock.advance(400 * dayMs);
  const lines = listLingering(await memory.wake()).join('\n');
  expect(lines).toContain('she will come again');
  expect(lines).not.toContain('warm');
  const scores = drawn.lines.map(({ itemId, scores: [, then] }) => [itemId, then]);
  expect(scores).toEqual([1, 2].map((id) => [id, memory.why({ item: id as never }).score?.score]));
});

test('DK10: a pin outlasts a year of silence, and is about to fade then; what a longer silence counts is a fifth', async () => {
  const { memory, clock } = opened;
  memory.hear('<pin>the key hangs behind the mill</pin>');
  clock.advance(365 * dayMs);
  memory.hear('Hello.');
  memory.hear('Where was it again?');
  const wake = await memory.wake();
  expect(listLingering(wake).join()).toMatch(/about to fade.*behind the mill/);
  const { score } = memory.why({ item: 1 as never });
  const days = 7 + (365 - 7) / 5;
  expect(score?.factors[0]?.elapsed).toBeCloseTo(days * 24, 6);
  expect(score?.factors[0]?.value).toBeCloseTo(0.5 ** (days / 14), 9);
});
