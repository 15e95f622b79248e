// Finds the roll that can be paid for: the last one of the player's character, in this turn or the one before.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { RolledCheck } from '../../rules/rolled-check.ts';
import type { Spend } from '../../system/narrator-hints.ts';
import type { GameState } from '../../values/entity.ts';
import type { JsonObject } from '../../values/json.ts';
import { isGiven } from '../slips/is-given.ts';
import { parseCall } from '../slips/parse-call.ts';
import type { PastTurn } from '../workbench.ts';
import { isPlayersCall, isPlayersRoll } from './is-players-roll.ts';

/** Where the roll is looked for: the newest turn first. */
export interface RolledPast {
  readonly state: GameState;
  readonly past: readonly PastTurn[];
}

export interface LastRoll {
  readonly turn: number;
  readonly action: PastTurn['actions'][number];
  /**
   * In an action of the player's character, its first roll; in an action of somebody else, its last roll that can be
   * paid for.
   */
  readonly roll: RolledCheck;
  readonly given: JsonObject;
}

/** The newest action with a roll by the player's character, other than for the order of turns, in this turn or the one before. */
export function findLastRoll(bench: RolledPast, spend: Spend): LastRoll | undefined {
  for (const { number, actions } of bench.past) {
    const action = actions.findLast(
      ({ ok, tool, rolls }) => ok && tool === 'roll' && rolls.some(isPlayersRoll),
    );
    const given =
      action === undefined ? undefined : parseCall({ name: '', arguments: action.arguments })?.arguments;
    if (action === undefined || given === undefined) continue;
    const roll = choosePaid(bench, spend, { action, given });
    return roll === undefined ? undefined : { turn: number, action, roll, given };
  }
  return undefined;
}

/** A foe may strike several times in one action: the last roll that can be paid for is the one that is meant. */
function choosePaid(
  bench: RolledPast,
  spend: Spend,
  { action: { rolls }, given }: Pick<LastRoll, 'action' | 'given'>,
): RolledCheck | undefined {
  const own = rolls.filter(isPlayersRoll);
  // An action is judged again once, whichever of its rolls was paid for.
  const [first] = [...own.filter(({ spent }) => spent !== undefined), ...own];
  if (isGiven(given['spend']) || isPlayersCall(bench.state, given)) return first;
  return own.findLast((one) => describeWrongRoll(spend, one) === undefined) ?? first;
}

/** Why the roll cannot be paid for; undefined if it can. */
export function describeWrongRoll(
  { on, checks, except = [], does, ...spend }: Spend,
  roll: RolledCheck,
): string | undefined {
  const label = escapeLine(spend.label, 80);
  const { outcome, check, spent } = roll;
  if (spent !== undefined) return `That roll was judged again already: ${escapeLine(spent, 80)}.`;
  if (on === 'failure' && (outcome?.degree ?? -1) >= 0)
    return `${label} can only be used after a roll that failed.`;
  if (outcome !== undefined && except.includes(outcome.id))
    return `${label} does not help after "${escapeLine(outcome.label, 80)}".`;
  const isOther = checks?.includes(check ?? '') === false;
  if (isOther || (does === 'outcome' && check === undefined))
    return `${label} can only be used after a check of the rules${checks === undefined ? '' : `: ${checks.join(', ')}`}.`;
  return undefined;
}
