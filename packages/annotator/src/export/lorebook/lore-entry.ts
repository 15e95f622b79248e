// Lore entry: the title, the text and the keys that an entry has in a lorebook.

import { describeShape, listSurfaces, normaliseName, stripSuffix } from '../../glossary/term-forms.ts';
import { isPlainWord } from '../../glossary/word-list.ts';
import type { ExportedEntry } from '../exported-glossary.ts';

/** The text begins with the name, because keys and titles are not sent to a model. */
export function renderLoreContent(entry: Pick<ExportedEntry, 'term' | 'aliases' | 'definition'>): string {
  const aliases = entry.aliases.length === 0 ? '' : ` (also ${entry.aliases.join(', ')})`;
  const definition = entry.definition.replace(/\[\[([^[\]\n]+)\]\]/gu, '$1');
  return escapeMacros(`${stripSuffix(entry.term)}${aliases}: ${definition}`);
}

/**
 * Escapes macros (`{{…}}`, `<BOT>`) and decorators (lines that begin with `@@`): text of a story must not act as one.
 */
export function escapeMacros(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/\{(?=\{)/gu, '{ ')
    .replace(/<(?=(?:user|bot|char|start|group|charifnotgroup)>)/giu, '< ')
    .replace(/^@@/u, '@ @');
}

/** The title a person sees in a list of entries. */
export function renderLoreTitle({ term, status }: Pick<ExportedEntry, 'term' | 'status'>): string {
  return status === 'tentative' ? `${term} [tentative]` : term;
}

/** The definition within a content that a person may have edited; undefined when it is unchanged. */
export function parseLoreContent(content: string, entry: ExportedEntry): string | undefined {
  const rendered = renderLoreContent(entry);
  if (content === rendered) return undefined;
  const { definition: _, ...named } = entry;
  const head = renderLoreContent({ ...named, definition: '' });
  return content.startsWith(head) ? content.slice(head.length).trim() : content.trim();
}

const shortName = 3;

/** The names a text may use for the entry, without repeats or line breaks; at least one. */
export function listLoreKeys(entry: Pick<ExportedEntry, 'term' | 'aliases'>): readonly string[] {
  const keys = listSurfaces(entry).map((name) => name.replace(/\s+/gu, ' ').trim());
  return keys.length > 0 ? [...new Set(keys)] : [entry.term];
}

/** Whether a name also occurs in texts that are not about its entry: it is short, or an everyday English word. */
export function isCommonName(name: string): boolean {
  const folded = normaliseName(name);
  return folded.length <= shortName || (!folded.includes(' ') && isPlainWord(folded));
}

/**
 * A key for SillyTavern: plain text, or a pattern between slashes for a name that is common or contains a comma or
 * slash, which a plain key cannot. A pattern with a capital is case-sensitive.
 */
export function renderWorldInfoKey(name: string): string {
  const isPlain = !isCommonName(name) && !/^\/|,/u.test(name);
  if (isPlain) return name;
  const pattern = name.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&').replace(/\s+/gu, '\\s+');
  const flags = /\p{Lu}/u.test(name) ? 'u' : 'iu';
  return `/(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])/${flags}`;
}

/** Groups entries whose terms are the same without their suffix: a prompt should contain only one of each. */
export function collectHomonyms(entries: readonly ExportedEntry[]): ReadonlyMap<number, string> {
  const owners = Map.groupBy(entries, ({ term }) => describeShape(term));
  const groups = new Map<number, string>();
  for (const [shape, group] of owners) {
    const [name = ''] = shape.split('\n', 1);
    if (group.length > 1 && name !== '') for (const { id } of group) groups.set(id, `same name: ${name}`);
  }
  return groups;
}
