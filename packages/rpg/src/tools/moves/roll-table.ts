// Rolls on a table of the system; a row may refer to another table.

import { sortByNearness } from '@terrarium/kernel/find-nearest';
import { escapeLine } from '@terrarium/kernel/foreign-text';
import type { ToolRefusal } from '@terrarium/kernel/tool';
import type { Oracle } from '../../system/manifest.ts';
import type { System } from '../../system/system.ts';
import type { Entity } from '../../values/entity.ts';
import { rollOnce } from '../rolling/roll-once.ts';
import type { Workbench } from '../workbench.ts';

export interface TableRolling {
  /** The table's id or its label. */
  readonly table: string;
  readonly who: Entity;
  readonly reason?: string | undefined;
}

export interface DrawnRow {
  readonly label: string;
  readonly total: number;
  readonly say: string;
}

export type Drawn = { readonly ok: true; readonly rows: readonly DrawnRow[] } | ToolRefusal;

/** The maximum number of tables that one roll follows, from a row to the table that the row names. */
const mostTables = 4;

export function rollTable(bench: Workbench, { table, who, reason }: TableRolling): Drawn {
  const rows: DrawnRow[] = [];
  for (let next: string | undefined = table; next !== undefined && rows.length < mostTables; ) {
    const oracle = findTable(bench.system, next);
    if (oracle === undefined) return refuseTable(bench.system, next);
    const why = `${oracle.label}${reason === undefined ? '' : `: ${reason}`}`.slice(0, 180);
    const thrown = rollOnce(bench, { who, dice: oracle.dice, reason: why, table: oracle.id });
    if (!thrown.ok) return thrown;
    const { total } = thrown.roll.rolled;
    const row = findRow(oracle, total);
    rows.push({ label: oracle.label, total, say: row?.say ?? `the table has no row for ${total}` });
    next = row?.table;
  }
  return { ok: true, rows };
}

export function findRow({ rows }: Oracle, total: number): Oracle['rows'][number] | undefined {
  return rows.find(({ from, to }) => total >= from && total <= to);
}

/**
 * The row of a table for a number that was computed, not rolled; the first or last row if the number is beyond all
 * rows.
 */
export function readTable({ system }: Workbench, table: string, total: number): DrawnRow | undefined {
  const oracle = findTable(system, table);
  if (oracle === undefined) return undefined;
  const least = Math.min(...oracle.rows.map(({ from }) => from));
  const most = Math.max(...oracle.rows.map(({ to }) => to));
  const row = findRow(oracle, Math.min(most, Math.max(least, Math.floor(total))));
  return row === undefined ? undefined : { label: oracle.label, total, say: row.say };
}

/** Finds a table by its id or its label, and `plainAnswers` by its id; case does not matter. */
export function findTable({ manifest }: System, wanted: string): Oracle | undefined {
  const name = wanted.trim().toLowerCase();
  const { oracles = [] } = manifest;
  const found =
    oracles.find(({ id }) => id === name) ?? oracles.find(({ label }) => label.toLowerCase() === name);
  return found ?? (name === plainAnswers.id ? plainAnswers : undefined);
}

/** The answers for systems without a table of answers. */
export const plainAnswers: Oracle = {
  id: 'yes_or_no',
  label: 'Yes or no',
  dice: '1d6',
  rows: [
    'No, and it is worse than that.',
    'No.',
    'No, but some good comes of it.',
    'Yes, but at a price.',
    'Yes.',
    'Yes, and more.',
  ].map((say, index) => ({ from: index + 1, to: index + 1, say })),
};

export function renderTableRoll({ rows }: Pick<Extract<Drawn, { ok: true }>, 'rows'>): string {
  return rows
    .map(({ label, total, say }) => `${escapeLine(label, 80)} (${total}): ${escapeLine(say, 300)}`)
    .join(' → ');
}

function refuseTable({ manifest }: System, wanted: string): ToolRefusal {
  const known = (manifest.oracles ?? []).map(({ id }) => id);
  const nearest = sortByNearness(wanted, known).slice(0, 8);
  const say =
    known.length === 0 ? 'This system has no tables.' : `There is no table "${escapeLine(wanted, 80)}".`;
  return { ok: false, say: nearest.length === 0 ? say : `${say} There are: ${nearest.join(', ')}.` };
}
