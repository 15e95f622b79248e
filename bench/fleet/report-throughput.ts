// Measures throughput with 1, 2, 4 and 8 workers over small worlds; the model servers are as slow as real ones.

import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { startTerrarium } from '@terrarium/annotator/testing/reading-process';
import { openStoryServer } from '@terrarium/annotator/testing/story-server';
import { createStory } from '@terrarium/fleet/testing/small-fleet';
import { renderTable, writeResults } from '../report.ts';
import type { PartOptions } from './part-options.ts';

/** How long a small model takes for a reply: for its first token and about a hundred more tokens. */
const replyMs = 1_000;
const scenesOfWorld = 3;
const most = 8;
/**
 * How many worlds each worker reads in a fleet with fewer than `most` workers. Such fleets are only measured
 * for comparison.
 */
const worldsOfFew = 7;
const startMs = 5_000;

interface Row {
  readonly workers: number;
  readonly worlds: number;
  /** How many seconds one worker works on one world, on average. */
  readonly seconds: number;
  readonly scenesPerSecond: number;
  /**
   * Share of one core that each worker used, and share of all cores of the machine that was in use by any program.
   * Undefined if the system does not say.
   */
  readonly processor: number | undefined;
  readonly busy: number;
}

export async function reportThroughput({ fleet, worlds }: PartOptions): Promise<string> {
  const servers = await Promise.all(
    Array.from({ length: most }, () => openStoryServer({ thinkingMs: replyMs, usage: 'without-cache' })),
  );
  const urls = servers.map(({ baseUrl }) => baseUrl);
  const rows: Row[] = [];
  for (const workers of [1, 2, 4, most]) {
    const count = workers === most ? worlds : Math.min(worlds, worldsOfFew * workers);
    rows.push(await measure(fleet, { workers, count, urls: urls.slice(0, workers) }));
  }
  for (const server of servers) await server.close();
  writeResults('fleet', rows, 'throughput');
  const [first] = rows;
  const table = renderTable(
    [
      'workers',
      'worlds',
      's a world',
      'scenes/s',
      'against n × one',
      'core a worker',
      'its share',
      'machine busy',
    ],
    rows.map(({ workers, worlds: count, seconds, scenesPerSecond, processor, busy }) => [
      String(workers),
      String(count),
      seconds.toFixed(2),
      scenesPerSecond.toFixed(2),
      (scenesPerSecond / (workers * (first?.scenesPerSecond ?? 1))).toFixed(3),
      processor === undefined ? '?' : renderPart(processor),
      renderPart(Math.min(1, availableParallelism() / workers)),
      renderPart(busy),
    ]),
  );
  return `${table}\n${describeLimit(rows)}\n`;
}

function renderPart(part: number): string {
  return `${(part * 100).toFixed(0)} %`;
}

/**
 * Says whether the workers lacked processor time. On separate machines each has a core of its own; here they share the
 * cores of one machine.
 */
function describeLimit(rows: readonly Row[]): string {
  const cores = availableParallelism();
  const over = rows.find(({ workers, processor }) => (processor ?? 0) > Math.min(1, cores / workers));
  if (over !== undefined)
    return `${over.workers} workers want more than the ${cores} cores of this machine can give: the machine limits them.`;
  const full = rows.find(({ busy }) => busy > 0.85);
  if (full !== undefined)
    return `From ${full.workers} workers on, the ${cores} cores were full: of workers, and of whatever else ran here.`;
  return 'No worker wanted more than its share of the cores, and they were never full.';
}

interface Setting {
  readonly workers: number;
  readonly count: number;
  readonly urls: readonly string[];
}

/**
 * Measures by the database's clock how long a worker takes for its worlds: from its first lease until it has finished
 * the last world. This leaves out the time in which processes start, and in which a worker has nothing left to do while
 * others still work.
 */
async function measure(fleet: PartOptions['fleet'], { workers, count, urls }: Setting): Promise<Row> {
  await fleet.clear();
  const dir = await createStory(join(fleet.folder, `story-${workers}`), 1, scenesOfWorld);
  for (let at = 0; at < count; at += 1) await fleet.add(dir, `world-${workers}-${at}`);
  // No worker gets a task before all workers are running.
  const { query } = fleet.database;
  await query("UPDATE fleet.task SET state = 'resting', until_at = now() + interval '1 hour'");
  const started = urls.map((url, at) => {
    const model = ['--model', 'openai:story', '--base-url', url, '--context-budget', '6000'];
    const own = ['--worker', `w${at}`, '--dir', join(fleet.folder, 'work')];
    const argv = ['fleet', 'work', '--database', fleet.address, '--only', 'read', ...model, ...own];
    return startTerrarium(argv, fleet.folder);
  });
  const pids = started.map(({ child }) => child.pid ?? 0);
  await new Promise((resolve) => setTimeout(resolve, startMs));
  const before = readUse(pids);
  await query("UPDATE fleet.task SET state = 'waiting', until_at = NULL");
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const open = await query("SELECT 1 FROM fleet.task WHERE state NOT IN ('finished', 'poisoned') LIMIT 1");
    if (open.length === 0) break;
  }
  const after = readUse(pids);
  for (const { child, ended } of started) {
    child.kill('SIGTERM');
    await ended;
  }
  const [row] = await query<{ seconds: number; failed: boolean }>(
    `SELECT (sum(span) / sum(count))::double precision AS seconds, bool_or(failed) AS failed FROM (
       SELECT extract(epoch FROM max(finished_at) - min(leased_at)) AS span, count(*) AS count,
         bool_or(state = 'poisoned') AS failed
       FROM fleet.task GROUP BY worker) AS each`,
  );
  if (row === undefined || row.failed) throw new Error('A world was set aside: nothing can be measured.');
  const { seconds } = row;
  const scenesPerSecond = (workers * scenesOfWorld) / seconds;
  return { workers, worlds: count, seconds, scenesPerSecond, ...compareUse(before, after, workers) };
}

interface Use {
  readonly wallMs: number;
  /**
   * Milliseconds of processor time that the given processes have used so far; undefined if the system does
   * not say.
   */
  readonly processes: number | undefined;
  readonly idleMs: number;
  readonly allMs: number;
}

function compareUse(before: Use, after: Use, workers: number): Pick<Row, 'processor' | 'busy'> {
  const wallMs = after.wallMs - before.wallMs;
  const isKnown = before.processes !== undefined && after.processes !== undefined;
  const own = isKnown ? (after.processes - before.processes) / wallMs / workers : undefined;
  return { processor: own, busy: 1 - (after.idleMs - before.idleMs) / (after.allMs - before.allMs) };
}

function readUse(pids: readonly number[]): Use {
  const times = cpus().map(({ times: one }) => one);
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
  return {
    wallMs: performance.now(),
    processes: sumProcesses(pids),
    idleMs: sum(times.map(({ idle }) => idle)),
    allMs: sum(times.flatMap((one) => Object.values(one))),
  };
}

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

function sumProcesses(pids: readonly number[]): number | undefined {
  try {
    const ticks = pids.map((pid) => {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // After the name, which may contain anything, the twelfth and thirteenth fields are the user time and the
      // system time.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      return Number(fields[11]) + Number(fields[12]);
    });
    return ticks.reduce((total, one) => total + one, 0) * tickMs;
  } catch {
    return undefined;
  }
}
