// Tests corrections: which item a person's words mean, what a correction changes, and how it is taken back.
import { expect, it, onTestFinished } from 'vitest';
import { dayMs, openTestMemory } from '../../test/support/open-test-memory.ts';
import { defaultProfile } from '../decay/profile.ts';
import { verifyMemory } from '../inspect/verify-memory-store.ts';
import type { MemoryOptions } from '../memory.ts';
import type { ItemId } from '../working-memory/item.ts';

function open(options: Partial<MemoryOptions> = {}) {
  const test = openTestMemory(options);
  onTestFinished(test.close);
  const listOpen = () => test.memory.plans().map(({ content }) => content);
  return { ...test, listOpen };
}

it('CR1: all words must be in one item that is in mind; otherwise nothing happens and the possible items are listed', () => {
  const { memory, listOpen } = open();
  memory.hear(
    '<plan>Buy lamp oil</plan><plan>Oil the hinges of the gate</plan><secret>the oil is stolen</secret>',
  );
  expect(() => memory.edit({ do: 'done', what: 'oil' })).toThrow(
    expect.objectContaining({
      code: 'memory.several-of-that-name',
      happened: expect.stringContaining('plan 1 "Buy lamp oil", plan 2 "Oil the hinges of the gate"'),
      todo: expect.stringContaining('Nothing was changed.'),
    }),
  );
  // The error for a question does not say that nothing was changed: a question changes nothing anyway.
  for (const what of ['oil', 'hammer'])
    expect(() => memory.find(what, { isQuestion: true })).toThrow(
      expect.objectContaining({ todo: expect.not.stringContaining('changed') }),
    );
  for (const what of ['stolen', 'the', 'lamp gate', '99', 'moment 1', '[oil]'])
    expect(() => memory.edit({ do: 'drop', what })).toThrow(/in this memory/u);
  expect(listOpen()).toHaveLength(2);
  memory.edit({ do: 'done', what: 'hinge' });
  expect(listOpen()).toEqual(['Buy lamp oil']);
  expect(() => memory.edit({ do: 'done', what: 'hinge' })).toThrow();
  expect(memory.edit({ do: 'drop', what: '3' })).toMatchObject([
    { effect: 'dropped', item: { kind: 'secret' } },
  ]);
});

it('CR1: an item is also found by the words with which it is shown', () => {
  const { memory, listOpen } = open();
  memory.hear('I am allergic to peanuts. My sister Lene works as a nurse.');
  memory.hear('<plan>Buy lamp oil</plan><pin>The oil is cheap</pin>');
  const facts = memory.facts();
  const findFact = (relation: string) => facts.find((fact) => fact.relation === relation)?.item.id;
  expect(memory.find('allergy')).toEqual({ item: findFact('allergy') });
  expect(memory.find('peanuts allergy')).toEqual({ item: findFact('allergy') });
  expect(memory.find("sister's job")).toEqual({ item: findFact('job') });
  expect(() => memory.find('job of the aunt')).toThrow(/in this memory/u);
  memory.edit({ do: 'drop', what: 'plan oil' });
  expect(listOpen()).toEqual([]);
});

it('CR1: an item of exactly these words is meant, rather than items that have them among others', () => {
  const { memory, listOpen } = open();
  memory.hear('<plan>Buy oil</plan><plan>Buy oil for the lamp</plan>');
  memory.edit({ do: 'done', what: 'buy oil' });
  expect(listOpen()).toEqual(['Buy oil for the lamp']);
});

it('CR2: done is only for plans, and an edited item replaces the former one and its rivals', () => {
  const { memory, stores } = open();
  memory.hear('<pin>The key is here</pin><desc>harbour: full of ice</desc>');
  expect(() => memory.edit({ do: 'done', what: '1' })).toThrow('only plans can be marked as done');
  const edited = memory.edit({ do: 'edit', what: 'key', text: 'The key is at [pier]' });
  expect(edited.map(({ effect, item: { id, eventId } }) => [effect, id, eventId])).toEqual([
    ['created', 3, 1],
    ['superseded', 1, 1],
  ]);
  memory.hear('<desc>quay: empty</desc>');
  memory.edit({ do: 'edit', what: '4', text: 'harbour: free of ice' });
  const active = stores.items.readActiveOf('desc').map(({ content }) => content);
  expect(active).toEqual(['harbour: free of ice']);
  expect(() => memory.edit({ do: 'edit', what: '3', text: ' … ' })).not.toThrow();
  expect(() => memory.edit({ do: 'edit', what: 'harbour', text: '  ' })).toThrow('missing');
});

