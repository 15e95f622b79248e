// Renders the revisions of an entry: those of one change together, of a list only what came and went.

import type { EntryAccount } from '@terrarium/annotator/accounts';
import { cutText, toWidth, wrapText } from '../screen/layout.ts';
import { renderMoment } from '../screen/quantities.ts';
import { renderQuoted } from '../screen/render-quoted.ts';
import { paint } from '../screen/style.ts';

type Revision = EntryAccount['revisions'][number];

/** Newest first, as they are given. */
export function renderRevisions(revisions: readonly Revision[], width: number): readonly string[] {
  return listChanges(revisions).flatMap((change) => renderChange(change, width));
}

/** Neighbours that were written together. */
function listChanges(revisions: readonly Revision[]): readonly (readonly Revision[])[] {
  const changes: Revision[][] = [];
  for (const revision of revisions) {
    const last = changes.at(-1);
    const other = last?.at(-1);
    if (other !== undefined && nameChange(other) === nameChange(revision)) last?.push(revision);
    else changes.push([revision]);
  }
  return changes;
}

function nameChange({ author, model, at, reason, position, holdsFrom }: Revision): string {
  return JSON.stringify([author, model, at, reason, position, holdsFrom]);
}

function renderChange(change: readonly Revision[], width: number): readonly string[] {
  const [newest] = change;
  const oldest = change.at(-1);
  if (newest === undefined || oldest === undefined) return [];
  const isCreation = oldest.field === 'term' && oldest.old === null;
  const shown = isCreation ? change.filter(({ new: value }) => value !== '[]').toReversed() : change;
  const what = isCreation ? 'created' : newest.field;
  const ids = newest.id === oldest.id ? `${newest.id}` : `${oldest.id}–${newest.id}`;
  const isOne = change.length === 1 && !isCreation;
  const head = isOne
    ? `  ${toWidth(ids, 6)}${toWidth(what, 12)}`
    : `  ${toWidth(ids, 10)}${isCreation ? toWidth(what, 8) : ''}`;
  const reason = newest.reason === undefined ? [] : wrapText(`because: ${newest.reason}`, { width, indent });
  return [
    head + cutText(renderSource(newest), width - head.length),
    ...shown.flatMap((one) => renderField(one, { width, isNamed: !isOne })),
    ...reason,
  ];
}

function renderSource({ author, model, position, holdsFrom, at }: Revision): string {
  const who = model === undefined ? author : `${author}, ${model}`;
  const where = holdsFrom === undefined ? `post ${position.postId}` : `from post ${holdsFrom.postId} on`;
  return `${who} · ${where} · ${renderMoment(at)}`;
}

const indent = '      ';

interface FieldView {
  readonly width: number;
  /** Whether the field is named in its line, since the line above names none. */
  readonly isNamed: boolean;
}

function renderField(revision: Revision, { width, isNamed }: FieldView): readonly string[] {
  const name = isNamed ? `${revision.field}: ` : '';
  const pieces = listPieces(revision);
  if (pieces !== undefined) return pieces.flatMap((one) => wrapText(`${name}${one}`, { width, indent }));
  const was = revision.old === null ? '' : `was: ${renderValue(revision.old)}`;
  const value = `${name}${renderValue(revision.new)}`;
  if (isNamed && was !== '' && was.length <= width / 2)
    return wrapText(`${value} (${was})`, { width, indent });
  const before = was === '' ? [] : [`${indent}${paint(cutText(was, width - indent.length), 'dim')}`];
  return [...wrapText(value, { width, indent }), ...before];
}

/** Of quotes, those that came and those that went; undefined for anything else. */
function listPieces({ field, old, new: value }: Revision): readonly string[] | undefined {
  if (field !== 'evidence' || value === null) return undefined;
  const [before, after] = [listQuotes(old), listQuotes(value)];
  const pieces = [
    ...after.filter((quote) => !before.includes(quote)).map((quote) => `+ ${renderQuoted(quote)}`),
    ...before.filter((quote) => !after.includes(quote)).map((quote) => `− ${renderQuoted(quote)}`),
  ];
  return pieces.length === 0 ? ['the same quotes'] : pieces;
}

function listQuotes(json: string | null): readonly string[] {
  const list: unknown = JSON.parse(json ?? '[]');
  if (!Array.isArray(list)) return [];
  return list.map((piece: unknown) =>
    typeof piece === 'object' && piece !== null && 'quote' in piece ? String(piece.quote) : String(piece),
  );
}

/** A revision's value is JSON: texts are shown as they are, evidence by its quotes. */
export function renderValue(json: string | null): string {
  if (json === null) return 'none';
  const value: unknown = JSON.parse(json);
  if (typeof value === 'string') return value === '' ? 'empty' : value;
  if (!Array.isArray(value)) return renderPosition(value);
  if (value.length === 0) return 'none';
  return value.map((one: unknown) => (typeof one === 'string' ? one : renderPosition(one))).join(', ');
}

function renderPosition(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if ('quote' in value) return renderQuoted(String(value.quote));
  if ('kind' in value && 'to' in value) return `${String(value.kind)} entry ${String(value.to)}`;
  return 'postId' in value ? `post ${String(value.postId)}` : JSON.stringify(value);
}
