// Describes what a player may pay after a roll: the price, what it does, and which roll it would change.

import { playerId } from '@terrarium/rpg/entity';
import { describeWrongRoll, findLastRoll, type RolledPast } from '@terrarium/rpg/find-last-roll';
import type { Acted, Game } from '@terrarium/rpg/game';
import { isTrueFor } from '@terrarium/rpg/list-effect-calls';
import type { Effect, Spend } from '@terrarium/rpg/narrator-hints';
import { openEffectView } from '@terrarium/rpg/open-effect-view';
import { readValue } from '@terrarium/rpg/read-value';
import type { RolledCheck } from '@terrarium/rpg/rolled-check';
import { describeRoll, hideReason } from './describe-roll.ts';

type Rolled = Pick<Game, 'system' | 'state' | 'head' | 'listTurns' | 'readActions'>;

export interface ShownSpend {
  readonly id: string;
  readonly label: string;
  /** The price and what it does, in one line. */
  readonly says: string;
  /** The roll that it would change, or why it can change none. */
  readonly changes: string;
}

export function describeSpends(game: Rolled): readonly ShownSpend[] {
  const { spends = [] } = game.system.manifest.narrator ?? {};
  return spends.map((spend) => ({
    id: spend.id,
    label: spend.label,
    says: `${describePrice(game, spend)}; ${describeUse(game, spend)}`,
    changes: describeTarget(game, spend),
  }));
}

/** Describes only the prices that would be paid now. */
function describePrice({ system, state }: Rolled, spend: Spend): string {
  const sheet = state.find(playerId)?.sheet ?? {};
  const byPath = system.sheets.get('character')?.byPath;
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
    return `${renderPrice(effect, label)}${now}`;
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

function renderPrice({ amount, count, lose, set }: Effect, label: string): string {
  if (set !== undefined) return label;
  const price = amount ?? count;
  if (price !== undefined) return `${price} of ${label}`;
  return lose === undefined ? `1 of ${label}` : `as much of ${label} as you say`;
}

function describeUse({ system }: Rolled, { does, amount, keep, outcome }: Spend): string {
  const size = amount === undefined ? 'what you pay' : String(amount);
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
  const last = findLastRoll(openPast(game), spend);
  if (last === undefined) return 'There is no roll of yours that it could change.';
  const wrong = describeWrongRoll(spend, last.roll);
  const roll = renderShort(last.roll, game);
  if (wrong !== undefined) return `Not after your last roll, ${roll}. ${wrong}`;
  const best = isBest(last.roll, game) ? ' It is the best outcome already.' : '';
  return `It would change: ${roll}.${best}`;
}

/** Whether no outcome of the check is better, so that paying could only make the number greater. */
function isBest({ check = '', outcome }: RolledCheck, { system }: Rolled): boolean {
  const degrees = system.checks.get(check)?.outcomes.map(({ degree }) => degree) ?? [];
  return outcome !== undefined && degrees.length > 0 && outcome.degree >= Math.max(...degrees);
}

/** A roll can be paid for in the turn after it, so only the newest turn counts. */
function openPast({ state, head, readActions }: Rolled): RolledPast {
  return { state, past: [{ number: head.number, actions: readActions(head.id) }] };
}

function renderShort(roll: RolledCheck, game: Rolled): string {
  const { reason = '' } = hideReason(roll, game.state);
  const tried = describeRoll(roll, game, reason);
  const what = reason === '' || tried === '' ? `${reason}${tried}` : `${reason} (${tried})`;
  const versus = roll.target === undefined ? '' : ` against ${roll.target}`;
  const outcome = roll.outcome === undefined ? '' : `: ${roll.outcome.label}`;
  return `${what === '' ? '' : `${what}, `}${roll.rolled.total}${versus}${outcome}`;
}

/**
 * Why paying was in vain: the price is only for a roll that failed, and it fails all the same. Undefined if it helps. A
 * price for an outcome always helps, even if that outcome, such as a consequence resisted, counts as a failure.
 */
export function describeVain(
  { system }: Pick<Game, 'system'>,
  { rolls }: Pick<Acted, 'rolls'>,
): string | undefined {
  const paid = rolls.find(({ spent }) => spent !== undefined);
  const spend = system.manifest.narrator?.spends?.find(({ label }) => label === paid?.spent);
  if (paid === undefined || spend?.on !== 'failure') return undefined;
  if (spend.does === 'reroll' || spend.does === 'outcome') return undefined;
  if ((paid.outcome?.degree ?? 0) >= 0) return undefined;
  const versus = paid.target === undefined ? '' : ` against ${paid.target}`;
  return `That would not help: ${paid.rolled.total}${versus} is “${paid.outcome?.label}” all the same.`;
}
