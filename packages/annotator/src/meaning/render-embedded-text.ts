// Renders what of an entry is embedded: its names and its definition as they stand, and nothing that says when they came to.

import type { GlossaryEntry } from '../glossary/entry.ts';

/** What is longer says nothing more about what it is about. */
const charactersEmbedded = 2_000;

export function renderEmbeddedText({
  term,
  aliases,
  definition,
}: Pick<GlossaryEntry, 'term' | 'aliases' | 'definition'>): string {
  const names = aliases.length === 0 ? term : `${term} (also ${aliases.join(', ')})`;
  return cutEmbedded(`${names}: ${definition}`);
}

/** Cut to what is worth embedding, and without half a character at its end. */
export function cutEmbedded(text: string): string {
  return text.slice(0, charactersEmbedded).toWellFormed();
}
