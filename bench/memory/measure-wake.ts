// Measures how long a wake takes: the whole of it, from the message's being there to the row in the ledger.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { assemble } from '@terrarium/memory/assemble';
import { parseUserMessage } from '@terrarium/memory/parse-message';
import { render } from '@terrarium/memory/render-wake';
import { ingest } from '@terrarium/memory/wake';
import { buildSentence, fillMemory, type MemorySize, newestMs } from './fill-memory.ts';

export interface WakeMeasure extends MemorySize {
  /** Milliseconds: the median and the ninety-fifth of a hundred, of assembling, rendering and writing down. */
  readonly medianMs: number;
  readonly p95Ms: number;
  /** Tokens of the last prompt. */
  readonly tokens: number;
}

const wakes = 100;
/** The first ones fill caches and let the compiler see the code. */
const warming = 20;

export function measureWake(folder: string, size: MemorySize): WakeMeasure {
  const path = join(folder, 'memory.sqlite');
  const database = fillMemory(path, size);
  let nowMs = newestMs + 60_000;
  const clock = { now: () => nowMs };
  const config = {
    database,
    clock,
    wakeContextPath: join(folder, 'wake-context.md'),
    wakeContextImagePath: join(folder, 'wake-context-image.md'),
    ambientPath: join(folder, 'ambient.md'),
    budgets: { echoes: 0 },
  };
  const took: number[] = [];
  let tokens = 0;
  for (let round = 0; round < warming + wakes; round++) {
    nowMs += 1000;
    ingest(database, parseUserMessage(buildSentence(round * 31)), { clock });
    const began = performance.now();
    const wake = assemble(config);
    render(wake);
    if (round >= warming) took.push(performance.now() - began);
    tokens = wake.tokens;
  }
  database.close();
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  took.sort((one, other) => one - other);
  return { ...size, medianMs: took[wakes / 2] ?? 0, p95Ms: took[Math.floor(wakes * 0.95)] ?? 0, tokens };
}
