// Lore content: an entry as one paragraph that stands alone in a prompt, and never as an instruction to a front end.

import { stripSuffix } from '../../glossary/term-forms.ts';
import type { ExportedEntry } from '../exported-glossary.ts';

/** The name first: keys and titles are never sent to a model. */
export function renderLoreContent(entry: Pick<ExportedEntry, 'term' | 'aliases' | 'definition'>): string {
  const aliases = entry.aliases.length === 0 ? '' : ` (also ${entry.aliases.join(', ')})`;
  const definition = entry.definition.replace(/\[\[([^[\]\n]+)\]\]/gu, '$1');
  return escapeMacros(`${stripSuffix(entry.term)}${aliases}: ${definition}`);
}

/** Macros are `{{…}}` or `<BOT>`, decorators lines that begin with `@@`; neither comes from a story. */
export function escapeMacros(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/\{(?=\{)/gu, '{ ')
    .replace(/<(?=(?:user|bot|char|start|group|charifnotgroup)>)/giu, '< ')
    .replace(/^@@/u, '@ @');
}

/** What a person sees in a list of entries. */
export function renderLoreTitle({ term, status }: Pick<ExportedEntry, 'term' | 'status'>): string {
  return status === 'tentative' ? `${term} [tentative]` : term;
}

/** The definition in a content that somebody may have changed; undefined where it is as it was rendered. */
export function parseLoreContent(content: string, entry: ExportedEntry): string | undefined {
  const rendered = renderLoreContent(entry);
  if (content === rendered) return undefined;
  const { definition: _, ...named } = entry;
  const head = renderLoreContent({ ...named, definition: '' });
  return content.startsWith(head) ? content.slice(head.length).trim() : content.trim();
}
