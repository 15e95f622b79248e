// Tests which sentences are taken from a story as its summary if no model sums it up.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawSentences } from './draw-sentences.ts';

const story = [
  'It was late.',
  'Then Orrin Tay came down to Vashel with the lamp.',
  'He was tired of it all by now.',
  'But was the gate open that night?',
  'The captain of the Ashen Guard had shut the gate of Vashel.',
  'They waited there for a long time.',
];

describe('drawSentences', () => {
  it('AK1: draws from each part of a story the sentence that says most by itself', () => {
    expect(drawSentences(story, 120)).toBe(`${story[1]} ${story[4]}`);
    expect(drawSentences(story, 1000)).toBe([1, 2, 4, 5].map((at) => story[at]).join(' '));
    expect(drawSentences(story.slice(0, 1), 1000)).toBe('It was late.');
    const many = Array.from({ length: 150_000 }, () => 'It was late.');
    expect(drawSentences(many, 20)).toBe('It was late.');
    const choices = ['-[x] Orrin Tay goes to Vashel with the lamp.', '[ ] Orrin Tay stays at home today.'];
    expect(drawSentences(['Lost in the City', 'It was late.'], 1000)).toBe('It was late.');
    expect(drawSentences(['ค่ำแล้ว', 'เขาหลับ'], 1000)).toBe('ค่ำแล้ว เขาหลับ');
    const german = 'Orrin sagte: „Ich gehe nach Vashel.“';
    expect(drawSentences(['Die Stadt', german, 'Er nickt.'], 1000)).toBe(`${german} Er nickt.`);
    expect(drawSentences(['መሸ።', 'ሄደ!'], 1000)).toBe('መሸ። ሄደ!');
    expect(drawSentences([...choices, ...story.slice(0, 1)], 1000)).toBe('It was late.');
  });

  it('AK1: keeps the order of the story and the limit, whatever the sentences are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { maxLength: 30 }), fc.nat(200), (texts, limit) => {
        const drawn = drawSentences(texts, limit);
        expect(drawn.length).toBeLessThanOrEqual(limit);
        expect(drawSentences(texts, 100_000).includes(drawn.split(' ')[0] ?? '')).toBe(true);
      }),
    );
  });
});
