// Measures what the fleet costs a scene: processor, time and bytes, against the same worlds read alone in the same process.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { answerStory } from '@terrarium/annotator/testing/story-model';
import type { FleetDatabase } from '@terrarium/fleet/fleet-database';
import { runWorker } from '@terrarium/fleet/run-worker';
import { buildWorker, createStory, readAlone } from '@terrarium/fleet/testing/small-fleet';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import { renderTable, writeResults } from '../report.ts';
import { computeMedian } from './median.ts';
import type { PartOptions } from './part-options.ts';

type Fleet = PartOptions['fleet'];

/** A reply takes as long as a small model on a small card takes for its first token, and then for each token. */
const firstTokenMs = 200;
const tokensPerSecond = 150;
const scenesOfWorld = 20;
const rounds = 7;

const paced: LanguageModel = {
  id: 'paced:story',
  reply: async (request) => {
    const reply = answerStory(request);
    const { outputTokens } = reply.usage;
    const tokens = outputTokens === 'unknown' ? 20 : outputTokens;
    await new Promise((resolve) => setTimeout(resolve, firstTokenMs + (tokens / tokensPerSecond) * 1_000));
    return reply;
  },
};

interface Cost {
  /** Of this process, in milliseconds for each scene. */
  readonly processor: number;
  readonly wall: number;
}

async function measureCost(work: () => Promise<unknown>): Promise<Cost> {
  const before = process.cpuUsage();
  const began = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  return {
    processor: (user + system) / 1_000 / scenesOfWorld,
    wall: (performance.now() - began) / scenesOfWorld,
  };
}

export async function reportOverhead({ fleet }: PartOptions): Promise<string> {
  const plain: Cost[] = [];
  const often: Cost[] = [];
  const usual: Cost[] = [];
  const traffic: Traffic[] = [];
  // One after the other, again and again: what else the machine does falls on all alike. The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const dir = await createStory(join(fleet.folder, `alone-${round}`), 1, scenesOfWorld);
    plain.push(await measureCost(() => readAlone(dir, paced)));
    traffic.push(await readInFleet(fleet, { name: `often-${round}`, everyMs: 0, costs: often }));
    await readInFleet(fleet, { name: `usual-${round}`, everyMs: 15_000, costs: usual });
  }
  const figures = {
    plain: summarise(plain),
    often: summarise(often),
    usual: summarise(usual),
    traffic: traffic.at(-1),
  };
  writeResults('fleet', figures, 'overhead');
  const last = traffic.at(-1);
  const row = (title: string, cost: Cost) => [
    title,
    cost.processor.toFixed(1),
    (cost.processor - figures.plain.processor).toFixed(1),
    cost.wall.toFixed(0),
    `${((cost.wall / figures.plain.wall - 1) * 100).toFixed(1)} %`,
  ];
  const table = renderTable(
    ['medians for each scene', 'processor ms', 'more', 'wall ms', 'more'],
    [
      row('read alone', figures.plain),
      row('in the fleet, published every 15 s', figures.usual),
      row('in the fleet, published after each scene', figures.often),
    ],
  );
  return `${table}\nPublished after each scene: ${renderTraffic(last)}\n`;
}

function summarise(costs: readonly Cost[]): Cost {
  const counted = costs.slice(1);
  return {
    processor: computeMedian(counted.map(({ processor }) => processor)),
    wall: computeMedian(counted.map(({ wall }) => wall)),
  };
}

interface Traffic {
  /** Compressed bytes of pieces, and of replies, for each scene. */
  readonly pieces: number;
  readonly replies: number;
  /** Of all its files at the end. */
  readonly worldBytes: number;
  readonly sentInAll: number;
  readonly publishMs: number;
}

interface FleetReading {
  readonly name: string;
  readonly everyMs: number;
  readonly costs: Cost[];
}

async function readInFleet(fleet: Fleet, { name, everyMs, costs }: FleetReading): Promise<Traffic> {
  const dir = await createStory(join(fleet.folder, name), 1, scenesOfWorld);
  await fleet.add(dir, name);
  const sent = { replies: 0 };
  const watched = watchReplies(fleet.database, sent);
  const { worker, events } = buildWorker({ ...fleet, database: watched }, paced, {
    publishEveryMs: everyMs,
    name: createHash('sha1').update(name).digest('hex').slice(0, 6),
  });
  costs.push(await measureCost(() => runWorker(worker)));
  const published = events.filter((event) => event.kind === 'world-published');
  const pieces = published.reduce((sum, { bytes }) => sum + bytes, 0);
  const [row] = await fleet.database.query<{ bytes: string }>(
    'SELECT bytes FROM fleet.world WHERE name = $1',
    [name],
  );
  return {
    pieces: pieces / scenesOfWorld,
    replies: sent.replies / scenesOfWorld,
    worldBytes: Number(row?.bytes ?? 0),
    sentInAll: pieces + sent.replies,
    publishMs: computeMedian(published.map(({ milliseconds }) => milliseconds)),
  };
}

/** Counts the bytes of replies that are written down. */
function watchReplies(database: FleetDatabase, sent: { replies: number }): FleetDatabase {
  return {
    ...database,
    query: (text, values = []) => {
      if (text.includes('INSERT INTO fleet.reply'))
        sent.replies += values.reduce<number>(
          (sum, value) => sum + (value instanceof Uint8Array ? value.length : 8),
          0,
        );
      return database.query(text, values);
    },
  };
}

function renderTraffic(traffic: Traffic | undefined): string {
  if (traffic === undefined) return 'nothing';
  const { pieces, replies, worldBytes, sentInAll, publishMs } = traffic;
  const kilo = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;
  return [
    `${kilo(pieces)} of pieces and ${kilo(replies)} of replies travel for a scene,`,
    `${kilo(sentInAll)} in all for a world that has ${kilo(worldBytes)} in the end; a publishing takes ${publishMs} ms.`,
  ].join(' ');
}
