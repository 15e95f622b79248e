// Builds what programs are told about a memory, the same from the terminal, the server and MCP.

import { renderInstant } from '@terrarium/kernel/environment';
import type { CorrectedFragments } from '@terrarium/memory/edit-fragments';
import type { CorrectedItem } from '@terrarium/memory/edit-items';
import type { Forgotten } from '@terrarium/memory/forget';
import type { ImportReport } from '@terrarium/memory/import-chat';
import type { Ingested } from '@terrarium/memory/ingest';
import type { WorkingItem } from '@terrarium/memory/item';
import type { KnownFact } from '@terrarium/memory/known-fact';
import type { Plan } from '@terrarium/memory/plans';
import type { Presence } from '@terrarium/memory/presence';
import type { DoneProposals, Proposal } from '@terrarium/memory/proposals';
import type { Recalled } from '@terrarium/memory/recall';
import type { Recap } from '@terrarium/memory/recap';
import { allTime, type SearchSpan } from '@terrarium/memory/resolve-search-span';
import type { FragmentWriting } from '@terrarium/memory/revert-run';
import type { MaintenanceOutcome } from '@terrarium/memory/run-maintenance';
import type { ItemResult, SearchResult } from '@terrarium/memory/search';
import type { MovedTalk } from '@terrarium/memory/set-aside';
import type { WakePackage } from '@terrarium/memory/wake-package';
import type { Outward } from '@terrarium/protocol/shapes';
import { renderDate, renderWallTime } from './render-wall-time.ts';

type Item = Outward<'memoryRecap'>['created'][number];

export function buildItem(item: WorkingItem): Item {
  const { id, kind, content, subject, normalForm, eventId, createdAtMs, createdTurn, status } = item;
  const { refreshedAtMs, refreshedTurn, dueAtMs, dueWords, isKept } = item;
  const made = { id, kind, content, subject, normalForm, eventId, createdAtMs, createdTurn, status };
  return { ...made, refreshedAtMs, refreshedTurn, dueAtMs, dueWords, isKept };
}

function buildPlan(plan: Plan): Outward<'memoryPlans'>['plans'][number] {
  return {
    ...buildItem(plan),
    phase: plan.phase,
    recurrence: plan.recurrence,
    movedFromMs: plan.movedFromMs,
  };
}

export function buildPlans(plans: readonly Plan[], most?: number): Outward<'memoryPlans'> {
  return { plans: plans.slice(0, most).map(buildPlan), total: plans.length };
}

export function buildFacts(facts: readonly KnownFact[]): Outward<'memoryFacts'> {
  return {
    facts: facts.map(({ item, voice, owner, relation, value, toldAtMs, before, coming, newer }) => ({
      ...buildItem(item),
      voice,
      owner,
      relation,
      value,
      toldAtMs,
      before,
      coming,
      newer,
    })),
  };
}

/** The first `most` items of each list; all of them if `most` is undefined. */
export function buildRecap(recap: Recap, most?: number): Outward<'memoryRecap'> {
  const { sinceMs, created, ended, revived, fragments, flags, due } = recap;
  const build = (items: readonly WorkingItem[]) => items.slice(0, most).map(buildItem);
  return {
    sinceMs,
    created: build(created),
    ended: {
      resolved: build(ended.resolved),
      dropped: build(ended.dropped),
      decayed: build(ended.decayed),
      superseded: build(ended.superseded),
    },
    revived: build(revived),
    fragments: fragments.slice(0, most).map(({ key, isNew }) => ({ key, isNew })),
    flags: flags.slice(0, most),
    due: due.slice(0, most).map(buildPlan),
    totals: countRecap(recap),
  };
}

function countRecap({ created, ended, revived, fragments, flags, due }: Recap) {
  return {
    created: created.length,
    resolved: ended.resolved.length,
    dropped: ended.dropped.length,
    decayed: ended.decayed.length,
    superseded: ended.superseded.length,
    revived: revived.length,
    fragments: fragments.length,
    flags: flags.length,
    due: due.length,
  };
}

export interface Found {
  readonly moments: readonly SearchResult[];
  readonly items: readonly ItemResult[];
  /** The period that was searched; undefined for all time. */
  readonly span?: SearchSpan | undefined;
}

