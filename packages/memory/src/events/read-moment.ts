// Reads the point in time for which scores are computed, its turn, and the silences in which items do not fade.
import type { Connection } from '@terrarium/kernel/open-database';
import type { DecayProfile } from '../decay/profile.ts';
import type { Farewell, Moment, Pause } from '../decay/score.ts';
import { openEventStore, resolveNowMs } from './event-store.ts';
import { type FarewellSearch, openSilenceStore } from './silence-store.ts';

export interface MomentSearch {
  readonly profile: Pick<DecayProfile, 'clock' | 'absenceDays'>;
  /** The present real time, not the time of a story. */
  readonly wallMs: number;
  /** The turn; by default the turn of the newest message. */
  readonly turn?: number | undefined;
}

const dayMs = 86_400_000;
/**
 * The time of a silence beyond `absenceDays` counts toward fading by this share only. It does count: a pin of a year
 * ago fades more than a pin of a week ago.
 */
const longSilenceShare = 0.2;
/** A silence of this length separates two talks. */
const talkSilenceMs = 5 * 3_600_000;

/** The moment without its pressure, which is computed later from the items held in mind. */
export function readMoment(connection: Connection, { profile, wallMs, turn }: MomentSearch): Moment {
  const events = openEventStore(connection);
  const nowMs = resolveNowMs(events, profile, wallMs);
  const moment = { nowMs, turn: turn ?? events.countTurns(wallMs), pressure: 0 };
  // The time of a story does not move while nobody speaks.
  return profile.clock === 'story'
    ? moment
    : { ...moment, pauses: readPauses(connection, { profile, nowMs }) };
}

/**
 * Like `readMoment`, but also says when the talk before a silence stopped, unless memories fade by the time of a
 * story.
 */
export function readWakingMoment(connection: Connection, search: MomentSearch): Moment {
  const moment = readMoment(connection, search);
  if (search.profile.clock === 'story') return moment;
  return { ...moment, farewell: findFarewell(connection, moment) };
}

/**
 * When the talk stopped before the present silence or, if there is none, before the silence that ended with this
 * turn. Undefined if neither was long enough to separate two talks.
 */
export function findFarewell(
  connection: Connection,
  { nowMs, turn, saidUntilMs }: Omit<FarewellSearch, 'leastMs'>,
): Farewell | undefined {
  return openSilenceStore(connection).findFarewell({ nowMs, leastMs: talkSilenceMs, turn, saidUntilMs });
}

interface PauseSearch extends Pick<MomentSearch, 'profile'> {
  readonly nowMs: number;
}

/**
 * For each long silence, the part of it that does not count in full toward fading; undefined if all silences count in
 * full.
 */
function readPauses(connection: Connection, { profile, nowMs }: PauseSearch): readonly Pause[] | undefined {
  if (profile.absenceDays === null) return undefined;
  const leastMs = profile.absenceDays * dayMs;
  const silences = openSilenceStore(connection).listSilences({ nowMs, leastMs });
  return silences.map(({ fromMs, untilMs }) => ({
    fromMs: fromMs + leastMs,
    untilMs,
    share: longSilenceShare,
  }));
}
