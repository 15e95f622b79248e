// Edits many entries from a file that was exported and changed by hand, after showing what would change.

import { applyFileEdits } from '@terrarium/annotator/apply-file-edits';
import { type FileEdits, readFileEdits } from '@terrarium/annotator/edited-file';
import type { FileEdit } from '@terrarium/annotator/file-edit';
import type { Annotator } from '@terrarium/annotator/open-annotator';
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

/** Throws a `UsageError` that names the lines that cannot be applied. Without `yes`, nothing is changed. */
export function editFromFile({ printer }: Shell, annotator: Annotator, options: FileOptions): void {
  const file = readFileEdits(annotator, readText(options.file));
  const { edits: found, requoted, missing } = file;
  const isApplied = options.yes === true && found.length > 0;
  const apply = () =>
    applyFileEdits(annotator, found, {
      reason: options.reason,
      from: options.from,
      isRehearsal: !isApplied,
    });
  if (options.json === true) {
    apply();
    const entries = found.map((one) => ({
      id: one.id ?? null,
      term: one.term,
      act: one.act,
      line: one.line,
      ...(one.act === 'merged' ? { into: one.other } : {}),
      ...(one.act === 'apart' ? { from: one.other } : {}),
      changes: one.changes,
    }));
    printer.writeJson('fileEdits', { isApplied, entries, requoted, missing });
    return;
  }
  printer.writeLines(
    ...found.flatMap((one, index) =>
      renderFileEdit(one, { width: printer.width, isSameEntry: found[index - 1]?.line === one.line }),
    ),
    ...renderKept(file, printer.width),
  );
  apply();
  const count = renderCount(new Set(found.map(({ line }) => line)).size, 'entry', 'entries');
  if (found.length === 0)
    printer.writeLines('The file holds no change that can be applied: there is nothing to do.');
  else if (isApplied) printer.writeLines('', paint(`${count} changed.`, 'bold'));
  else printer.writeLines('', `${count} would change. Nothing has been changed yet; add --yes to apply it.`);
}

/** Names the edits in the file that had no effect, since whoever made them expected one. */
function renderKept({ requoted, missing }: FileEdits, width: number): readonly string[] {
  const said: string[] = [];
  if (requoted.length > 0) {
    said.push(`Quotes stay as they are in the story; the file has other quotes for ${requoted.join(', ')}.`);
  }
  if (missing > 0) {
    const entries = renderCount(missing, 'entry', 'entries');
    said.push(
      `${entries} of the glossary not in the file: kept. To delete one, write "delete: true" below its id.`,
    );
  }
  return said.flatMap((text) => wrapText(text, { width, indent: '    ', first: '  ! ' }));
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
    throw refuse(`${path} is too large for a glossary.`, 'Name a file that "terrarium export" wrote.');
  throw refuse(
    found.status === 'missing' ? `There is no file ${path}.` : `${path} is not a file.`,
    'Name a file that "terrarium export" wrote.',
  );
}

function refuse(happened: string, todo: string): UsageError {
  return new UsageError({ code: 'cli.bad-edit', happened, todo });
}
