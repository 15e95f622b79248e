// Edits an entry as a person says.

import * as edits from '@terrarium/annotator/edit-glossary';
import type { EntryEdit } from '@terrarium/annotator/entry-edit';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { openWorldView } from '@terrarium/annotator/open-world-view';
import { readReaderPlace } from '@terrarium/annotator/reader-place';
import { requireOneEntry } from '@terrarium/annotator/require-entry';
import { updateReadWorld } from '@terrarium/composition/annotator-world';
import { UsageError } from '@terrarium/kernel/errors';
import type { WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { editFromFile } from './edit-from-file.ts';
import { showEdited } from './show-edited.ts';

export interface EditOptions extends WorldOptions {
  readonly rename?: string;
  readonly definition?: string;
  readonly alias?: readonly string[];
  readonly removeAlias?: readonly string[];
  readonly kind?: string;
  readonly tag?: readonly string[];
  readonly status?: 'tentative' | 'confirmed';
  readonly relate?: readonly string[];
  readonly unrelate?: readonly string[];
  readonly quote?: readonly string[];
  readonly mergeInto?: string;
  readonly keepApart?: string;
  readonly delete?: boolean;
  readonly restore?: boolean;
  readonly from?: string;
  readonly reason?: string;
  readonly file?: string;
  readonly yes?: boolean;
}

const acts = ['mergeInto', 'keepApart', 'delete', 'restore', 'file'] as const;

const fields = [
  'definition',
  'alias',
  'removeAlias',
  'kind',
  'tag',
  'status',
  'rename',
  'relate',
  'unrelate',
] as const;

/** Throws `UsageError` if it is not clear what is to be changed. */
export async function editEntries(shell: Shell, name: string, options: EditOptions): Promise<void> {
  refuseUnclear(name, options);
  await updateReadWorld(shell, options.world, (annotator) => {
    if (options.file === undefined) editOne(shell, annotator, { name, options });
    else editFromFile(shell, annotator, { ...options, file: options.file });
  });
}

function refuseUnclear(name: string, options: EditOptions): void {
  const said = acts.filter((act) => options[act] !== undefined);
  const hasFields = fields.some((field) => options[field] !== undefined);
  if (said.length > 1 || (said.length === 1 && hasFields)) {
    throw refuse('Several changes were asked for at once.', 'Make them one after the other.');
  }
  if ((name === '') === (options.file === undefined)) {
    throw refuse(
      name === '' ? 'No entry was named.' : 'Both an entry and a file are named.',
      'Write "terrarium edit TERM --definition TEXT", or "terrarium edit --file glossary.yaml".',
    );
  }
  if (options.from !== undefined && options.keepApart !== undefined) {
    throw refuse(
      'Keeping two entries apart always applies to the whole story, so it cannot begin at one place.',
      'Leave --from out.',
    );
  }
  if (options.quote !== undefined && options.relate === undefined) {
    throw refuse(
      'A quote was given, but not the relation that it is for.',
      'Add --relate "serves NAME", or leave --quote out.',
    );
  }
  if (said.length === 0 && !hasFields) {
    throw refuse('No change was given.', 'See "terrarium edit --help".');
  }
}

interface OneEdit {
  readonly name: string;
  readonly options: EditOptions;
}

function editOne(shell: Shell, annotator: Annotator, { name, options }: OneEdit): void {
  const entry =
    options.restore === true
      ? edits.requireGoneEntry(annotator, name)
      : requireKnown(shell, annotator, { name, options });
  const before = annotator.stores.glossary.readNewestRevision();
  const find = (named: string) => requireKnown(shell, annotator, { name: named, options });
  const what = applyEdit(annotator, entry, { ...options, find });
  const id = annotator.stores.glossary.resolve(entry.id) ?? entry.id;
  showEdited(shell, annotator, {
    what,
    before,
    id,
    names: options.alias ?? [],
    isPlaced: options.from !== undefined,
    isJson: options.json === true,
  });
}

type Entry = ReturnType<typeof requireOneEntry>;

/**
 * Finds the entry. If the reader set a place, entries that come later in the story are not found, unless the reader
 * names the place from which the change is to hold.
 */
function requireKnown({ environment }: Shell, annotator: Annotator, { name, options }: OneEdit): Entry {
  const place = options.from === undefined ? readReaderPlace(annotator.world) : undefined;
  const { view, close } = openWorldView(annotator, place, environment.clock);
  try {
    const { id } = requireOneEntry(view, name);
    return annotator.stores.glossary.find(id) ?? requireOneEntry(annotator, name);
  } finally {
    close();
  }
}

interface Finding {
  /**
   * Finds the other entry that the edit names. A reader who set a place finds no entry that is first known
   * after this place.
   */
  find(name: string): Entry;
}

/** Makes the change; returns a sentence that says what was done. */
function applyEdit(annotator: Annotator, entry: Entry, options: EditOptions & Finding): string {
  const wish = { id: entry.id, reason: options.reason, from: options.from };
  if (options.mergeInto !== undefined) {
    const into = options.find(options.mergeInto);
    edits.mergeInto(annotator, wish, into.id);
    return `"${entry.term}" is merged into "${into.term}".`;
  }
  if (options.keepApart !== undefined) {
    const other = options.find(options.keepApart);
    edits.markApart(annotator, wish, other.id);
    return `"${entry.term}" and "${other.term}" are two different entries, and no model merges them.`;
  }
  if (options.delete === true) {
    edits.deleteEntry(annotator, wish);
    return `"${entry.term}" is deleted from the glossary; --restore brings it back.`;
  }
  if (options.restore === true) {
    edits.restoreEntry(annotator, wish);
    return `"${entry.term}" is back.`;
  }
  const changed = edits.editEntry(annotator, wish, buildEdit(options));
  return changed.revision === entry.revision
    ? 'It is like that already; nothing changed.'
    : `"${changed.term}" is changed.`;
}

function buildEdit(options: EditOptions): EntryEdit {
  const { rename, definition, alias, removeAlias, kind, tag, status, relate, unrelate, quote } = options;
  const named = { term: rename, addedAliases: alias, removedAliases: removeAlias };
  const said = { definition, kind, tags: tag, status };
  return { ...named, ...said, related: relate, unrelated: unrelate, quotes: quote };
}

function refuse(happened: string, todo: string): UsageError {
  return new UsageError({ code: 'cli.bad-edit', happened, todo });
}
