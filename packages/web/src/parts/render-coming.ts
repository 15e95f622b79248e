// Renders a text that is still coming, without half a word at its end and with open emphasis closed.

import { cutHalfWord } from './cut-half-word.ts';
import { insertLastAsterisks } from './find-emphasis.ts';

export function renderComing(text: string): string {
  return insertLastAsterisks(cutHalfWord(text));
}
