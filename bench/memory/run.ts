// Measures the memory: how long a wake takes as the log grows, and how many messages a second are taken in.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { renderTable, writeResults } from '../report.ts';
import { measureIngest } from './measure-ingest.ts';
import { type Latency, measureWake, type WakeMeasure } from './measure-wake.ts';

const { values } = parseArgs({ options: { small: { type: 'boolean', default: false } } });
const sizes = [
  { events: 1_000, items: 200, ancestorMs: 4.7 },
  { events: 10_000, items: 200, ancestorMs: 16.7 },
  { events: 100_000, items: 200, ancestorMs: 100 },
  { events: 1_000_000, items: 200, ancestorMs: 1015 },
  { events: 10_000, items: 5_000, ancestorMs: 48 },
].filter(({ events }) => !values.small || events <= 10_000);

const folder = mkdtempSync(join(tmpdir(), 'terrarium-bench-'));
const wakes: (WakeMeasure & { ancestorMs: number })[] = [];
for (const { ancestorMs, ...size } of sizes) {
  wakes.push({ ...measureWake(folder, size), ancestorMs });
  process.stdout.write(`${size.events} events, ${size.items} items: measured\n`);
}
const ingest = measureIngest(folder);
rmSync(folder, { recursive: true, force: true });

const head = [
  'waking: median ms (p95; busy)',
  'without echoes',
  'with echoes',
  'tokens',
  'Python ancestor, ms',
];
const rows = wakes.map(({ events, items, withoutEchoes, withEchoes, ancestorMs }) => [
  `${events} events, ${items} in mind`,
  renderLatency(withoutEchoes),
  renderLatency(withEchoes),
  String(withEchoes.tokens),
  String(ancestorMs),
]);
process.stdout.write(`\n${renderTable(head, rows)}\n`);
process.stdout.write(
  `${renderTable(['taking in', 'a second'], [[`${ingest.messages} messages, each durable`, ingest.perSecond.toFixed(0)]])}\n`,
);
writeResults('memory', { wakes, ingest });

function renderLatency({ median, p95, cpuMean }: Latency): string {
  return `${median.toFixed(1)} (${p95.toFixed(1)}; ${cpuMean.toFixed(1)})`;
}
