// Tests describing what was imported from a talk in another program.

import { expect, test } from 'vitest';
import type { ImportedTalks } from '../client/send-talk.ts';
import { describeImported } from './describe-imported.ts';

const talk = { added: 15, known: 0, changed: 0, undated: 0, leftOut: [] } as unknown as ImportedTalks[number];

test('RM12: what came in is said, and whether it has dates', () => {
  expect(describeImported(talk)).toBe('15 messages came in.');
  expect(describeImported({ ...talk, undated: 15 })).toBe(
    '15 messages came in; they have no date that could be read.',
  );
  expect(describeImported({ ...talk, added: 1, undated: 1 })).toBe(
    '1 message came in; it has no date that could be read.',
  );
  expect(describeImported({ ...talk, undated: 1, known: 2 })).toBe(
    '15 messages came in; 1 message has no date that could be read; 2 messages were here already.',
  );
});

test('RM12: what was left out is named, with how often and where', () => {
  const leftOut = [
    { what: 'empty messages', place: 'line 4', count: 1 },
    { what: 'pictures, sounds and files', place: 'line 9', count: 1_200 },
  ];
  expect(describeImported({ ...talk, leftOut })).toBe(
    '15 messages came in; left out: empty messages (1, at line 4), pictures, sounds and files (1,200, the first at line 9).',
  );
});
