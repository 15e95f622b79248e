// Finds the entries to which links in the notes of a vault lead, also after notes were moved or got another name.

import type { ShownNote } from '../export/vault/vault-folder.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import type { FindLinked } from './compare-note.ts';
import { nameTarget } from './compare-note.ts';
import type { FoundNote } from './find-vault-notes.ts';
import { listCalled } from './require-entry.ts';

type Linked = Pick<ShownNote, 'id' | 'term'>;

/**
 * `listNotes` is called with the first link. Of a note, the name that it was exported with counts, and without a note
 * the name that the person wrote: the entry may have a name that tells what comes later.
 */
export function openLinks(annotator: Annotator, listNotes: () => readonly FoundNote[]): FindLinked {
  let index: LinkIndex | undefined;
  const findCalled = (name: string): Linked | undefined => {
    const [only, ...others] = name === '' ? [] : listCalled(annotator, name);
    return others.length === 0 ? only : undefined;
  };
  return (target, words) => {
    index ??= groupNotes(listNotes());
    const note = findNote(index, target);
    const linked = note ?? findCalled(nameTarget(target));
    if (linked === undefined) return undefined;
    const name = note?.term ?? nameTarget(target);
    return { id: linked.id, name: findCalled(words)?.id === linked.id ? words : name };
  };
}

interface LinkIndex {
  /** By the path, without the file extension, at which the export wrote the note, and by the one it has now. */
  readonly byPath: ReadonlyMap<string, ShownNote>;
  /** By the name of the file; undefined if several notes have it. */
  readonly byName: ReadonlyMap<string, ShownNote | undefined>;
}

/** The path that a note has now counts before the one that another was written at. */
function groupNotes(notes: readonly FoundNote[]): LinkIndex {
  const byPath = new Map<string, ShownNote>();
  const byName = new Map<string, ShownNote | undefined>();
  for (const { from, shown } of notes) byPath.set(stripEnd(from), shown);
  for (const { path, shown } of notes) byPath.set(stripEnd(path), shown);
  for (const [path, shown] of byPath) {
    const name = nameTarget(path).toLowerCase();
    byName.set(name, byName.has(name) && byName.get(name) !== shown ? undefined : shown);
  }
  return { byPath, byName };
}

function findNote({ byPath, byName }: LinkIndex, target: string): ShownNote | undefined {
  return byPath.get(stripEnd(target)) ?? byName.get(nameTarget(target).toLowerCase());
}

function stripEnd(path: string): string {
  return (path.split('#')[0] ?? '').replace(/\.md$/iu, '').trim();
}
