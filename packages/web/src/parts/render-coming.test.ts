// Tests how a text looks while it is still coming.

import { expect, test } from 'vitest';
import { renderComing } from './render-coming.ts';

test.each([
  ['*pours the last of the te', '*pours the last of the*'],
  ['You did it. *smiles* And th', 'You did it. *smiles* And '],
  ['Here. **Nev', 'Here. '],
])('RM1, RP2: %s', (text, shown) => {
  expect(renderComing(text).trimEnd()).toBe(shown.trimEnd());
});
