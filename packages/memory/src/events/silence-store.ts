// Silence store: finds the spans of time in which nobody spoke, and when the talk before such a span ended.
// The number of steps grows with the weeks that passed, and not with the number of messages.
import type { Connection } from '@terrarium/kernel/open-database';
import { openOnce } from '@terrarium/kernel/open-once';
import type { Farewell, Pause } from '../decay/score.ts';

export interface SilenceSearch {
  /** Only messages up to this time are looked at. */
  readonly nowMs: number;
  /** Shorter gaps do not count as silences. */
  readonly leastMs: number;
}

export interface SilenceStore {
  /**
   * Lists silences longer than `leastMs`, newest first. The silence since the newest message always comes first,
   * however short it is, and its end is the largest safe integer.
   */
  listSilences(search: SilenceSearch): Pause[];
  /**
   * Finds when the talk ended before the silence that still lasts, or before the silence that this turn ended;
   * undefined if the silence was shorter than `leastMs`.
   */
  findFarewell(search: FarewellSearch): Farewell | undefined;
}

export interface FarewellSearch extends SilenceSearch {
  readonly turn: number;
  /** Only messages up to this moment count, as if nobody had spoken since; by default, messages up to `nowMs`. */
  readonly saidUntilMs?: number | undefined;
}

/** Time between two messages: a silence, or talk with shorter gaps. */
interface Stretch extends Pause {
  readonly isSilent: boolean;
}

/** What was said more than `mostSilences` silences ago, or before `farthestMs` of talk, has faded in any case. */
const mostSilences = 64;
const farthestMs = 365 * 86_400_000;

export const openSilenceStore = openOnce(buildSilenceStore);

function buildSilenceStore(connection: Connection): SilenceStore {
  const firstWithin = connection
    .prepare<[number, number], number | null>(
      'SELECT min(at_ms) FROM standing_event WHERE at_ms >= ? AND at_ms < ?',
    )
    .pluck();
  const lastBefore = connection
    .prepare<[number], number | null>('SELECT max(at_ms) FROM standing_event WHERE at_ms < ?')
    .pluck();
  const newestUntil = connection.prepare<[number], Farewell>(
    'SELECT at_ms AS atMs, turn FROM standing_event WHERE at_ms <= ? ORDER BY at_ms DESC, id DESC LIMIT 1',
  );
  const newestBefore = connection.prepare<[number, number], Farewell>(
    'SELECT at_ms AS atMs, turn FROM standing_event WHERE (at_ms, id) < (?, ?) ORDER BY at_ms DESC, id DESC LIMIT 1',
  );
  const firstOfTurn = connection.prepare<[number, number], { readonly id: number; readonly atMs: number }>(
    `SELECT id, at_ms AS atMs FROM standing_event WHERE turn = ? AND side = 'user' AND at_ms <= ? ORDER BY at_ms, id LIMIT 1`,
  );
  function* walkBack(startMs: number, leastMs: number): Generator<Stretch> {
    let [untilMs, silences, talkedMs] = [startMs, 0, 0];
    while (silences < mostSilences && talkedMs < farthestMs) {
      const withinMs = firstWithin.get(untilMs - leastMs, untilMs) ?? undefined;
      const fromMs = withinMs ?? lastBefore.get(untilMs) ?? undefined;
      if (fromMs === undefined) return;
      const isSilent = withinMs === undefined;
      yield { fromMs, untilMs, isSilent };
      silences += Number(isSilent);
      talkedMs += isSilent ? 0 : untilMs - fromMs;
      untilMs = fromMs;
    }
  }
  return {
    listSilences({ nowMs, leastMs }) {
      const newest = newestUntil.get(nowMs);
      if (newest === undefined) return [];
      const ended = [...walkBack(newest.atMs, leastMs)].filter(({ isSilent }) => isSilent);
      const lasting = { fromMs: newest.atMs, untilMs: Number.MAX_SAFE_INTEGER };
      return [lasting, ...ended.map(({ fromMs, untilMs }) => ({ fromMs, untilMs }))];
    },
    findFarewell({ nowMs, leastMs, turn, saidUntilMs = nowMs }) {
      const newest = newestUntil.get(saidUntilMs);
      if (newest === undefined || nowMs - newest.atMs >= leastMs) return newest;
      const first = firstOfTurn.get(turn, saidUntilMs);
      const last = first && newestBefore.get(first.atMs, first.id);
      return last !== undefined && first !== undefined && first.atMs - last.atMs >= leastMs
        ? last
        : undefined;
    },
  };
}
