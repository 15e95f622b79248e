// Tests that the 's of a possessive belongs to the marked name in a paragraph.

import { expect, test } from 'vitest';
import { cutMarks } from './cut-marks.ts';

test("RS1: the 's of a possessive belongs to the marked name", () => {
  const cut = (text: string) => {
    const start = text.indexOf('Carter');
    const mark = { start, end: start + 'Carter'.length, entries: [1], isNew: true };
    return cutMarks({ text, marks: [mark] }).map((piece) => piece.text);
  };
  expect(cut("In Carter's words")).toEqual(['In ', "Carter's", ' words']);
  expect(cut('In Carter’s, then')).toEqual(['In ', 'Carter’s', ', then']);
  expect(cut('*Carter’s* sword')).toEqual(['Carter’s', ' sword']);
  expect(cut("'Carter' said")).toEqual(["'", 'Carter', "' said"]);
  expect(cut("Carter'shire")).toEqual(['Carter', "'shire"]);
});
