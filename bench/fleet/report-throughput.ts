// Measures throughput: 1, 2, 4 and 8 workers over small worlds, each with a server that has the pace of a real one.

import { join } from 'node:path';
import { startTerrarium } from '@terrarium/annotator/testing/reading-process';
import { openStoryServer } from '@terrarium/annotator/testing/story-server';
import { createStory } from '@terrarium/fleet/testing/small-fleet';
import { renderTable, writeResults } from '../report.ts';
import type { PartOptions } from './part-options.ts';

/** A reply of a small model: its first token, and some hundred more. */
const replyMs = 900;
const scenesOfWorld = 7;

interface Row {
  readonly workers: number;
  readonly worlds: number;
  /** Of a worker, for each of its worlds. */
  readonly seconds: number;
  readonly scenesPerSecond: number;
}

export async function reportThroughput({ fleet, worlds }: PartOptions): Promise<string> {
  const most = 8;
  const servers = await Promise.all(
    Array.from({ length: most }, () => openStoryServer({ thinkingMs: replyMs, usage: 'without-cache' })),
  );
  const urls = servers.map(({ baseUrl }) => baseUrl);
  const rows: Row[] = [];
  for (const workers of [1, 2, 4, most])
    rows.push(await measure(fleet, { workers, worlds, urls: urls.slice(0, workers) }));
  for (const server of servers) await server.close();
  writeResults('fleet', rows, 'throughput');
  const [first] = rows;
  return renderTable(
    ['workers', 'worlds', 'seconds a world', 'scenes/s', 'against n × one'],
    rows.map(({ workers, worlds: count, seconds, scenesPerSecond }) => [
      String(workers),
      String(count),
      seconds.toFixed(1),
      scenesPerSecond.toFixed(2),
      (scenesPerSecond / (workers * (first?.scenesPerSecond ?? 1))).toFixed(2),
    ]),
  );
}

interface Setting {
  readonly workers: number;
  readonly worlds: number;
  readonly urls: readonly string[];
}

/**
 * How long a world takes its worker, from its first lease to its last end by the database's clock: processes that start,
 * and workers that have nothing left while others end, are left out.
 */
async function measure(fleet: PartOptions['fleet'], { workers, worlds, urls }: Setting): Promise<Row> {
  await fleet.clear();
  const count = workers * worlds;
  const dir = await createStory(join(fleet.folder, `story-${workers}`), 1, scenesOfWorld);
  // All are there before the first world is.
  const started = urls.map((url, at) => {
    const model = ['--model', 'openai:story', '--base-url', url, '--context-budget', '6000'];
    const own = ['--worker', `w${at}`, '--dir', join(fleet.folder, `w${workers}-${at}`)];
    const argv = ['fleet', 'work', '--database', fleet.address, '--only', 'read', ...model, ...own];
    return startTerrarium(argv, fleet.folder);
  });
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  for (let at = 0; at < count; at += 1) await fleet.add(dir, `world-${workers}-${at}`);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const open = await fleet.database.query("SELECT 1 FROM fleet.task WHERE state <> 'finished' LIMIT 1");
    if (open.length === 0) break;
  }
  for (const { child, ended } of started) {
    child.kill('SIGTERM');
    await ended;
  }
  const [row] = await fleet.database.query<{ seconds: number }>(
    `SELECT (sum(span) / sum(count))::double precision AS seconds FROM (
       SELECT extract(epoch FROM max(finished_at) - min(leased_at)) AS span, count(*) AS count
       FROM fleet.task GROUP BY worker) AS each`,
  );
  const seconds = row?.seconds ?? 0;
  return { workers, worlds: count, seconds, scenesPerSecond: (workers * scenesOfWorld) / seconds };
}
