// Renders the row that a roll on a table gave.

import { findRow, findTable } from '@terrarium/rpg/roll-table';
import type { RolledCheck } from '@terrarium/rpg/rolled-check';
import type { System } from '@terrarium/rpg/system';
import { wrapText } from '../screen/layout.ts';

/** Empty if the roll was not made on a table, or if the table has no row for it. */
export function renderRow(roll: RolledCheck, system: System, width: number): readonly string[] {
  const table = roll.table === undefined ? undefined : findTable(system, roll.table);
  const row = table === undefined ? undefined : findRow(table, roll.rolled.total);
  return row === undefined ? [] : wrapText(row.say, { width, indent: '    ', first: '    ' });
}
