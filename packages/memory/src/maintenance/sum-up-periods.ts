// Sums up finished days and months: tells a model which to sum up, and extracts sentences for those that it leaves out.

import { nameVoice } from '../assembly/waking.ts';
import { renderWallDay } from '../events/local-time.ts';
import { renderStatement } from '../topics/compile-topic.ts';
import type { KeyedTopic } from '../topics/list-keyed-topics.ts';
import { listPeriods } from '../topics/list-periods.ts';
import { readTalk } from '../topics/rank-topics.ts';
import { buildTexts } from './build-texts.ts';
import type { MaintenanceBatch } from './maintenance-writer.ts';
import type { Operation } from './operation.ts';
import { pauseMs } from './plan-batch.ts';
import type { People } from './render-batch.ts';

export interface PeriodsOfBatch {
  /**
   * The keys of the missing summaries that the events of a batch call for: days, then months, each in order of time.
   */
  readonly keys: readonly string[];
  /**
   * Adds, in sentences extracted from the talk, what the given operations leave out: missing summaries, and new lines
   * for existing ones. Returns only what it adds.
   */
  complete(operations: readonly Operation[]): readonly Operation[];
}

interface Rest {
  readonly utterances: readonly { readonly atMs: number }[];
  readonly nextAtMs: number | undefined;
  readonly timeZone: string | undefined;
}

/** Whether a later batch has more talk of the same month or, for a day, goes on with its talk without a long pause. */
function isGoingOn({ key, utterances: own }: KeyedTopic, { utterances, nextAtMs, timeZone }: Rest): boolean {
  if (nextAtMs === undefined) return false;
  if (key.startsWith('month-'))
    return key.slice('month-'.length) === renderWallDay(nextAtMs, timeZone).slice(0, '2026-07'.length);
  const last = utterances.at(-1);
  return last !== undefined && own.has(utterances.length - 1) && nextAtMs - last.atMs < pauseMs;
}

/**
 * The days and months that are over by the end of a batch. If an earlier batch began a day, lines are added to the
 * summary of that day.
 */
export function listPeriodsOf(
  {
    events,
    nowMs,
    nextAtMs = nowMs,
    draft,
  }: Pick<MaintenanceBatch, 'events' | 'nowMs' | 'nextAtMs' | 'draft'>,
  { voices, timeZone }: People,
): PeriodsOfBatch {
  const utterances = events
    .filter(({ shown }) => shown !== '')
    .map(({ id, atMs, isUndated, voice, shown }) => ({
      id,
      atMs,
      day: renderWallDay(atMs, timeZone),
      isUndated,
      speaker: nameVoice(voices, voice),
      text: shown,
    }));
  const written = [...draft.fragments.keys()];
  const listed =
    utterances.length === 0 ? [] : listPeriods(readTalk(utterances), { nowMs, timeZone }, written);
  const periods = listed.filter((period) => !isGoingOn(period, { utterances, nextAtMs, timeZone }));
  return {
    keys: periods.map(({ key }) => key).filter((key) => !draft.fragments.has(key)),
    complete(operations) {
      const made = new Set(operations.flatMap((one) => (one.do === 'create-fragment' ? [one.key] : [])));
      const taken = new Set<string>();
      return periods.flatMap(({ key, statements }): readonly Operation[] => {
        if (made.has(key)) return [];
        if (!draft.fragments.has(key))
          return [{ do: 'create-fragment', key, ...buildTexts(statements, taken) }];
        const inventory = statements.map(renderStatement).join('\n');
        const sources = [...new Set(statements.map(({ eventId }) => eventId))];
        return [{ do: 'append-inventory', key, inventory, sources }];
      });
    },
  };
}
