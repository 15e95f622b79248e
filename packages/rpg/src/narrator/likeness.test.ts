// Tests measuring the similarity of two questions by what they ask and what they are about.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildWeigh, computeLikeness, readQuestion } from './likeness.ts';

const examples: Readonly<Record<string, readonly string[]>> = {
  order: ['What order did you give?', 'Which order was it?', 'What did you order your people to do?'],
  watching: ['Why were you watching me?', 'Why do you look at me like that?'],
  errand: ['What errand do you have for me?', 'Do you need help with anything?', 'Is there work for me?'],
  keeper: ['Tell me about the keeper', 'Who is the toll keeper?', 'What sort of man is the keeper?'],
  gone: ['When did the keeper leave?', 'How long has the keeper been gone?'],
  seen: ['Did you see the keeper go up to the chapel?', 'Where did the keeper go?'],
  knees: ['How are your knees?', 'What is wrong with your knees?', 'Why do your knees stop?'],
  tea: ['Is the ginger tea any good?', 'What tea do you have?'],
  purses: ['What is in the purses?', 'Why do you carry nine purses?', 'Whose purses are those?'],
  brother: ['Where is your brother?', 'Do you have a brother?'],
  live: ['Where do you live?', 'Where is your home?'],
};

const all = Object.entries(examples).map(([id, to]) => ({ id, questions: to.map(readQuestion) }));
const weigh = buildWeigh(all.map(({ questions }) => new Set(questions.flatMap(({ forms }) => forms))));

function findLike(words: string): string | undefined {
  const question = readQuestion(words);
  const scored = all.map(({ id, questions }) => {
    const known = new Set(questions.flatMap(({ forms }) => forms));
    const likeness = questions.map((one) => computeLikeness(question, one, { weigh, known }));
    return { id, likeness: Math.max(...likeness) };
  });
  const [best] = scored.toSorted((one, other) => other.likeness - one.likeness);
  return best !== undefined && best.likeness >= 0.5 ? best.id : undefined;
}

describe('questions that are alike', () => {
  it.each([
    ['what order did you give, then?', 'order'],
    ['which order?', 'order'],
    ['so what were the orders you gave', 'order'],
    ['why were you looking at me just now?', 'watching'],
    ['then why were you watching me', 'watching'],
    ['what errands do you have for me tonight?', 'errand'],
    ['have you got any work', 'errand'],
    ['who is this keeper of yours?', 'keeper'],
    ['what do you know about the keeper?', 'keeper'],
    ['when did the keeper leave exactly?', 'gone'],
    ['have you seen the keeper going up to the chapel', 'seen'],
    ['your knees any better?', 'knees'],
    ['and is the ginger tea any good here', 'tea'],
    ['what are the nine purses for?', 'purses'],
    ['whose are the purses?', 'purses'],
    ['do you live near here?', 'live'],
    ['where are you living', 'live'],
    // Questions that ask for something that no example asks for.
    ['who killed your brother?', undefined],
    ['why did you leave the army?', undefined],
    ['what do you do?', undefined],
    ['how old are you?', undefined],
    ['where does the keeper live?', undefined],
    ['is it cold?', undefined],
    ['do you believe in ghosts?', undefined],
    ['what is the capital of France?', undefined],
    ['are you married?', undefined],
  ])('NA78: "%s" asks for %s', (words, id) => {
    expect(findLike(words)).toBe(id);
  });

  it('NA78: a question is wholly like itself, and more like itself than any other', () => {
    const word = fc.constantFrom('lamp', 'keeper', 'bell', 'tea', 'snow', 'brother', 'you', 'the', 'burning');
    const start = fc.constantFrom('why', 'where', 'who', 'what', 'when', 'how');
    const asked = fc
      .tuple(start, fc.array(word, { minLength: 1, maxLength: 6 }))
      .map(([first, rest]) => readQuestion(`${first} is ${rest.join(' ')}?`));
    fc.assert(
      fc.property(asked, asked, (one, other) => {
        const given = { weigh, known: new Set<string>() };
        expect(computeLikeness(one, one, given)).toBe(1);
        const likeness = computeLikeness(one, other, given);
        expect(likeness).toBeGreaterThanOrEqual(0);
        expect(likeness).toBeLessThanOrEqual(1);
      }),
      { numRuns: 60 },
    );
  });
});
