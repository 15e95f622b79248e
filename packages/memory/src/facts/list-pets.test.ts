// Tests that each animal of a sentence is read with its name, in any order and wording.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readFacts } from './read-facts.ts';

const kinds = ['dog', 'cat', 'rabbit', 'parrot', 'tortoise', 'pony', 'kitten'] as const;
const names = ['Max', 'Pepper', 'Biscuit', 'Hop', 'Ziggy', 'Mrs Whiskers', 'Ångström'] as const;

const list = (text: string) =>
  readFacts(text).map(({ owner, relation, value }) => `${owner}:${relation}=${value}`);

/** Ways to say which animals somebody has; each builds a sentence from their kinds and names. */
type Animal = readonly [kind: string, name: string];
const join = (parts: readonly string[], comma: string) =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')}${comma} and ${parts.at(-1)}`;
const wordings: readonly ((animals: readonly Animal[], comma: string) => string)[] = [
  (all, comma) =>
    `I have ${join(
      all.map(([kind, name]) => `a ${kind} called ${name}`),
      comma,
    )}.`,
  (all, comma) =>
    `We've got ${join(
      all.map(([kind, name]) => `a ${kind} named ${name}`),
      comma,
    )}.`,
  (all, comma) =>
    `I own ${join(
      all.map(([kind, name]) => `a ${kind} ${name}`),
      comma,
    )}.`,
  (all, comma) =>
    `I have ${join(
      all.map(([kind, name]) => `a small ${kind} whose name is ${name}`),
      comma,
    )}.`,
  (all, comma) =>
    `${join(
      all.map(([kind, name]) => `my ${kind} is called ${name}`),
      comma,
    ).replace('my', 'My')}.`,
  (all, comma) =>
    `${join(
      all.map(([kind, name]) => `our ${kind} is ${name}`),
      comma,
    ).replace('our', 'Our')}.`,
  (all, comma) =>
    `I love ${join(
      all.map(([kind, name]) => `my old ${kind} ${name}`),
      comma,
    )}.`,
];

const anyAnimals = fc
  .tuple(
    fc.shuffledSubarray([...kinds], { minLength: 1, maxLength: 3 }),
    fc.shuffledSubarray([...names], { minLength: 3 }),
  )
  .map(([some, called]) => some.map((kind, at): Animal => [kind, called[at] ?? '']));

it('FP9: each animal that one sentence names is known with its name', () => {
  fc.assert(
    fc.property(
      anyAnimals,
      fc.constantFrom(...wordings),
      fc.constantFrom('', ','),
      (animals, write, comma) => {
        const told = list(write(animals, comma)).filter((fact) => fact.startsWith(':pet'));
        expect(told.toSorted()).toEqual(animals.map(([kind, name]) => `:pet ${kind}=${name}`).toSorted());
      },
    ),
    { numRuns: 300 },
  );
});

it.each([
  ['I have a dog, Max, and a cat, Pepper.', [':pet dog=Max', ':pet cat=Pepper']],
  ['We have two cats, Pepper and Salt.', [':pet cats=Pepper and Salt']],
  ['My cats are Pepper and Salt.', [':pet cats=Pepper and Salt']],
  [
    'My sister has a dog called Max and a cat called Pepper.',
    ['sister:pet dog=Max', 'sister:pet cat=Pepper'],
  ],
  ['I have a dog and a cat.', [':pet=a dog', ':pet=a cat']],
  ['I have a cat, Anna.', [':pet=a cat']],
  ['I have a dog, and a cat walked in.', [':pet=a dog']],
  ['I have a dog called Max and she wants a cat called Pepper.', [':pet dog=Max']],
  ['Do I have a dog called Max and a cat called Pepper?', []],
  ['Maybe I have a dog called Max and a cat called Pepper.', []],
] as const)('FP9: "%s"', (text, facts) => {
  expect(list(text)).toEqual(facts);
});
