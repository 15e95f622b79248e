// Tests into which quotes a story is cut for a question.

import { describe, expect, it } from 'vitest';
import { cutStretches } from './collect-story.ts';

describe('AK3: the quotes of a story', () => {
  it('have some sentences each, about as much in Japanese as in English', () => {
    const cut = (body: string) =>
      cutStretches(body, { start: 0, end: body.length }).map(({ start, end }) => body.slice(start, end));
    const english = Array.from(
      { length: 12 },
      (_, at) => `In the ${at}th year nobody came back to the mill.`,
    );
    const japanese = Array.from({ length: 12 }, (_, at) => `${at}年前に兄の御堂朔は桟橋から帰らなかった。`);
    const quotes = [cut(english.join('\n\n')), cut(japanese.join('\n\n'))];
    for (const some of quotes) {
      expect(some.length).toBeGreaterThanOrEqual(3);
      expect(some.length).toBeLessThanOrEqual(6);
    }
    expect(quotes.map((some) => some.join('\n\n'))).toEqual([english.join('\n\n'), japanese.join('\n\n')]);
    expect(Math.max(...cut(japanese.join('')).map(({ length }) => length))).toBeLessThan(125);
  });
});
