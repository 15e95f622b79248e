// Measures how everything grows with the story: lookups, resuming, commands and memory at 10 k, 100 k and 1 M posts.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { renderTable, writeResults } from '../report.ts';
import type { Latency, LookUps } from './look-up.ts';
import { type CommandMeasure, measureCommand, runScript } from './measure-process.ts';
import { measureReadingOn, type ReadingOn } from './measure-reading-on.ts';
import type { StorySize } from './synthetic-story.ts';

interface Filled {
  readonly planSeconds: number;
  readonly fillSeconds: number;
  readonly scenes: number;
  readonly entries: number;
  /** How many posts of the story were read. */
  readonly posts: number;
}

interface ScaleMeasure {
  readonly size: StorySize;
  readonly filled: Filled;
  readonly imported: CommandMeasure;
  readonly databaseMegabytes: number;
  readonly lookUps: LookUps;
  readonly readingOn: ReadingOn;
  readonly commands: Readonly<Record<string, CommandMeasure>>;
}

/** The commands whose time is measured in a world that has been filled. */
const looks: Readonly<Record<string, readonly string[]>> = {
  status: ['annotate', 'status'],
  'inspect 1': ['annotate', 'inspect', '1'],
  'inspect (no such)': ['annotate', 'inspect', 'Nobodyever'],
  'inspect thread': ['annotate', 'inspect', 'thread', '2'],
  'inspect post': ['annotate', 'inspect', 'post', '7'],
  'inspect scene': ['annotate', 'inspect', 'scene', '50'],
  export: ['annotate', 'export'],
};

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, posts: { type: 'string' } },
});
const sizes = (values.quick ? [10_000] : [10_000, 100_000, 1_000_000])
  .filter((posts) => values.posts === undefined || posts === Number(values.posts))
  .map((posts) => ({ posts, entries: posts / 10 }));

const measures: ScaleMeasure[] = [];
for (const size of sizes) measures.push(await measureSize(size));
process.stdout.write(renderMeasures(measures));
writeResults('scale', { measures });

async function measureSize(size: StorySize): Promise<ScaleMeasure> {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-scale-'));
  const path = join(folder, 'story.jsonl');
  const dir = join(folder, 'world');
  try {
    await runScript('write-story.ts', { path, size });
    const imported = await measureCommand(['import', path, '--world', dir]);
    rmSync(path);
    const filled = await runScript<Filled>('fill-world.ts', { dir, size });
    const lookUps = await runScript<LookUps>('look-up.ts', { dir });
    const readingOn = await measureReadingOn(dir);
    const commands: Record<string, CommandMeasure> = {};
    for (const [name, words] of Object.entries(looks))
      commands[name] = await measureCommand([...words, '--world', dir]);
    const databaseMegabytes = statSync(join(dir, 'annotator.db')).size / 1e6;
    return { size, filled, imported, databaseMegabytes, lookUps, readingOn, commands };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function renderMeasures(measured: readonly ScaleMeasure[]): string {
  const head = ['', ...measured.map(({ size }) => `${size.posts / 1000} k posts`)];
  const row = (title: string, show: (one: ScaleMeasure) => string) => [title, ...measured.map(show)];
  const kinds = Object.keys(measured[0]?.lookUps.searches ?? {});
  const rows = [
    row('entries', ({ filled }) => String(filled.entries)),
    row('story posts read', ({ filled }) => String(filled.posts)),
    row('scenes read', ({ filled }) => String(filled.scenes)),
    row('annotator.db, MB', (one) => round(one.databaseMegabytes, 0)),
    row('import, s (peak MB)', (one) => renderCommand(one.imported)),
    row('plan, s', ({ filled }) => round(filled.planSeconds)),
    row('open, ms', ({ lookUps }) => round(lookUps.openMs, 0)),
    row('index of names, first use, ms', ({ lookUps }) => round(lookUps.firstMs, 0)),
    row('index of names, MB', ({ lookUps }) => round(lookUps.indexMegabytes, 0)),
    row('relevant entries, ms: median (mean processor time)', ({ lookUps }) =>
      renderMedian(lookUps.relevant),
    ),
    row('  p95', ({ lookUps }) => round(lookUps.relevant.p95)),
    row('  one pattern of all names: median', ({ lookUps }) => renderMedian(lookUps.plainRelevant)),
    row('search, ms: median (mean processor time)', ({ lookUps }) => renderMedian(lookUps.search)),
    row('  p95', ({ lookUps }) => round(lookUps.search.p95)),
    ...kinds.map((kind) => row(`  ${kind}: median`, ({ lookUps }) => renderMedian(lookUps.searches[kind]))),
    row('  LIKE over all: median', ({ lookUps }) => renderMedian(lookUps.plainSearch)),
    row('resume to first request, s', ({ readingOn }) => round(readingOn.resumeSeconds)),
    row('reply to next request, ms: median', ({ readingOn }) => round(readingOn.gapMedianMs)),
    row('  p95', ({ readingOn }) => round(readingOn.gapP95Ms)),
    row('run of 40 scenes, peak MB', ({ readingOn }) => round(readingOn.peakMegabytes, 0)),
    ...Object.keys(looks).map((name) =>
      row(`${name}, s (peak MB)`, (one) => renderCommand(one.commands[name])),
    ),
  ];
  return renderTable(head, rows);
}

function renderMedian(latency: Latency | undefined): string {
  return `${round(latency?.median)} (${round(latency?.cpuMean)})`;
}

function renderCommand(command: CommandMeasure | undefined): string {
  return `${round(command?.seconds)} (${round(command?.peakMegabytes, 0)})`;
}

function round(value: number | undefined, digits = 2): string {
  return (value ?? Number.NaN).toFixed(digits);
}
