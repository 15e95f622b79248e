// Renders a change of a value: from what to what.

import { groupDigits } from '../parts/group-digits.ts';
import { stripMarks } from './strip-marks.ts';
import type { ShownChange } from './table-types.ts';

/** Nothing is said of a former value that was empty, or that the player may not see. */
export function renderValueStep({
  before,
  after,
}: Pick<Extract<ShownChange, { readonly kind: 'value' }>, 'before' | 'after'>): string {
  const former = before === '' || before === '—' ? '' : `${stripMarks(before)} → `;
  return groupDigits(`${former}${stripMarks(after)}`);
}
