// Applies what an edited file says: all of it or nothing, and what cannot be done is refused with its line.

import { UsageError } from '@terrarium/kernel/errors';
import type { Annotator } from '../journal/open-annotator.ts';
import { addEntry } from './add-entry.ts';
import { deleteEntry, editEntry, mergeInto } from './edit-glossary.ts';
import type { FileEdit } from './edited-file.ts';
import { type Wish, write } from './person-source.ts';
import { requireOneEntry } from './require-entry.ts';

/** A name that goes is free for another entry, and what is new can be merged into. */
const order = ['deleted', 'revised', 'added', 'merged'] as const;

/** Ends a transaction without a trace. */
class Rehearsed extends Error {}

/**
 * Applies the edits, each as a person's change. With `isRehearsal` all is tried and nothing stays. Throws `UsageError`
 * that names every line that cannot be applied; then nothing is changed either.
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
    applyEdit(annotator, edit, wish);
    return [];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [{ edit, error }];
  }
}

function applyEdit(annotator: Annotator, edit: FileEdit, wish: Wish): void {
  if (edit.act === 'added') addEntry(annotator, edit.entry, wish);
  else if (edit.act === 'deleted') deleteEntry(annotator, { ...wish, id: edit.id });
  else if (edit.act === 'revised') editEntry(annotator, { ...wish, id: edit.id }, edit.edit);
  else mergeInto(annotator, { ...wish, id: edit.id }, requireOneEntry(annotator, edit.into).id);
}

function refuseLines(refused: readonly Refused[]): UsageError {
  const lines = refused
    .toSorted((one, other) => one.edit.line - other.edit.line)
    .map(({ edit, error }) => `- line ${edit.line}, ${edit.term}: ${error.happened} ${error.todo}`);
  return new UsageError({
    code: 'edit.cannot-stand',
    happened: ['What the file says cannot all be done:', ...lines].join('\n'),
    todo: 'Mend these lines. Nothing was changed.',
    cause: refused[0]?.error,
  });
}
