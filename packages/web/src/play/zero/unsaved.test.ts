// Tests what a browser keeps of a field that is not saved yet.

import { expect, test } from 'vitest';
import { readUnsaved, writeUnsaved } from './unsaved.ts';

test('RP5: what was typed is kept until it is saved, and not once something else was saved', () => {
  const kept = writeUnsaved('a bell in the fog', '');
  expect(readUnsaved(kept, '')).toBe('a bell in the fog');
  expect(readUnsaved(kept, 'a bell in the fog')).toBeUndefined();
  expect(writeUnsaved('', '')).toBe('');
  expect(readUnsaved('', '')).toBeUndefined();
  expect(readUnsaved('not ours', '')).toBeUndefined();
});
