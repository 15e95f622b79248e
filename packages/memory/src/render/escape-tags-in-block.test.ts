// Tests making messages safe for a prompt.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderDueDate, renderMoment } from '../events/render-moment.ts';
import { displayTags, workingTags } from '../tags/tag.ts';
import { escapeTagsInBlock, escapeTagsInLine } from './escape-tags-in-block.ts';

const tags = [...displayTags, ...workingTags];

test('AS9: our own tags lose their brackets, further lines are indented, and other text stays as it is', () => {
  expect(escapeTagsInBlock('a <b>bold</b> word, 2 < 3, [key]')).toBe('a <b>bold</b> word, 2 < 3, [key]');
  expect(escapeTagsInBlock('<say>hi</say>\n\n## Now\r\nx\u2028y')).toBe('‹say›hi‹/say›\n  ## Now\n  x\n  y');
  expect(escapeTagsInBlock('< PIN >< / pin ><pin/>')).not.toMatch(/[<>]/);
  expect(escapeTagsInBlock('\u202eabc\u200b\u0007\ufeff')).toBe('abc');
  expect(escapeTagsInBlock('<s\u00aday> <pin\u{e0001}> <\ufe0fsay\u180e>')).toBe('‹say› ‹pin› ‹say›');
  expect(escapeTagsInBlock('\u2764\ufe0f 1\ufe0f')).toBe('\u2764\ufe0f 1\ufe0f');
  expect(escapeTagsInLine('a\n# b\t c')).toBe('a # b c');
});

test('AS9: no text keeps a tag of ours, and escaping it twice changes nothing more', () => {
  const parts = fc.oneof(
    fc
      .tuple(
        fc.constantFrom(...tags),
        fc.constantFrom('<', '</', '< ', '<\u200b', '<\u{e0020}', '<<'),
        fc.constantFrom('>', '/>', ' >', '\u202e>', '\u061c>', '\u3164>'),
      )
      .map(([tag, open, close]) => `${open}${tag}${close}`),
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.constantFrom('\n', '\r', '#'),
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (some) => {
      const safe = escapeTagsInBlock(some.join(''));
      expect(safe).not.toMatch(new RegExp(`<\\s*/?\\s*(${tags.join('|')})\\s*/?>`, 'i'));
      expect(safe).not.toMatch(/\n(?! {2})/);
      expect(escapeTagsInLine(escapeTagsInLine(safe))).toBe(escapeTagsInLine(safe));
      expect(escapeTagsInLine(safe)).not.toContain('\n');
    }),
  );
});

test('AS11: a moment is written as calendar and clock show it where the person lives', () => {
  const moment = Date.UTC(2026, 10, 21, 23, 5);
  expect(renderMoment(moment, 'UTC')).toBe('Saturday, 21 November 2026, 23:05 (UTC)');
  expect(renderMoment(moment, 'Europe/Vienna')).toBe('Sunday, 22 November 2026, 00:05 (Europe/Vienna)');
  expect(() => renderMoment(moment, 'Middle/Earth')).toThrow(
    expect.objectContaining({ code: 'memory.unknown-time-zone' }),
  );
});

test('PL10: a due date has its weekday, the time that was said, and its year unless it is the present one', () => {
  const nowMs = Date.UTC(2026, 5, 20);
  const dueAtMs = Date.UTC(2026, 5, 27, 13);
  expect(renderDueDate(dueAtMs, { nowMs, timeZone: 'Europe/Vienna' })).toBe('Sat 27 June 15:00');
  expect(renderDueDate(Date.UTC(2026, 5, 27, 23, 59), { nowMs, timeZone: 'UTC' })).toBe('Sat 27 June');
  expect(renderDueDate(Date.UTC(2027, 0, 1, 9), { nowMs, timeZone: 'UTC' })).toBe('Fri 1 January 2027 09:00');
  expect(renderDueDate(dueAtMs, { timeZone: 'UTC' })).toBe('Sat 27 June 2026 13:00');
});
