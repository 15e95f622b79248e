// Tests how a paragraph is cut: the 's of a possessive belongs to the marked name, and a reading is above its word.

import { expect, test } from 'vitest';
import { cutMarks } from './cut-marks.ts';

test("RS1: the 's of a possessive belongs to the marked name", () => {
  const cut = (text: string) => {
    const start = text.indexOf('Carter');
    const mark = { start, end: start + 'Carter'.length, entries: [1], isNew: true };
    const groups = cutMarks({ text, marks: [mark], readings: [] });
    return groups.flatMap(({ pieces }) => pieces.map((piece) => piece.text));
  };
  expect(cut("In Carter's words")).toEqual(['In ', "Carter's", ' words']);
  expect(cut('In Carter’s, then')).toEqual(['In ', 'Carter’s', ', then']);
  expect(cut('*Carter’s* sword')).toEqual(['Carter’s', ' sword']);
  expect(cut("'Carter' said")).toEqual(["'", 'Carter', "' said"]);
  expect(cut("Carter'shire")).toEqual(['Carter', "'shire"]);
});

test('RS1: a reading behind a word is above the word, in which names stay marked', () => {
  const text = '｜御堂紗夜《みどうさや》は*鐘《かね》*を';
  const mark = { start: 3, end: 5, entries: [1], isNew: false };
  const readings = [
    { start: 0, base: 1, bracket: 5, end: 12 },
    { start: 14, base: 14, bracket: 15, end: 19 },
  ];
  const groups = cutMarks({ text, marks: [mark], readings });
  expect(groups.map(({ pieces, reading }) => [pieces.map((piece) => piece.text), reading])).toEqual([
    [['御堂', '紗夜'], 'みどうさや'],
    [['は'], undefined],
    [['鐘'], 'かね'],
    [['を'], undefined],
  ]);
  const pieces = groups.flatMap((group) => group.pieces);
  expect(pieces.map(({ at, mark: named, kind }) => [at, named === mark, kind])).toEqual([
    [1, false, 'plain'],
    [3, true, 'plain'],
    [12, false, 'plain'],
    [14, false, 'emphasised'],
    [20, false, 'plain'],
  ]);
});
