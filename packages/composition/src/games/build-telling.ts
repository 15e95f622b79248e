// Builds the events that a screen gets while a turn is played, without anything that only the narrator may know.

import type { RouteAnswer } from '@terrarium/protocol/routes';
import { findWithstood } from '@terrarium/rpg/find-withstood';
import { isForOrder } from '@terrarium/rpg/is-for-order';
import { findRow, findTable } from '@terrarium/rpg/roll-table';
import type { RolledCheck } from '@terrarium/rpg/rolled-check';
import type { Turn } from '@terrarium/rpg/session';
import type { TurnEvent } from '@terrarium/rpg/turn-event';
import { type ChangeView, describeChanges } from './describe-changes.ts';
import {
  describeLessened,
  describeOutcome,
  describeRoll,
  hideReason,
  type RollView,
  renderReason,
} from './describe-roll.ts';
import { describeUnmet } from './describe-unmet.ts';

type GameTable = RouteAnswer<'GET /api/worlds/{world}/games/{game}'>;
type NumberedMoment = NonNullable<GameTable['telling']>[number];
type ShownRoll = GameTable['turns'][number]['rolls'][number];
export type TellingMoment = NumberedMoment['moment'];

interface TellingView extends ChangeView {
  readonly head: Pick<Turn, 'id' | 'number'>;
  /**
   * Whether a model narrates. Only the words of a model are flagged, since the built-in narrator's grammar is
   * expected to repeat phrases.
   */
  readonly isModel: boolean;
}

/** Undefined for an event that says nothing to a player. */
export function buildMoment(event: TurnEvent, view: TellingView): TellingMoment | undefined {
  switch (event.kind) {
    case 'turn-started':
      return {
        kind: 'started',
        words: event.words,
        isResumed: event.isResumed,
        after: view.head.id,
        retells: event.turn <= view.head.number,
      };
    case 'narrative-delta':
      return { kind: 'told', text: event.text };
    case 'narrative-restarted':
      return { kind: 'restarted', says: event.says };
    case 'rolled':
      return buildRolls([event.roll], view).map((roll) => ({ kind: 'rolled' as const, roll }))[0];
    case 'state-changed': {
      const changes = describeChanges(event.patches, view);
      return changes.length === 0 ? undefined : { kind: 'changed', changes };
    }
    case 'tool-called': {
      const says = describeUnmet(event, view.system);
      return says === undefined ? undefined : { kind: 'noted', says };
    }
    case 'time-advanced':
      return { kind: 'passed', minutes: event.minutes };
    case 'retry-waiting':
      return { kind: 'waiting', says: event.says };
    case 'summing-up':
      return { kind: 'summing' };
    case 'warned':
    case 'story-ended':
      return { kind: 'noted', says: event.says };
    case 'narrative-flagged':
      return view.isModel ? { kind: 'flagged', flags: event.flags } : undefined;
    case 'turn-committed':
      return { kind: 'committed' };
    case 'turn-failed': {
      const { code, says, todo, canResume } = event;
      return { kind: 'failed', code, says, todo, canResume };
    }
    default:
      return undefined;
  }
}

/** The rolls without those for the order of turns: the order is shown with their totals. */
export function buildRolls(rolls: readonly RolledCheck[], view: RollView): readonly ShownRoll[] {
  return rolls.filter((roll) => !isForOrder(roll)).map((roll) => buildRoll(roll, view));
}

/**
 * The roll as the player sees it, for example with the row of its table, but without a reason that would give away a
 * secret.
 */
function buildRoll(roll: RolledCheck, view: RollView): ShownRoll {
  const table = roll.table === undefined ? undefined : findTable(view.system, roll.table);
  const row = table === undefined ? undefined : findRow(table, roll.rolled.total);
  const shown = hideReason(roll, view.state);
  const reason = renderReason(shown, view.state);
  const told = reason === undefined ? shown : { ...shown, reason };
  const label = describeRoll(roll, view, told.reason);
  const withstood = findWithstood(roll);
  const spared = describeLessened(roll, view);
  const says = describeOutcome(roll, view);
  return {
    ...told,
    ...(told.outcome === undefined || says === undefined
      ? {}
      : { outcome: { ...told.outcome, label: says } }),
    ...(spared.length === 0 ? {} : { spared }),
    ...(label === '' ? {} : { label }),
    ...(row === undefined ? {} : { row: row.say }),
    ...(withstood === undefined ? {} : { withstood }),
  } as ShownRoll;
}
