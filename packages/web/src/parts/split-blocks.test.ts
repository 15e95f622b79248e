// Tests splitting a message into blocks.

import { expect, it } from 'vitest';
import { splitBlocks, splitCode, splitRows } from './split-blocks.ts';

const list = (text: string) => splitBlocks(text).map(({ kind, text: words, depth }) => [kind, words, depth]);

it('splits lists, quotes and headings from running text', () => {
  expect(list('# Gauges\n*She nods.* So:\n\n1. Passau\n  - the upper\n> as he said')).toEqual([
    ['heading', 'Gauges', 0],
    ['line', '*She nods.* So:', 0],
    ['line', '', 0],
    ['item', '1. Passau', 0],
    ['item', '• the upper', 1],
    ['quote', 'as he said', 0],
  ]);
});

it('leaves lines that only look like a mark as they are', () => {
  for (const line of ['#1 of 3', '-5 degrees', '*nods*', '1.5 miles', '| a', '- '])
    expect(list(line)).toEqual([['line', line, 0]]);
});

it('keeps code as it was written, also while its end has not come yet', () => {
  expect(list('So:\n```ts\nconst a = 1;\n\n  # no heading\n```\nDone')).toEqual([
    ['line', 'So:', 0],
    ['code', 'const a = 1;\n\n  # no heading', 0],
    ['line', 'Done', 0],
  ]);
  expect(list('```\n- a')).toEqual([['code', '- a', 0]]);
  expect(list('```')).toEqual([['code', '', 0]]);
});

it('finds a table by the rule below its first row', () => {
  expect(list('| a | b |\n|---|:-:|\n| 1 | 2 |\nend')).toEqual([
    ['table', '| a | b |\n| 1 | 2 |', 0],
    ['line', 'end', 0],
  ]);
  const rows = splitRows({ text: '| a | b |\n| 1 | |' }).map(({ cells }) => cells.map(({ text }) => text));
  expect(rows).toEqual([
    ['a', 'b'],
    ['1', ''],
  ]);
});

it('loses no sign between two blocks', () => {
  const text = 'a\n```\nb\n```\n| c |\n|---|\n- d';
  expect(splitBlocks(text).map(({ at }) => at)).toEqual([0, 2, 12, 24]);
});

it('splits code from the words around it', () => {
  expect(splitCode('Run `a*b*c` now.')).toEqual([
    { at: 0, text: 'Run ', isCode: false },
    { at: 4, text: 'a*b*c', isCode: true },
    { at: 11, text: ' now.', isCode: false },
  ]);
  expect(splitCode('one ` and ``')).toEqual([{ at: 0, text: 'one ` and ``', isCode: false }]);
});
