// Renders where words come from: the definition with these words marked, the change that added them, and its quotes.

import type { Explication } from '@terrarium/annotator/explicate';
import type { QuoteAccount } from '@terrarium/annotator/read-quote';
import type { Snapshot } from '@terrarium/annotator/snapshot-store';
import { listLinkSpans, stripLinks } from '@terrarium/annotator/strip-links';
import { renderCommand } from '@terrarium/composition/render-command';
import { wrapText } from '../screen/layout.ts';
import { renderCount, renderMoment } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import { renderQuote } from './render-quote.ts';

export interface ExplicationAccount {
  readonly origin: Explication['origin'];
  readonly quotes: readonly QuoteAccount[];
  /** Words of the passage that are in none of the quotes. */
  readonly unsaid: readonly string[];
  /** The first snapshot that knows the words. */
  readonly snapshot: Snapshot | undefined;
  /** What the entry is called today; undefined when it is gone. */
  readonly today: string | undefined;
  readonly others: Explication['others'];
}

export function renderExplication(
  { origin, quotes, unsaid, snapshot, today, others }: ExplicationAccount,
  { dir, width }: { readonly dir: string; readonly width: number },
): readonly string[] {
  const { entry, revision, passage } = origin;
  const { before, within, after } = splitDefinition(entry.definition, passage);
  const who = revision.model === undefined ? revision.author : `${revision.author}, ${revision.model}`;
  const reason = revision.reason === undefined ? [] : [`because: ${revision.reason}`];
  return [
    `${paint(entry.term, 'bold')}  ${paint(renderStanding(origin, today), 'dim')}`,
    ...renderOthers(others, width),
    '',
    ...wrapText(`${before}${markWords(within)}${after}`, {
      width,
      indent: '  ',
    }),
    '',
    paint('Brought by', 'bold'),
    `  revision ${revision.id} · ${who} · at post ${revision.position.postId} · ${renderMoment(revision.at)}`,
    ...reason.flatMap((line) => wrapText(line, { width, indent: '  ' })),
    '',
    paint('Stands on', 'bold'),
    ...quotes.flatMap((quote, at) => [
      ...(at === 0 ? [] : ['']),
      ...renderQuote(quote, { width, indent: '  ' }),
    ]),
    ...renderUnsaid(unsaid, width),
    ...(snapshot === undefined ? [] : ['', ...renderOffer(snapshot, dir)]),
  ];
}

/** If the words begin or end inside a link, the whole link is marked with them. */
function splitDefinition(
  definition: string,
  { start, end }: { readonly start: number; readonly end: number },
) {
  const links = listLinkSpans(definition).filter((link) => link.start < end && link.end > start);
  const from = Math.min(start, ...links.map((link) => link.start));
  const to = Math.max(end, ...links.map((link) => link.end));
  return {
    before: stripLinks(definition.slice(0, from)),
    within: stripLinks(definition.slice(from, to)),
    after: stripLinks(definition.slice(to)),
  };
}

/** Lists the words that none of the quotes has, for a reader who checks the definition. */
function renderUnsaid(unsaid: readonly string[], width: number): readonly string[] {
  if (unsaid.length === 0) return [];
  const text = `No quote has ${unsaid.map((word) => `“${word}”`).join(', ')}: the model that read the story chose these words itself.`;
  return ['', ...wrapText(text, { width, indent: '  ' })];
}

/**
 * The same words may occur in several definitions. This tells a person who meant another definition how to
 * name it.
 */
function renderOthers({ total, terms }: Explication['others'], width: number): readonly string[] {
  if (total === 0) return [];
  const named = total > terms.length ? `, such as ${terms.join(', ')}` : `: ${terms.join(', ')}`;
  const text = `${renderCount(total, 'other entry says', 'other entries say')} these words too${named}. To narrow it, quote more words or add --entry NAME.`;
  return wrapText(text, { width, indent: '  ' });
}

function renderStanding({ entry, isCurrent }: Explication['origin'], today: string | undefined): string {
  const parts = [
    `entry ${entry.id}`,
    today === undefined ? 'since deleted or merged' : '',
    today !== undefined && today !== entry.term ? `now called ${today}` : '',
    isCurrent ? '' : 'no longer in any definition',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/**
 * Marks the words one by one, so that a line may break between them. It adds quotation marks, for terminals
 * without colours.
 */
function markWords(text: string): string {
  const words = text.split(/\s+/u).map((word) => paint(word, 'bold'));
  return `»${words.join(' ')}«`;
}

function renderOffer(snapshot: Snapshot, dir: string): readonly string[] {
  const command = renderCommand(`annotate summon ${snapshot.id}`, dir);
  return [
    paint(`Ask the reader of that time (snapshot ${snapshot.id}):`, 'dim'),
    paint(`  ${command}`, 'dim'),
  ];
}
