// Reports how many messages a second are ingested, compared with the target.

import { renderTable, writeResults } from '../report.ts';
import { measureIngest } from './measure-ingest.ts';
import type { PartOptions } from './part-options.ts';

export function reportIngest({ folder }: PartOptions): string {
  const ingest = measureIngest(folder);
  writeResults('memory', ingest, 'ingest');
  const { messages, perSecond, perCpuSecond, median, slowest } = ingest;
  return renderTable(
    ['taking in', 'a second', '/s of processor', 'target', 'median ms', 'slowest'],
    [
      [
        `${messages} messages, each durable`,
        perSecond.toFixed(0),
        perCpuSecond.toFixed(0),
        '≥ 2000',
        median.toFixed(2),
        slowest.toFixed(1),
      ],
    ],
  );
}
