// Renders a known fact as one line: whose it is, since when, the former value, and the words that told it.

import { renderDay } from '../events/render-moment.ts';
import { type KnownFact, renderFact, type ToldAnew } from '../facts/known-fact.ts';
import { escapeTagsInLine } from './escape-tags-in-block.ts';

export interface FactLine {
  /** The shown name of the voice that told the fact. */
  readonly name: string;
  readonly timeZone: string | undefined;
  /** Further notes for the brackets after the fact. */
  readonly notes?: readonly string[] | undefined;
  readonly isQuoted: boolean;
}

/** Words that say that it began before it was told. */
const begun =
  /(?<!\p{L})(?:since|yesterday|ago|last\s(?:night|week|weekend|month|year|spring|summer|autumn|fall|winter|\p{L}+day)|for\s(?:[\p{L}\p{N}]+\s){0,4}(?:weeks?|months?|years?|decades?|ages))(?!\p{L})/iu;

/** A longer quote is not shown. */
export const longestQuote = 160;

/** Renders the fact without a dash before it. */
export function renderKnownFact(
  known: KnownFact,
  { name, timeZone, notes = [], isQuoted }: FactLine,
): string {
  const { toldAtMs, isForetold = false, before, coming, newer, item, isConfided = false } = known;
  const isSince = (before !== undefined || isForetold) && !begun.test(item.content);
  const all = [
    ...(toldAtMs === undefined ? [] : [`${isSince ? 'since' : 'told'} ${renderDay(toldAtMs, timeZone)}`]),
    ...(before === undefined ? [] : [`before: ${escapeTagsInLine(before)}`]),
    ...(coming === undefined
      ? []
      : [`from ${renderDay(coming.fromMs, timeZone)}: ${escapeTagsInLine(coming.value)}`]),
    ...(isConfided ? ['in confidence'] : []),
    ...(newer === undefined ? [] : [renderNewer(newer, timeZone)]),
    ...notes,
  ];
  const fact = escapeTagsInLine(renderFact(known, name));
  const isShown = isQuoted && item.content.length <= longestQuote;
  const quote = isShown ? `: "${escapeTagsInLine(item.content)}"` : '';
  return `${fact}${all.length === 0 ? '' : ` (${all.join('; ')})`}${quote}`;
}

/** Renders later words that replace a fact, or that leave open whether the fact is still true. */
export function renderNewer({ atMs, quote, isOther }: ToldAnew, timeZone: string | undefined): string {
  const shown =
    quote.length <= longestQuote ? quote : `${quote.slice(0, longestQuote).toWellFormed().trimEnd()}…`;
  const words = `"${escapeTagsInLine(shown)}"`;
  return isOther === true
    ? `it may no longer be so: on ${renderDay(atMs, timeZone)} was said ${words}`
    : `on ${renderDay(atMs, timeZone)}, something newer was said, which holds where it differs: ${words}`;
}
