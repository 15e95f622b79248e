// Lore keys: the words that bring an entry into a prompt, safe for every front end that scans for them.

import { describeShape, listSurfaces, normaliseName } from '../../glossary/term-forms.ts';
import { isPlainWord } from '../../glossary/word-list.ts';
import type { ExportedEntry } from '../exported-glossary.ts';

const shortName = 3;

/** How a text may name the entry, each once, in one line; never none. */
export function listLoreKeys(entry: Pick<ExportedEntry, 'term' | 'aliases'>): readonly string[] {
  const keys = listSurfaces(entry).map((name) => name.replace(/\s+/gu, ' ').trim());
  return keys.length > 0 ? [...new Set(keys)] : [entry.term];
}

/** Whether a name is met in texts that are not about its entry: it is short, or a word of everyday English. */
export function isCommonName(name: string): boolean {
  const folded = normaliseName(name);
  return folded.length <= shortName || (!folded.includes(' ') && isPlainWord(folded));
}

/**
 * A key of SillyTavern: plain text, or a pattern between slashes for a name that is common or that has a comma or a slash,
 * which a plain key cannot have. A capital is looked for as it is.
 */
export function renderWorldInfoKey(name: string): string {
  const isPlain = !isCommonName(name) && !/^\/|,/u.test(name);
  if (isPlain) return name;
  const pattern = name.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&').replace(/\s+/gu, '\\s+');
  const flags = /\p{Lu}/u.test(name) ? 'u' : 'iu';
  return `/(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])/${flags}`;
}

/** Groups of entries whose terms are the same without suffix: of them a prompt should hold only one. */
export function collectHomonyms(entries: readonly ExportedEntry[]): ReadonlyMap<number, string> {
  const owners = Map.groupBy(entries, ({ term }) => describeShape(term));
  const groups = new Map<number, string>();
  for (const [shape, group] of owners) {
    const [name = ''] = shape.split('\n', 1);
    if (group.length > 1 && name !== '') for (const { id } of group) groups.set(id, `same name: ${name}`);
  }
  return groups;
}
