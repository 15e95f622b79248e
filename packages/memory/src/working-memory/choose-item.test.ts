// Tests which item is meant by words in a tag or in a command.
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { openTestMemory } from '../../test/support/open-test-memory.ts';
import { openSpokenMemory } from '../../test/support/spoken-memory.ts';
import { chooseItem } from './choose-item.ts';
import { hasAll } from './normal-form.ts';

function openPlans(...plans: readonly string[]) {
  const memory = openSpokenMemory();
  onTestFinished(() => void memory.connection.close());
  memory.speak(plans.map((plan) => `<plan>${plan}</plan>`).join(''));
  return memory.store.readActiveOf('plan');
}

/** Returns the content of the item that is meant, or else `tied` or `missed`. */
function name(words: string, items: ReturnType<typeof openPlans>) {
  const match = chooseItem(words, items);
  return match.outcome === 'found' ? match.item.content : match.outcome;
}

const errands = [
  'Call the plumber about the sink',
  'Buy bread at the bakery',
  'Pick up the laundry by Friday',
  'Take the kiln apart',
];

it.each([
  ['the laundry', 'Pick up the laundry by Friday'],
  ['bought the bread', 'Buy bread at the bakery'],
  ['picked up the laundry today', 'Pick up the laundry by Friday'],
  ['I have called the plumber about the sink again', 'Call the plumber about the sink'],
  ['the post office about the letter', 'missed'],
  ['call the doctor about the sink', 'missed'],
  ['the', 'missed'],
  ['it', 'missed'],
  ['', 'missed'],
])('WM7: function words do not count: "%s" means %s', (words, meant) => {
  expect(name(words, openPlans(...errands))).toBe(meant);
});

it('WM7: an item of exactly these words comes before items that contain them, and several are a tie', () => {
  const plans = openPlans('Buy oil', 'Buy oil for the lamp', 'Oil the hinges', 'Water 3 ferns', 'Be there');
  expect(name('buy oil', plans)).toBe('Buy oil');
  expect(name('buying the oil', plans)).toBe('Buy oil');
  expect(name('oil', plans)).toBe('tied');
  expect(name('lamp oil', plans)).toBe('Buy oil for the lamp');
  const rides = openPlans("Kit's exam", 'A drink after the exam', 'Ask Bea about the exam');
  expect(name('the exam', rides)).toBe("Kit's exam");
  expect(name('exam drink', rides)).toBe('A drink after the exam');
  expect(name('be there', plans)).toBe('Be there');
  expect(name('buy oil 4', plans)).toBe('missed');
  expect(name('3 ferns', plans)).toBe('Water 3 ferns');
  expect(name('water 4 ferns', plans)).toBe('missed');
});

it('WM7: scripts without blanks are compared by their characters', () => {
  expect(name('面包', openPlans('买面包', '打电话'))).toBe('买面包');
});

it('WM7: the new code is kept and the old one dropped, or nothing happens', () => {
  const { connection, speak, listActive } = openSpokenMemory();
  speak('<pin>The wifi code is 1234</pin><pin>The new wifi code is 5678</pin>');
  const dropped = speak('<pin>drop wifi code 1234</pin>');
  expect(dropped.effects.map(({ item }) => item.content)).toEqual(['The wifi code is 1234']);
  const missed = speak('<pin>drop wifi code 9999</pin>');
  expect(missed.reports[0]?.say).toContain('The nearest: "The new wifi code is 5678"');
  expect(listActive()).toEqual(['pin: The new wifi code is 5678']);
  connection.close();
});

it('WM7: whatever is in mind, the words found alone decide, and in any order', () => {
  const word = fc.constantFrom('bread', 'key', 'coat', 'river', 'Anna', 'the', '3');
  const words = fc.array(word, { minLength: 1, maxLength: 5 }).map((list) => list.join(' '));
  const property = fc.property(words, fc.uniqueArray(words, { maxLength: 6 }), (said, plans) => {
    const memory = openSpokenMemory();
    for (const plan of plans) memory.speak(`<plan>${plan}</plan>`);
    const items = memory.store.readActiveOf('plan');
    const match = chooseItem(said, items);
    const turned = chooseItem(said.split(' ').reverse().join(' '), [...items].reverse());
    const isExact = items.some(({ normalForm }) => normalForm === said.toLowerCase());
    const asked = new Set(
      said
        .toLowerCase()
        .split(' ')
        .filter((one) => one !== 'the'),
    );
    if (match.outcome === 'found' && !isExact) {
      const own = new Set(match.item.normalForm.split(' ').filter((one) => one !== 'the'));
      expect([hasAll(asked, own), hasAll(own, asked)]).toContain(true);
      if (turned.outcome === 'found') expect(turned.item).toEqual(match.item);
    }
    memory.connection.close();
  });
  fc.assert(property, { numRuns: 60 });
});

it('WM7: a command of the person means the same as a tag', () => {
  const { memory, close } = openTestMemory();
  onTestFinished(close);
  memory.hear(errands.map((plan) => `<plan>${plan}</plan>`).join(''));
  expect(() => memory.edit({ do: 'done', what: 'call the doctor about the sink' })).toThrow(
    'The nearest: plan 1 "Call the plumber about the sink"',
  );
  memory.edit({ do: 'done', what: 'picked up the laundry' });
  memory.hear('<plan>done: bought the bread</plan>');
  expect(memory.plans().map(({ id }) => id)).toEqual([4, 1]);
});
