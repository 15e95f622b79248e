// Finds the rolls that can be paid for: those of the player's character, in this turn or the one before.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { RolledCheck } from '../../rules/rolled-check.ts';
import type { Spend } from '../../system/narrator-hints.ts';
import type { System } from '../../system/system.ts';
import type { GameState } from '../../values/entity.ts';
import { isObject, type JsonObject } from '../../values/json.ts';
import { isGiven } from '../slips/is-given.ts';
import { parseCall } from '../slips/parse-call.ts';
import type { PastTurn } from '../workbench.ts';
import { isPlayersCall, isPlayersRoll } from './is-players-roll.ts';

/** The turns in which the roll is looked for, the newest first. */
export interface RolledPast {
  readonly system: Pick<System, 'manifest'>;
  readonly state: GameState;
  readonly past: readonly PastTurn[];
}

export interface LastRoll {
  readonly turn: number;
  readonly action: PastTurn['actions'][number];
  /** A roll of the player's character in this action that may be judged again. */
  readonly roll: RolledCheck;
  readonly given: JsonObject;
}

/** Which roll is judged again: its turn, and its number in that turn. */
export interface JudgedAt {
  readonly turn: number;
  readonly index: number;
  /**
   * Whether, if points have changed since, only what the roll brought is taken back. It is missing in calls of an
   * earlier version, which were refused in that case.
   */
  readonly less?: boolean | undefined;
}

/**
 * The rolls for which the rules allow this price, newest first. An action is judged again only once, for a single one
 * of its rolls. Whether the price can change the outcome of a roll is tried out afterwards.
 */
export function listPayable(bench: RolledPast, spend: Spend): readonly LastRoll[] {
  return listOpen(bench)
    .flatMap((one) => listOwn(bench, one).map((roll) => ({ ...one, roll })))
    .filter(({ roll }) => describeWrongRoll(spend, roll) === undefined);
}

export function findJudged(bench: RolledPast, { turn, index }: JudgedAt): LastRoll | undefined {
  return listOpen(bench)
    .filter((one) => one.turn === turn)
    .flatMap((one) => listOwn(bench, one).map((roll) => ({ ...one, roll })))
    .find(({ roll }) => roll.index === index);
}

type RolledAction = Omit<LastRoll, 'roll'>;

/** The actions with a roll of the player's character that were not judged again yet, newest first. */
function listOpen({ past }: RolledPast): readonly RolledAction[] {
  const open: RolledAction[] = [];
  const judged: JudgedAt[] = [];
  // Calls of an earlier version do not name the earlier action that they judge again. This counts the calls whose
  // action has not been reached yet.
  let unnamed = 0;
  for (const one of past.flatMap(listRolling)) {
    const at = readJudged(one.given);
    if (at !== undefined) judged.push(at);
    else if (isGiven(one.given['spend'])) unnamed += 1;
    else if (unnamed > 0) unnamed -= 1;
    else if (!judged.some((former) => isAt(one, former))) open.push(one);
  }
  return open;
}

function listRolling({ number, actions }: PastTurn): readonly RolledAction[] {
  return actions.toReversed().flatMap((action) => {
    const { ok, tool, rolls } = action;
    if (!ok || tool !== 'roll' || !rolls.some(isPlayersRoll)) return [];
    const given = parseCall({ name: '', arguments: action.arguments })?.arguments;
    return given === undefined ? [] : [{ turn: number, action, given }];
  });
}

function isAt({ turn, action }: RolledAction, former: JudgedAt): boolean {
  return turn === former.turn && action.rolls.some(({ index }) => index === former.index);
}

/** Undefined for calls that judge no roll again, and for those of an earlier version, which did not store which one. */
export function readJudged({ judges }: JsonObject): JudgedAt | undefined {
  if (!isObject(judges ?? null)) return undefined;
  const { turn, index } = judges as JsonObject;
  return typeof turn === 'number' && typeof index === 'number' ? { turn, index } : undefined;
}

/**
 * The rolls of an action that may be judged again, newest first. In a call for the player's character, only rolls of
 * the move or check itself count, and not further rolls that follow from it.
 */
function listOwn({ system, state }: RolledPast, { action, given }: RolledAction): readonly RolledCheck[] {
  const own = action.rolls.filter(
    (roll) => isPlayersRoll(roll) && roll.on === undefined && roll.table === undefined,
  );
  // The roll to recover, which came before the roll of the move, counts only if there is no other.
  const recovering = system.manifest.narrator?.order?.recover?.check;
  const first = own.find(({ move }) => move !== recovering) ?? own[0];
  const isOwn = isPlayersCall(state, given);
  return own
    .filter(({ move, check }) => !isOwn || (move === first?.move && check === first?.check))
    .toReversed();
}

/**
 * The newest action, in this turn or the one before, with a roll by the player's character that is not for the order of
 * turns. Calls that were stored without saying which roll they judge again are about this action.
 */
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

/**
 * Chooses which roll of the player's character is judged again. In an action of somebody else, such as several blows of
 * a foe, it is the last one that can be paid for; if there is none, and in most other actions, the first one.
 */
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

/** Whether no outcome of the check is better, so that another throw could only do harm. */
export function isBestOutcome(
  { checks }: Pick<System, 'checks'>,
  { check = '', outcome }: RolledCheck,
): boolean {
  const degrees = checks.get(check)?.outcomes.map(({ degree }) => degree) ?? [];
  return outcome !== undefined && degrees.length > 0 && outcome.degree >= Math.max(...degrees);
}
