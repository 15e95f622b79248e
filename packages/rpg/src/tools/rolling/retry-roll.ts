// Spends something to judge the last roll anew: undoes its effects, takes the price, and plays it again.

import { sortByNearness } from '@terrarium/kernel/find-nearest';
import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolAnswer } from '@terrarium/kernel/tool';
import { readValue, writeValue } from '../../rules/read-value.ts';
import type { RolledCheck } from '../../rules/rolled-check.ts';
import type { Spend } from '../../system/narrator-hints.ts';
import type { System } from '../../system/system.ts';
import { type Patch, playerId, sceneId } from '../../values/entity.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import { listUndone } from '../list-undone.ts';
import { normaliseName } from '../match-name.ts';
import { applyCalls } from '../moves/apply-calls.ts';
import { evaluateFor, isTrueFor, listEffectCalls } from '../moves/list-effect-calls.ts';
import { openEffectView } from '../moves/open-effect-view.ts';
import { nameOf } from '../resolve-target.ts';
import type { Workbench } from '../workbench.ts';
import {
  describeWrongRoll,
  findJudged,
  findLastRoll,
  type JudgedAt,
  type LastRoll,
} from './find-last-roll.ts';
import { isPlayersCall } from './is-players-roll.ts';
import { countLoose, findUsed, takeUse } from './item-uses.ts';
import { renderNoSpend } from './render-no-spend.ts';

export interface Spending {
  readonly points: number | undefined;
  /** Which roll is judged again; undefined in calls of an earlier version, which do not say it. */
  readonly judges: JudgedAt | undefined;
  /** Makes the roll once more with its original arguments. */
  rollAgain(given: JsonObject): ToolAnswer;
}

export function retryRoll(
  bench: Workbench,
  named: string,
  { points, judges, rollAgain }: Spending,
): ToolAnswer {
  const asked = findSpend(bench.system, named);
  if (asked === undefined) return refuseSpend(bench.system, named);
  const { what } = asked;
  const { used, ...found } = choosePriced(bench, asked.found, what);
  const last = judges === undefined ? findLastRoll(bench, found) : findJudged(bench, judges);
  if (last === undefined)
    return refuse(
      `${escapeLine(found.label, 80)} can only be used after a roll, and there is none in this turn or the one before.`,
    );
  const unfit = refuseUnfit(bench, found, last.roll);
  if (unfit !== undefined) return refuse(unfit);
  const label = what === '' ? found.label : `${found.label} (${what})`;
  const untaken = takeBack(bench, last, { spend: found, label, isLess: judges?.less === true });
  if (untaken !== undefined) return refuse(untaken);
  // The amount is computed before the price is paid, since paying may change the values it is computed from.
  const size = computeAmount(bench, found, points);
  if (typeof size === 'string') return refuse(size);
  const amount = found.does === 'subtract' ? -size : size;
  const cost = takeCost(bench, found, { points, because: label, isWhole: judges !== undefined });
  if (!cost.ok) return cost;
  const lines = [...cost.lines, ...takeUses(bench, found, { named: used, because: label })];
  const paid = judges?.index ?? findResisting(bench, last);
  const rolls = [...last.action.rolls];
  // Calls of an earlier version, which do not say which roll they judge, computed the advantage anew.
  const keepsDice = judges !== undefined;
  bench.again = { turn: last.turn, rolls, paid, spend: found, amount, keepsDice, isJudged: false };
  const rolled = rollAgain(last.given);
  bench.again = undefined;
  if (!rolled.ok) return rolled;
  const was = last.roll.outcome?.label ?? String(last.roll.rolled.total);
  const said = `${escapeLine(found.label, 80)}: "${escapeLine(was, 80)}" is taken back, and the roll is judged again.`;
  return { ok: true, say: [said, ...lines, rolled.say].join('\n') };
}

/** If the price is paid with a use, takes the use from the item to which it belongs, if it belongs to one. */
function takeUses(bench: Workbench, { uses }: Spend, use: Parameters<typeof takeUse>[2]): readonly string[] {
  return uses === undefined ? [] : takeUse(bench, uses, use);
}

/**
 * The index of the roll with which the player's character resisted somebody else; undefined if the action was the
 * character's own.
 */
function findResisting(bench: Workbench, { given, roll }: LastRoll): number | undefined {
  return isPlayersCall(bench.state, given) ? undefined : roll.index;
}

/**
 * Undoes the effects of the roll, but keeps time that has passed since. If another value has changed since, undoes
 * nothing and returns the place of the value; points may have changed if `isLess` is true.
 */
function revertRoll(
  bench: Workbench,
  { action }: LastRoll,
  { because, isLess, prices }: Reverting,
): string | undefined {
  const isTime = ({ entity, path }: Patch) => entity === sceneId && path === 'minutes';
  const isPaid = action.patches.some(({ path }) => prices.some((price) => price.startsWith(path)));
  const patches = isLess && !isPaid ? listUndone(bench.state, action.patches) : action.patches;
  const touched = bench.revert(patches, because);
  if (touched !== `${sceneId} minutes`) return touched;
  return bench.revert(
    patches.filter((patch) => !isTime(patch)),
    because,
  );
}

interface TakenBack extends Pick<Reverting, 'isLess'> {
  readonly spend: Spend;
  readonly label: string;
}

/** Takes back what the roll brought about; if that is not possible, returns why. */
function takeBack(bench: Workbench, last: LastRoll, { spend, label, isLess }: TakenBack): string | undefined {
  const because = `${label}: the roll is judged again`;
  const prices = (spend.cost ?? []).flatMap(({ lose }) => lose ?? []);
  const touched = revertRoll(bench, last, { because, isLess, prices });
  return touched === undefined
    ? undefined
    : `What came of the roll cannot be taken back: ${nameTouched(bench, touched)} has changed since.`;
}

