// Reports what it costs to ingest a message and to search for echoes in a long memory of recorded play.

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openMemoryDatabase } from '@terrarium/memory/open-memory-database';
import { parseUserMessage } from '@terrarium/memory/parse-message';
import { searchEchoes } from '@terrarium/memory/search-echoes';
import { ingest } from '@terrarium/memory/wake';
import { findEvaluationData } from '../evaluation-data.ts';
import { renderTable, writeResults } from '../report.ts';
import { countCpuMs, findMedian } from './count-cpu.ts';
import type { PartOptions } from './part-options.ts';

const sizes = [1_000, 10_000, 100_000, 1_000_000];
const queries = 41;
const minuteMs = 60_000;
const budgetTokens = 600;
const tokens = { count: (text: string) => text.length / 4 };

/** Builds a function that writes messages: 8 to 47 consecutive words of recorded play, and one of 50,000 rare names. */
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

interface EchoMeasure {
  readonly events: number;
  readonly perSecond: number;
  readonly perCpuSecond: number;
  /** The slowest ingestion of a message, in milliseconds of processor time. */
  readonly slowestTaking: number;
  /** Time for one search for echoes, in milliseconds. */
  readonly median: number;
  readonly cpuMedian: number;
  readonly slowest: number;
  readonly megabytes: number;
}

const head = [
  'echoes: median ms (of the processor; slowest)',
  'finding',
  'taken in/s',
  '/s of processor',
  'slowest of them, ms of processor time',
  'MB',
];

export function reportEchoes({ folder, mostEvents }: PartOptions): string {
  const path = join(folder, 'memory.sqlite');
  const connection = openMemoryDatabase({ path });
  const growing: Growing = { connection, write: buildWriter(), clock: { nowMs: Date.UTC(2024, 0, 1) } };
  let before = 0;
  const measured = sizes
    .filter((events) => events <= mostEvents)
    .map((events) => {
      const taking = takeIn(growing, events - before);
      before = events;
      return { events, ...taking, ...search(growing), megabytes: statSync(path).size / 1e6 };
    });
  connection.close();
  writeResults('memory', measured, 'echoes');
  return renderTable(head, measured.map(buildRow));
}

function buildRow(one: EchoMeasure): readonly string[] {
  return [
    `${one.events} events`,
    `${one.median.toFixed(1)} (${one.cpuMedian.toFixed(1)}; ${one.slowest.toFixed(1)})`,
    one.perSecond.toFixed(0),
    one.perCpuSecond.toFixed(0),
    one.slowestTaking.toFixed(1),
    one.megabytes.toFixed(0),
  ];
}

interface Growing {
  readonly connection: ReturnType<typeof openMemoryDatabase>;
  readonly write: () => string;
  readonly clock: { nowMs: number };
}

type Taking = Pick<EchoMeasure, 'perSecond' | 'perCpuSecond' | 'slowestTaking'>;

function takeIn({ connection, write, clock }: Growing, messages: number): Taking {
  const began = performance.now();
  const busy = process.cpuUsage();
  let slowestTaking = 0;
  for (let taken = 0; taken < messages; taken++) {
    clock.nowMs += minuteMs;
    const message = parseUserMessage(write());
    const busyOne = process.cpuUsage();
    ingest(connection, message, { clock: { now: () => clock.nowMs } });
    slowestTaking = Math.max(slowestTaking, countCpuMs(busyOne));
  }
  const seconds = (performance.now() - began) / 1000;
  return {
    perSecond: messages / seconds,
    perCpuSecond: (messages * 1000) / countCpuMs(busy),
    slowestTaking,
  };
}

function search({
  connection,
  write,
  clock,
}: Growing): Pick<EchoMeasure, 'median' | 'cpuMedian' | 'slowest'> {
  const took: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < queries; round++) {
    const query = write();
    const began = performance.now();
    const busy = process.cpuUsage();
    searchEchoes(connection, { query, inView: new Set(), budgetTokens, tokens, nowMs: clock.nowMs });
    took.push(performance.now() - began);
    cpu.push(countCpuMs(busy));
  }
  return { median: findMedian(took), cpuMedian: findMedian(cpu), slowest: Math.max(...took) };
}
