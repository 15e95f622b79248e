// Builds the versions of an entry: what it was at the end of each thread, stored as differences.

import type { ThreadRef } from '../../corpus/corpus.ts';
import { stored } from '../../database/packed-text.ts';
import type { EntryId, Evidence, GlossaryEntry } from '../../glossary/entry.ts';
import type { PartCount } from '../../glossary/reading-store.ts';
import { type Revision, replayRevisions } from '../../glossary/revision.ts';
import { unexplained } from '../../glossary/salience.ts';
import { sortQuotes } from '../../glossary/sort-quotes.ts';
import { listSurfaces } from '../../glossary/term-forms.ts';
import type { ExportFilter } from '../export-glossary.ts';
import { findKind } from '../exported-glossary.ts';
import type { WikiFields, WikiVersion } from './wiki-data.ts';

export interface History {
  readonly filter: ExportFilter;
  /** The first stop at which a revision is known; undefined when it lies after the moment. */
  findPlace(revision: number): number | undefined;
  /** How often the entry is named under its current names, up to the last part. */
  readMentions(id: EntryId): readonly PartCount[];
  /** Undefined for a part after the moment. */
  findStopOfPart(part: number): number | undefined;
  resolveStopOfThread(thread: ThreadRef): number;
  /** How often names that the entry has no longer occur. */
  countNames(names: readonly string[]): readonly PartCount[];
  /** Adds the quote to the page and returns its index. */
  registerQuote(evidence: Evidence): number;
}

/** Expects revisions oldest first; returns versions by rising stop. */
export function buildVersions(revisions: readonly Revision[], history: History): readonly WikiVersion[] {
  const placed = revisions.flatMap((revision) => {
    const stop = history.findPlace(revision.id);
    return stop === undefined ? [] : [{ revision, stop }];
  });
  const stops = [...new Set(placed.map(({ stop }) => stop))].toSorted((one, other) => one - other);
  const now = listNames(replayRevisions(revisions));
  const count = buildCounter(history, now);
  const versions: WikiVersion[] = [];
  let before: Partial<WikiFields> = {};
  for (const stop of stops) {
    const then = placed.filter((one) => one.stop <= stop).map(({ revision }) => revision);
    const fields = describe(then, history, count);
    const version = { stop, ...collectDifferences(before, fields) };
    if (Object.keys(version).length > 1) versions.push(version);
    before = { ...before, ...fields };
  }
  return versions;
}

function listNames(entry: GlossaryEntry | undefined): string {
  return entry === undefined ? '' : listSurfaces(entry).join('\n');
}

type Counter = (entry: GlossaryEntry) => WikiFields['seen'];

/** Recounts the entry under earlier names: a later alias must not show in earlier counts. */
function buildCounter(history: History, namesNow: string): Counter {
  const counted = new Map<string, WikiFields['seen']>();
  return (entry) => {
    const names = listNames(entry);
    const known = counted.get(names);
    if (known !== undefined) return known;
    const parts =
      names === namesNow ? history.readMentions(entry.id) : history.countNames(listSurfaces(entry));
    const seen = sumByStop(parts, history);
    counted.set(names, seen);
    return seen;
  };
}

function sumByStop(parts: readonly PartCount[], history: History): WikiFields['seen'] {
  const sums = new Map<number, number>();
  for (const { partId, mentions } of parts) {
    const stop = history.findStopOfPart(partId);
    if (stop !== undefined) sums.set(stop, (sums.get(stop) ?? 0) + mentions);
  }
  return [...sums].toSorted(([one], [other]) => one - other);
}

function describe(revisions: readonly Revision[], history: History, count: Counter): Partial<WikiFields> {
  const entry = replayRevisions(revisions);
  if (entry === undefined) return { isGone: true, into: findTarget(revisions) };
  if (entry.term === '' || !isSelected(entry, history.filter)) return { isGone: true, into: undefined };
  return {
    term: entry.term,
    aliases: entry.aliases,
    definition: entry.definition,
    isConfirmed: entry.status === 'confirmed',
    kind: findKind(entry.tags) ?? '',
    isUnexplained: entry.tags.includes(unexplained),
    first: history.resolveStopOfThread(entry.firstSeen),
    quotes: sortQuotes(entry, entry.evidence).map((evidence) => history.registerQuote(evidence)),
    seen: count(entry),
    isGone: false,
    into: undefined,
  };
}

function isSelected(entry: GlossaryEntry, { status, tags = [] }: ExportFilter): boolean {
  const isTagged = tags.length === 0 || tags.some((tag) => entry.tags.includes(tag));
  return isTagged && (status === undefined || entry.status === status);
}

function findTarget(revisions: readonly Revision[]): number | undefined {
  const merged = revisions.findLast(({ field }) => field === 'merged_into');
  const target: unknown = stored.parse(merged?.new ?? 'null', ['revision', merged?.id ?? 0, 'new']);
  return typeof target === 'number' ? target : undefined;
}

function collectDifferences(before: Partial<WikiFields>, fields: Partial<WikiFields>): Partial<WikiFields> {
  const defaults: Partial<WikiFields> = { isGone: false, into: undefined, isUnexplained: false };
  const old = { ...defaults, ...before };
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(old[name as keyof WikiFields]);
  return Object.fromEntries(Object.entries(fields).filter(isChanged));
}
