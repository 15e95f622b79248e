// Edits an entry as a person says, or many from a whole file.

import * as edits from '@terrarium/annotator/edit-glossary';
import { type FileEdit, type FileEdits, readFileEdits } from '@terrarium/annotator/edited-file';
import type { EntryEdit } from '@terrarium/annotator/entry-edit';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { updateReadWorld } from '@terrarium/composition/annotator-world';
import { UsageError } from '@terrarium/kernel/errors';
import { readNamedFile } from '@terrarium/kernel/named-file';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import type { WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { showEdited } from './show-edited.ts';

export interface EditOptions extends WorldOptions {
  readonly rename?: string;
  readonly definition?: string;
  readonly alias?: readonly string[];
  readonly removeAlias?: readonly string[];
  readonly tag?: readonly string[];
  readonly status?: 'tentative' | 'confirmed';
  readonly mergeInto?: string;
  readonly keepApart?: string;
  readonly delete?: boolean;
  readonly restore?: boolean;
  readonly from?: string;
  readonly reason?: string;
  readonly file?: string;
  readonly yes?: boolean;
}

/** A glossary of 100,000 entries takes about 150 MB. */
const maxBytes = 400_000_000;

const acts = ['mergeInto', 'keepApart', 'delete', 'restore', 'file'] as const;

const fields = ['definition', 'alias', 'removeAlias', 'tag', 'status', 'rename'] as const;

/** Throws `UsageError` where it is not clear what is to be changed. */
export async function editEntries(shell: Shell, name: string, options: EditOptions): Promise<void> {
  refuseUnclear(name, options);
  await updateReadWorld(shell, options.world, (annotator) => {
    if (options.file === undefined) editOne(shell, annotator, { name, options });
    else editFile(shell, annotator, { path: options.file, options });
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
      name === '' ? 'No entry is named.' : 'Both an entry and a file are named.',
      'Write "annotate edit TERM --definition TEXT", or "annotate edit --file glossary.yaml".',
    );
  }
  if (options.from !== undefined && options.keepApart !== undefined) {
    throw refuse(
      'Entries that are kept apart are kept apart at every place of the story.',
      'Leave --from out.',
    );
  }
  if (said.length === 0 && !hasFields) {
    throw refuse('Nothing to change is named.', 'See "annotate edit --help".');
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
      : edits.requireOneEntry(annotator, name);
  const before = annotator.stores.glossary.readNewestRevision();
  const what = applyEdit(annotator, entry, options);
  const id = annotator.stores.glossary.resolve(entry.id) ?? entry.id;
  showEdited(shell, annotator, {
    what,
    before,
    id,
    names: options.alias ?? [],
    isJson: options.json === true,
  });
}

type Entry = ReturnType<typeof edits.requireOneEntry>;

/** Does it, and says what was done. */
function applyEdit(annotator: Annotator, entry: Entry, options: EditOptions): string {
  const wish = { id: entry.id, reason: options.reason, from: options.from };
  if (options.mergeInto !== undefined) {
    const into = edits.requireOneEntry(annotator, options.mergeInto);
    edits.mergeInto(annotator, wish, into.id);
    return `"${entry.term}" is now one with "${into.term}".`;
  }
  if (options.keepApart !== undefined) {
    const other = edits.requireOneEntry(annotator, options.keepApart);
    edits.markApart(annotator, wish, other.id);
    return `"${entry.term}" and "${other.term}" are two different entries and stay so.`;
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
    ? 'It is that way already: nothing changed.'
    : `"${changed.term}" is changed.`;
}

function buildEdit({ rename, definition, alias, removeAlias, tag, status }: EditOptions): EntryEdit {
  return { term: rename, definition, addedAliases: alias, removedAliases: removeAlias, tags: tag, status };
}

interface WholeFile {
  readonly path: string;
  readonly options: EditOptions;
}

function editFile({ printer }: Shell, annotator: Annotator, { path, options }: WholeFile): void {
  const file = readFileEdits(annotator, readText(path));
  const { edits: found, requoted, missing } = file;
  const isApplied = options.yes === true && found.length > 0;
  if (isApplied) {
    const { reason, from } = options;
    annotator.connection
      .transaction(() => {
        for (const { entry, edit } of found) edits.editEntry(annotator, { id: entry.id, reason, from }, edit);
      })
      .immediate();
  }
  if (options.json === true) {
    const changes = found.map(({ entry, changes: list }) => ({
      id: entry.id,
      term: entry.term,
      changes: list,
    }));
    printer.writeJson('fileEdits', { isApplied, entries: changes, requoted, missing });
    return;
  }
  printer.writeLines(
    ...found.flatMap((one) => renderFileEdit(one, printer.width)),
    ...renderKept(file, printer.width),
  );
  const count = renderCount(found.length, 'entry', 'entries');
  if (found.length === 0)
    printer.writeLines('The file holds no change that can be applied: there is nothing to do.');
  else if (isApplied) printer.writeLines('', paint(`${count} changed.`, 'bold'));
  else printer.writeLines('', `${count} would change. Nothing was changed yet; add --yes to change it.`);
}

/** Edits in a file that had no effect are named: whoever made them expected one. */
function renderKept({ requoted, missing }: FileEdits, width: number): readonly string[] {
  const said: string[] = [];
  if (requoted.length > 0) {
    said.push(
      `Quotes stay as they stand in the story; the file has other quotes for ${requoted.join(', ')}.`,
    );
  }
  if (missing > 0) {
    const entries = renderCount(missing, 'entry', 'entries');
    said.push(
      `${entries} of the glossary not in the file: kept. To delete one: "annotate edit TERM --delete".`,
    );
  }
  return said.flatMap((text) => wrapText(text, { width, indent: '    ', first: '  ! ' }));
}

function renderFileEdit({ entry, changes }: FileEdit, width: number): readonly string[] {
  return [
    paint(entry.term, 'bold'),
    ...changes.flatMap(({ field, from, to, isOvertaken }) => [
      ...wrapText(from === '' ? '(none)' : from, {
        width,
        indent: '      ',
        first: `  ${paint('-', 'red')} ${field}: `,
      }),
      ...wrapText(to === '' ? '(none)' : to, {
        width,
        indent: '      ',
        first: `  ${paint('+', 'green')} ${field}: `,
      }),
      ...(isOvertaken
        ? [paint('    ! This was also changed in the glossary since the file was exported.', 'yellow')]
        : []),
    ]),
  ];
}

function readText(path: string): string {
  const found = readNamedFile(path, maxBytes);
  if (found.status === 'read') return found.bytes.toString('utf8');
  if (found.status === 'too-large')
    throw refuse(
      `${path} is too large for a glossary.`,
      'Name a file that "terrarium annotate export" wrote.',
    );
  throw refuse(
    found.status === 'missing' ? `There is no file ${path}.` : `${path} is not a file.`,
    'Name a file that "terrarium annotate export" wrote.',
  );
}

function refuse(happened: string, todo: string): UsageError {
  return new UsageError({ code: 'cli.bad-edit', happened, todo });
}
