// Edits the glossary for a person: the edits are revisions like any other, but no model overwrites them.

import type { UsageError } from '@terrarium/kernel/errors';
import type { EntryId, GlossaryEntry } from '../glossary/entry.ts';
import { replayRevisions } from '../glossary/revision.ts';
import { describeShape } from '../glossary/term-forms.ts';
import type { Annotator } from '../journal/open-annotator.ts';
import { type EntryEdit, parseKind, resolveEdit } from './entry-edit.ts';
import { buildEditSource, refuse, type Wish, write } from './person-source.ts';
import { parseId } from './require-entry.ts';
import { resolveRelations } from './resolve-relations.ts';

/** Which entry a person edits, and why. */
export interface EditTarget extends Wish {
  readonly id: EntryId;
}

/** Changes fields of an entry. Throws `UsageError` for a change that is not allowed. */
export function editEntry(annotator: Annotator, target: EditTarget, edit: EntryEdit): GlossaryEntry {
  return write(annotator, () => {
    const { glossary } = annotator.stores;
    const entry = readEntry(annotator, target.id);
    const source = buildEditSource(annotator, target, [target.id]);
    const kinds = edit.kind === undefined ? [] : [parseKind(edit.kind)];
    const restated = [...(edit.addedAliases ?? []), ...(edit.tags ?? []), ...kinds];
    const placed = source.holds === undefined ? source : { ...source, holds: { ...source.holds, restated } };
    const changes = { ...resolveEdit(entry, edit), relations: resolveRelations(annotator, entry, edit) };
    return glossary.update(target.id, changes, placed) ?? entry;
  });
}

/** Merges two entries into one. Throws `UsageError` when that is not allowed. */
export function mergeInto(annotator: Annotator, target: EditTarget, into: EntryId): GlossaryEntry {
  return write(annotator, () =>
    annotator.stores.glossary.merge({
      from: target.id,
      into,
      source: buildEditSource(annotator, target, [target.id, into]),
    }),
  );
}

/** Records that two entries are never to be merged, however similar they look. */
export function markApart(annotator: Annotator, { id, reason }: EditTarget, other: EntryId): void {
  const source = buildEditSource(annotator, { reason }, []);
  if (id === other) throw refuse('An entry cannot be kept apart from itself.', 'Name another entry.');
  write(annotator, () => annotator.stores.glossary.markApart(id, other, source));
}

export function deleteEntry(annotator: Annotator, target: EditTarget): void {
  write(annotator, () => {
    refuseUnknown(annotator, target.id);
    annotator.stores.glossary.delete(target.id, buildEditSource(annotator, target, [target.id]));
  });
}

/** Brings back an entry that was deleted or merged. Throws `UsageError` when it was neither, or its name is taken. */
export function restoreEntry(annotator: Annotator, target: EditTarget): GlossaryEntry {
  return write(annotator, () => {
    refuseUnknown(annotator, target.id);
    refuseTakenName(annotator, target.id);
    const restored = annotator.stores.glossary.restore(
      target.id,
      buildEditSource(annotator, target, [target.id]),
    );
    if (restored !== undefined) return restored;
    throw refuse(`Entry ${target.id} is still in the glossary.`, 'There is nothing to restore.');
  });
}

/** Throws a `UsageError` with advice if another entry now has the name of the entry to be brought back. */
function refuseTakenName({ stores: { glossary } }: Annotator, id: EntryId): void {
  const former =
    glossary.find(id) === undefined ? replayRevisions(glossary.readRevisions(id).slice(0, -1)) : undefined;
  const taken = former === undefined ? undefined : glossary.findByTerm(former.term);
  if (former === undefined || taken === undefined) return;
  throw refuse(
    `Entry ${id} cannot come back as "${former.term}": entry ${taken.id} has that name now.`,
    `If they are two different things, rename that one first: "terrarium edit ${taken.id} --rename "${former.term} (…)"". If they are the same thing, delete or merge entry ${taken.id} first, or do not restore entry ${id}.`,
  );
}

/** The deleted or merged entry with this name or id. Throws `UsageError` when there is none, or several. */
export function requireGoneEntry(annotator: Annotator, name: string): GlossaryEntry {
  const gone = listGone(annotator);
  const id = parseId(name);
  const shape = describeShape(name);
  const found = gone.filter((one) => one.id === id || describeShape(one.term) === shape);
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) {
    throw refuse(
      `Several entries called "${name}" were deleted or merged.`,
      `Give the number of one of them: ${found.map((one) => one.id).join(', ')}.`,
    );
  }
  throw refuseStanding(annotator, name, gone);
}

function refuseStanding(
  { stores: { glossary } }: Annotator,
  name: string,
  gone: readonly GlossaryEntry[],
): UsageError {
  const standing = glossary.findByTerm(name) ?? glossary.listByName(name)[0];
  if (standing !== undefined) {
    return refuse(
      `"${standing.term}" is in the glossary: it was not deleted or merged.`,
      'See "terrarium inspect".',
    );
  }
  const shown = gone.slice(-6).map((one) => `${one.id} (${one.term})`);
  return refuse(
    `There is no deleted or merged entry "${name}".`,
    shown.length === 0
      ? 'So far there is none to bring back.'
      : `These were, among others: ${shown.join(', ')}.`,
  );
}

/** Entries that were deleted or merged, each as it was before it was removed. */
function listGone({ stores: { glossary } }: Annotator): readonly GlossaryEntry[] {
  return glossary
    .listEntryIds()
    .filter((id) => glossary.find(id) === undefined)
    .flatMap((id) => replayRevisions(glossary.readRevisions(id).slice(0, -1)) ?? []);
}

function readEntry({ stores }: Annotator, id: EntryId): GlossaryEntry {
  const entry = stores.glossary.find(id);
  if (entry === undefined) throw refuseMissing(id);
  return entry;
}

/** Throws `UsageError` if there never was an entry with this id. */
function refuseUnknown({ stores }: Annotator, id: EntryId): void {
  if (stores.glossary.readRevisions(id).length === 0) throw refuseMissing(id);
}

function refuseMissing(id: EntryId): UsageError {
  return refuse(`There is no entry ${id}.`, 'Look for the right one with "terrarium search".');
}
