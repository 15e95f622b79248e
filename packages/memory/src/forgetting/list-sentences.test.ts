// Tests which sentences of a message can be forgotten alone, and that every one of them is a part of its text.
import { expect, it } from 'vitest';
import { parseResponse, parseUserMessage } from '../tags/parse-message.ts';
import { listSentences } from './list-sentences.ts';

const heard = (text: string) => listSentences(parseUserMessage(text));
const spoken = (text: string) => listSentences(parseResponse(text));

it('FG12: the sentences of a message are those that are shown, and each is in its text', () => {
  const text = 'I live in York. My sister is called Dr. Ada K. Lehm! Does it matter?\nMilk\n1. Eggs :)  ';
  const found = heard(text);
  expect(found.map(({ shown }) => shown)).toEqual([
    'I live in York.',
    'My sister is called Dr. Ada K. Lehm!',
    'Does it matter?',
    'Milk',
    '1. Eggs :)',
  ]);
  expect(found.map(({ from, to }) => text.slice(from, to))).toEqual(found.map(({ shown }) => shown));
  expect(found.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
});

it('FG12: a tag is never cut in two, and what is private belongs to the sentence around it or before it', () => {
  const read = (found: ReturnType<typeof spoken>) => found.map(({ shown }) => shown);
  const reply =
    '<say>I keep it. <pin>Keep it dry. And warm.</pin> That is all.</say><do>nods. Sits.</do><thought>Odd.</thought>';
  expect(read(spoken(reply))).toEqual([
    'I keep it.',
    'Keep it dry. And warm.',
    'That is all.',
    '*nods.*',
    '*Sits.*',
  ]);
  const secret = '<say>Fine. <secret>I fear it. Much.</secret> So be it.</say>';
  const found = spoken(secret);
  expect(read(found)).toEqual(['Fine.', 'So be it.']);
  expect(secret.slice(found[0]?.from, found[0]?.to)).toBe('Fine. <secret>I fear it. Much.</secret>');
  expect(read(heard('One. <secret>two. Three. Four.'))).toEqual(['One.']);
  const told = 'I met Bob. <secret>He is ill. Very.</secret> We ate<secret>soup</secret> and talked. Bye.';
  expect(heard(told).map(({ from, to, shown }) => [told.slice(from, to), shown])).toEqual([
    ['I met Bob. <secret>He is ill. Very.</secret>', 'I met Bob.'],
    ['We ate<secret>soup</secret> and talked.', 'We ate and talked.'],
    ['Bye.', 'Bye.'],
  ]);
  expect(read(heard('<secret>Alone.</secret>'))).toEqual([]);
  expect(heard('<secret>Psst.</secret> One. Two.').map(({ from, to }) => [from, to])).toEqual([
    [0, 27],
    [28, 32],
  ]);
  expect(read(spoken('<say>One.</say><secret>Two. Three.</secret><say>Four.</say>'))).toEqual([
    'One.',
    'Four.',
  ]);
});
