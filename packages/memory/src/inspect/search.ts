// Search: finds any moment of the talk without a key, by words and meaning; never shows what was kept private.
import type { Connection } from '@terrarium/kernel/open-database';
import { collectQueryTerms } from '@terrarium/kernel/query-terms';
import { splitTerms } from '@terrarium/kernel/split-terms';
import type { EchoQuery } from '../echoes/rank-places.ts';
import { type Echo, searchEchoes } from '../echoes/search-echoes.ts';
import type { EventId } from '../events/event.ts';
import type { TimeSpan } from '../events/time-span.ts';
import { openReplaced, type Replaced, type ReplacedFact } from '../facts/list-replaced.ts';
import { describeItem } from '../working-memory/describe-item.ts';
import { type FactSubject, parseFactSubject } from '../working-memory/fact-subject.ts';
import { findFactValue } from '../working-memory/find-fact-value.ts';
import type { ItemId, ItemKind, ItemStatus, WorkingItem } from '../working-memory/item.ts';
import { openItemsUntil } from '../working-memory/items-until-store.ts';
import { openWorkingMemoryStore } from '../working-memory/working-memory-store.ts';

/** Limits of a search: which part of a memory is searched, and how many results are returned. */
export interface SearchBounds {
  /** The maximum number of results to return; 10 by default, and never more than 200. */
  readonly limit?: number | undefined;
  /** Finds only what was said or created within this time. */
  readonly span?: TimeSpan | undefined;
  /** Finds only what was said up to this moment, as it was then; if undefined, everything. */
  readonly untilMs?: number | undefined;
}

export interface SearchOptions extends Omit<EchoQuery, 'query'>, SearchBounds {}

export interface SearchResult {
  readonly eventId: EventId;
  readonly voice: string;
  readonly atMs: number;
  /** Whether it is not known when the message was said. */
  readonly isUndated: boolean;
  /** The part of the message's shown text from just before the first word searched for. */
  readonly excerpt: string;
  readonly score: number;
  readonly because: string;
  /** Whether none of the words occurs in the message itself, but only in a message near it. */
  readonly isBeside: boolean;
  /** The facts that the message told and that are no longer true. */
  readonly replaced: readonly ReplacedFact[];
}

/** Messages that were found only by their neighbours are at most this share of the results, and at most this many. */
const besideShare = 0.3;
const mostBeside = 3;
/** For each wanted moment, this many are ranked, since most of them may be found only by their neighbours. */
const rankedTimes = 3;

/**
 * Results that match by their own words or meaning come first, then a few that were found only by their neighbours;
 * within each group, the best come first. Any text is safe as a query; a query without content words finds nothing.
 */
export function search(
  connection: Connection,
  query: string,
  { limit, ...options }: SearchOptions,
): readonly SearchResult[] {
  const most = clampLimit(limit);
  // Each result counts as one token, so that the budget is a number of results.
  const found = searchEchoes(connection, {
    ...options,
    query,
    terms: listTerms(query),
    inView: new Set(),
    budgetTokens: most * rankedTimes,
    tokens: { count: () => 1 },
  });
  const beside = found
    .slice(0, most)
    .filter(isBeside)
    .slice(0, Math.min(mostBeside, Math.floor(most * besideShare)));
  const hits = found.filter((echo) => !isBeside(echo)).slice(0, most - beside.length);
  const replaced = openReplaced(connection, options.nowMs);
  return [...hits, ...beside].map((echo) => buildResult(echo, replaced));
}

/**
 * Words with the stem of another word, each with the other stem that it may have: "lives" may be a form of
 * "life" or of "live".
 */
const otherStems: Readonly<Record<string, string>> = { lives: 'live', leaves: 'leave' };

function listTerms(query: string): ReadonlySet<string> {
  const words = query.toLowerCase().match(/\b(?:lives|leaves)\b/gu) ?? [];
  return new Set([...collectQueryTerms(query), ...words.flatMap((word) => otherStems[word] ?? [])]);
}

function isBeside({ rankBy }: Echo): boolean {
  return rankBy.terms.length === 0 && rankBy.termsBeside.length > 0 && rankBy.vectorRank === undefined;
}

function buildResult(echo: Echo, replaced: Replaced): SearchResult {
  const { event, shownText, score, rankBy, because } = echo;
  return {
    eventId: event.id,
    voice: event.voice,
    atMs: event.atMs,
    isUndated: event.isUndated,
    excerpt: cutExcerpt(shownText, rankBy.terms),
    score,
    because,
    isBeside: isBeside(echo),
    replaced: replaced.readOfEvent(event.id),
  };
}

