// Projects decay: computes the score of each item now and, if nobody speaks, later; also under another profile.
import type { Connection } from '@terrarium/kernel/open-database';
import type { DecayProfile } from '../decay/profile.ts';
import { score } from '../decay/score.ts';
import { findFarewell, readMoment } from '../events/read-moment.ts';
import type { WorkingTag } from '../tags/tag.ts';
import { describeItem } from '../working-memory/describe-item.ts';
import type { ItemId, WeighedItem } from '../working-memory/item.ts';
import { type ItemsUntil, openItemsUntil } from '../working-memory/items-until-store.ts';
import { withCurrentDues } from '../working-memory/recurring-plans.ts';

export interface DecayLine {
  readonly itemId: ItemId;
  readonly kind: WorkingTag;
  readonly content: string;
  readonly dueAtMs: number | undefined;
  /** The date that counts at each point in time of the projection; undefined if it is the same at all of them. */
  readonly duesAtMs?: readonly number[] | undefined;
  /** The score at each point in time of the projection, from 0 to 1. */
  readonly scores: readonly number[];
}

export interface DecayProjection {
  /** Points in time at equal intervals; the first is now. */
  readonly momentsMs: readonly number[];
  readonly turn: number;
  /** The items, sorted by their present score, the highest first. */
  readonly lines: readonly DecayLine[];
  /** How many items in mind are not among the lines. */
  readonly otherItems: number;
}

export interface ProjectionRequest {
  /** The present real time, not the time of a story. */
  readonly nowMs: number;
  /** How many hours to look ahead. */
  readonly hours: number;
  /** How many points in time there are in all; at least 2. */
  readonly steps: number;
  readonly profile: DecayProfile;
  readonly limit: number;
  readonly withSecrets: boolean;
  /** The person's time zone, for recurring plans; by default the machine's. */
  readonly timeZone?: string | undefined;
}

const hourMs = 3_600_000;

export function computeDecayProjection(connection: Connection, request: ProjectionRequest): DecayProjection {
  const { hours, steps, profile, limit, withSecrets } = request;
  const store = openItemsUntil(connection, request.nowMs);
  const moment = readMoment(connection, { profile, wallMs: request.nowMs });
  const { nowMs, turn } = moment;
  const dueWords = store.readDueWords();
  const withDue = (item: WeighedItem, atMs: number) =>
    withCurrentDues([item], dueWords, { nowMs: atMs, timeZone: request.timeZone })[0] ?? item;
  const findLast = (atMs: number) =>
    profile.clock === 'story'
      ? undefined
      : findFarewell(connection, { nowMs: atMs, turn, saidUntilMs: nowMs });
  const farewells = new Map<number, ReturnType<typeof findLast>>();
  const computeScore = (item: WeighedItem, atMs: number) => {
    if (!farewells.has(atMs)) farewells.set(atMs, findLast(atMs));
    return score(withDue(item, atMs), { ...moment, nowMs: atMs, farewell: farewells.get(atMs) }, profile);
  };
  const items = store
    .readActive()
    .filter(({ kind }) => withSecrets || kind !== 'secret')
    .map((item) => ({ item, now: computeScore(item, nowMs) }))
    .sort((one, other) => other.now - one.now || one.item.id - other.item.id);
  const chosen = items.slice(0, limit).map(({ item }) => item);
  const readContent = openContents(
    store,
    chosen.map(({ id }) => id),
  );
  const momentsMs = Array.from({ length: steps }, (_, at) => nowMs + (at * hours * hourMs) / (steps - 1));
  const lines = chosen.map((item) => {
    const dues = momentsMs.map((atMs) => withDue(item, atMs).dueAtMs);
    const isAgain = dues.some((due) => due !== dues[0]);
    return {
      itemId: item.id,
      kind: item.kind,
      content: readContent(item.id),
      dueAtMs: dues[0],
      ...(isAgain && { duesAtMs: dues.map((due) => due ?? 0) }),
      scores: momentsMs.map((atMs) => computeScore(item, atMs)),
    };
  });
  return { momentsMs, turn, lines, otherItems: items.length - lines.length };
}

function openContents(store: ItemsUntil, ids: readonly ItemId[]): (id: ItemId) => string {
  const contents = store.readContents(ids);
  return (id) => {
    const item = contents.get(id);
    return item === undefined ? '' : describeItem(store, item);
  };
}

export interface ComparedItem {
  readonly itemId: ItemId;
  readonly kind: WorkingTag;
  readonly content: string;
  /** The score by the configured profile, and the score by the tried profile. */
  readonly score: number;
  readonly triedScore: number;
  /** Whether the item is a candidate for a wake now, and would not be one with the tried profile. */
  readonly isLeaving: boolean;
}

interface ProfileTrial {
  /** The present real time, not the time of a story. */
  readonly nowMs: number;
  readonly profile: DecayProfile;
  readonly tried: DecayProfile;
  readonly withSecrets: boolean;
  /** The person's time zone, for recurring plans; by default the machine's. */
  readonly timeZone?: string | undefined;
}

/**
 * Lists the active items except facts, those whose score would change most first; secrets only if `withSecrets` is
 * true. Changes nothing.
 */
export function compareProfiles(connection: Connection, trial: ProfileTrial): readonly ComparedItem[] {
  const { nowMs, profile, tried, withSecrets } = trial;
  const store = openItemsUntil(connection, nowMs);
  const dueWords = store.readDueWords();
  const openWeighing = (by: DecayProfile) => {
    const moment = readMoment(connection, { profile: by, wallMs: nowMs });
    const due = { nowMs: moment.nowMs, timeZone: trial.timeZone };
    return (item: WeighedItem) => score(withCurrentDues([item], dueWords, due)[0] ?? item, moment, by);
  };
  const [computeScore, computeTried] = [openWeighing(profile), openWeighing(tried)];
  const items = store.readActive().filter(({ kind }) => withSecrets || kind !== 'secret');
  const readContent = openContents(
    store,
    items.map(({ id }) => id),
  );
  const compared = items.map((item) => {
    const [now, then] = [computeScore(item), computeTried(item)];
    return {
      itemId: item.id,
      kind: item.kind,
      content: readContent(item.id),
      score: now,
      triedScore: then,
      isLeaving: now >= profile.threshold && then < tried.threshold,
    };
  });
  const measure = (item: ComparedItem) => Math.abs(item.triedScore - item.score);
  return compared.sort((one, other) => measure(other) - measure(one) || one.itemId - other.itemId);
}