export function buildFound({ moments, items, span }: Found, timeZone: string): Outward<'memorySearch'> {
  return {
    span: span === undefined ? null : buildSpan(span, timeZone),
    moments: moments.map(
      ({ eventId, voice, atMs, isUndated, excerpt, score, because, isBeside, replaced }) => ({
        eventId,
        voice,
        atMs,
        at: isUndated ? 'undated' : renderWallTime(atMs, timeZone),
        excerpt,
        score,
        because,
        isBeside,
        replaced: replaced.map(buildReplaced),
      }),
    ),
    items: items.map(({ itemId, kind, status, eventId, createdAtMs, excerpt, replaced }) => ({
      itemId,
      kind,
      status,
      eventId,
      createdAtMs,
      createdAt: renderWallTime(createdAtMs, timeZone),
      excerpt,
      replaced: replaced.map(buildReplaced),
    })),
  };
}

function buildReplaced({ name, formerValue, value, sinceMs }: SearchResult['replaced'][number]) {
  return { name, formerValue, value: value ?? null, sinceMs: sinceMs ?? null };
}

/** The span as dates, with times of the day if it begins or ends within a day. */
function buildSpan({ fromMs, untilMs, isTurned }: SearchSpan, timeZone: string) {
  const first = renderWallTime(fromMs, timeZone).replace(/ 00:00$/u, '');
  const end = renderWallTime(untilMs, timeZone);
  const last = end.endsWith(' 00:00') ? renderDate(untilMs - 1, timeZone) : end;
  return {
    from: fromMs === allTime.fromMs ? null : first,
    to: untilMs === allTime.untilMs ? null : last,
    isTurned,
  };
}

export interface SearchWish {
  readonly span: SearchSpan | undefined;
  /** How many results were asked for, and how many are allowed at most. */
  readonly wanted: number;
  readonly most: number;
}

/**
 * Says which period was searched, as its words were understood, and whether fewer results are shown than were
 * asked for.
 */
export function describeBounds({ span, wanted, most }: SearchWish, timeZone: string): readonly string[] {
  const lines: string[] = [];
  if (span !== undefined) {
    const { from, to, isTurned } = buildSpan(span, timeZone);
    const ends = [from === null ? '' : ` from ${from}`, to === null ? '' : ` to ${to}`].join('');
    lines.push(`Only${ends}${isTurned ? ' (the two ends were given in the wrong order)' : ''}.`);
  }
  if (wanted > most) lines.push(`At most ${most} of each are shown, not ${wanted}.`);
  return lines;
}

export function buildRecalled(
  { key, formerKey, nearestKey, tier, text, neighbours }: Recalled,
  writing: FragmentWriting | undefined,
): Outward<'recalledFragment'> {
  const beside = neighbours.map((one) => ({ key: one.key, text: one.text, label: one.label }));
  const keys = { key, formerKey: formerKey ?? null, nearestKey: nearestKey ?? null };
  return { ...keys, tier: tier ?? null, text, neighbours: beside, writing: writing ?? null };
}

export function buildPresence(presence: Presence): Outward<'mindPresence'> {
  const { wakeId, isPresent, section, reason, tokens, score, echo, because, say } = presence;
  return { wakeId, isPresent, section: section ?? null, reason, tokens, score, echo, because, say };
}

export function buildMaintenance(
  { kind, writer, servers }: Pick<Outward<'maintenanceRun'>, 'kind' | 'writer' | 'servers'>,
  { status, runId, events, operations, refused, proposals }: MaintenanceOutcome,
): Outward<'maintenanceRun'> {
  return { kind, writer, servers, status, runId, events, operations, refused, proposals };
}

export function buildProposals(
  { runIds, done, refused, left }: DoneProposals & { readonly refused: readonly number[] },
  proposals: readonly Proposal[],
): Outward<'memoryProposals'> {
  return {
    runIds,
    done,
    refused,
    left: left.map(({ id, say }) => ({ id, say })),
    proposals: proposals.map(({ id, runId, writer, madeAtMs, operation, changes, unfounded, fault }) => ({
      id,
      runId,
      writer,
      madeAtMs,
      operation,
      changes: changes.map(({ thing, name, tier, removed, added }) => ({
        thing,
        name,
        tier,
        removed,
        added,
      })),
      unfounded,
      fault,
    })),
  };
}

