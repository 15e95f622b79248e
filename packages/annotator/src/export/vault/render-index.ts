// The vault's index: every entry by its kind, and the links that lead nowhere.

import { escapeMarkdown } from '@terrarium/kernel/foreign-text';
import { entryKinds, findKind } from '../entry-kind.ts';
import { escapeNote, renderNote } from './render-note.ts';
import type { VaultContext } from './vault-source.ts';

/** To be rendered last of all for its list of dangling links to be whole. */
export function renderIndex({ source, linker }: VaultContext): string {
  const { world, entries, as_of: asOf } = source.glossary;
  const counted = `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`;
  const extent = asOf === null ? '' : `, as of thread ${asOf.thread_id}: nothing later is in these notes`;
  const groups = [...entryKinds, undefined].flatMap((kind) => {
    const own = entries.filter(({ tags }) => findKind(tags) === kind);
    const list = own.map((entry) => `- ${linker.linkEntry(entry)}`).join('\n');
    return own.length === 0 ? [] : [`## ${nameGroup(kind)}`, list];
  });
  const dangling = linker
    .listDangling()
    .map(([name, from]) => `- ${renderLine(name)} (in ${from.map(renderLine).join(', ')})`);
  return renderNote(`entries: ${entries.length}\n`, [
    `# ${renderLine(world)}`,
    `${counted}${extent}.`,
    ...groups,
    ...(dangling.length === 0 ? [] : ['## Named in definitions, and no entry', dangling.join('\n')]),
  ]);
}

function nameGroup(kind: string | undefined): string {
  if (kind === undefined) return 'Other';
  const many = kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`;
  return `${many.slice(0, 1).toUpperCase()}${many.slice(1)}`;
}

function renderLine(text: string): string {
  return escapeNote(escapeMarkdown(text.replace(/\s+/gu, ' ').trim()));
}
