// Measures glossary lookups for a scene and for a search in a filled world, compared with lookups without any index.

import { openAnnotator } from '@terrarium/annotator/open-annotator';
import { openWorld } from '@terrarium/annotator/open-world';
import { buildSystemEnvironment } from '@terrarium/kernel/environment';
import { setSlowHeapGrowth } from '@terrarium/kernel/set-slow-heap-growth';
import { findQuantile } from './measure-process.ts';
import { buildChance } from './synthetic-story.ts';

/** Latencies of a lookup, in milliseconds. */
export interface Latency {
  /**
   * The mean processor time, which is the time that an idle machine would take. It is a mean because some systems count
   * processor time in steps of milliseconds.
   */
  readonly cpuMean: number;
  readonly median: number;
  readonly p95: number;
  readonly highest: number;
}

export interface LookUps {
  readonly openMs: number;
  readonly firstMs: number;
  readonly relevant: Latency;
  readonly plainRelevant: Latency;
  readonly search: Latency;
  readonly searches: Readonly<Record<string, Latency>>;
  readonly plainSearch: Latency;
  /** Resident memory that the index of names and the store around it take after their first use. */
  readonly indexMegabytes: number;
  readonly peakMegabytes: number;
}

setSlowHeapGrowth();
const { dir } = JSON.parse(process.argv[2] ?? '{}') as { dir: string };
const sampledScenes = 300;
const searchesPerKind = 60;
const plainSample = 20;
const searchLimit = 10;
const chance = buildChance(23);
const before = process.memoryUsage.rss();
const openedAt = performance.now();
const annotator = openAnnotator(openWorld(dir), { clock: buildSystemEnvironment().clock });
const openMs = performance.now() - openedAt;
const { glossary, ledger } = annotator.stores;
const corpus = annotator.corpora.values().next().value;
if (corpus === undefined) throw new Error('The world has no corpus.');
const firstMs = time(() => glossary.countMentions(['Nobody is here.'])).elapsed;
const indexMegabytes = (process.memoryUsage.rss() - before) / 2 ** 20;

const texts = sampleScenes();
const relevant = texts.map((scene) => time(() => findRelevant(scene)));
const queries = listQueries();
const searches = Object.fromEntries(
  Object.entries(queries).map(([kind, asked]) => [kind, asked.map((query) => time(() => search(query)))]),
);
const peakMegabytes = process.resourceUsage().maxRSS / 1024;
const names = [...glossary.iterateEntries()].flatMap((entry) => [entry.term, ...entry.aliases]);
const plain = buildPlainSearch();
const report: LookUps = {
  openMs,
  firstMs,
  relevant: summarise(relevant),
  plainRelevant: summarise(texts.slice(0, plainSample).map((scene) => time(() => findPlainly(scene)))),
  search: summarise(Object.values(searches).flat()),
  searches: Object.fromEntries(Object.entries(searches).map(([kind, times]) => [kind, summarise(times)])),
  plainSearch: summarise(
    Object.values(queries).flatMap((asked) => asked.slice(0, 5).map((query) => time(() => plain(query)))),
  ),
  indexMegabytes,
  peakMegabytes,
};
annotator.close();
process.stdout.write(JSON.stringify(report));

interface Time {
  readonly elapsed: number;
  readonly cpu: number;
}

function time(work: () => unknown): Time {
  const began = performance.now();
  const usedBefore = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(usedBefore);
  return { elapsed: performance.now() - began, cpu: (user + system) / 1000 };
}

function summarise(times: readonly Time[]): Latency {
  const elapsed = times.map((one) => one.elapsed);
  const cpu = times.map((one) => one.cpu);
  return {
    cpuMean: cpu.reduce((sum, one) => sum + one, 0) / cpu.length,
    median: findQuantile(elapsed, 0.5),
    p95: findQuantile(elapsed, 0.95),
    highest: Math.max(...elapsed),
  };
}

/** Draws the texts of scenes from the whole story; this process has seen none of them before. */
function sampleScenes(): readonly (readonly string[])[] {
  const { total } = ledger.countScenes();
  return Array.from({ length: sampledScenes }, () => {
    const scene = ledger.findScene((1 + Math.floor(chance() * total)) as never);
    if (scene === undefined) throw new Error('There is no such scene.');
    return corpus?.readScene(scene).scenePosts.map((post) => post.body) ?? [];
  });
}

/** Finds what a request adds to a scene: the entries that the scene names, as they are now. */
function findRelevant(scene: readonly string[]): unknown {
  const named = glossary.countMentions(scene).map(({ entryId }) => entryId);
  glossary.readEntryRevisions(named);
  return glossary.read(named);
}

/** The plain way: every name as an alternative of one pattern. */
function findPlainly(scene: readonly string[]): unknown {
  const pattern = new RegExp(
    names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'),
    'gi',
  );
  return new Set(scene.flatMap((text) => [...text.matchAll(pattern)].map(([name]) => name)));
}

function search(query: string): unknown {
  return glossary.search({ query, limit: searchLimit });
}

/** The plain way: goes through the texts of every entry. */
function buildPlainSearch(): (query: string) => unknown {
  const like = annotator.connection.prepare(
    `SELECT id FROM entry WHERE term LIKE :query OR aliases LIKE :query OR definition LIKE :query LIMIT ${searchLimit}`,
  );
  return (query) => like.all({ query: `%${query.toWellFormed()}%` });
}

function listQueries(): Readonly<Record<string, readonly string[]>> {
  const sampled = Array.from({ length: searchesPerKind * 4 }, () => pickEntry());
  const take = (from: number) => sampled.slice(from * searchesPerKind, (from + 1) * searchesPerKind);
  const han = [...'一丁七万丈三上下不与丑专且世丘丙业丛东丝丞两严丧丨个丫中丰串临'];
  return {
    'exact term': take(0).map((entry) => entry.term),
    'beginning of a name': take(1).map((entry) => entry.term.slice(0, 4)),
    'several words': take(2).map((entry) => entry.definition.split(' ').slice(2, 6).join(' ')),
    'inside a word': take(3).map((entry) => entry.definition.slice(11, 17)),
    'common words': [
      'the',
      'of the',
      'and',
      'a',
      'he was with her',
      'it',
      'on for the by',
      'to be or not to be',
    ],
    'one Han character': han,
    'two Han characters': han.map((one, at) => one + han[(at * 7 + 3) % han.length]),
    hostile: [
      '"',
      '*',
      "' OR 1=1 --",
      'NEAR(a b)',
      'term:x',
      '%',
      '_',
      '((((',
      'a* b* c*',
      '\u0000',
      '\ud800',
      '-the',
      '^the',
      `${'the '.repeat(500)}`,
      'x'.repeat(10_000),
      '!!!',
      ')',
      '{}',
      'AND OR NOT',
      `${'the '.repeat(24)}zzz`,
    ],
  };
}

function pickEntry() {
  const total = glossary.readRevisions(1 as never).length > 0 ? glossary.countEntries() : 0;
  const [entry] = glossary.read([(1 + Math.floor(chance() * total)) as never]);
  if (entry === undefined) throw new Error('There is no such entry.');
  return entry;
}
