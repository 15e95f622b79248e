// Measures how many messages a second are ingested, each in a transaction of its own that is durable when the call returns.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseResponse, parseUserMessage } from '@terrarium/memory/parse-message';
import { ingest, migrate } from '@terrarium/memory/wake';
import { countCpuMs, findMedian } from './count-cpu.ts';
import { buildSentence } from './fill-memory.ts';

export interface IngestMeasure {
  readonly messages: number;
  readonly perSecond: number;
  readonly perCpuSecond: number;
  /** Median time for one message, in milliseconds. */
  readonly median: number;
  /** The slowest message, in milliseconds of processor time. */
  readonly slowest: number;
}

const messages = 10_000;

/** Realistic talk: half of the messages are the companion's, and a tenth bring something to hold in mind. */
export function measureIngest(folder: string): IngestMeasure {
  const path = join(folder, 'ingest.sqlite');
  const database = migrate(path);
  const began = performance.now();
  const busy = process.cpuUsage();
  const took: number[] = [];
  let slowest = 0;
  for (let index = 0; index < messages; index++) {
    const said = buildSentence(index);
    const beganOne = performance.now();
    const busyOne = process.cpuUsage();
    if (index % 2 === 0) {
      ingest(database, parseUserMessage(said));
    } else {
      const held = index % 10 === 1 ? `<feeling>curious about ${index}</feeling>` : '';
      ingest(database, parseResponse(`<say>${said}</say>${held}`), { isCompanion: true });
    }
    took.push(performance.now() - beganOne);
    slowest = Math.max(slowest, countCpuMs(busyOne));
  }
  const seconds = (performance.now() - began) / 1000;
  const cpuSeconds = countCpuMs(busy) / 1000;
  database.close();
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  const median = findMedian(took);
  return { messages, perSecond: messages / seconds, perCpuSecond: messages / cpuSeconds, median, slowest };
}