it('CR2: merging keeps the first item, and joins only items of one kind', () => {
  const { memory, listOpen } = open();
  memory.hear('<plan>Buy oil</plan><plan>Get lamp oil</plan><pin>Oil is low</pin>');
  expect(() => memory.edit({ do: 'merge', what: ['1', '3'] })).toThrow(
    'only items of the same kind can be merged',
  );
  expect(() => memory.edit({ do: 'merge', what: ['1', 'buy oil'] })).toThrow('two different items');
  expect(memory.edit({ do: 'merge', what: ['2', 'buy'] }).map(({ effect }) => effect)).toEqual([
    'kept',
    'superseded',
  ]);
  expect(listOpen()).toEqual(['Get lamp oil']);
});

it('CR3: each correction is recorded with its cause, and revive takes it back', () => {
  const { memory, stores, clock, listOpen } = open();
  memory.hear('<plan>Buy oil</plan><plan>Get lamp oil</plan>');
  clock.advance(dayMs);
  memory.edit({ do: 'merge', what: ['1', '2'] });
  memory.edit({ do: 'done', what: '1' });
  expect(stores.items.readChanges(1 as ItemId).map(({ because }) => because)).toEqual([
    'it was told',
    'a person merged item 2 into it',
    'a person said it is done',
  ]);
  for (const id of [1, 2]) memory.revive(id as ItemId);
  expect(listOpen().sort()).toEqual(['Buy oil', 'Get lamp oil']);
});

it('CR3: an item that was reworded comes back as it was, in place of the other words', () => {
  const { memory, clock, listOpen } = open();
  memory.hear('<plan>Buy oil tomorrow</plan><plan>Call Tom</plan>');
  const [before] = memory.plans();
  memory.edit({ do: 'edit', what: '1', text: 'Buy oil on Friday' });
  clock.advance(dayMs / 2);
  memory.edit({ do: 'edit', what: 'oil', text: 'Buy lamp oil some day' });
  clock.advance(dayMs);
  memory.revive(1 as ItemId);
  expect(listOpen()).toEqual(['Buy oil', 'Call Tom']);
  expect(memory.plans()[0]?.dueAtMs).toBe(before?.dueAtMs);
  for (const [id, words] of [
    [3, 'Buy oil'],
    [1, 'Buy oil'],
    [4, 'Buy lamp oil some day'],
    [3, 'Buy oil'],
  ] as const) {
    memory.revive(id as ItemId);
    expect(listOpen().toSorted()).toEqual([words, 'Call Tom']);
  }
});

it('CR4: words that stay mean the same day as before; other words are read from the present', () => {
  const { memory, clock } = open();
  memory.hear('<plan>Buy oil tomorrow</plan>');
  const [before] = memory.plans();
  clock.advance(dayMs / 2);
  memory.edit({ do: 'edit', what: '1', text: 'Buy lamp oil tomorrow' });
  expect(memory.plans()[0]).toMatchObject({ dueAtMs: before?.dueAtMs, content: 'Buy lamp oil' });
  memory.edit({ do: 'edit', what: 'lamp', text: 'Buy lamp oil in two hours' });
  expect(memory.plans()[0]?.dueAtMs).toBe(clock.now() + dayMs / 12);
});

it('CR4: with the clock of a story, other words are read from the time of the story', () => {
  const { memory } = open({ profile: { ...defaultProfile, clock: 'story' } });
  const storyAtMs = Date.UTC(1850, 0, 1, 12);
  memory.hear('<plan>Buy oil</plan>', { storyAtMs });
  memory.edit({ do: 'edit', what: '1', text: 'Buy oil in two hours' });
  expect(memory.plans()[0]?.dueAtMs).toBe(storyAtMs + dayMs / 12);
});

