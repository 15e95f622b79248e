// Renders a change of a value: from what to what.

import { groupDigits } from '../parts/group-digits.ts';
import { stripMarks } from './strip-marks.ts';
import type { ShownChange } from './table-types.ts';

/** A number of somebody else that was set by hand has no former value that a player may see. */
export function renderValueStep({
  before,
  after,
}: Pick<Extract<ShownChange, { readonly kind: 'value' }>, 'before' | 'after'>): string {
  const former = before === '' ? '' : `${stripMarks(before)} → `;
  return groupDigits(`${former}${stripMarks(after)}`);
}
