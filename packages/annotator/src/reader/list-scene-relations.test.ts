// Tests which sentences the built-in reader accepts as stating a relation between two names.

import { describe, expect, it } from 'vitest';
import { collectCandidates } from './collect-candidates.ts';
import { listRulerWords, listSceneRelations } from './list-scene-relations.ts';

function read(text: string, ranks: ReadonlySet<string> = new Set()): readonly string[] {
  const sentence = { postId: 1, label: '1', text, isParagraphStart: true };
  const names = ['Anna', 'Stiva', 'Dolly', 'Marrow', 'Gathol', 'Tom', 'Corm'];
  const scene = collectCandidates([sentence], names);
  return listSceneRelations(scene, ranks).map(({ from, kind, to }) => `${from} ${kind} ${to}`);
}

const said: readonly (readonly [text: string, relation: string])[] = [
  ['At the door stood Anna, the younger sister of Stiva, and wept.', 'anna sibling of stiva'],
  ['Dolly was the eldest daughter of Marrow.', 'dolly child of marrow'],
  ['He thanked Stiva’s wife Dolly for the bread.', 'dolly spouse of stiva'],
  ["In came Marrow's father, Corm, with a lamp.", 'corm parent of marrow'],
  ['They met Anna, Stiva’s sister, at the gate.', 'anna sibling of stiva'],
  ['It was ruled by Marrow, king of Gathol, in those days.', 'marrow rules gathol'],
];

const unsaid = [
  '“Anna, Stiva’s sister, is dead.”',
  '“Go, Anna, the sister of Stiva, go!”',
  'If Anna was the sister of Stiva, he did not say so.',
  'The friend of Anna was the brother of Stiva.',
  'He sent for Anna, the sister of Stiva’s cook.',
  'Present were Tom, Anna’s brother, and Dolly.',
  'Anna, Stiva’s sister and Dolly stayed.',
  'He spoke to Anna, the friend of Stiva, about it.',
  '“Have you met Anna’s brother, Tom?”',
  'Anna’s brother, Tom, and Dolly came in.',
  'Anna’s brother, Dolly, Tom and Corm came in.',
  'She denied that Tom was the father of Dolly.',
  'It looked as though Tom was the father of Dolly.',
  'It seemed that Tom was the father of Dolly.',
  'He claimed that Tom was the father of Dolly.',
  'There was a rumour that Tom was the father of Dolly.',
  'Tom was no brother of Dolly.',
  'The friend of Tom’s brother saw Dolly.',
  'Tom, a brother of the order, met Dolly.',
];

describe('what a sentence says of two names', () => {
  it.each(said)('RL8: "%s" says: %s', (text, relation) => {
    expect(read(text)).toEqual([relation]);
  });

  it.each(unsaid)('RL8: "%s" says nothing for sure', (text) => {
    expect(read(text)).toEqual([]);
  });

  it('RL8: a word that the glossary explains as that of a ruler tells who rules', () => {
    const text = 'Beside him sat Marrow, zhar of Gathol, and slept.';
    expect(read(text)).toEqual([]);
    const ranks = listRulerWords([{ term: 'zhar', definition: 'A zhar is the king of a city.' }]);
    expect(read(text, ranks)).toEqual(['marrow rules gathol']);
  });

  it.each([
    ['zhar', 'The title of a king.', true],
    ['zhar', 'Ruler of Gathol.', true],
    ['zhar', 'A zhar rules a city as its king.', true],
    ['hand', 'The hand is the chief adviser of the king.', false],
    ['guard', 'A guard is a soldier of the emperor.', false],
    ['steward', 'The king’s steward.', false],
    ['sword', 'A sword of the old king.', false],
    ['zhar', 'A zhar is a chief or king.', true],
    ['guard', 'A guard protects the queen and the king.', false],
    ['throne', 'The seat of an emperor or king.', false],
    ['feast', 'A feast held as the king returns.', false],
    ['spy', 'A man who was the king.', false],
    ['beggar', 'A beggar is no king.', false],
  ])('RL8: %s with the definition "%s" is a word for rulers: %s', (term, definition, isRuler) => {
    expect(listRulerWords([{ term, definition }]).has(term)).toBe(isRuler);
  });
});
