// Tries out which roll's outcome a price would change, and chooses the newest; refuses a price that would change none.

import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolCall } from '@terrarium/kernel/language-model';
import { readValue } from '../../rules/read-value.ts';
import type { RolledCheck } from '../../rules/rolled-check.ts';
import type { Acted } from '../../state/game.ts';
import type { Action } from '../../state/session.ts';
import type { Effect, Spend } from '../../system/narrator-hints.ts';
import type { System } from '../../system/system.ts';
import { type GameState, type Patch, sceneId } from '../../values/entity.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import { chooseVariant, findIntent, listOutcomeEffects } from '../moves/move-hint.ts';
import { isGiven } from '../slips/is-given.ts';
import { parseCall } from '../slips/parse-call.ts';
import type { PastTurn } from '../workbench.ts';
import { isBestOutcome, type LastRoll, listPayable } from './find-last-roll.ts';
import { findSpend } from './retry-roll.ts';

export interface Judging {
  /** Who makes the call. */
  readonly by: Action['by'];
  readonly system: System;
  readonly state: GameState;
  readonly past: readonly PastTurn[];
  /** Runs a call without storing it, and returns its result with the state that it would leave. */
  tryCall(call: ToolCall): Tried;
}

interface Tried {
  readonly acted: Acted;
  readonly layer: GameState;
}

type Chosen = { readonly ok: true; readonly call: ToolCall } | { readonly ok: false; readonly say: string };

/**
 * Writes into the call which roll is judged again: the newest one whose outcome the price in the call can change.
 * Refuses a price that can change none; a call that pays nothing is returned as it is. If a model names a roll, this is
 * ignored: it can only have copied it from an earlier call, for another roll.
 */
export function chooseJudged(judging: Judging, call: ToolCall): Chosen {
  const given = call.name === 'roll' ? parseCall(call)?.arguments : undefined;
  const { judges, ...others } = given ?? {};
  if (judging.by === 'model' && isGiven(judges)) return chooseJudged(judging, buildCall(call, others));
  const { spend } = others;
  if (given === undefined || typeof spend !== 'string' || isGiven(judges)) return { ok: true, call };
  const found = findSpend(judging.system, spend)?.found;
  if (found === undefined) return { ok: true, call };
  const tried = listPayable(judging, found).map((last) => {
    const { turn, roll } = last;
    const named = buildCall(call, { ...given, judges: { turn, index: roll.index, less: true } });
    return { call: named, ...checkPrice(judging, { spend: found, last }, named) };
  });
  const best = tried.find(({ can }) => can) ?? tried.find(({ say }) => say === undefined);
  const vain = tried.find(({ say }) => say !== undefined);
  if (best?.can !== true && vain?.say !== undefined) return { ok: false, say: vain.say };
  return { ok: true, call: best?.call ?? call };
}

function buildCall(call: ToolCall, given: JsonObject): ToolCall {
  return { ...call, arguments: JSON.stringify(given) };
}

interface Paying {
  readonly spend: Spend;
  readonly last: LastRoll;
}

interface Turning {
  /** Whether the price can be paid and changes the outcome of the roll. */
  readonly can: boolean;
  /** Why paying would change nothing; undefined if the price cannot be paid at all, which the tool itself refuses. */
  readonly say?: string | undefined;
}

/**
 * Tries out whether the price can be paid and changes the outcome. Dice that would be thrown again are not looked at
 * beforehand: their throw counts as a chance, unless nothing better is possible.
 */
function checkPrice(judging: Judging, paying: Paying, call: ToolCall): Turning {
  const { acted, layer } = judging.tryCall(call);
  if (!acted.ok) return { can: false };
  const { spend, last } = paying;
  if (spend.does === 'reroll') {
    const isVain = isBestOutcome(judging.system, last.roll) && !hasNumbers(judging.system, last.roll);
    return isVain ? { can: false, say: describeBest(last.roll) } : { can: true };
  }
  const paid = acted.rolls.find(({ spent }) => spent !== undefined) ?? last.roll;
  return hasTurned(paying, acted, [judging.state, layer])
    ? { can: true }
    : { can: false, say: describeVain(spend, paid) };
}

function describeBest({ outcome }: RolledCheck): string {
  return `That would not help: "${escapeLine(outcome?.label ?? '', 80)}" is the best outcome already. Let the roll stand.`;
}

function describeVain({ amount, does }: Spend, { rolled, target, outcome }: RolledCheck): string {
  const versus = target === undefined ? '' : ` against ${target}`;
  const label = outcome === undefined ? '' : ` is "${escapeLine(outcome.label, 80)}" all the same`;
  const comes = label === '' ? ` changes nothing` : label;
  const advice =
    amount === undefined && does !== 'outcome' ? 'Pay more, or let the roll stand.' : 'Let the roll stand.';
  return `That would not help: ${rolled.total}${versus}${comes}. ${advice}`;
}

/**
 * Whether the effects of the outcome depend on the numbers of the roll, so that even the best outcome may still become
 * better. True for a roll without an outcome.
 */
function hasNumbers(system: System, { move = '', check = '', outcome }: RolledCheck): boolean {
  if (outcome === undefined) return true;
  const intent = findIntent(system.manifest.narrator, move);
  const hint = intent === undefined ? {} : chooseVariant(intent, '');
  const effects: readonly Effect[] = listOutcomeEffects(
    hint,
    { outcome: outcome.id, degree: outcome.degree },
    system.checks.get(check),
  );
  return /\b(?:total|natural|highest|lowest|kept|successes)\b/u.test(JSON.stringify(effects));
}

/**
 * Whether an outcome or its consequences differ from before; changes that are the price do not count, nor does the
 * time. Always true if none of the action's rolls had an outcome.
 */
function hasTurned(
  { spend, last: { action } }: Paying,
  acted: Acted,
  [before, after]: readonly [GameState, GameState],
): boolean {
  const [former, latter] = [action, acted].map(({ rolls }) => rolls.flatMap(renderOutcome));
  if (former?.length === 0 || former?.join() !== latter?.join()) return true;
  // After the label, words may follow that say with what the price is paid.
  const isPrice = ({ because }: Patch) =>
    because.startsWith(spend.label) && !because.endsWith(': the roll is judged again');
  const prices = new Set(acted.patches.filter(isPrice).map(renderPlace));
  const changed = [...action.patches, ...acted.patches].filter(
    (patch) => !prices.has(renderPlace(patch)) && renderPlace(patch) !== `${sceneId} minutes`,
  );
  return changed.some((patch) => !isSameAt(patch, before, after));
}

function renderOutcome({ who, check = '', outcome }: RolledCheck): readonly string[] {
  return outcome === undefined ? [] : [`${who} ${check} ${outcome.id}`];
}

function renderPlace({ entity, path }: Pick<Patch, 'entity' | 'path'>): string {
  return `${entity} ${path}`;
}

function isSameAt({ entity, path }: Patch, before: GameState, after: GameState): boolean {
  const [was, is] = [before, after].map((state) => {
    const sheet = state.find(entity)?.sheet;
    return renderPlain(sheet === undefined || path === '' ? sheet : readValue(sheet, path));
  });
  return was === is;
}

/** Renders a value without the ids of things, which are new whenever a thing is added again. */
function renderPlain(value: Json | undefined): string {
  return JSON.stringify(value, (key, one: unknown) => (key === 'id' ? undefined : one)) ?? '';
}
