// Describes what a player may pay after a roll: the price, what it does, and which roll it would change.

import { describeFormula } from '@terrarium/rpg/describe-formula';
import { type Entity, playerId } from '@terrarium/rpg/entity';
import {
  describeWrongRoll,
  findLastRoll,
  isBestOutcome,
  listPayable,
  type RolledPast,
} from '@terrarium/rpg/find-last-roll';
import type { Game } from '@terrarium/rpg/game';
import { isTrueFor } from '@terrarium/rpg/list-effect-calls';
import type { Effect, Spend } from '@terrarium/rpg/narrator-hints';
import { openEffectView } from '@terrarium/rpg/open-effect-view';
import { readValue } from '@terrarium/rpg/read-value';
import type { RolledCheck } from '@terrarium/rpg/rolled-check';
import type { Sheet } from '@terrarium/rpg/system';
import { describeRoll, hideReason } from './describe-roll.ts';
import { listMeans } from './list-means.ts';

type Rolled = Pick<Game, 'system' | 'state' | 'head' | 'listTurns' | 'readActions'>;

export interface ShownSpend {
  readonly id: string;
  readonly label: string;
  /** The price and what it does, in one line. */
  readonly says: string;
  /** The roll that the payment would change, or why it can change none. */
  readonly changes: string;
}

/** Everything that may be paid; what can change a roll now comes first. */
export function describeSpends(game: Rolled): readonly ShownSpend[] {
  const { spends = [] } = game.system.manifest.narrator ?? {};
  const open = spends.filter((spend) => isOpen(game, spend));
  return [...open, ...spends.filter((spend) => !open.includes(spend))].map((spend) => ({
    id: spend.id,
    label: spend.label,
    says: `${describePrice(game, spend)}; ${describeUse(game, spend)}`,
    changes: describeTarget(game, spend),
  }));
}

/**
 * Lists what may be paid now to improve a roll of the last turn. Leaves out what would change no roll, or only rolls
 * that cannot become better.
 */
export function listOpenSpends(game: Rolled) {
  return (game.system.manifest.narrator?.spends ?? [])
    .filter((spend) => isOpen(game, spend))
    .map((spend) => ({
      id: spend.id,
      label: spend.label,
      says: `${describePrice(game, spend)}; ${describeUse(game, spend)}`,
      changes: describeTarget(game, spend),
      needsPoints: (spend.cost ?? []).some(isAsYouSay),
      means: listMeans(game, spend).map(({ name, cost }) => ({
        name,
        says: describePrice(game, { ...spend, cost: [...cost] }),
      })),
    }));
}

/** A roll that is missed by more than this is no near miss. */
const mostShort = 10;

/**
 * Says how few points would turn a failed roll of the player into a success; undefined if no payment can, for example
 * because it takes more points than the player has.
 */
export function describeNearMiss(
  { system, state }: Pick<Rolled, 'system' | 'state'>,
  roll: Pick<RolledCheck, 'who' | 'check' | 'outcome' | 'rolled' | 'target' | 'spent'>,
): string | undefined {
  const { who, outcome, rolled, target } = roll;
  const player = state.find(playerId);
  if (who !== playerId || player === undefined || target === undefined || (outcome?.degree ?? 0) >= 0)
    return undefined;
  const view = openEffectView({ system, state });
  const above = rolled.total - target;
  const spend = system.manifest.narrator?.spends?.find(
    (one) =>
      canPay(player, one, one.does === 'subtract' ? above : -above) &&
      describeWrongRoll(one, roll as RolledCheck) === undefined &&
      isTrueFor(view, one.needs, { id: playerId }),
  );
  if (spend === undefined) return undefined;
  const { id, label } = spend;
  return `${Math.abs(above)} of ${label} would turn it: /spend ${id} ${Math.abs(above)}`;
}

/** Whether the player can pay this many points, and the roll changes by just as many. */
function canPay({ sheet }: Entity, { does, amount, cost = [] }: Spend, points: number): boolean {
  if ((does !== 'subtract' && does !== 'add') || amount !== undefined) return false;
  if (points < 1 || points > mostShort) return false;
  const left = readValue(sheet, cost.find(isAsYouSay)?.lose ?? '');
  return typeof left === 'number' && left >= points;
}

/** Whether the last thing done was to pay for a roll that had been told already. */
export function isJudgedAgain({ head, readActions }: Pick<Game, 'head' | 'readActions'>): boolean {
  return (
    head.isAside && readActions(head.id).some(({ rolls }) => rolls.some(({ spent }) => spent !== undefined))
  );
}

