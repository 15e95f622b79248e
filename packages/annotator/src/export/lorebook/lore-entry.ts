// Renders the title and the text that an entry has in a lorebook.

import { stripLinks } from '../../glossary/strip-links.ts';
import { describeShape, stripSuffix } from '../../glossary/term-forms.ts';
import type { ExportedEntry } from '../exported-glossary.ts';

/**
 * The text must contain the name itself, because keys and titles are not sent to a model. Aliases such as `my brother`
 * are left out: in a chat, `my` does not mean the narrator of the story.
 */
export function renderLoreContent(
  entry: Pick<ExportedEntry, 'term' | 'aliases' | 'definition' | 'relations'>,
): string {
  const names = entry.aliases.filter((alias) => !/^(?:my|our)\s/iu.test(alias));
  const aliases = names.length === 0 ? '' : ` (also ${names.join(', ')})`;
  const definition = stripLinks(entry.definition);
  return escapeMacros(`${stripSuffix(entry.term)}${aliases}: ${definition}`) + renderLoreRelations(entry);
}

/** The maximum number of relations for one entry: each takes room in a prompt. */
const maxRelations = 6;

/** The relations of an entry, as they follow its definition; empty if there are none. */
function renderLoreRelations({ relations = [] }: Pick<ExportedEntry, 'relations'>): string {
  if (relations.length === 0) return '';
  const said = relations.slice(0, maxRelations).map(({ kind, term }) => `${kind} ${stripSuffix(term)}`);
  return ` ${escapeMacros(`(${said.join('; ')})`)}`;
}

/**
 * Puts a text on one line, and escapes macros (`{{…}}`, `<BOT>`) and a decorator (`@@` at the beginning), so that none
 * of them takes effect if a story contains it.
 */
export function escapeMacros(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/\{(?=\{)/gu, '{ ')
    .replace(/<(?=(?:user|bot|char|start|group|charifnotgroup)>)/giu, '< ')
    .replace(/^@@/u, '@ @');
}

export function renderLoreTitle({ term, status }: Pick<ExportedEntry, 'term' | 'status'>): string {
  return status === 'tentative' ? `${term} [tentative]` : term;
}

/** The definition in an entry's text, which a person may have edited; undefined when the text is unchanged. */
export function parseLoreContent(content: string, entry: ExportedEntry): string | undefined {
  const rendered = renderLoreContent(entry);
  if (content === rendered) return undefined;
  const { definition: _definition, relations: _relations, ...named } = entry;
  const head = renderLoreContent({ ...named, definition: '' });
  const tail = renderLoreRelations(entry);
  const bare = tail !== '' && content.endsWith(tail) ? content.slice(0, -tail.length) : content;
  return bare.startsWith(head) ? bare.slice(head.length).trim() : bare.trim();
}

/**
 * Groups entries whose terms are the same without their suffix: a prompt should contain only one entry of each group.
 */
export function collectHomonyms(entries: readonly ExportedEntry[]): ReadonlyMap<number, string> {
  const owners = Map.groupBy(entries, ({ term }) => describeShape(term));
  const groups = new Map<number, string>();
  for (const [shape, group] of owners) {
    const [name = ''] = shape.split('\n', 1);
    if (group.length > 1 && name !== '') for (const { id } of group) groups.set(id, `same name: ${name}`);
  }
  return groups;
}
