// Tests that an allergy is read if its cause is named elsewhere in the same sentence, and not otherwise.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readFacts } from './read-facts.ts';

const things = [
  'walnuts',
  'shellfish',
  'celery',
  'cats',
  'bee stings',
  'nuts and seeds',
  'nuts, eggs or milk',
];
const warnings: readonly ((thing: string) => string)[] = [
  (thing) => `Careful with ${thing}: `,
  (thing) => `Be careful with the ${thing}, `,
  (thing) => `No ${thing} for me, please, `,
  (thing) => `No ${thing}, `,
  (thing) => `Please leave out the ${thing} — `,
  (thing) => `I can't eat ${thing}, `,
  (thing) => `Don't put any ${thing} in it, `,
  (thing) => `Watch out for ${thing}; `.replace(';', ','),
  (thing) => `I'd rather have it without ${thing}, `.replace("I'd rather have", 'I have'),
  (thing) => `Stay away from ${thing}: `,
  (thing) => `I love ${thing}, but `,
];
const bare = ["I'm allergic", "I'm badly allergic", 'I am allergic to them', "I'm very allergic, sorry"];

it('FP15: what is warned of is what one is allergic to, in any of these words', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...things),
      fc.constantFrom(...warnings),
      fc.constantFrom(...bare),
      (thing, warn, say) => {
        const found = readFacts(`${warn(thing)}${say}.`).filter(({ relation }) => relation === 'allergy');
        expect(found.map(({ owner, value }) => [owner, value])).toEqual([['', thing]]);
      },
    ),
    { numRuns: 300 },
  );
});

it.each([
  ["Careful with walnuts: my sister's allergic.", 'sister:walnuts'],
  ['Careful with walnuts: my sister is allergic to them.', 'sister:walnuts'],
  ["My sister Lene can't have shellfish, she's allergic.", 'sister:shellfish'],
  ["I'm allergic, so no walnuts please.", ':walnuts'],
  ["I'm allergic and can't eat walnuts.", ':walnuts'],
  ['Careful with peanuts because I am allergic', ':peanuts'],
  ["No walnuts today, I'm allergic to celery.", ':celery'],
])('FP15: "%s" tells %s', (text, fact) => {
  const found = readFacts(text).filter(({ relation }) => relation === 'allergy');
  expect(found.map(({ owner, value }) => `${owner}:${value}`)).toEqual([fact]);
});

it.each([
  "I'm allergic.",
  "No, I'm allergic.",
  "No problem, I'm allergic.",
  "No thanks, I'm allergic.",
  "No idea, I'm allergic.",
  "I can't have that, I'm allergic.",
  "Careful with me, I'm allergic.",
  "Be careful with Tom, I'm allergic.",
  "Careful with walnuts: I'm not allergic.",
  "Careful with walnuts: she's allergic.",
  'Careful with walnuts: many are allergic.',
  "Careful with walnuts: I don't think I'm allergic.",
  'No walnuts: I might be allergic.',
  "No walnuts, or I'm allergic?",
  "If there are no walnuts, I'm allergic.",
  "He says no walnuts, I'm allergic.",
  'No walnuts today.',
  'Careful with walnuts, I was allergic.',
  "I have no time for cats, I'm sorry.",
  "I love cats, and I'm allergic.",
  "There is no way I'm allergic.",
  "I can't eat dinner, I'm allergic.",
])('FP15: "%s" tells no allergy', (text) => {
  expect(readFacts(text).filter(({ relation }) => relation === 'allergy')).toEqual([]);
});
