// Tests what a page tells about the source of a recollection.

import { expect, test } from 'vitest';
import { describeLore } from './describe-lore.ts';

test('RP1: beside what the narrator was reminded of stands where it is from, and why it came to mind', () => {
  expect(describeLore('The opening', 'scene: Penhallow')).toBe('The opening (found by the scene: Penhallow)');
  expect(describeLore('Turn 3', 'words: bell, rope')).toBe('Turn 3 (found by the words: bell, rope)');
  expect(describeLore('Turn 3', 'close in meaning')).toBe('Turn 3 (close in meaning)');
  expect(describeLore('Turn 3', undefined)).toBe('Turn 3');
});
