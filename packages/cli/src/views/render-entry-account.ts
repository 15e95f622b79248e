// Renders an entry with its quotes and its revisions.

import type { EntryAccount } from '@terrarium/annotator/accounts';
import { cutText, toWidth, wrapText } from '../screen/layout.ts';
import { renderCount, renderMoment } from '../screen/quantities.ts';
import { renderQuoted } from '../screen/render-quoted.ts';
import { paint } from '../screen/style.ts';
import { renderEntryHeading } from './render-entry-heading.ts';
import { renderQuote } from './render-quote.ts';

type Revision = EntryAccount['revisions'][number];

export function renderEntryAccount(account: EntryAccount, width: number): readonly string[] {
  const { entry } = account;
  const body = entry === undefined ? renderGone(account, width) : renderEntry(account, entry, width);
  return [
    ...body,
    ...renderProposals(account, width),
    '',
    paint('Revisions, newest first', 'bold'),
    ...account.revisions.flatMap((one) => renderRevision(one, width)),
  ];
}

/** An entry that is no more: what it was called, and who took it out, when and why. */
function renderGone({ id, revisions }: EntryAccount, width: number): readonly string[] {
  const last = revisions.find(({ field }) => field === 'deleted' || field === 'merged_into');
  const term = revisions.find(({ field }) => field === 'term')?.new ?? '""';
  const what = last?.field === 'merged_into' ? `was made one with entry ${last.new ?? ''}` : 'was taken out';
  const who = last === undefined ? '' : ` by ${describeAuthor(last)}, ${renderMoment(last.at)}`;
  const reason = last?.reason === undefined ? '' : `: ${last.reason}`;
  const text = `${what}${who}${reason}`;
  return [
    `${paint(renderValue(term), 'bold')}  entry ${id}`,
    '',
    ...wrapText(/[.!?]$/u.test(text) ? text : `${text}.`, { width, indent: '  ' }),
  ];
}

function describeAuthor({ author, position }: Revision): string {
  const names = { agent: 'the reader', curator: 'the curator', human: 'a person' };
  return `${names[author]} at post ${position.postId}`;
}

/** An entry that was just changed: what it says now and the revisions behind `since`, without all it stands on. */
export function renderEditedEntry(account: EntryAccount, since: number, width: number): readonly string[] {
  const made = account.revisions.filter(({ id }) => id > since);
  return [
    ...(account.entry === undefined ? [] : [...renderHead(account.entry, width), '']),
    ...made.flatMap((one) => renderRevision(one, width)),
    ...(isLatest(account, made) ? renderLatest(width) : []),
  ];
}

/** Whether a change holds only from where the reading stands, of an entry that was there before. */
function isLatest({ revisions }: EntryAccount, made: readonly Revision[]): boolean {
  const first = revisions.at(-1);
  const here = made.at(0)?.position.postId;
  const isOlder = (first?.holdsFrom ?? first?.position)?.postId !== here;
  return isOlder && made.every(({ holdsFrom }) => holdsFrom === undefined);
}

/** Whoever corrects something may wonder why an earlier place does not show it. */
function renderLatest(width: number): readonly string[] {
  const text =
    'It holds from where the reading stands; earlier places show what they showed before. To let it hold from another place, add --from PLACE.';
  return ['', ...wrapText(text, { width, indent: '  ' })];
}

type Entry = NonNullable<EntryAccount['entry']>;

function renderHead(entry: Entry, width: number): readonly string[] {
  return [
    ...renderEntryHeading(entry, width),
    ...(entry.aliases.length === 0
      ? []
      : wrapText(`also ${entry.aliases.join(', ')}`, { width, indent: '  ' })),
    '',
    ...wrapText(entry.definition, { width, indent: '  ' }),
  ];
}

function renderEntry(
  { spread, salience, quotes }: EntryAccount,
  entry: Entry,
  width: number,
): readonly string[] {
  const { firstSeen } = entry;
  const spreadText = `${renderCount(spread.mentions, 'mention')} in ${renderCount(spread.posts, 'post')} of ${renderCount(spread.threads, 'thread')}; salience ${salience.toFixed(1)}`;
  return [
    ...renderHead(entry, width),
    '',
    paint('Stands on', 'bold'),
    ...quotes.flatMap((quote, at) => [
      ...(at === 0 ? [] : ['']),
      ...renderQuote(quote, { width, indent: '  ' }),
    ]),
    '',
    `  ${spreadText}`,
    `  first seen in post ${firstSeen.postId}, thread ${firstSeen.threadId} of ${firstSeen.corpus}`,
  ];
}

function renderProposals({ proposals }: EntryAccount, width: number): readonly string[] {
  if (proposals.length === 0) return [];
  return [
    '',
    paint('Proposed by a model, against what a person said', 'bold'),
    ...proposals.flatMap(({ field, author, value }) =>
      wrapText(`${field}, ${author}: ${renderValue(value)}`, { width, indent: '      ', first: '  ' }),
    ),
  ];
}

function renderRevision(revision: Revision, width: number): readonly string[] {
  const { position, holdsFrom } = revision;
  const who = revision.model === undefined ? revision.author : `${revision.author}, ${revision.model}`;
  const what = `  ${toWidth(`${revision.id}`, 6)}${toWidth(revision.field, 12)}`;
  const source = cutText(
    `${who} · ${holdsFrom === undefined ? `post ${position.postId}` : `from post ${holdsFrom.postId} on`} · ${renderMoment(revision.at)}`,
    width - what.length,
  );
  const before =
    revision.old === null
      ? []
      : [`      ${paint(cutText(`was: ${renderValue(revision.old)}`, width - 6), 'dim')}`];
  const reason =
    revision.reason === undefined ? [] : wrapText(`because: ${revision.reason}`, { width, indent: '      ' });
  const value = wrapText(renderValue(revision.new), { width, indent: '      ' });
  return [what + source, ...value, ...before, ...reason];
}

/** A revision's value is JSON: texts are shown as they are, evidence by its quotes. */
function renderValue(json: string | null): string {
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
  return 'postId' in value ? `post ${String(value.postId)}` : JSON.stringify(value);
}