function isOpen(game: Rolled, spend: Spend): boolean {
  if (!isTrueFor(openEffectView(game), spend.needs, { id: playerId })) return false;
  return listPayable(openPast(game), spend).some(({ roll }) => !isBestOutcome(game.system, roll));
}

function isAsYouSay({ amount, count, lose, set }: Effect): boolean {
  return set === undefined && amount === undefined && count === undefined && lose !== undefined;
}

/** Describes only the prices that would be paid now. */
function describePrice({ system, state }: Rolled, spend: Spend): string {
  const sheet = state.find(playerId)?.sheet ?? {};
  const byPath = findSheet(system)?.byPath;
  const view = openEffectView({ system, state });
  const due = (spend.cost ?? []).filter((effect) => isTrueFor(view, effect.if, { id: playerId }));
  const prices = due.map((effect) => {
    const path = effect.lose ?? effect.mark ?? effect.gain ?? effect.set ?? '';
    const field = byPath?.get(path) ?? byPath?.get(path.replace(/\.\w+$/u, ''));
    const label = field?.definition.label ?? path;
    const now =
      field === undefined
        ? ''
        : ` (now ${field.kind.view(readValue(sheet, field.path) ?? field.kind.blank())})`;
    return `${renderPrice(effect, label, findSheet(system))}${now}`;
  });
  if (prices.length > 0) return `costs ${prices.join(' and ')}`;
  return hasFurtherRoll(system, spend) ? 'the roll that comes with it says what it costs' : 'costs nothing';
}

/** Whether the outcome that is paid for has a roll of its own, such as one of resistance. */
function hasFurtherRoll({ manifest }: Rolled['system'], { outcome = '' }: Spend): boolean {
  return Object.values(manifest.narrator?.intents ?? {}).some((intent) =>
    intent?.outcomes?.[outcome]?.some(({ further }) => further !== undefined),
  );
}

function renderPrice({ amount, count, lose, set }: Effect, label: string, sheet: Sheet | undefined): string {
  if (set !== undefined) return label;
  const price = amount ?? count;
  if (price !== undefined) return `${renderAmount(price, sheet)} of ${label}`;
  return isAsYouSay({ amount, count, lose, set }) ? `as much of ${label} as you say` : `1 of ${label}`;
}

function findSheet({ sheets }: Rolled['system']): Sheet | undefined {
  return sheets.get('character');
}

/** A formula is told with labels in place of paths. */
function renderAmount(amount: number | string, sheet: Sheet | undefined): string {
  return typeof amount === 'number' || sheet === undefined ? String(amount) : describeFormula(amount, sheet);
}

function describeUse({ system }: Rolled, { does, amount, keep, outcome }: Spend): string {
  const size = amount === undefined ? 'what you pay' : renderAmount(amount, findSheet(system));
  if (does === 'reroll') return keep === 'better' ? 'rolls again and keeps the better roll' : 'rolls again';
  if (does === 'outcome') {
    const label = [...system.checks.values()]
      .flatMap(({ outcomes }) => outcomes)
      .find(({ id }) => id === outcome)?.label;
    return `makes it “${label ?? outcome ?? ''}”`;
  }
  if (does === 'total') return `makes the total ${size}`;
  return does === 'add' ? `adds ${size} to the roll` : `takes ${size} off the roll`;
}

function describeTarget(game: Rolled, spend: Spend): string {
  const fitting = listPayable(openPast(game), spend);
  const better = fitting.find(({ roll }) => !isBestOutcome(game.system, roll));
  if (better !== undefined) return `It would change: ${renderShort(better.roll, game)}.`;
  const [best] = fitting;
  if (best !== undefined)
    return `It would not help: ${renderShort(best.roll, game)}. It is the best outcome already.`;
  const last = findLastRoll(openPast(game), spend);
  if (last === undefined) return 'There is no roll of yours that it could change.';
  const wrong = describeWrongRoll(spend, last.roll) ?? 'It was judged again already.';
  return `Not after your last roll, ${renderShort(last.roll, game)}. ${wrong}`;
}

/** Only rolls of the newest turn can still be paid for. */
function openPast({ system, state, head, readActions }: Rolled): RolledPast {
  return { system, state, past: [{ number: head.number, actions: readActions(head.id) }] };
}

function renderShort(roll: RolledCheck, game: Rolled): string {
  const { reason = '' } = hideReason(roll, game.state);
  const tried = describeRoll(roll, game, reason);
  const what = reason === '' || tried === '' ? `${reason}${tried}` : `${reason} (${tried})`;
  const versus = roll.target === undefined ? '' : ` against ${roll.target}`;
  const outcome = roll.outcome === undefined ? '' : `: ${roll.outcome.label}`;
  return `${what === '' ? '' : `${what}, `}${roll.rolled.total}${versus}${outcome}`;
}
