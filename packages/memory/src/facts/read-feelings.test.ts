// Tests which words are read as the speaker's feeling now, and which are not.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readFeeling } from './read-feelings.ts';

it.each([
  ['I feel really tired tonight', 'I feel really tired tonight'],
  ['I feel really tired tonight. Good night!', 'I feel really tired tonight'],
  ["I'm so happy!", "I'm so happy"],
  ['Honestly, I am a bit worried about the exam.', 'I am a bit worried about the exam'],
  ['The boat is sold, and I am heartbroken.', 'I am heartbroken'],
  ["I'm feeling under the weather today", "I'm feeling under the weather today"],
  ['I am fed up with the rain.', 'I am fed up with the rain'],
  ['I was sad yesterday. Today I feel better.', 'I feel better'],
  ['I feel rotten tonight.', 'I feel rotten tonight'],
  ['I feel grateful today.', 'I feel grateful today'],
  ['I just feel kind of empty, you know.', 'I just feel kind of empty'],
])('WM22: "%s" tells a feeling', (text, feeling) => {
  expect(readFeeling(text)).toBe(feeling);
});

it.each([
  'I am happy to help you with that.',
  'Am I tired?',
  'I am tired?',
  'I am not tired.',
  "I don't feel well-rested or tired.",
  'If I am tired, I go to bed.',
  'When I feel lonely I call my sister.',
  'I always feel tired in winter.',
  'I felt sad yesterday.',
  'I will be excited.',
  'She said I am happy.',
  '"I am so sad", he wrote.',
  'My sister is tired.',
  'I might be in a good mood.',
  'I am good at chess.',
  'I feel like a fool.',
  'I am afraid I cannot come.',
  'I am content writer.',
  'I feel the wind.',
  "I'm so happy for you.",
  'I am thrilled that you came.',
  'I am excited to see you.',
])('WM22: "%s" tells none', (text) => {
  expect(readFeeling(text)).toBeUndefined();
});

it('WM22: in any text, a feeling consists of words that are there', () => {
  const word = fc.constantFrom(
    'I',
    'am',
    'feel',
    'so',
    'tired',
    'sad',
    'not',
    'if',
    ',',
    '.',
    '?',
    '"',
    'today',
    '\n',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 30 }), (words) => {
      const text = words.join(' ');
      const feeling = readFeeling(text);
      expect(feeling === undefined || text.includes(feeling)).toBe(true);
    }),
  );
});
