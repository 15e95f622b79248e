// Escapes a definition so that Markdown shows its emphasis and links, and nothing else of it works.

import { escapeBlocks, escapeMarkdown } from '@terrarium/kernel/foreign-text';

/** A definition, its `[[Term]]` in bold. */
export function escapeDefinition(text: string): string {
  return renderDefinition(text, { prose: escapeProse, link: (name) => `**${escapeMarkdown(name)}**` });
}

export interface DefinitionParts {
  prose(text: string, startsLine: boolean): string;
  /** Of the name between the brackets. */
  link(name: string): string;
}

export function renderDefinition(text: string, { prose, link }: DefinitionParts): string {
  return text
    .split(/(?<link>\[\[[^[\]\n]+\]\])/u)
    .map((part, at) => (at % 2 === 1 ? link(part.slice(2, -2).trim()) : prose(part, at === 0)))
    .join('');
}

/**
 * A definition is Markdown by nature: its emphasis stays; HTML, links, pictures and blocks do not. What goes on in the
 * middle of a line keeps its leading blank.
 */
export function escapeProse(text: string, startsLine: boolean): string {
  const escaped = text.replace(/[\\[\]<>&#|~!]/gu, '\\$&');
  return startsLine ? escapeBlocks(escaped) : escapeBlocks(`.${escaped}`).slice(1);
}
