// Tests recurring plans: they are due again and again, until somebody ends them.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs, openTestMemory, type TestMemory } from '../support/open-test-memory.ts';

let opened: TestMemory;
beforeEach(() => {
  // The test begins on Monday, 1 January 2024, 00:00 UTC.
  opened = openTestMemory();
});
afterEach(() => opened.close());

const listDue = () =>
  opened.memory.plans().map(({ dueAtMs = 0 }) => new Date(dueAtMs).toISOString().slice(0, 16));

test('PL12: a plan comes again until it is called off; done and skip settle one time', () => {
  const { memory, clock } = opened;
  memory.hear('<plan>water the ferns every Thursday at 9am</plan>');
  const first = Date.parse(`${listDue()[0]}Z`);
  expect(new Date(first).getUTCDay()).toBe(4);
  const listWeeks = () => listDue().map((due) => (Date.parse(`${due}Z`) - first) / (7 * dayMs));
  clock.advance(first - clock.now() + hourMs);
  expect(memory.plans()[0]?.phase).toBe('due');
  const done = memory.hear('<plan>done: water the ferns</plan>');
  expect(done.effects).toMatchObject([{ effect: 'settled', item: { status: 'active' } }]);
  expect(listWeeks()).toEqual([1]);
  memory.hear('<plan>skip: water the ferns</plan>');
  expect(listWeeks()).toEqual([2]);
  clock.advance(21 * dayMs);
  // The times of weeks 2 and 3 were not settled. An hour after the time of week 3, the plan is due at that
  // time. Two days later, it is due at the time of week 4.
  expect(listWeeks()).toEqual([3]);
  clock.advance(2 * dayMs);
  expect(listWeeks()).toEqual([4]);
  memory.hear('<plan>cancel: water the ferns</plan>');
  expect(memory.plans()).toEqual([]);
  const changes = opened.stores.items.readChanges(1 as never).map(({ because }) => because);
  expect(changes).toContain('it was said to be done, and comes again');
});

test('PL12: a person who says done settles one time, and drop ends the plan', () => {
  const { memory } = opened;
  memory.hear('<plan>water the ferns every Thursday at 9am</plan>');
  const [first = ''] = listDue();
  const [settled] = memory.edit({ do: 'done', what: 'ferns' });
  expect(settled).toMatchObject({ effect: 'settled', item: { status: 'active' } });
  expect(Date.parse(`${listDue()[0]}Z`) - Date.parse(`${first}Z`)).toBe(7 * dayMs);
  memory.edit({ do: 'drop', what: 'ferns' });
  expect(memory.plans()).toEqual([]);
});

test('CR3: one time of a plan that a person settled by mistake is brought back, and is not told as done', async () => {
  const { memory } = opened;
  memory.hear(
    '<plan>water the ferns every Thursday at 9am</plan><plan>feed the cat today and tomorrow</plan>',
  );
  const before = listDue();
  for (const what of ['ferns', 'cat']) {
    const [settled] = memory.edit({ do: 'done', what });
    expect(listDue()).not.toEqual(before);
    // Bringing it back twice changes nothing more.
    for (const _time of [1, 2]) memory.revive(settled?.item.id as never);
    expect(listDue()).toEqual(before);
  }
  expect(JSON.stringify(await memory.wake())).not.toContain('Done for this time');
  memory.edit({ do: 'done', what: 'ferns' });
  expect(JSON.stringify(await memory.wake())).toContain('Done for this time');
});

test('PL12: a time that passed in a silence is shown once, and the audit does not report it', async () => {
  const { memory, clock } = opened;
  memory.hear('<plan>water the ferns every Thursday at 9am</plan>');
  clock.advance(200 * dayMs);
  memory.hear('I am back.');
  const shown = async () => {
    const { sections } = await memory.wake();
    return sections.find(({ name }) => name === 'lingering')?.lines.map(({ text }) => text) ?? [];
  };
  expect((await shown())[0]).toContain('came due while you were apart: Thu ');
  memory.hear('So?');
  expect((await shown()).join()).not.toContain('apart');
  expect(memory.audit().findings.filter(({ name }) => name === 'stale')).toEqual([]);
});

test('PL13: words that sound like a date are reported where none was found', () => {
  const { memory } = opened;
  const heard = memory.hear('<plan>call her at half past the ferry</plan><plan>buy bread</plan>');
  expect(heard.reports).toMatchObject([{ kind: 'undated', tag: 'plan' }]);
  expect(heard.effects).toHaveLength(2);
});
