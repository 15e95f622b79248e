// Tests how secrets end: they are dropped by naming their words, or said aloud.
import { expect, it, onTestFinished } from 'vitest';
import { openTestMemory } from '../../test/support/open-test-memory.ts';

function open() {
  const test = openTestMemory();
  onTestFinished(test.close);
  const listSecrets = () => test.stores.items.readActiveOf('secret').map(({ content }) => content);
  return { ...test, listSecrets };
}

it('WM20: a secret is dropped by words that are all in it, and no other secret is', () => {
  const { memory, listSecrets } = open();
  memory.speak('<secret>The code of the mill is 1234</secret><secret>I broke the vase</secret>');
  const dropped = memory.speak('<secret>drop: vase</secret>');
  expect(dropped.effects.map(({ effect, item }) => [effect, item.content])).toEqual([
    ['dropped', 'I broke the vase'],
  ]);
  memory.speak('<secret>Release the code of the harbour is 99</secret>');
  expect(listSecrets()).toEqual(['The code of the mill is 1234', 'Release the code of the harbour is 99']);
  expect(memory.speak('<secret>drop</secret>').reports).toMatchObject([{ kind: 'missed' }]);
  const tied = memory.speak('<secret>drop the code of the</secret>');
  expect(tied).toMatchObject({ effects: [], reports: [{ kind: 'tied' }] });
  expect(JSON.stringify(tied)).not.toContain('mill');
  expect(listSecrets()).toHaveLength(2);
});

it('WM20: a secret whose words are all in one shown sentence is resolved as told, in any form of the words', () => {
  const { memory, stores, listSecrets } = open();
  const [secret] = memory.speak('<secret>Selma hides the broken vase in the kiln</secret>').effects;
  memory.speak('<say>Selma is at the kiln.</say><thought>Selma hides the broken vase in the kiln</thought>');
  memory.hear('Is a vase broken? Does Selma hide something in the kiln?');
  expect(listSecrets()).toHaveLength(1);
  const told = memory.speak('<say>Well: Selma is hiding the broken vases in the kiln. Sorry!</say>');
  expect(told.effects).toMatchObject([{ effect: 'resolved', item: { kind: 'secret', id: secret?.item.id } }]);
  expect(listSecrets()).toEqual([]);
  const because = stores.items.readChanges(secret?.item.id as never).map((change) => change.because);
  expect(because).toEqual(['it was told', 'it was said aloud']);
});

it('WM20: a few words may be said by chance, and what one message both says and keeps stays a secret', () => {
  const { memory, listSecrets } = open();
  memory.speak('<secret>I like her</secret>');
  memory.speak('<say>I like her soup.</say>');
  memory.speak('<say>The ferryman drinks at night.</say><secret>The ferryman drinks at night</secret>');
  expect(listSecrets()).toEqual(['I like her', 'The ferryman drinks at night']);
});
