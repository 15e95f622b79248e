// Renders the revisions of an entry, grouped by change; of a field that is a list, only the added and removed parts.

import type { EntryAccount } from '@terrarium/annotator/accounts';
import { stripLinks } from '@terrarium/annotator/strip-links';
import { cutText, toWidth, wrapText } from '../screen/layout.ts';
import { renderMoment } from '../screen/quantities.ts';
import { renderQuoted } from '../screen/render-quoted.ts';
import { paint } from '../screen/style.ts';

type Revision = EntryAccount['revisions'][number];

type Named = EntryAccount['named'];

interface RevisionView {
  readonly width: number;
  /** The entries to which the revisions refer by number. */
  readonly named: Named;
}

/** Keeps the order of the given revisions, which are newest first. */
export function renderRevisions(revisions: readonly Revision[], view: RevisionView): readonly string[] {
  return listChanges(revisions).flatMap((change) => renderChange(change, view));
}

export function renderNamed(named: Named, id: number): string {
  const term = named.find((one) => one.id === id)?.term;
  return term === undefined ? `entry ${id}` : `${term} (entry ${id})`;
}

/** Groups of adjacent revisions that were written together. */
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

function renderChange(change: readonly Revision[], view: RevisionView): readonly string[] {
  const { width } = view;
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
    ...shown.flatMap((one) => renderField(one, { ...view, isNamed: !isOne })),
    ...reason,
  ];
}

function renderSource({ author, model, position, holdsFrom, at }: Revision): string {
  const who = model === undefined ? author : `${author}, ${model}`;
  const where = holdsFrom === undefined ? `post ${position.postId}` : `from post ${holdsFrom.postId} on`;
  return `${who} · ${where} · ${renderMoment(at)}`;
}

const indent = '      ';

interface FieldView extends RevisionView {
  /** Whether the revision's own line names the field, because the line above does not. */
  readonly isNamed: boolean;
}

function renderField(revision: Revision, { width, named, isNamed }: FieldView): readonly string[] {
  const name = isNamed ? `${revision.field}: ` : '';
  const pieces = listPieces(revision, named);
  if (pieces !== undefined) return pieces.flatMap((one) => wrapText(`${name}${one}`, { width, indent }));
  const was = revision.old === null ? '' : `was: ${renderValue(revision.old, named)}`;
  const value = `${name}${renderValue(revision.new, named)}`;
  if (isNamed && was !== '' && was.length <= width / 2)
    return wrapText(`${value} (${was})`, { width, indent });
  const before = was === '' ? [] : [`${indent}${paint(cutText(was, width - indent.length), 'dim')}`];
  return [...wrapText(value, { width, indent }), ...before];
}

/** Lists the added and removed quotes or relations, or says that they are the same; undefined for any other field. */
function listPieces({ field, old, new: value }: Revision, named: Named): readonly string[] | undefined {
  if ((field !== 'evidence' && field !== 'relations') || value === null) return undefined;
  const [before, after] = [listItems(old, named), listItems(value, named)];
  const pieces = [
    ...after.filter((item) => !before.includes(item)).map((item) => `+ ${item}`),
    ...before.filter((item) => !after.includes(item)).map((item) => `− ${item}`),
  ];
  const same = field === 'evidence' ? 'the same quotes' : 'the same, with other quotes';
  return pieces.length === 0 ? [same] : pieces;
}

function listItems(json: string | null, named: Named): readonly string[] {
  const list: unknown = JSON.parse(json ?? '[]');
  return Array.isArray(list) ? list.map((item: unknown) => renderItem(item, named)) : [];
}

/** Renders a value, which is stored as JSON: a text without the marks of links, evidence as its quotes. */
export function renderValue(json: string | null, named: Named): string {
  if (json === null) return 'none';
  const value: unknown = JSON.parse(json);
  if (typeof value === 'string') return value === '' ? 'empty' : stripLinks(value);
  if (!Array.isArray(value)) return renderItem(value, named);
  if (value.length === 0) return 'none';
  return value.map((one: unknown) => (typeof one === 'string' ? one : renderItem(one, named))).join(', ');
}

function renderItem(value: unknown, named: Named): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if ('quote' in value) return renderQuoted(String(value.quote));
  if ('kind' in value && 'to' in value)
    return `${String(value.kind)} ${renderNamed(named, Number(value.to))}`;
  return 'postId' in value ? `post ${String(value.postId)}` : JSON.stringify(value);
}
