// Tests the screen: no line is wider than the screen, and no text contains anything that a terminal would obey.

import { PassThrough } from 'node:stream';
import { quoteArgument } from '@terrarium/composition/render-command';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutMiddle, cutText, renderPairs, wrapText } from './layout.ts';
import { buildPrinter } from './printer.ts';
import { renderDuration, renderMoment, renderShare } from './quantities.ts';
import { measureWidth, paint, renderStyled } from './style.ts';
import { openWrapStream } from './wrap-stream.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 300 });

describe('what is written', () => {
  it('holds no control character but line breaks, whatever the text', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, hasColours) => {
        const written = renderStyled(
          paint(text, 'bold', 'red') + text.replace(/[\uFDD0-\uFDD7]/g, ''),
          hasColours,
        );
        const ours = hasColours ? ['\u001b[0m', '\u001b[1m', '\u001b[31m'] : [];
        const rest = ours.reduce((left, code) => left.replaceAll(code, ''), written);
        expect(rest).not.toMatch(/(?!\n)\p{Cc}/u);
      }),
    );
  });

  it('leaves nothing of an escape sequence, in one piece or in several', () => {
    expect(renderStyled('\u001b[31mred\u001b[0m \u001b]0;title\u0007salt', true)).toBe('red salt');
    const wrap = openWrapStream(() => 80);
    const pieces = ['A \u001b', '[3', '1mred', '\u001b]0;ti', 'tle\u0007 door.', '\n'];
    expect(pieces.map(wrap).join('')).toBe('A red door.\n');
  });

  it('has no codes where there are no colours', () => {
    expect(renderStyled(paint('salt', 'bold'), false)).toBe('salt');
    expect(renderStyled(paint('salt', 'bold'), true)).toBe('\u001b[1msalt\u001b[0m');
  });
});

describe('width', () => {
  it('is that of the terminal, or what COLUMNS says, within bounds', () => {
    const measure = (columns: number | undefined, said?: string) => {
      const out = Object.assign(new PassThrough(), columns === undefined ? {} : { columns });
      return buildPrinter({ out, error: out, environment: { COLUMNS: said } }).width;
    };
    expect([measure(66), measure(66, '40'), measure(undefined, '40'), measure(undefined)]).toEqual([
      66, 66, 40, 80,
    ]);
    expect([measure(undefined, '3'), measure(undefined, '900'), measure(undefined, 'wide')]).toEqual([
      24, 100, 80,
    ]);
  });
});

describe('layout', () => {
  it('wraps to the width and loses no character but white space', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 20, max: 100 }), (text, width) => {
        const lines = wrapText(text, { width, indent: '  ' });
        for (const line of lines) expect(measureWidth(line)).toBeLessThanOrEqual(width);
        expect(lines.join('').replace(/\s/gu, '')).toBe(text.replace(/\s/gu, ''));
      }),
    );
  });

  it('cuts to the width and says so', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 60 }), (text, width) => {
        expect(measureWidth(cutText(text, width))).toBeLessThanOrEqual(width);
      }),
    );
    expect(renderStyled(cutText('the keeper of the salt gate', 22), false)).toBe('the keeper of the…');
  });

  it('cuts the middle out to the width, and leaves the beginning and the end', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 60 }), (text, width) => {
        expect(measureWidth(cutMiddle(text, width))).toBeLessThanOrEqual(width);
      }),
    );
    expect(renderStyled(cutMiddle('post 611, Thuvia · XIV', 13), false)).toBe('post 6…· XIV');
    expect(cutMiddle('post 1, One', 13)).toBe('post 1, One');
  });

  it('puts what is longer below its name where two columns have no room', () => {
    const pairs = [['Checkpoints', 'three of them']] as const;
    expect(renderPairs(pairs, 60)).toEqual(['  Checkpoints  three of them']);
    expect(renderPairs(pairs, 24)).toEqual(['  Checkpoints  three of', '    them']);
  });

  it('counts wide characters as two columns and marks as none', () => {
    expect(measureWidth('塩の道')).toBe(6);
    expect(measureWidth(`e\u0301${paint('x', 'dim')}`)).toBe(2);
  });
});

describe('quantities', () => {
  it.each([
    [0.04, '0.0 s'],
    [42, '42 s'],
    [600, '10 min'],
    [12_000, '3 h 20 min'],
    [190_000, '2 d 4 h'],
    [Number.POSITIVE_INFINITY, 'unknown'],
  ])('says %d seconds as %s', (seconds, text) => {
    expect(renderDuration(seconds)).toBe(text);
  });

  it('calls a share unknown where nobody said it, never 0', () => {
    expect(renderShare(undefined, 100)).toBe('unknown');
    expect(renderShare(0, 100)).toBe('0 %');
    expect(renderMoment('not a moment')).toBe('not a moment');
  });

  it('quotes an argument so that a shell reads it back', () => {
    expect(quoteArgument('world-demo')).toBe('world-demo');
    expect(quoteArgument(`it's $HOME`)).toBe(`'it'\\''s $HOME'`);
  });
});
