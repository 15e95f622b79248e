// Renders a roll: faces, total, target and outcome.

import {
  describeLessened,
  describeOutcome,
  describeRoll,
  hideReason,
  type RollView,
} from '@terrarium/composition/describe-roll';
import { findWithstood } from '@terrarium/rpg/find-withstood';
import { isForOrder } from '@terrarium/rpg/is-for-order';
import type { RolledCheck } from '@terrarium/rpg/rolled-check';
import { wrapText } from '../screen/layout.ts';
import { paint } from '../screen/style.ts';

export interface RollScreen extends RollView {
  readonly width: number;
}

/**
 * Renders the roll, with the check or move that was tried, and with its reason unless that would give away a secret.
 * Leaves out rolls for the order of turns, because the order is shown with the names and the totals.
 */
export function renderRoll(roll: RolledCheck, view: RollScreen): readonly string[] {
  if (isForOrder(roll)) return [];
  const { reason = '' } = hideReason(roll, view.state);
  const tried = describeRoll(roll, view, reason);
  const isSaid = tried === '' || reason === '';
  const named = roll.on === undefined ? paint(` (${tried})`, 'dim') : ` ${tried}`;
  const what = `${reason}${isSaid ? tried : named}`;
  const head = what === '' ? '' : `${what} · `;
  const withstood = findWithstood(roll);
  const how =
    withstood === undefined
      ? `${paint(roll.rolled.rendered, 'bold')}${renderAgainst(roll)}`
      : `${withstood.needed} or more withstands it, ${withstood.rolled} was rolled`;
  const label = describeOutcome(roll, view);
  const outcome =
    roll.outcome === undefined || label === undefined ? '' : `: ${paintOutcome({ ...roll.outcome, label })}`;
  const spared = describeLessened(roll, view).map((says) => `; ${says}`);
  return wrapText(`${head}${how}${outcome}${spared.join('')}`, {
    width: view.width,
    indent: '      ',
    first: `  ${paint('⚄', 'cyan')} `,
  });
}

function paintOutcome({ label, degree }: { readonly label: string; readonly degree: number }): string {
  if (degree > 0) return paint(label, 'green');
  return paint(label, degree === 0 ? 'yellow' : 'red');
}

function renderAgainst({ challenge, target }: RolledCheck): string {
  if (challenge !== undefined) return ` against ${challenge.rendered}`;
  return target === undefined ? '' : ` against ${target}`;
}
