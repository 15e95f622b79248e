// Builds the versions of an entry at the ends of threads, each stored as what differs from the version before.

import type { EntryState } from '../../as-of/list-states.ts';
import type { ThreadRef } from '../../corpus/corpus.ts';
import type { EntryId, Evidence, GlossaryEntry, Relation } from '../../glossary/entry.ts';
import { isSameRelation } from '../../glossary/relation-gate.ts';
import { unexplained } from '../../glossary/salience.ts';
import { sortQuotes } from '../../glossary/sort-quotes.ts';
import { renderInverse } from '../../reader/relation-kinds.ts';
import type { ExportFilter } from '../export-glossary.ts';
import { findKind } from '../exported-glossary.ts';
import type { SeenAt } from './collect-seen.ts';
import type { WikiFields, WikiRelation, WikiVersion } from './wiki-data.ts';

export interface History {
  readonly filter: ExportFilter;
  /** How often the entry is named, counted at each stop by what is known there. */
  collectSeen(id: EntryId): SeenAt;
  /**
   * The first stop by which a name of the entry, and not just a description, had been read: 0 if a quote of the entry
   * has a name, undefined if no name had been read.
   */
  findStopOfName(entry: GlossaryEntry): number | undefined;
  resolveStopOfThread(thread: ThreadRef): number;
  /** Relations of the entry that have ended. A relation that only moved to another entry has not ended. */
  listEnded(id: EntryId): readonly Relation[];
  /** Adds the quote to the page and returns its index. */
  registerQuote(evidence: Evidence): number;
}

/** The versions in the order of their stops. */
export function buildVersions(
  id: EntryId,
  states: readonly EntryState[],
  history: History,
): readonly WikiVersion[] {
  const seen = history.collectSeen(id);
  const named = new Map(states.map((state) => [state, findStopOfState(state, history)]));
  const stops = new Set([...states.map(({ stop }) => stop), ...seen.stops, ...named.values()]);
  const versions: WikiVersion[] = [];
  let before: Partial<WikiFields> = {};
  for (const stop of [...stops].filter(Number.isFinite).toSorted((one, other) => one - other)) {
    const state = states.findLast((one) => one.stop <= stop);
    if (state === undefined) continue;
    const isNamed = (named.get(state) ?? 0) <= stop;
    const former = listFormer(state, states, history.listEnded(id));
    const fields = isNamed
      ? describe(state, { history, former, seen: seen.readAt(stop) })
      : { ...gone, into: undefined };
    const version = { stop, ...collectDifferences(before, fields) };
    if (Object.keys(version).length > 1) versions.push(version);
    before = { ...before, ...fields };
  }
  return versions;
}

const gone = { isGone: true } as const;

/** The first stop at which the state is shown: an entry is not shown before it is named. */
function findStopOfState({ stop, entry }: EntryState, history: History): number {
  if (entry === undefined) return stop;
  return Math.max(stop, history.findStopOfName(entry) ?? Number.POSITIVE_INFINITY);
}

/** Ended relations, each in its form before this state, because what was said about it later is not known here. */
function listFormer(
  state: EntryState,
  states: readonly EntryState[],
  ended: readonly Relation[],
): readonly Relation[] {
  const findIn = ({ entry }: EntryState, relation: Relation) =>
    entry?.relations?.find((one) => isSameRelation(one, relation));
  const before = states.filter(({ stop }) => stop < state.stop).toReversed();
  return ended.flatMap((one) => {
    const [stood] = before.flatMap((earlier) => findIn(earlier, one) ?? []);
    return stood === undefined || findIn(state, one) !== undefined ? [] : [stood];
  });
}

interface Described {
  readonly history: History;
  readonly former: readonly Relation[];
  readonly seen: WikiFields['seen'];
}

function describe({ entry, into }: EntryState, { history, former, seen }: Described): Partial<WikiFields> {
  if (entry === undefined) return { ...gone, into };
  if (entry.term === '' || !isSelected(entry, history.filter)) return { ...gone, into: undefined };
  const shown = sortQuotes(entry, entry.evidence);
  return {
    term: entry.term,
    aliases: entry.aliases,
    definition: entry.definition,
    isConfirmed: entry.status === 'confirmed',
    kind: findKind(entry.tags) ?? '',
    isUnexplained: entry.tags.includes(unexplained),
    first: history.resolveStopOfThread(entry.firstSeen),
    quotes: shown.map(({ piece }) => history.registerQuote(piece)),
    supporting: shown.flatMap(({ piece, isSupporting }) =>
      isSupporting ? [history.registerQuote(piece)] : [],
    ),
    relations: [
      ...(entry.relations ?? []).map((one) => buildRelation(one, history, '')),
      ...former.map((one) => buildRelation(one, history, 'no longer ')),
    ],
    seen,
    isGone: false,
    into: undefined,
  };
}

function buildRelation({ kind, to, evidence }: Relation, history: History, before: string): WikiRelation {
  const inverse = `${before}${renderInverse(kind)}`;
  return [`${before}${kind}`, inverse, to, history.registerQuote(evidence)];
}

function isSelected(entry: GlossaryEntry, { status, tags = [] }: ExportFilter): boolean {
  const isTagged = tags.length === 0 || tags.some((tag) => entry.tags.includes(tag));
  return isTagged && (status === undefined || entry.status === status);
}

function collectDifferences(before: Partial<WikiFields>, fields: Partial<WikiFields>): Partial<WikiFields> {
  const defaults: Partial<WikiFields> = {
    isGone: false,
    into: undefined,
    isUnexplained: false,
    supporting: [],
    relations: [],
  };
  const old = { ...defaults, ...before };
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(old[name as keyof WikiFields]);
  return Object.fromEntries(Object.entries(fields).filter(isChanged));
}
