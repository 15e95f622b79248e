// Measures what the fleet adds to each scene (processor, time, bytes), compared with the same worlds read alone.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { answerStory } from '@terrarium/annotator/testing/story-model';
import type { FleetDatabase } from '@terrarium/fleet/fleet-database';
import { defaultLeaseTerms } from '@terrarium/fleet/lease';
import { runWorker } from '@terrarium/fleet/run-worker';
import { buildWorker, createStory, readAlone } from '@terrarium/fleet/testing/small-fleet';
import type { LanguageModel } from '@terrarium/kernel/language-model';
import { renderTable, writeResults } from '../report.ts';
import { computeMedian } from './median.ts';
import type { PartOptions } from './part-options.ts';

type Fleet = PartOptions['fleet'];

/** The pace of a small model on a small graphics card: the wait for the first token, and tokens per second after it. */
const firstTokenMs = 200;
const tokensPerSecond = 150;
const scenesOfWorld = 16;
const rounds = 4;

/** `isWaiting` is false for the rounds that only warm the program up. */
function buildPaced(isWaiting: boolean): LanguageModel {
  return {
    id: 'paced:story',
    reply: async (request) => {
      const reply = answerStory(request);
      const { outputTokens } = reply.usage;
      const tokens = outputTokens === 'unknown' ? 20 : outputTokens;
      const waitMs = firstTokenMs + (tokens / tokensPerSecond) * 1_000;
      await new Promise((resolve) => setTimeout(resolve, isWaiting ? waitMs : 0));
      return reply;
    },
  };
}

interface Cost {
  /**
   * Processor and wall time of this process in milliseconds per scene, from the end of the first scene to the end of
   * the last.
   */
  readonly processor: number;
  readonly wall: number;
  /** Processor time for beginning and ending a world, not counting the time for its scenes. */
  readonly besides: number;
}

interface Moment {
  readonly processor: number;
  readonly wall: number;
}

function readMoment(): Moment {
  const { user, system } = process.cpuUsage();
  return { processor: (user + system) / 1_000, wall: performance.now() };
}

/** `work` calls back after each scene that it has read. */
async function measureCost(work: (onScene: () => void) => Promise<unknown>): Promise<Cost> {
  const scenes: Moment[] = [];
  const began = readMoment();
  await work(() => scenes.push(readMoment()));
  const ended = readMoment();
  const [first, last] = [scenes[0] ?? began, scenes.at(-1) ?? ended];
  const between = scenes.length - 1;
  const processor = (last.processor - first.processor) / between;
  return {
    processor,
    wall: (last.wall - first.wall) / between,
    besides: ended.processor - began.processor - processor * scenes.length,
  };
}

export async function reportOverhead({ fleet }: PartOptions): Promise<string> {
  const plain: Cost[] = [];
  const often: Cost[] = [];
  const usual: Cost[] = [];
  const traffic: Traffic[] = [];
  // Each round measures every way to read once, so that whatever else the machine does affects all ways alike. The
  // first two rounds only warm the program up.
  for (let round = -2; round < rounds; round += 1) {
    const model = buildPaced(round >= 0);
    const dir = await createStory(join(fleet.folder, `alone${round}`), 1, scenesOfWorld);
    plain.push(await measureCost((onScene) => readAlone(dir, model, onScene)));
    traffic.push(await readInFleet(fleet, { name: `often${round}`, everyMs: 0, costs: often, model }));
    await readInFleet(fleet, { name: `usual${round}`, everyMs: 15_000, costs: usual, model });
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
    cost.besides.toFixed(0),
  ];
  const table = renderTable(
    [
      `medians of ${rounds}, for each scene`,
      'processor ms',
      'more',
      'wall ms',
      'more',
      'a world besides, ms',
    ],
    [
      row('read alone', figures.plain),
      row('in the fleet, published every 15 s', figures.usual),
      row('in the fleet, published after each scene', figures.often),
    ],
  );
  return `${table}\nPublished after each scene: ${renderTraffic(last)}\n`;
}

function summarise(costs: readonly Cost[]): Cost {
  const counted = costs.slice(-rounds);
  return {
    processor: computeMedian(counted.map(({ processor }) => processor)),
    wall: computeMedian(counted.map(({ wall }) => wall)),
    besides: computeMedian(counted.map(({ besides }) => besides)),
  };
}

interface Traffic {
  /** For each scene: compressed bytes of the pieces of the world, and compressed bytes of the replies. */
  readonly pieces: number;
  readonly replies: number;
  /** Bytes of all files of a world at the end. */
  readonly worldBytes: number;
  readonly sentInAll: number;
  readonly publishMs: number;
}

interface FleetReading {
  readonly name: string;
  readonly everyMs: number;
  readonly costs: Cost[];
  readonly model: LanguageModel;
}

async function readInFleet(fleet: Fleet, { name, everyMs, costs, model }: FleetReading): Promise<Traffic> {
  const dir = await createStory(join(fleet.folder, name), 1, scenesOfWorld);
  await fleet.add(dir, name);
  const sent = { replies: 0 };
  const watched = watchReplies(fleet.database, sent);
  const { worker, events } = buildWorker({ ...fleet, database: watched }, model, {
    terms: defaultLeaseTerms,
    publishEveryMs: everyMs,
    name: createHash('sha1').update(name).digest('hex').slice(0, 6),
  });
  const measured = measureCost((onScene) =>
    runWorker({
      ...worker,
      emit: (event) => {
        if (event.kind === 'scene-read') onScene();
        worker.emit(event);
      },
    }),
  );
  costs.push(await measured);
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

/** Counts the bytes of the replies that are written to the database. */
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
    `${kilo(sentInAll)} in all for a world of ${kilo(worldBytes)} in the end; to publish it once takes ${publishMs} ms.`,
  ].join(' ');
}
