// Reports how long a sheet takes to settle as it grows, compared with the targets and the original Python program.

import { readShippedSystem } from '@terrarium/rpg/read-system';
import { renderTable, writeResults } from '../report.ts';
import { buildSystem } from './build-system.ts';
import { type Latency, measureSettle } from './measure-settle.ts';

/** Targets in milliseconds, and the published figures of the ancestor. */
const sheets = [
  { name: '26 fields', build: () => buildSystem(26), target: 0.2, ancestorMs: '0.96' },
  { name: '104 fields', build: () => buildSystem(104), target: 1, ancestorMs: '4.56 (21)' },
  { name: 'dnd5e', build: () => readShippedSystem('dnd5e'), target: 1, ancestorMs: '' },
] as const;

/** How many rounds one pass has. */
const rounds = 2_000;

const head = [
  'settling, ms: median (p99; worst by the clock; worst round at its best of 5)',
  'fields with the house’s',
  'with formulas',
  'all of it',
  'what depends on a change',
  'target',
  'the very first',
  'Python ancestor',
];

export function reportSettle(): string {
  const measured = sheets.map(({ name, build, target, ancestorMs }) => ({
    name,
    target,
    ancestorMs,
    ...measureSettle(build, rounds),
  }));
  writeResults('rpg', measured, 'settle');
  const rows = measured.map(({ name, fields, formulas, whole, part, target, cold, ancestorMs }) => [
    name,
    String(fields),
    String(formulas),
    renderLatency(whole),
    renderLatency(part),
    `≤ ${target} (worst ≤ 3)`,
    cold.toFixed(2),
    ancestorMs,
  ]);
  return renderTable(head, rows);
}

function renderLatency({ median, p99, worst, worstAtBest }: Latency): string {
  return `${median.toFixed(3)} (${p99.toFixed(3)}; ${worst.toFixed(2)}; ${worstAtBest.toFixed(2)})`;
}
