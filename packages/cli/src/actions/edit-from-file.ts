// Edits entries from a file, or the notes of a vault, that was exported and changed by hand; first shows what would change.

import { applyFileEdits } from '@terrarium/annotator/apply-file-edits';
import { type FileEdits, readFileEdits } from '@terrarium/annotator/edited-file';
import type { FileEdit } from '@terrarium/annotator/file-edit';
import { isVaultPath } from '@terrarium/annotator/find-vault-notes';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { readVaultEdits, type VaultEdits } from '@terrarium/annotator/read-vault-edits';
import { UsageError } from '@terrarium/kernel/errors';
import { readNamedFile } from '@terrarium/kernel/named-file';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell/shell.ts';

/** The largest file that is read. A glossary of 100,000 entries takes about 150 MB. */
const maxBytes = 400_000_000;

interface FileOptions {
  readonly file: string;
  readonly from?: string;
  readonly reason?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** The edits found in a file of entries or in a vault. Members that only the other one can have are empty. */
type FoundEdits = FileEdits & VaultEdits;

/**
 * Shows what the file or vault would change; with `yes`, also changes it. Throws a `UsageError` that names the lines or
 * notes if some cannot be applied.
 */
export function editFromFile({ printer }: Shell, annotator: Annotator, options: FileOptions): void {
  const isVault = isVaultPath(options.file);
  const found = isVault ? readVault(annotator, options.file) : readFile(annotator, options.file);
  const { edits } = found;
  const isApplied = options.yes === true && edits.length > 0;
  const apply = () => {
    applyFileEdits(annotator, edits, { reason: options.reason, from: options.from, isRehearsal: !isApplied });
    if (options.yes === true) found.markTaken();
  };
  if (options.json === true) {
    apply();
    const { requoted, missing, untaken, deleted } = found;
    const entries = edits.map(describeEdit);
    printer.writeJson('fileEdits', { isApplied, entries, requoted, missing, untaken, deleted });
    return;
  }
  printer.writeLines(
    ...edits.flatMap((one, index) =>
      renderFileEdit(one, { width: printer.width, isSameEntry: isOfSameEntry(edits[index - 1], one) }),
    ),
    ...renderKept(found, { width: printer.width, isMarked: options.yes === true }),
  );
  apply();
  const entries = new Set(edits.map(({ line, note }) => note ?? line));
  const count = renderCount(entries.size, 'entry', 'entries');
  if (edits.length === 0)
    printer.writeLines(
      `The ${isVault ? 'notes hold' : 'file holds'} no change that can be applied: there is nothing to do.`,
    );
  else if (isApplied) printer.writeLines('', paint(`${count} changed.`, 'bold'));
  else printer.writeLines('', `${count} would change. Nothing has been changed yet; add --yes to apply it.`);
}

function readFile(annotator: Annotator, path: string): FoundEdits {
  const found = readFileEdits(annotator, readText(path));
  return { ...found, untaken: [], deleted: [], resaved: [], markTaken: () => undefined };
}

function readVault(annotator: Annotator, path: string): FoundEdits {
  return { ...readVaultEdits(annotator, path), requoted: [], missing: 0 };
}

function describeEdit(one: FileEdit) {
  return {
    id: one.id ?? null,
    term: one.term,
    act: one.act,
    line: one.line,
    ...(one.note === undefined ? {} : { note: one.note }),
    ...(one.act === 'merged' ? { into: one.other } : {}),
    ...(one.act === 'apart' ? { from: one.other } : {}),
    changes: one.changes,
  };
}

function isOfSameEntry(before: FileEdit | undefined, one: FileEdit): boolean {
  return before !== undefined && before.line === one.line && before.note === one.note;
}

/** Names the edits that had no effect, since whoever made them expected one. */
function renderKept(
  { requoted, missing, untaken, deleted, resaved }: FoundEdits,
  { width, isMarked }: { readonly width: number; readonly isMarked: boolean },
): readonly string[] {
  const byNote = Map.groupBy(untaken, ({ note }) => note);
  const said = [...byNote].map(
    ([note, parts]) => `Not taken in: ${note}: ${parts.map(({ why }) => why).join('; ')}.`,
  );
  if (untaken.length > 0) said.push('Such a note stays as it is when you export again.');
  if (requoted.length > 0) {
    said.push(`Quotes stay as they are in the story; the file has other quotes for ${requoted.join(', ')}.`);
  }
  if (missing > 0) {
    const entries = renderCount(missing, 'entry', 'entries');
    said.push(
      `${entries} of the glossary not in the file: kept. To delete one, write "delete: true" below its id.`,
    );
  }
  if (deleted.length > 0) {
    said.push(
      `No longer in the folder: ${listSome(deleted)}. That changes no entry, and the next export writes them again. "terrarium edit TERM --delete" deletes an entry.`,
    );
  }
  if (resaved.length > 0 && !isMarked) {
    said.push(
      `Saved anew without a change: ${listSome(resaved)}. With --yes, the next export may write such a note again.`,
    );
  }
  return said.flatMap((text) => wrapText(text, { width, indent: '    ', first: '  ! ' }));
}

const mostShown = 8;

function listSome(notes: readonly string[]): string {
  const more = notes.length - mostShown;
  return [...notes.slice(0, mostShown), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

interface Shown {
  readonly width: number;
  /** Whether the line before belongs to the same entry. */
  readonly isSameEntry: boolean;
}

function renderFileEdit(edit: FileEdit, { width, isSameEntry }: Shown): readonly string[] {
  const { changes } = edit;
  const isNew = edit.act === 'added';
  const act = describeAct(edit);
  return [
    ...(act === '' && isSameEntry ? [] : [`${paint(edit.term, 'bold')}${act}`]),
    ...changes.flatMap((change) => renderChange(change, { width, isNew })),
  ];
}

function describeAct(edit: FileEdit): string {
  switch (edit.act) {
    case 'added':
      return `  ${paint(`new, line ${edit.line}`, 'green')}`;
    case 'deleted':
      return `  ${paint('deleted', 'red')}`;
    case 'restored':
      return `  ${paint('back again', 'green')}`;
    case 'merged':
      return `  ${paint('becomes one with', 'yellow')} ${edit.other}`;
    case 'apart':
      return `  ${paint('is never the same as', 'yellow')} ${edit.other}`;
    default:
      return '';
  }
}

function renderChange(
  { field, from, to, isOvertaken }: FileEdit['changes'][number],
  { width, isNew }: { readonly width: number; readonly isNew: boolean },
): readonly string[] {
  const render = (text: string, sign: string) =>
    wrapText(text === '' ? '(none)' : text, { width, indent: '      ', first: `  ${sign} ${field}: ` });
  // Each relation that is added or removed is a change of its own.
  const isOne = field === 'relations';
  return [
    ...(isNew || (isOne && from === '') ? [] : render(from, paint('-', 'red'))),
    ...(isOne && to === '' ? [] : render(to, paint('+', 'green'))),
    ...(isOvertaken
      ? [paint('    ! This was also changed in the glossary since the file was exported.', 'yellow')]
      : []),
  ];
}

function readText(path: string): string {
  const found = readNamedFile(path, maxBytes);
  if (found.status === 'read') return found.bytes.toString('utf8');
  if (found.status === 'too-large')
    throw refuse(
      `${path} is too large for a glossary.`,
      'Name a file or a vault that "terrarium export" wrote.',
    );
  throw refuse(
    found.status === 'missing' ? `There is no file ${path}.` : `${path} is not a file.`,
    'Name a file or a vault that "terrarium export" wrote.',
  );
}

function refuse(happened: string, todo: string): UsageError {
  return new UsageError({ code: 'cli.bad-edit', happened, todo });
}
