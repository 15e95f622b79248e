// Tests messages that name a time by an event or a holiday: they bring back what was said before, after or since then.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs, openTestMemory, type TestMemory } from '../support/open-test-memory.ts';

let opened: TestMemory;
beforeEach(() => {
  opened = openTestMemory();
});
afterEach(() => opened.close());

const idle = [
  'Soup again tonight.',
  'The neighbours were loud.',
  'I slept well.',
  'The tram was late today.',
];

/** Says one line a day for 200 days; some days have given lines. */
function talk(told: Readonly<Record<number, string>>): void {
  const { memory, clock } = opened;
  for (let day = 0; day < 200; day++) {
    memory.hear(told[day] ?? `${idle[day % idle.length]} That was day${day} for me, all in all.`);
    clock.advance(dayMs);
  }
}

const house: Readonly<Record<number, string>> = {
  20: 'Shall I look forward to the move? We will move next month if all goes well.',
  60: 'I cannot wait, the move is soon, I hope to pack before the weekend.',
  100: 'The move is done! We carried boxes up four floors yesterday and I ache.',
  101: 'Unpacking after the move, the kettle is in no box.',
  150: 'Since the move I sleep much better, the move was a good idea.',
};

/** The days whose lines the wake shows among its echoes. */
async function listDays(message: string): Promise<readonly number[]> {
  const wake = await opened.memory.wake({ message, isPreview: true });
  const lines = wake.sections.find(({ name }) => name === 'echoes')?.lines.map(({ text }) => text) ?? [];
  return [...lines.join('\n').matchAll(/day(\d+)/gu)].map(([, day]) => Number(day));
}

describe('times by what happened', () => {
  it('TI4: takes moments from before, after and since something that was told of', async () => {
    talk(house);
    const before = await listDays('What was I doing before the move?');
    expect(before.filter((day) => day >= 43 && day < 99).length).toBeGreaterThan(5);
    expect(before.filter((day) => day > 102)).toEqual([]);
    const after = await listDays('How was it after the move?');
    expect(after.filter((day) => day > 99 && day < 156).length).toBeGreaterThan(5);
    expect(after.filter((day) => day < 98 || day > 160)).toEqual([]);
    const since = await listDays('What is new since we moved?');
    expect(since.some((day) => day > 160)).toBe(true);
    expect(since.filter((day) => day < 98)).toEqual([]);
    const asked = await listDays('Remind me what I was doing before the move.');
    expect(asked.filter((day) => day >= 43 && day < 99).length).toBeGreaterThan(5);
    const week = await listDays('What did we talk about the week before the move?');
    expect(week.length).toBeGreaterThan(2);
    expect(week.filter((day) => day < 91 || day > 99)).toEqual([]);
  });

  it('TI4: why says which moment it took', async () => {
    talk(house);
    const wake = await opened.memory.wake({ message: 'What was I doing before the move?' });
    const reasons = opened.stores.wakes.find(wake.wakeId ?? 0)?.echoes.map(({ because }) => because) ?? [];
    expect(reasons).toContain('before "the move", which moment 101 tells of');
  });

  it('TI4: takes the time that the message adds, where it was more than once', async () => {
    talk({
      10: 'My trip to Graz was splendid, back since today.',
      150: 'My trip to Graz was splendid once more.',
    });
    const first = await listDays('What was after my trip to Graz in January 2024?');
    expect(first.filter((day) => day > 100)).toEqual([]);
    expect(first.length).toBeGreaterThan(5);
  });

  it.each([
    'Remind me to buy milk before the move.',
    'Remind me before the move.',
    'Could you remind me before the move?',
    'What will I do after the move?',
    'Before I forget, the move was hard.',
    'What did I do before the coronation?',
    'What did you say since the last time?',
    'After all the move was long.',
  ])('TI4: %s names no time of the past', async (message) => {
    talk(house);
    expect((await listDays(message)).length).toBeLessThan(5);
  });
});
