// Memory bench: `node bench/memory/run.ts [part]` measures wakes, intake and what wakes hold, or prints a simulated year.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseParts } from '../choose-parts.ts';
import type { PartOptions } from './part-options.ts';
import { reportCompiled } from './report-compiled.ts';
import { reportEchoes } from './report-echoes.ts';
import { reportEvidence } from './report-evidence.ts';
import { reportIngest } from './report-ingest.ts';
import { reportTimes } from './report-times.ts';
import { reportUpdates } from './report-updates.ts';
import { reportWakes } from './report-wakes.ts';
import { reportYear } from './report-year.ts';

const parts: Readonly<Record<string, (options: PartOptions) => string | Promise<string>>> = {
  wakes: reportWakes,
  ingest: reportIngest,
  echoes: reportEchoes,
  evidence: reportEvidence,
  year: reportYear,
  times: reportTimes,
  updates: reportUpdates,
  compiled: reportCompiled,
};

/**
 * All parts run unless some are named; memories of more than `--events` events are not measured.
 * `--conversations 0,2` asks only about the conversations at these indexes, so that what was tuned on some
 * can be measured on others. `compiled world …` measures worlds that already exist.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { events: { type: 'string', default: '1000000' }, conversations: { type: 'string' } },
});
const conversations = values.conversations?.split(',').map(Number);

const isOfWorlds = positionals[0] === 'compiled';
const named = isOfWorlds ? ['compiled'] : positionals;
const worlds = isOfWorlds ? positionals.slice(1) : [];

for (const report of chooseParts(parts, named)) {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-bench-'));
  process.stdout.write(
    `${await report({ folder, mostEvents: Number(values.events), conversations, worlds })}\n`,
  );
  rmSync(folder, { recursive: true, force: true });
}
