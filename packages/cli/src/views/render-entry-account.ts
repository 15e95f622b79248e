// Renders an entry with its quotes and its revisions.

import type { EntryAccount } from '@terrarium/annotator/accounts';
import { stripLinks } from '@terrarium/annotator/strip-links';
import { wrapText } from '../screen/layout.ts';
import { renderCount, renderMoment } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import { renderEntryHeading } from './render-entry-heading.ts';
import { renderQuote } from './render-quote.ts';
import { renderRelations } from './render-relations.ts';
import { renderNamed, renderRevisions, renderValue } from './render-revisions.ts';

type Revision = EntryAccount['revisions'][number];

/** `living` is the entry that has the same name today, if this entry was deleted. */
export function renderEntryAccount(
  account: EntryAccount,
  width: number,
  living?: EntryAccount,
): readonly string[] {
  const { entry } = account;
  const body = entry === undefined ? renderGone(account, width, living) : renderEntry(account, entry, width);
  return [
    ...body,
    ...renderProposals(account, width),
    '',
    paint('Revisions, newest first', 'bold'),
    ...renderRevisions(account.revisions, { width, named: account.named }),
  ];
}

/** An entry that no longer exists: its name, and who removed it, when and why. */
function renderGone(
  { id, revisions, named }: EntryAccount,
  width: number,
  living?: EntryAccount,
): readonly string[] {
  const last = revisions.find(({ field }) => field === 'deleted' || field === 'merged_into');
  const term = revisions.find(({ field }) => field === 'term')?.new ?? '""';
  const what =
    last?.field === 'merged_into'
      ? `was merged into ${renderNamed(named, Number(last.new))}`
      : 'was taken out';
  const who = last === undefined ? '' : ` by ${describeAuthor(last)}, ${renderMoment(last.at)}`;
  const reason = last?.reason === undefined ? '' : `: ${last.reason}`;
  const text = `${what}${who}${reason}`;
  const isBack = living !== undefined && last?.field === 'deleted';
  return [
    `${paint(renderValue(term, named), 'bold')}  entry ${id}`,
    '',
    ...wrapText(/[.!?]$/u.test(text) ? text : `${text}.`, { width, indent: '  ' }),
    ...(isBack ? wrapText(`The name came back later, as entry ${living.id}.`, { width, indent: '  ' }) : []),
  ];
}

function describeAuthor({ author, position }: Revision): string {
  const names = { agent: 'the reader', curator: 'the curator', human: 'a person' };
  return `${names[author]} at post ${position.postId}`;
}

interface MadeChange {
  /** The newest revision before the change. */
  readonly since: number;
  /** Whether the person said from which place the change is to hold. */
  readonly isPlaced: boolean;
}

/** Renders an entry that was just changed: its present definition, and the revisions of the change; no quotes. */
export function renderEditedEntry(
  account: EntryAccount,
  { since, isPlaced }: MadeChange,
  width: number,
): readonly string[] {
  const made = account.revisions.filter(({ id }) => id > since);
  return [
    ...(account.entry === undefined ? [] : [...renderHead(account.entry, width), '']),
    ...renderRevisions(made, { width, named: account.named }),
    ...(!isPlaced && isLatest(account, made) ? renderLatest(width) : []),
  ];
}

/**
 * Whether the change holds only from the place that the reading has reached, though the entry is known from
 * an earlier place. Tags do not count if anything else changed: they follow the definition.
 */
function isLatest({ revisions }: EntryAccount, made: readonly Revision[]): boolean {
  const first = revisions.at(-1);
  const here = made.at(0)?.position.postId;
  const isOlder = (first?.holdsFrom ?? first?.position)?.postId !== here;
  const said = made.filter(({ field }) => field !== 'tags');
  return isOlder && (said.length === 0 ? made : said).every(({ holdsFrom }) => holdsFrom === undefined);
}

/** Says from where the change applies: whoever made it may wonder why an earlier place does not show it. */
function renderLatest(width: number): readonly string[] {
  const text =
    'The change applies from the end of what was read; earlier places are unchanged. To apply it from another place, add --from PLACE.';
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
    ...wrapText(stripLinks(entry.definition), { width, indent: '  ' }),
  ];
}

function renderEntry(account: EntryAccount, entry: Entry, width: number): readonly string[] {
  const { standing, salience, quotes } = account;
  const { firstSeen } = entry;
  const standingText = `${renderCount(standing.mentions, 'mention')} in ${renderCount(standing.posts, 'post')} of ${renderCount(standing.threads, 'thread')}; prominence ${salience.toFixed(1)}`;
  return [
    ...renderHead(entry, width),
    '',
    paint('Stands on', 'bold'),
    ...quotes.flatMap((quote, at) => [
      ...(at === 0 ? [] : ['']),
      ...renderQuote(quote, { width, indent: '  ' }),
    ]),
    '',
    `  ${standingText}`,
    `  first seen in post ${firstSeen.postId}, thread ${firstSeen.threadId} of ${firstSeen.corpus}`,
    ...renderRelations(account.relations, width),
    ...renderEnded(account, width),
    ...renderTogether(account, width),
  ];
}

/** Each relation that has ended, with where and why. */
function renderEnded({ ended }: EntryAccount, width: number): readonly string[] {
  if (ended.length === 0) return [];
  return [
    '',
    paint('No longer', 'bold'),
    ...ended.flatMap(({ wording, to, ended: { postId, reason } }) => [
      ...wrapText(`${wording} ${paint(to.term, 'bold')}`, { width, indent: '      ', first: '  ' }),
      ...wrapText(`until post ${postId}${reason === undefined ? '' : `: ${reason}`}`, {
        width,
        indent: '      ',
      }).map((line) => paint(line, 'dim')),
    ]),
  ];
}

/** Renders which other entries appear in the same posts, in one paragraph. */
function renderTogether({ together }: EntryAccount, width: number): readonly string[] {
  if (together.length === 0) return [];
  const named = together.map(({ term, posts }) => `${term} (${posts})`).join(', ');
  return ['', paint('In the same posts', 'bold'), ...wrapText(named, { width, indent: '  ' })];
}

function renderProposals({ proposals, named }: EntryAccount, width: number): readonly string[] {
  if (proposals.length === 0) return [];
  return [
    '',
    paint('Proposed by a model, against what a person said', 'bold'),
    ...proposals.flatMap(({ field, author, value }) =>
      wrapText(`${field}, ${author}: ${renderValue(value, named)}`, { width, indent: '      ', first: '  ' }),
    ),
  ];
}
