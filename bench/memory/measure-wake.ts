// Measures how long a whole wake takes, from the ingested message to the row in the ledger.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { assemble } from '@terrarium/memory/assemble';
import { parseUserMessage } from '@terrarium/memory/parse-message';
import { render } from '@terrarium/memory/render-wake';
import { ingest } from '@terrarium/memory/wake';
import type { WakeConfig } from '@terrarium/memory/wake-config';
import { countCpuMs, findMedian } from './count-cpu.ts';
import { buildSentence, fillMemory, type MemorySize, newestMs } from './fill-memory.ts';

export interface WakeMeasure extends MemorySize {
  readonly withoutEchoes: Latency;
  readonly withEchoes: Latency;
}

/** Time to assemble, render and write down a wake, in milliseconds. */
export interface Latency {
  readonly median: number;
  readonly p95: number;
  /** Median of the processor time: if others use the machine too, the median by the clock says less. */
  readonly cpuMedian: number;
  /** Bytes that a wake leaves in the database for ever, on average. */
  readonly ledgerBytes: number;
  /** How many tokens the last prompt has. */
  readonly tokens: number;
}

const wakes = 100;
/** This many wakes at the beginning are not counted: they fill caches and let the compiler optimise. */
const warming = 20;

export function measureWake(folder: string, size: MemorySize): WakeMeasure {
  const path = join(folder, 'memory.sqlite');
  const database = fillMemory(path, size);
  const withoutEchoes = measure(folder, database, { echoes: 0 });
  const withEchoes = measure(folder, database, {});
  database.close();
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  return { ...size, withoutEchoes, withEchoes };
}

function measure(folder: string, database: WakeConfig['database'], budgets: WakeConfig['budgets']): Latency {
  let nowMs = newestMs + 60_000;
  const clock = { now: () => nowMs };
  const config = {
    database,
    clock,
    budgets,
    wakeContextPath: join(folder, 'wake-context.md'),
    wakeContextImagePath: join(folder, 'wake-context-image.md'),
    ambientPath: join(folder, 'ambient.md'),
  };
  const took: number[] = [];
  let tokens = 0;
  const cpu: number[] = [];
  for (let round = 0; round < warming + wakes; round++) {
    nowMs += 1000;
    ingest(database, parseUserMessage(buildSentence(round * 31)), { clock });
    const began = performance.now();
    const busy = process.cpuUsage();
    const wake = assemble(config);
    render(wake);
    if (round >= warming) {
      took.push(performance.now() - began);
      cpu.push(countCpuMs(busy));
    }
    tokens = wake.tokens;
  }
  took.sort((one, other) => one - other);
  return {
    median: findMedian(took),
    p95: took[Math.floor(wakes * 0.95)] ?? 0,
    cpuMedian: findMedian(cpu),
    ledgerBytes: measureLedger(database),
    tokens,
  };
}

function measureLedger(database: WakeConfig['database']): number {
  const sizes = database
    .prepare<[number], number>('SELECT length(ledger) FROM wake ORDER BY id DESC LIMIT ?')
    .pluck()
    .all(wakes);
  return sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
}