interface Reverting {
  readonly because: string;
  /** Whether points may have changed since the roll: then only what the roll itself added or took is undone. */
  readonly isLess: boolean;
  /** The paths of the points that are paid. If the roll changed one of them, `isLess` does not apply. */
  readonly prices: readonly string[];
}

/** Names a value that can no longer be taken back, such as `Hit points of Hob`. */
function nameTouched({ system, state }: Workbench, touched: string): string {
  const [id = '', path = ''] = touched.split(' ');
  const entity = state.find(id as Patch['entity']);
  const label = entity && system.sheets.get(entity.type)?.byPath.get(path)?.definition.label;
  if (entity === undefined || label === undefined) return escapeLine(touched, 120);
  return `${escapeLine(label, 80)} of ${nameOf(entity)}`;
}

function refuseUnfit(bench: Workbench, spend: Spend, roll: RolledCheck): string | undefined {
  const wrong = describeWrongRoll(spend, roll);
  if (wrong !== undefined) return wrong;
  const isMet = isTrueFor(openEffectView(bench), spend.needs, { id: playerId });
  return isMet ? undefined : (spend.needs_say ?? `${escapeLine(spend.label, 80)} cannot be paid now.`);
}

/**
 * The amount by which the roll changes; if the rules give none, it is the number of points that the player pays. 0 if
 * the roll does not change by an amount. A text says why no amount can be found.
 */
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

interface Price {
  readonly points: number | undefined;
  readonly because: string;
  /** Whether a cost beyond a maximum, such as a mark on a full track, counts as not paid. */
  readonly isWhole: boolean;
}

type Paid =
  | { readonly ok: true; readonly lines: readonly string[] }
  | { readonly ok: false; readonly say: string };

function takeCost(bench: Workbench, { cost = [] }: Spend, { points, because, isWhole }: Price): Paid {
  const roller = bench.state.find(playerId);
  if (roller === undefined) return { ok: false, say: 'The player has no character who could pay.' };
  // If a cost has no amount, the player decides how many points to pay.
  const wanted = cost.map((effect) =>
    points === undefined || effect.amount !== undefined ? effect : { ...effect, amount: points },
  );
  const calls = listEffectCalls(openEffectView(bench), wanted, { roller });
  const lines = applyCalls(bench, calls, because);
  // Calls of an earlier version, which do not say which roll they judge, counted a mark on a full track as paid.
  const limits = isWhole ? ['(the minimum is', '(the maximum is'] : ['(the minimum is'];
  const short = lines.find(
    (line) => line.startsWith('(left out') || limits.some((limit) => line.includes(limit)),
  );
  return short === undefined
    ? { ok: true, lines }
    : { ok: false, say: `There is not enough to pay with: ${short}` };
}

type Priced = Spend & {
  /** The item of the scene of which a use is taken. */
  readonly used?: ReturnType<typeof findUsed>;
};

/**
 * The price may depend on what the player invokes: there are prices for something of the character's own, and for
 * anything else, such as an item of the scene. For something that the usual price uses up, such as a boost, and without
 * words, it is the usual price.
 */
function choosePriced(bench: Workbench, spend: Spend, what: string): Priced {
  const wanted = normaliseName(what.replaceAll(/["“”]/gu, ''));
  const player = bench.state.find(playerId);
  if (wanted === '' || player === undefined) return spend;
  const used = (spend.cost ?? []).flatMap(({ set }) => set ?? []);
  // What the usual price uses up, such as a boost, is no aspect of the character's own.
  const sheet = used.reduce((values, path) => writeValue(values, path, ''), player.sheet);
  if (spend.cost_own !== undefined && hasText(sheet, wanted)) return { ...spend, cost: spend.cost_own };
  if (
    spend.cost_other === undefined ||
    used.some((path) => hasText(readValue(player.sheet, path) ?? '', wanted))
  )
    return spend;
  return chooseOther(bench, { ...spend, cost: spend.cost_other }, wanted);
}

/**
 * If the words name an item on the list, the price is one of its uses or, if none is left, the price for an aspect of
 * the character's own. That is also the price if the words name no item and every use belongs to an item.
 */
function chooseOther(bench: Workbench, spend: Spend, wanted: string): Priced {
  const { uses, cost_own: own = spend.cost } = spend;
  if (uses === undefined) return spend;
  const item = findUsed(bench, uses, wanted);
  if (item === undefined) return countLoose(bench, uses) > 0 ? spend : { ...spend, cost: own };
  return item.left > 0 ? { ...spend, used: item } : { ...spend, cost: own };
}

function hasText(value: Json, wanted: string): boolean {
  if (typeof value === 'string') return normaliseName(value) === wanted;
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((one) => hasText(one, wanted))
  );
}

interface AskedSpend {
  readonly found: Spend;
  /** Further words that say with what it is paid, such as the name of an aspect. */
  readonly what: string;
}

/** Finds the rule for spending whose id or label the words begin with. */
export function findSpend({ manifest }: System, named: string): AskedSpend | undefined {
  const words = named.trim().split(/\s+/);
  const { spends = [] } = manifest.narrator ?? {};
  for (let count = words.length; count > 0; count -= 1) {
    const wanted = normaliseName(words.slice(0, count).join(' '));
    const found = spends.find(({ id, label }) => [id, label].some((name) => normaliseName(name) === wanted));
    if (found !== undefined) return { found, what: words.slice(count).join(' ') };
  }
  return undefined;
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
