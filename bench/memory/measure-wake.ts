// Measures how long a wake takes: the whole of it, from the message's being there to the row in the ledger.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { assemble } from '@terrarium/memory/assemble';
import { parseUserMessage } from '@terrarium/memory/parse-message';
import { render } from '@terrarium/memory/render-wake';
import { ingest } from '@terrarium/memory/wake';
import type { WakeConfig } from '@terrarium/memory/wake-config';
import { buildSentence, fillMemory, type MemorySize, newestMs } from './fill-memory.ts';

export interface WakeMeasure extends MemorySize {
  readonly withoutEchoes: Latency;
  readonly withEchoes: Latency;
}

/** Of assembling, rendering and writing down, in milliseconds. */
export interface Latency {
  readonly median: number;
  readonly p95: number;
  /** What the processor was busy: where others work on the machine, the median says less. */
  readonly cpuMean: number;
  /** Of the last prompt. */
  readonly tokens: number;
}

const wakes = 100;
/** The first ones fill caches and let the compiler see the code. */
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
  let cpuMs = 0;
  for (let round = 0; round < warming + wakes; round++) {
    nowMs += 1000;
    ingest(database, parseUserMessage(buildSentence(round * 31)), { clock });
    const began = performance.now();
    const busy = process.cpuUsage();
    const wake = assemble(config);
    render(wake);
    if (round >= warming) {
      took.push(performance.now() - began);
      const { user, system } = process.cpuUsage(busy);
      cpuMs += (user + system) / 1000;
    }
    tokens = wake.tokens;
  }
  took.sort((one, other) => one - other);
  return {
    median: took[wakes / 2] ?? 0,
    p95: took[Math.floor(wakes * 0.95)] ?? 0,
    cpuMean: cpuMs / wakes,
    tokens,
  };
}
