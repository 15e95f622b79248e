// Echo scale: `node bench/memory/echo-scale.ts [--events 1000,10000,…]` prints what taking in and finding cost in a long memory.

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findEchoes } from '@terrarium/memory/find-echoes';
import { indexEvent } from '@terrarium/memory/index-event';
import { ingest } from '@terrarium/memory/ingest';
import { openMemoryDatabase } from '@terrarium/memory/open-memory-database';
import { parseUserMessage } from '@terrarium/memory/parse-message';
import { findEvaluationData } from '../evaluation-data.ts';
import { renderTable } from '../report.ts';

const { values: options } = parseArgs({
  options: { events: { type: 'string', default: '1000,10000,100000' } },
});

const queries = 41;
const minuteMs = 60_000;
const budgetTokens = 600;

/** Messages of 8 to 47 words that stand together somewhere in recorded play, each with one of 50,000 rare names. */
function buildWriter(): () => string {
  const lines = readFileSync(findEvaluationData('crd3/posts.dev.jsonl'), 'utf8').trim().split('\n');
  const words = lines.flatMap((line) => String(JSON.parse(line).body).split(/\s+/));
  let state = 42;
  const draw = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return () => {
    const length = 8 + Math.floor(draw() * 40);
    const from = Math.floor(draw() * (words.length - length));
    return `${words.slice(from, from + length).join(' ')} name${Math.floor(draw() * draw() * 50_000)}`;
  };
}

function findMedian(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;
}

const folder = mkdtempSync(join(tmpdir(), 'echo-scale-'));
const path = join(folder, 'memory.sqlite');
const connection = openMemoryDatabase({ path });
const write = buildWriter();
let nowMs = Date.UTC(2024, 0, 1);
let taken = 0;
const rows: string[][] = [];
for (const events of options.events.split(',').map(Number)) {
  const before = { taken, atMs: performance.now(), cpu: process.cpuUsage() };
  let slowestMs = 0;
  for (; taken < events; taken++) {
    nowMs += minuteMs;
    const startedMs = performance.now();
    ingest(connection, parseUserMessage(write()), {
      side: 'user',
      clock: { now: () => nowMs },
      indexEvent: (event, shownText) => indexEvent(connection, event, shownText),
    });
    slowestMs = Math.max(slowestMs, performance.now() - startedMs);
  }
  const seconds = (performance.now() - before.atMs) / 1000;
  const cpu = process.cpuUsage(before.cpu);
  const echoCpu = process.cpuUsage();
  const times = Array.from({ length: queries }, () => {
    const query = write();
    const startedMs = performance.now();
    findEchoes(connection, {
      query,
      inView: new Set(),
      budgetTokens,
      tokens: { count: (text) => text.length / 4 },
      nowMs,
    });
    return performance.now() - startedMs;
  });
  const spent = process.cpuUsage(echoCpu);
  rows.push([
    String(events),
    ((taken - before.taken) / seconds).toFixed(0),
    ((taken - before.taken) / ((cpu.user + cpu.system) / 1e6)).toFixed(0),
    slowestMs.toFixed(0),
    findMedian(times).toFixed(1),
    ((spent.user + spent.system) / 1000 / queries).toFixed(1),
    Math.max(...times).toFixed(1),
    (statSync(path).size / 1e6).toFixed(0),
  ]);
  process.stdout.write(`${rows.at(-1)?.join('  ')}\n`);
}
connection.close();
rmSync(folder, { recursive: true });
process.stdout.write(
  renderTable(
    ['events', 'taken in/s', '/s of CPU', 'slowest ms', 'echoes ms (median)', 'ms of CPU', 'slowest', 'MB'],
    rows,
  ),
);
