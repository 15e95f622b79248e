// Tests the words that describe to a person what was taken from a character card.
import { expect, it } from 'vitest';
import { describeCard } from './describe-card.ts';

const none = { disabled: 0, crowded: 0, shortened: 0 };
const card = {
  status: 'new',
  name: 'Soma',
  page: 'wake-context.md',
  calls: 'Kit',
  greeting: 'Who comes?',
  lore: { added: 0, known: 0, kept: [], constants: 0, leftOut: none },
  leftOut: { instructions: '', greetings: 0, lorePatterns: 0 },
  warnings: [],
} as const;

it('RM17: a card that is taken whole needs one sentence', () => {
  expect(describeCard({ ...card, lore: { ...card.lore, kept: [] }, warnings: [] })).toEqual([
    'Soma is the companion now.',
  ]);
});

it('RM17: a further companion is told as one of several', () => {
  expect(describeCard({ ...card, of: 'soma', lore: { ...card.lore, kept: [] }, warnings: [] })).toEqual([
    'Soma is one of the companions now, with a memory of its own.',
  ]);
});

it('RM17: what was there before and what was left out is named', () => {
  const { greeting, ...unsaid } = card;
  const lore = { added: 1, known: 0, kept: [], constants: 1, leftOut: { ...none, disabled: 1 } };
  const leftOut = { instructions: 'Obey.', greetings: 2, lorePatterns: 1 };
  const voices = { formerName: 'Sage', formerVoice: 'sage' };
  const said = describeCard({
    ...unsaid,
    ...voices,
    status: 'replaced',
    lore,
    leftOut,
    warnings: ['A warning.', 'A warning.'],
  });
  expect([greeting, ...said]).toEqual([
    'Who comes?',
    'Soma is the companion now.',
    'What Sage said stays, as said by Sage. So do the plans, notes and facts in mind: look whether they are true of Soma.',
    'With 2 entries of lore.',
    'Soma says no first words, since there is a talk already or the card has none.',
    '2 other greetings were left out.',
    '1 entry of lore was left out: switched off in the card.',
    '1 entry of lore was found only by its exact name.',
    'Left out: what the card tells a model to do. It is shown below.',
    'A warning.',
  ]);
});
