// Tests that a fact is true again once the newer value that had replaced it is forgotten.
import { expect, it, onTestFinished } from 'vitest';
import type { EventId } from '../../src/events/event.ts';
import type { Target } from '../../src/inspect/presence.ts';
import { verifyMemory } from '../../src/inspect/verify-memory-store.ts';
import { findFactValue } from '../../src/working-memory/find-fact-value.ts';
import type { ItemId } from '../../src/working-memory/item.ts';
import { dayMs, openTestMemory } from '../support/open-test-memory.ts';

function openTold(...said: readonly string[]) {
  const made = openTestMemory();
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
  /**
   * Forgets the targets, and lists the values that become valid again. They must be the values that the
   * preview names.
   */
  const forget = (...targets: readonly Target[]) => {
    const shown = made.memory.forget(targets, { isPreview: true }).returning.map(findFactValue);
    const done = made.memory.forget(targets).returning.map(findFactValue);
    expect(done).toEqual(shown);
    expect(verifyMemory(made.stores.connection).problems).toEqual([]);
    return done;
  };
  return { ...made, list, forget };
}

const moment = (id: number): Target => ({ event: id as EventId });
const item = (id: number): Target => ({ item: id as ItemId });

it('FG10: if the newer value is forgotten, the former one is true again, since its own day', () => {
  for (const target of [moment(2), item(2)]) {
    const { list, forget, memory } = openTold('I live in Leeds.', 'I live in York now.');
    expect(list()).toEqual(['home=York (Leeds)']);
    expect(forget(target)).toEqual(['Leeds']);
    expect(list()).toEqual(['home=Leeds']);
    expect(memory.facts()[0]?.toldAtMs).toBe(Date.UTC(2024, 0, 1));
  }
});

it('FG10: what had ended with it returns, and values that were forgotten between them are left out', () => {
  const job = openTold("I work as a nurse at St James's.", 'I started working as a cook.');
  expect(job.list()).toEqual(['job=a cook (a nurse)']);
  expect(job.forget(moment(2)).toSorted()).toEqual(['a nurse', "at St James's"]);
  const homes = openTold('I live in Leeds.', 'I live in York now.', 'I live in Hull now.');
  expect(homes.forget(moment(2), moment(3))).toEqual(['Leeds']);
  expect(homes.list()).toEqual(['home=Leeds']);
});

it('FG10: what one dislikes is true again if the liking is forgotten', () => {
  const { list, forget } = openTold('I hate coriander.', 'I like coriander now.');
  expect(forget(moment(2))).toEqual(['coriander']);
  expect(list()).toEqual(['dislikes=coriander']);
});

it('FG10: nothing returns for an older value, a corrected one, or while something else of the same stays', () => {
  const older = openTold('I live in Leeds.', 'I live in York now.');
  expect(older.forget(moment(1))).toEqual([]);
  expect(older.list()).toEqual(['home=York']);
  const corrected = openTold('I live in Leeds.');
  corrected.memory.edit({ do: 'edit', what: 'home', text: 'York' });
  expect(corrected.forget(item(2))).toEqual([]);
  const three = openTold('I live in Leeds.', 'I live in York now.', 'I live in Hull now.');
  expect(three.forget(moment(2))).toEqual([]);
  expect(three.list()).toEqual(['home=Hull (Leeds)']);
  const other = openTold('I live in Leeds.', 'I no longer live in Leeds.');
  expect(other.forget(moment(2))).toEqual([]);
});
