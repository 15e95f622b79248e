// Tests cutting parts out of a message: a mark shows where a sentence was cut, and tags keep what is left of their text.
import { expect, it } from 'vitest';
import { cutParts } from './cut-parts.ts';

it('FG6: a mark is left where words within a sentence were forgotten, but not for a whole sentence or tag', () => {
  const cut = (text: string, words: string) => {
    const from = text.indexOf(words);
    const spans = [{ tag: 'say', start: 0, content: text }] as const;
    return cutParts({ text, spans }, [{ from, to: from + words.length }]);
  };
  const rest = 'Please remember that …. And call Ben.';
  expect(cut('Please remember that the key is red. And call Ben.', 'the key is red')).toEqual({
    text: rest,
    spans: [{ tag: 'say', start: 0, content: rest }],
  });
  expect(cut('Good. I live in York. Bye.', 'I live in York.').text).toBe('Good. Bye.');
  const planned = 'And I plan to paint.';
  expect(cut(`I am nervous, honestly. ${planned}`, 'I am nervous').text).toBe(`…, honestly. ${planned}`);
  expect(cut(`Well. I am nervous today. ${planned}`, 'I am nervous').text).toBe(`Well. … today. ${planned}`);
  expect(cut(`I am nervous! ${planned}`, 'I am nervous').text).toBe(planned);
  expect(cut('milk\neggs\nbread', 'eggs').text).toBe('milk\n\nbread');
  expect(cut('Milk\nOne egg. Two buns.', 'One egg').text).toBe('Milk\nTwo buns.');
  expect(cut('Well <pin>the key is red</pin>', 'the key is red').text).toBe('Well <pin></pin>');
});
