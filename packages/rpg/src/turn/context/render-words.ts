// Renders the player's words and what was recalled with them, in the same way for the present and for the history.

import type { FrozenLore } from '../../state/session.ts';
import { cutLines, cutText, renderBlock, renderElement, renderLine, renderText } from './render-data.ts';

const spokenAside = /^\s*\/ooc\b\s*/i;

export function isOutOfCharacter(words: string): boolean {
  return spokenAside.test(words);
}

/** The player's words; words after `/ooc` are marked as said outside the story. */
export function renderWords(words: string, tokens: number): string {
  const aside = spokenAside.exec(words);
  const text = cutText(aside === null ? words : words.slice(aside[0].length), tokens).trim();
  return renderElement(aside === null ? 'player' : 'out_of_character', {}, renderText(text) || '(no words)');
}

/** Renders what was recalled, with its origin. */
export function renderRecalled(
  recalled: readonly Pick<FrozenLore, 'text' | 'from'>[],
  tokens: number,
): string {
  const lines = recalled.map(({ text, from }) =>
    renderElement('memory', { from }, renderLine(text, 1200) || '…'),
  );
  return renderBlock('recalled', cutLines(lines, tokens));
}