const usualLimit = 10;
/** The maximum number of results, however large the given limit. */
export const highestLimit = 200;

/** A whole number from 0 to 200; 10 by default. */
function clampLimit(limit = usualLimit): number {
  return Math.max(0, Math.min(highestLimit, Math.floor(limit)));
}

const excerptLength = 240;
/** How much text before the first word searched for is shown, in UTF-16 units. */
const leadLength = 60;

/** An excerpt on one line, with marks where text was cut off. */
export function cutExcerpt(text: string, terms: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= excerptLength) return line;
  const from = Math.max(
    0,
    Math.min(measureFirst(line, new Set(terms)) - leadLength, line.length - excerptLength),
  );
  const cut = line
    .slice(from, from + excerptLength)
    .toWellFormed()
    .trim();
  return `${from > 0 ? '… ' : ''}${cut}${from + excerptLength < line.length ? ' …' : ''}`;
}

function measureFirst(line: string, terms: ReadonlySet<string>): number {
  for (const match of line.slice(0, 200_000).matchAll(/\S+/g)) {
    if ([...splitTerms(match[0]).counts.keys()].some((term) => terms.has(term))) return match.index;
  }
  return 0;
}

export interface ItemResult {
  readonly itemId: ItemId;
  readonly kind: ItemKind;
  readonly status: ItemStatus;
  readonly eventId: EventId;
  readonly createdAtMs: number;
  /** When the plan is due; undefined for anything else, and for a plan without a date. */
  readonly dueAtMs: number | undefined;
  /** The part of the text from just before the first word searched for. */
  readonly excerpt: string;
  /** What a fact says, and about whom. The excerpt has the words that told it, which may tell several facts. */
  readonly fact: (FactSubject & { readonly value: string }) | undefined;
  /** What is true in place of a fact that is no longer true. */
  readonly replaced: readonly ReplacedFact[];
}

interface ItemSearch extends SearchBounds {
  /** What was known at this moment counts as true. */
  readonly nowMs: number;
}

/** Only this many of the newest items are looked at, so that a search stays quick in any memory. */
const mostRead = 20_000;

/**
 * Items with the most words of the query come first; among equal ones, active items before others, then the newest
 * first.
 */
export function searchItems(
  connection: Connection,
  query: string,
  { limit, span, untilMs, nowMs }: ItemSearch,
): readonly ItemResult[] {
  const wanted = [...collectQueryTerms(query)];
  if (wanted.length === 0) return [];
  const replaced = openReplaced(connection, nowMs);
  const now = openItemsUntil(connection, nowMs);
  return openItems(connection, untilMs)
    .readNewestOpenly(mostRead)
    .filter(({ createdAtMs }) => isWithin(createdAtMs, span))
    .map((item) => ({ item, shared: countShared(item.content, wanted) }))
    .filter(({ shared }) => shared > 0)
    .sort(
      (one, other) =>
        other.shared - one.shared ||
        Number(other.item.status === 'active') - Number(one.item.status === 'active') ||
        other.item.createdAtMs - one.item.createdAtMs ||
        other.item.id - one.item.id,
    )
    .slice(0, clampLimit(limit))
    .map(({ item }) => ({ ...item, content: describeItem(now, item), fact: describeFact(item) }))
    .map(({ id, kind, status, eventId, createdAtMs, dueAtMs, content, fact }) => ({
      itemId: id,
      kind,
      // A fact that is replaced only on a coming day is still active.
      status: now.find(id)?.status ?? status,
      eventId,
      createdAtMs,
      dueAtMs,
      excerpt: cutExcerpt(content, wanted),
      fact,
      replaced: replaced.readOfItem(id),
    }));
}

function describeFact(item: WorkingItem): ItemResult['fact'] {
  if (item.kind !== 'fact') return undefined;
  return { ...parseFactSubject(item.subject ?? ''), value: findFactValue(item) };
}

function openItems(connection: Connection, untilMs: number | undefined) {
  return untilMs === undefined ? openWorkingMemoryStore(connection) : openItemsUntil(connection, untilMs);
}

function isWithin(atMs: number, span: TimeSpan | undefined): boolean {
  return span === undefined || (atMs >= span.fromMs && atMs < span.untilMs);
}

function countShared(content: string, wanted: readonly string[]): number {
  const { counts } = splitTerms(content);
  return wanted.filter((term) => counts.has(term)).length;
}
