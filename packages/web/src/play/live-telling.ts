// Live telling: puts the turn that is being told together from its events, counting each only once.

import type { Flag, NumberedMoment, ShownChange, ShownRoll } from './table-types.ts';

export interface LiveTelling {
  readonly telling: number;
  /** Number of the last moment that it contains. */
  readonly sequence: number;
  /** For how long nothing had followed this moment when it came to this page. */
  readonly quietMs: number;
  readonly words: string;
  /** The turn at the head of the game while this turn is told. */
  readonly after: number;
  readonly retells: boolean;
  readonly rolls: readonly ShownRoll[];
  readonly changes: readonly ShownChange[];
  readonly minutes: number;
  readonly narrative: string;
  readonly notes: readonly string[];
  /** Why the model is asked again in a moment; undefined once anything else has happened. */
  readonly waiting: string | undefined;
  /** Whether the telling is whole, and the model sums up older turns. */
  readonly isSumming: boolean;
  readonly flags: readonly Flag[];
  readonly failure: Extract<NumberedMoment['moment'], { kind: 'failed' }> | undefined;
  readonly isOver: boolean;
}

/**
 * Adds a moment (something that is reported of the turn) to the turn that is being told. A moment of a later turn
 * begins that turn. A moment that the turn already has changes at most `quietMs`, and a moment of an earlier turn
 * changes nothing.
 */
export function advanceTelling(
  live: LiveTelling | undefined,
  { telling, sequence, moment, quietMs = 0 }: NumberedMoment,
): LiveTelling | undefined {
  if (live !== undefined && telling < live.telling) return live;
  const before = live?.telling === telling ? live : buildEmpty(telling);
  // A page that comes back may know the newest moment from before, and is told how long it has waited since.
  if (sequence === before.sequence && quietMs > 0) return { ...before, quietMs };
  return sequence <= before.sequence
    ? live
    : { ...before, waiting: undefined, isSumming: false, ...addMoment(before, moment), sequence, quietMs };
}

/**
 * Whether the turn is shown in the story. A turn that failed is shown only if the player can go on with it. A new
 * telling that failed is not shown, since the earlier telling stands.
 */
export function isInStory({ failure, retells }: LiveTelling): boolean {
  return failure === undefined || (failure.canResume && !retells);
}

function addMoment(live: LiveTelling, moment: NumberedMoment['moment']): Partial<LiveTelling> {
  switch (moment.kind) {
    case 'started':
      return { words: moment.words, after: moment.after, retells: moment.retells };
    case 'told':
      return { narrative: live.narrative + moment.text };
    case 'restarted':
      return { narrative: '', notes: [...live.notes, moment.says] };
    case 'rolled':
      return { rolls: [...live.rolls, moment.roll] };
    case 'changed':
      return { changes: [...live.changes, ...moment.changes] };
    case 'passed':
      return { minutes: live.minutes + moment.minutes };
    case 'noted':
      return { notes: [...live.notes, moment.says] };
    case 'waiting':
      return { waiting: moment.says };
    case 'summing':
      return { isSumming: true };
    case 'flagged':
      return { flags: moment.flags };
    case 'committed':
      return { isOver: true };
    case 'failed':
      return { isOver: true, failure: moment };
  }
}

function buildEmpty(telling: number): LiveTelling {
  return {
    telling,
    sequence: 0,
    quietMs: 0,
    words: '',
    after: 0,
    retells: false,
    rolls: [],
    changes: [],
    minutes: 0,
    narrative: '',
    notes: [],
    waiting: undefined,
    isSumming: false,
    flags: [],
    failure: undefined,
    isOver: false,
  };
}
