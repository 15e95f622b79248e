// Names the notes of a vault: one for each entry, none like another, homographs told apart by what they are.

import { findKind } from '../entry-kind.ts';
import type { ExportedEntry } from '../exported-glossary.ts';
import { nameFile, normaliseFileName } from './name-file.ts';

/** The path of each entry's note by its id, from the vault's root and without the ending. */
export function nameNotes(entries: readonly ExportedEntry[]): ReadonlyMap<number, string> {
  const ordered = entries.toSorted((one, other) => one.id - other.id);
  const groups = Map.groupBy(ordered, ({ term }) => normaliseFileName(nameFile(term)));
  const taken = new Set<string>();
  const paths = new Map<number, string>();
  for (const entry of ordered) {
    const folded = normaliseFileName(nameFile(entry.term));
    const name = chooseName(entry, (groups.get(folded)?.length ?? 0) > 1, taken);
    taken.add(normaliseFileName(name));
    paths.set(entry.id, `Glossary/${nameFolder(entry)}/${name}`);
  }
  return paths;
}

function chooseName(entry: ExportedEntry, isShared: boolean, taken: ReadonlySet<string>): string {
  const name = nameFile(entry.term);
  const kind = findKind(entry.tags);
  const candidates = [
    ...(isShared ? [] : [name]),
    ...(kind === undefined ? [] : [`${name} (${kind})`]),
    `${name} (entry ${entry.id})`,
  ];
  const free = candidates.find((candidate) => !taken.has(normaliseFileName(candidate)));
  if (free !== undefined) return free;
  for (let count = 2; ; count += 1) {
    const candidate = `${name} (entry ${entry.id}, ${count})`;
    if (!taken.has(normaliseFileName(candidate))) return candidate;
  }
}

function nameFolder({ tags }: ExportedEntry): string {
  const kind = findKind(tags) ?? 'other';
  return `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`;
}
