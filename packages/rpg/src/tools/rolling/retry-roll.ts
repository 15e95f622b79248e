// Spends something to judge the last roll anew: undoes its effects, takes the price, and plays it again.

import { sortByNearness } from '@terrarium/kernel/find-nearest';
import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolAnswer } from '@terrarium/kernel/tool';
import type { RolledCheck } from '../../rules/rolled-check.ts';
import type { Spend } from '../../system/narrator-hints.ts';
import type { System } from '../../system/system.ts';
import { type Patch, playerId, sceneId } from '../../values/entity.ts';
import type { JsonObject } from '../../values/json.ts';
import { normaliseName } from '../match-name.ts';
import { applyCalls } from '../moves/apply-calls.ts';
import { evaluateFor, isTrueFor, listEffectCalls } from '../moves/list-effect-calls.ts';
import { openEffectView } from '../moves/open-effect-view.ts';
import { isGiven } from '../slips/is-given.ts';
import { parseCall } from '../slips/parse-call.ts';
import type { PastTurn, Workbench } from '../workbench.ts';
import { isPlayersCall, isPlayersRoll } from './is-players-roll.ts';
import { renderNoSpend } from './render-no-spend.ts';

export interface Spending {
  readonly points: number | undefined;
  /** Makes the roll once more with its original arguments. */
  rollAgain(given: JsonObject): ToolAnswer;
}

export function retryRoll(bench: Workbench, named: string, { points, rollAgain }: Spending): ToolAnswer {
  const found = findSpend(bench.system, named);
  if (found === undefined) return refuseSpend(bench.system, named);
  const last = findLastRoll(bench, found);
  if (last === undefined)
    return refuse(
      `${escapeLine(found.label, 80)} can only be used after a roll, and there is none in this turn or the one before.`,
    );
  const unfit = refuseUnfit(bench, found, last.roll);
  if (unfit !== undefined) return refuse(unfit);
  const because = `${found.label}: the roll is judged again`;
  const touched = revertRoll(bench, last, because);
  if (touched !== undefined)
    return refuse(
      `What came of the roll cannot be taken back: ${escapeLine(touched, 120)} has changed since.`,
    );
  // The amount is computed before the price is paid, since paying may change the values it is computed from.
  const size = computeAmount(bench, found, points);
  if (typeof size === 'string') return refuse(size);
  const amount = found.does === 'subtract' ? -size : size;
  const cost = takeCost(bench, found, { points, because: found.label });
  if (!cost.ok) return cost;
  const paid = findResisting(bench, last);
  const rolls = [...last.action.rolls];
  bench.again = { turn: last.turn, rolls, paid, spend: found, amount, isJudged: false };
  const rolled = rollAgain(last.given);
  bench.again = undefined;
  if (!rolled.ok) return rolled;
  const was = last.roll.outcome?.label ?? String(last.roll.rolled.total);
  const said = `${escapeLine(found.label, 80)}: "${escapeLine(was, 80)}" is taken back, and the roll is judged again.`;
  return { ok: true, say: [said, ...cost.lines, rolled.say].join('\n') };
}

/** The roll with which the player's character resisted what somebody else did; undefined for an action of its own. */
function findResisting(bench: Workbench, { given, roll }: LastRoll): number | undefined {
  return isPlayersCall(bench.state, given) ? undefined : roll.index;
}

/**
 * Undoes the effects of the roll; time that has passed since is kept, and everything else must be as the roll left it.
 */
function revertRoll(bench: Workbench, { action }: LastRoll, because: string): string | undefined {
  const isTime = ({ entity, path }: Patch) => entity === sceneId && path === 'minutes';
  const touched = bench.revert(action.patches, because);
  if (touched !== `${sceneId} minutes`) return touched;
  return bench.revert(
    action.patches.filter((patch) => !isTime(patch)),
    because,
  );
}

interface LastRoll {
  readonly turn: number;
  readonly action: PastTurn['actions'][number];
  /** The first roll of the player's character in its own action; in another's, the last one that can be paid for. */
  readonly roll: RolledCheck;
  readonly given: JsonObject;
}

/** The newest action with a roll by the player's character, other than for the order of turns, in this turn or the one before. */
function findLastRoll(bench: Workbench, spend: Spend): LastRoll | undefined {
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
  bench: Workbench,
  spend: Spend,
  { action: { rolls }, given }: Pick<LastRoll, 'action' | 'given'>,
): RolledCheck | undefined {
  const own = rolls.filter(isPlayersRoll);
  // An action is judged again once, whichever of its rolls was paid for.
  const [first] = [...own.filter(({ spent }) => spent !== undefined), ...own];
  if (isGiven(given['spend']) || isPlayersCall(bench.state, given)) return first;
  return own.findLast((one) => describeWrongRoll(spend, one) === undefined) ?? first;
}

function refuseUnfit(bench: Workbench, spend: Spend, roll: RolledCheck): string | undefined {
  const wrong = describeWrongRoll(spend, roll);
  if (wrong !== undefined) return wrong;
  const isMet = isTrueFor(openEffectView(bench), spend.needs, { id: playerId });
  return isMet ? undefined : (spend.needs_say ?? `${escapeLine(spend.label, 80)} cannot be paid now.`);
}

function describeWrongRoll(
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

/** The amount by which the roll changes; if the rules give none, it is the number of points that the player pays. */
function computeAmount(
  bench: Workbench,
  { amount, does, label }: Spend,
  points: number | undefined,
): number | string {
  if (does === 'reroll' || does === 'outcome') return 0;
  if (typeof amount === 'number') return amount;
  if (amount === undefined) return points ?? `${escapeLine(label, 80)} needs points: say how many are paid.`;
  const value = evaluateFor(openEffectView(bench), amount, { id: playerId });
  return typeof value === 'number' ? value : `${escapeLine(label, 80)} cannot be computed on this sheet.`;
}

type Paid =
  | { readonly ok: true; readonly lines: readonly string[] }
  | { readonly ok: false; readonly say: string };

function takeCost(
  bench: Workbench,
  { cost = [] }: Spend,
  { points, because }: { readonly points: number | undefined; readonly because: string },
): Paid {
  const roller = bench.state.find(playerId);
  if (roller === undefined) return { ok: false, say: 'The player has no character who could pay.' };
  // If a cost has no amount, the player decides how many points to pay.
  const wanted = cost.map((effect) =>
    points === undefined || effect.amount !== undefined ? effect : { ...effect, amount: points },
  );
  const calls = listEffectCalls(openEffectView(bench), wanted, { roller });
  const lines = applyCalls(bench, calls, because);
  const short = lines.find((line) => line.startsWith('(left out') || line.includes('(the minimum is'));
  return short === undefined
    ? { ok: true, lines }
    : { ok: false, say: `There is not enough to pay with: ${short}` };
}

function findSpend({ manifest }: System, named: string): Spend | undefined {
  const { spends = [] } = manifest.narrator ?? {};
  const wanted = normaliseName(named);
  return spends.find(({ id, label }) => [id, label].some((name) => normaliseName(name) === wanted));
}

function refuseSpend({ manifest }: System, named: string): ToolAnswer {
  const { spends = [] } = manifest.narrator ?? {};
  if (spends.length === 0) return refuse(renderNoSpend(manifest.narrator));
  const known = sortByNearness(
    named,
    spends.map(({ id }) => id),
  );
  return refuse(
    `There is no "${escapeLine(named, 80)}" to spend. There is: ${known.slice(0, 12).join(', ')}.`,
  );
}

function refuse(say: string): ToolAnswer & { readonly ok: false } {
  return { ok: false, say };
}