it('CR4, PL22: the words and the date of a plan can each be changed alone, and neither loses the other', () => {
  const { memory, stores } = open({ languages: ['de'] });
  const show = () => {
    const [plan] = memory.plans();
    return [plan?.content, plan?.dueAtMs, plan?.recurrence];
  };
  memory.hear('<plan>am Freitag Öl kaufen</plan>');
  const [, friday] = show();
  expect(show()).toEqual(['Öl kaufen', friday, undefined]);
  memory.edit({ do: 'edit', what: '1', text: 'Lampenöl kaufen' });
  expect(show()).toEqual(['Lampenöl kaufen', friday, undefined]);
  memory.edit({ do: 'edit', what: 'Lampenöl', due: 'every Sunday at 10' });
  const sunday = Date.UTC(2024, 0, 7, 10);
  expect(show()).toEqual(['Lampenöl kaufen', sunday, 'every Sunday at 10']);
  const [edited] = memory.edit({ do: 'edit', what: 'Lampenöl', text: 'Öl kaufen' });
  expect(edited?.item.content).toBe('Öl kaufen');
  expect(show()).toEqual(['Öl kaufen', sunday, 'every Sunday at 10']);
  memory.edit({ do: 'edit', what: 'Öl', text: 'Öl kaufen am Montag', due: 'am Freitag' });
  expect(show()).toEqual(['Öl kaufen', friday, undefined]);
  expect(() => memory.edit({ do: 'edit', what: 'Öl', due: 'nie' })).toThrow(
    expect.objectContaining({ happened: expect.stringContaining('could be read from "nie"') }),
  );
  expect(show()).toEqual(['Öl kaufen', friday, undefined]);
  memory.edit({ do: 'edit', what: 'Öl', due: '4 February 2024 at 15:00' });
  expect(show()).toEqual(['Öl kaufen', Date.UTC(2024, 1, 4, 15), undefined]);
  memory.edit({ do: 'edit', what: 'Öl', due: '' });
  expect(show()).toEqual(['Öl kaufen', undefined, undefined]);
  expect(verifyMemory(stores.connection).problems).toEqual([]);
});

it('CR4, PL22: a day that the plan is about is neither cut from its words nor taken for its date', () => {
  const { memory } = open();
  memory.hear('<plan>ask how Sunday was, on Monday</plan>');
  const [before] = memory.plans();
  memory.edit({ do: 'edit', what: '1', text: 'ask Anna how Sunday was' });
  expect(memory.plans()).toMatchObject([{ content: 'ask Anna how Sunday was', dueAtMs: before?.dueAtMs }]);
  memory.edit({ do: 'edit', what: 'Anna', due: 'on Tuesday' });
  memory.edit({ do: 'edit', what: 'Anna', text: 'ask Anna and Tom how Sunday was', due: 'on 10 January' });
  expect(memory.plans()).toMatchObject([
    { content: 'ask Anna and Tom how Sunday was', dueAtMs: Date.UTC(2024, 0, 10, 23, 59) },
  ]);
});

it('WM6, PL22: a plan that is said again with other words for its date, or with none, is the same plan', () => {
  const { memory } = open();
  const count = () => memory.plans().length;
  memory.hear('Remind me to water the beans on Thursday.');
  memory.speak('<say>I will.</say><plan>water the beans</plan>');
  memory.hear('<plan>on 4 January water the beans</plan>');
  expect(count()).toBe(1);
  expect(memory.plans()[0]).toMatchObject({
    content: 'water the beans',
    dueAtMs: Date.UTC(2024, 0, 4, 23, 59),
  });
  memory.hear('<plan>water the beans on Saturday</plan>');
  expect(count()).toBe(2);
  expect(memory.hear('<plan>done water the beans</plan>').reports[0]?.say).toContain(
    '"water the beans" (due Thu 4 January 2024), "water the beans" (due Sat 6 January 2024)',
  );
  memory.hear('<plan>feed the cat every Monday</plan><plan>feed the dog every Tuesday</plan>');
  expect(memory.hear('<plan>done feed</plan>').reports[0]?.say).toContain(
    '"feed the cat" (every Monday), "feed the dog" (every Tuesday)',
  );
  expect(() => memory.edit({ do: 'done', what: 'feed' })).toThrow(
    expect.objectContaining({ happened: expect.stringContaining('"feed the dog" (every Tuesday)') }),
  );
});