export function buildChatReport(report: ImportReport): Outward<'chatImport'>[number] {
  const { path, format, isDryRun, added, known, changed, repeated, items, unsaid, undated } = report;
  const { speakers, proposedVoices, firstAtMs, lastAtMs, leftOut } = report;
  const counts = { added, known, changed, repeated, items, unsaid, undated };
  return { path, format, isDryRun, ...counts, speakers, proposedVoices, firstAtMs, lastAtMs, leftOut };
}

/** Measures how much is in mind. The text of the wake says what is in mind. */
export function buildWakeMeasure(wake: WakePackage): Outward<'wakeMeasure'> {
  const { wakeId, turn, nowMs, pressure, tokens } = wake;
  const sections = wake.sections.map((section) => ({ name: section.name, tokens: section.tokens }));
  return { wakeId: wakeId ?? null, turn, at: renderInstant(nowMs), pressure, tokens, sections };
}

export function buildIngested({ eventId, turn, effects, reports }: Ingested): Outward<'ingestedMessage'> {
  return {
    event: eventId,
    turn,
    effects: effects.map(({ effect, item }) => ({ effect, item: item.id, kind: item.kind })),
    reports: reports.map(({ kind, tag, say }) => ({ kind, tag, say })),
  };
}

/** A secret that is in mind again is included, but without its words. */
export function buildRevived({ id, kind, status, content }: WorkingItem): Outward<'revivedItem'> {
  return { item: id, kind, status, content: kind === 'secret' ? '(a secret is not shown here)' : content };
}

/** A secret that was corrected is included, but without its words. */
export function buildCorrected(
  items: readonly CorrectedItem[],
  fragments?: CorrectedFragments,
): Outward<'correctedItems'> {
  return {
    fragments: fragments === undefined ? null : { ...fragments, kept: fragments.kept ?? null },
    items: items.map(({ effect, item: { id, kind, status, content, dueAtMs } }) => ({
      effect,
      item: id,
      kind,
      status,
      content: kind === 'secret' ? '(a secret is not shown here)' : content,
      dueAtMs,
    })),
  };
}

export function buildMovedTalk(
  deed: Outward<'movedTalk'>['deed'],
  { messages, turn, others }: MovedTalk,
): Outward<'movedTalk'> {
  return {
    deed,
    messages: messages.map(({ id, side, voice, shown }) => ({ eventId: id, side, voice, shown })),
    turn,
    others,
  };
}

export interface ForgetDeed {
  readonly isForgotten: boolean;
  readonly areCopiesRemoved: boolean;
  /** The other memories of the world that heard much the same; undefined if they were not looked at. */
  readonly hearers?:
    | readonly { readonly of: string | undefined; readonly moments: readonly number[] }[]
    | undefined;
}

/** Once words are forgotten, none of them is repeated: `lines` and `sentences` contain them only in a preview. */
export function buildForgotten(
  {
    moments,
    items,
    fragments,
    changedFragments,
    lines,
    sentences,
    flags,
    records,
    images,
    returning,
    ...others
  }: Forgotten,
  { hearers, ...deed }: ForgetDeed,
): Outward<'forgottenMemory'> {
  const listMoments = (isWanted: boolean) =>
    moments.filter(({ isWhole }) => isWhole === isWanted).map(({ event }) => event.id);
  return {
    ...deed,
    moments: listMoments(true),
    parts: listMoments(false),
    items: items.map(({ id }) => id),
    fragments,
    changedFragments,
    lines,
    sentences: sentences.map(({ moment, number, shown }) => ({ moment, sentence: number, text: shown })),
    returning: returning.map(buildItem),
    flags,
    records,
    images,
    copies: others.removable,
    others: others.others,
    alsoSaid: others.alsoSaid,
    isSwept: others.isSwept,
    ...(hearers && {
      heardBy: hearers.map(({ of, moments: heard }) => ({ of: of ?? null, moments: heard })),
    }),
  };
}
