// Applies the edits in a file, all of them or none; the error names the line of each edit that cannot be applied.

import { UsageError } from '@terrarium/kernel/errors';
import type { Annotator } from '../journal/open-annotator.ts';
import { addEntry } from './add-entry.ts';
import { deleteEntry, editEntry, markApart, mergeInto, restoreEntry } from './edit-glossary.ts';
import type { FileEdit } from './file-edit.ts';
import { type Wish, write } from './person-source.ts';
import { requireOneEntry } from './require-entry.ts';

/**
 * The order in which edits are applied: a name that is given up becomes free for another entry, and new entries exist
 * before they are related or merged.
 */
const order = [
  'deleted',
  'restored',
  'revised',
  'added',
  'unrelated',
  'related',
  'apart',
  'merged',
] as const satisfies readonly FileEdit['act'][];

/** Thrown at the end of a rehearsal to roll its transaction back. */
class Rehearsed extends Error {}

/**
 * Applies the edits, each as a person's change. With `isRehearsal` every edit is tried and nothing is kept. Throws a
 * `UsageError` that names every line that cannot be applied; then nothing is changed.
 */
export function applyFileEdits(
  annotator: Annotator,
  edits: readonly FileEdit[],
  { isRehearsal, ...wish }: Wish & { readonly isRehearsal: boolean },
): void {
  try {
    write(annotator, () => {
      const refused = order.flatMap((act) =>
        edits.filter((edit) => edit.act === act).flatMap((edit) => applyOrRefuse(annotator, edit, wish)),
      );
      if (refused.length > 0) throw refuseLines(refused);
      if (isRehearsal) throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
}

interface Refused {
  readonly edit: FileEdit;
  readonly error: UsageError;
}

function applyOrRefuse(annotator: Annotator, edit: FileEdit, wish: Wish): readonly Refused[] {
  try {
    applyEdit(annotator, edit, edit.by === undefined ? wish : { ...wish, by: edit.by });
    return [];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [{ edit, error }];
  }
}

function applyEdit(annotator: Annotator, edit: FileEdit, wish: Wish): void {
  switch (edit.act) {
    case 'added':
      addEntry(annotator, edit.entry, wish);
      break;
    case 'deleted':
      deleteEntry(annotator, { ...wish, id: edit.id });
      break;
    case 'restored':
      restoreEntry(annotator, { ...wish, id: edit.id });
      break;
    case 'revised':
      editEntry(annotator, { ...wish, id: edit.id }, edit.edit);
      break;
    default:
      applyBetweenTwo(annotator, edit, wish);
  }
}

type BetweenTwo = Extract<FileEdit, { readonly act: 'related' | 'unrelated' | 'apart' | 'merged' }>;

/** Looks names up only now, when the new entries of the file exist. */
function applyBetweenTwo(annotator: Annotator, edit: BetweenTwo, wish: Wish): void {
  if (edit.act === 'unrelated') {
    for (const { id, kind, to } of edit.relations)
      editEntry(annotator, { ...wish, id }, { unrelated: [`${kind} #${to}`] });
    return;
  }
  if (edit.act === 'related') {
    const { id } = requireOneEntry(annotator, edit.from);
    const to = requireOneEntry(annotator, edit.to);
    editEntry(annotator, { ...wish, id }, { related: [`${edit.kind} #${to.id}`], quotes: edit.quotes });
    return;
  }
  const own = { ...wish, id: edit.id ?? requireOneEntry(annotator, edit.term).id };
  const other = requireOneEntry(annotator, edit.other);
  if (edit.act === 'merged') mergeInto(annotator, own, other.id);
  else markApart(annotator, own, other.id);
}

function refuseLines(refused: readonly Refused[]): UsageError {
  const lines = refused
    .toSorted((one, other) => one.edit.line - other.edit.line)
    .map(
      ({ edit, error }) =>
        `- ${edit.note ?? `line ${edit.line}`}, ${edit.term}: ${error.happened} ${error.todo}`,
    );
  return new UsageError({
    code: 'edit.cannot-stand',
    happened: ['Some changes are not possible:', ...lines].join('\n'),
    todo: 'Fix them there. Nothing was changed.',
    cause: refused[0]?.error,
  });
}
