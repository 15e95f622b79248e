// Renders a change of a value: from what to what.

import { groupDigits } from '../parts/group-digits.ts';
import { stripMarks } from './strip-marks.ts';
import type { ShownChange } from './table-types.ts';

const mostTogether = 16;

/** Leaves out the former value if it was empty, or if the player may not see it. */
export function renderValueStep({
  before,
  after,
}: Pick<Extract<ShownChange, { readonly kind: 'value' }>, 'before' | 'after'>): string {
  // Two short values stay on one line.
  const arrow = before.length + after.length > mostTogether ? ' → ' : '\u00a0→\u00a0';
  const former = before === '' || before === '—' ? '' : `${stripMarks(before)}${arrow}`;
  return groupDigits(`${former}${stripMarks(after)}`);
}
