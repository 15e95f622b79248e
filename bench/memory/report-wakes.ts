// Reports how long a wake takes as the log grows, compared with the targets and the original Python program.

import { renderTable, writeResults } from '../report.ts';
import { type Latency, measureWake } from './measure-wake.ts';
import type { PartOptions } from './part-options.ts';

/**
 * Targets in milliseconds, without echoes and with them, and the published figures of the ancestor, which has no
 * echoes.
 */
const sizes = [
  { events: 1_000, items: 200, targets: [5, 25], ancestorMs: 4.7 },
  { events: 10_000, items: 200, targets: [5, 25], ancestorMs: 16.7 },
  { events: 100_000, items: 200, targets: [5, 25], ancestorMs: 100 },
  { events: 1_000_000, items: 200, targets: [5, 25], ancestorMs: 1015 },
  { events: 10_000, items: 5_000, targets: [15, 25], ancestorMs: 48 },
] as const;

const head = [
  'waking: median ms (of the processor; p95)',
  'without echoes',
  'target',
  'with echoes',
  'target',
  'tokens',
  'bytes kept',
  'Python ancestor, ms',
];

export function reportWakes({ folder, mostEvents }: PartOptions): string {
  const measured = sizes
    .filter(({ events }) => events <= mostEvents)
    .map(({ events, items, ...beside }) => ({ ...measureWake(folder, { events, items }), ...beside }));
  writeResults('memory', measured, 'wakes');
  const rows = measured.map(({ events, items, withoutEchoes, withEchoes, targets, ancestorMs }) => [
    `${events} events, ${items} in mind`,
    renderLatency(withoutEchoes),
    `≤ ${targets[0]}`,
    renderLatency(withEchoes),
    `≤ ${targets[1]}`,
    String(withEchoes.tokens),
    withEchoes.ledgerBytes.toFixed(0),
    String(ancestorMs),
  ]);
  return renderTable(head, rows);
}

function renderLatency({ median, p95, cpuMedian }: Latency): string {
  return `${median.toFixed(1)} (${cpuMedian.toFixed(1)}; ${p95.toFixed(1)})`;
}
