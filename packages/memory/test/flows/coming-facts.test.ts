// Tests facts that are said to hold from a future day on: what is true before that day, and what from then on.
import { expect, it, onTestFinished } from 'vitest';
import { readKnownFacts } from '../../src/facts/known-fact.ts';
import { verifyMemory } from '../../src/inspect/verify-memory-store.ts';
import { answerLookUps } from '../../src/look-ups.ts';
import { render } from '../../src/render/render-wake.ts';
import { exampleVoices } from '../../src/tags/voices.ts';
import { dayMs, openTestMemory } from '../support/open-test-memory.ts';

/** Tells one text a day, each at 01:00 in Vienna, from Monday, 1 January 2024, on. */
function openTold(...said: readonly string[]) {
  const made = openTestMemory({ timeZone: 'Europe/Vienna' });
  onTestFinished(made.close);
  for (const text of said) {
    made.memory.hear(text);
    made.clock.advance(dayMs);
  }
  const list = () =>
    made.memory
      .facts()
      .map(
        ({ relation, value, before }) => `${relation}=${value}${before === undefined ? '' : ` (${before})`}`,
      )
      .toSorted();
  return { ...made, list };
}

it('FP16: what begins on a coming day is true from that day on, and until then the former value is', async () => {
  const { list, memory, clock, stores } = openTold(
    'I work as a night nurse at York Hospital.',
    "I've got news: from the fifteenth I am a day nurse at St Mary's.",
  );
  const before = ['job=a night nurse', 'workplace=at York Hospital'];
  expect(list()).toEqual(before);
  const text = async () => render(await memory.wake({ message: 'What do I work as?', isPreview: true }));
  expect(await text()).toMatch(
    /User's job: a night nurse \(told [^;)]*; from Mon 15 January 2024: a day nurse\)/,
  );
  expect(memory.searchItems('nurse').find(({ kind }) => kind === 'fact')?.status).toBe('active');
  clock.advance(11 * dayMs);
  expect(list()).toEqual(before);
  clock.advance(2 * dayMs);
  expect(list()).toEqual(['job=a day nurse (a night nurse)', "workplace=at St Mary's (at York Hospital)"]);
  expect(await text()).toMatch(
    /User's job: a day nurse \(since Mon 15 January 2024; before: a night nurse\)/,
  );
  expect(verifyMemory(stores.connection).problems).toEqual([]);
});

it('FP16: what is so until then may be said again, and another value takes the place of both', () => {
  const { list, memory, clock } = openTold(
    'I live in Leeds.',
    'From next Friday I live in York.',
    'I live in Leeds, as you know.',
  );
  expect(list()).toEqual(['home=Leeds']);
  clock.advance(14 * dayMs);
  expect(list()).toEqual(['home=York (Leeds)']);
  memory.undo();
  expect(list()).toEqual(['home=York (Leeds)']);
  memory.hear('I live in Hull now.');
  expect(list()).toEqual(['home=Hull (York)']);
});

it('FP16: if it is taken back or forgotten before that day, it never becomes true', () => {
  const undone = openTold('I live in Leeds.', 'From next Friday I live in York.');
  undone.memory.undo();
  undone.clock.advance(30 * dayMs);
  expect(undone.list()).toEqual(['home=Leeds']);
  const dropped = openTold(
    'I live in Leeds.',
    'Tomorrow it rains.',
    'As of tomorrow I live in York instead.',
  );
  expect(dropped.list()).toEqual(['home=York (Leeds)']);
});

it('FP16: at an earlier moment and in a search, it stands as it was on that day', async () => {
  const { memory, clock, stores } = openTold('I live in Leeds.', 'From the tenth I live in York.');
  const ask = async () =>
    await answerLookUps(
      { memory, voices: exampleVoices, timeZone: 'UTC', nowMs: clock.now(), message: 'x' },
      [{ kind: 'search', words: 'where I live Leeds' }],
    );
  expect(await ask()).not.toContain('no longer so');
  clock.advance(20 * dayMs);
  expect(await ask()).toMatch(
    /no longer so: home Leeds, now York since Tue 9 January 2024|now York since Wed 10/,
  );
  expect(verifyMemory(stores.connection).problems).toEqual([]);
});

it('FP16: a day that names no moment to come changes nothing, and an import counts from its own time', () => {
  const { list, memory, clock } = openTold('As of today I live in Leeds.');
  expect(list()).toEqual(['home=Leeds']);
  memory.hear('From Monday I live in York.', { atMs: clock.now() - 30 * dayMs });
  expect(list()).toEqual(['home=Leeds (York)']);
});

it('FP13: what an import tells of a day was true then, though the same was told again later and is over', () => {
  const { list, memory, clock, stores } = openTold('I live in Bonn.', 'I live in Leeds.', 'I live in York.');
  const atMs = clock.now() - 2.5 * dayMs;
  memory.hear('I live in Leeds now.', { atMs });
  const then = readKnownFacts(stores.connection, { nowMs: atMs + 1 });
  expect(then.map(({ value }) => value)).toEqual(['Leeds']);
  expect(list()).toEqual(['home=York (Leeds)']);
});

it('AU7: a recap tells what begins on a coming day once that day has come, and not before', () => {
  const { memory, clock } = openTold('I live in Leeds.', 'From the fifteenth I live in York.');
  const recap = () => {
    const { created, ended } = memory.recap({ sinceMs: clock.now() - 3 * dayMs });
    return [created, ended.superseded].map((items) => items.map(({ content }) => content));
  };
  expect(recap()).toEqual([['I live in Leeds.'], []]);
  clock.advance(2 * dayMs);
  expect(recap()).toEqual([[], []]);
  clock.advance(11 * dayMs);
  expect(recap()).toEqual([['From the fifteenth I live in York.'], ['I live in Leeds.']]);
});
