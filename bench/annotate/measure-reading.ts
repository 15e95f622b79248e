// Measures one reading of a corpus: the run in a process of its own, the fake server in another.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';

export interface ReadingSetting {
  readonly title: string;
  readonly posts: string;
  readonly contextBudget: number;
  readonly streams: boolean;
  readonly model: string;
  readonly limit: number | undefined;
  readonly curates: boolean;
}

export interface ReadingMeasure {
  readonly title: string;
  readonly scenes: number;
  readonly folds: number;
  readonly entries: number;
  readonly calls: number;
  /** Requests for each scene, not counting those that a fold makes. */
  readonly callsPerScene: number;
  readonly outputPerScene: number;
  /** Requests for each fold: those for last records and those for summaries. */
  readonly callsPerFold: number;
  readonly promptTokens: number;
  readonly freshTokens: number;
  readonly corpusTokens: number;
  readonly freshPerCorpusToken: number;
  /** Share of the fresh tokens that went into a curator's questions. */
  readonly curationShare: number;
  /** Fresh tokens of a curator's questions for each entry asked about: its dossier, and its part of the question. */
  readonly tokensPerDossier: number;
  /** Time from the last byte of a reply to the last byte of the next request. */
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly firstTenthMs: number;
  readonly lastTenthMs: number;
  readonly peakMegabytes: number;
}

interface ServerRecord {
  readonly promptTokens: number;
  readonly freshTokens: number;
  readonly completionTokens: number;
  readonly receivedAt: number;
  readonly sentAt: number;
}

interface ReadingReport {
  readonly scenes: number;
  readonly folds: number;
  readonly entries: number;
  readonly postsProcessed: number;
  readonly peakMegabytes: number;
  /** The purpose of each request that was answered, in order. */
  readonly purposes: readonly string[];
  readonly dossiers: number;
  readonly calls: Readonly<
    Record<'scene' | 'record' | 'summary', { readonly calls: number; readonly outputTokens: number }>
  >;
}

export async function measureReading(setting: ReadingSetting): Promise<ReadingMeasure> {
  const folder = mkdtempSync(join(tmpdir(), 'terrarium-bench-'));
  const server = spawn(process.execPath, [
    fileURLToPath(new URL(import.meta.resolve('@terrarium/kernel/testing/fake-server-main'))),
    '--responder',
    join(import.meta.dirname, 'responder.ts'),
  ]);
  try {
    const [baseUrl] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
    const report = await readInOwnProcess(setting, baseUrl, folder);
    const response = await fetch(baseUrl.replace(/\/v1$/, '/fake/records'));
    return summarise(setting, report, (await response.json()) as ServerRecord[]);
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readInOwnProcess(
  setting: ReadingSetting,
  baseUrl: string,
  folder: string,
): Promise<ReadingReport> {
  const reader = spawn(
    process.execPath,
    [join(import.meta.dirname, 'read-corpus.ts'), JSON.stringify({ ...setting, baseUrl, folder })],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return JSON.parse(await text(reader.stdout)) as ReadingReport;
}

function summarise(
  setting: ReadingSetting,
  report: ReadingReport,
  records: readonly ServerRecord[],
): ReadingMeasure {
  const sum = (pick: (record: ServerRecord) => number) =>
    records.reduce((total, record) => total + pick(record), 0);
  const gaps = records
    .slice(1)
    .map((record, index) => record.receivedAt - (records[index]?.sentAt ?? record.receivedAt));
  const freshTokens = sum((record) => record.freshTokens);
  const forCuration = records
    .filter((_, index) => report.purposes[index] === 'curation')
    .reduce((total, record) => total + record.freshTokens, 0);
  const tenth = Math.ceil(gaps.length / 10);
  const corpusTokens = countCorpusTokens(setting.posts, report.postsProcessed);
  return {
    title: setting.title,
    scenes: report.scenes,
    folds: report.folds,
    entries: report.entries,
    calls: records.length,
    callsPerScene: report.calls.scene.calls / report.scenes,
    outputPerScene: report.calls.scene.outputTokens / report.scenes,
    callsPerFold:
      report.folds === 0 ? 0 : (report.calls.record.calls + report.calls.summary.calls) / report.folds,
    promptTokens: sum((record) => record.promptTokens),
    freshTokens,
    corpusTokens,
    freshPerCorpusToken: freshTokens / corpusTokens,
    curationShare: forCuration / freshTokens,
    tokensPerDossier: report.dossiers === 0 ? 0 : forCuration / report.dossiers,
    medianMs: findQuantile(gaps, 0.5),
    p95Ms: findQuantile(gaps, 0.95),
    firstTenthMs: findQuantile(gaps.slice(0, tenth), 0.5),
    lastTenthMs: findQuantile(gaps.slice(-tenth), 0.5),
    peakMegabytes: report.peakMegabytes,
  };
}

function findQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Tokens of the bodies of the first `count` posts, by the tokenizer the fake server counts with. */
function countCorpusTokens(posts: string, count: number): number {
  const lines = readFileSync(posts, 'utf8').split('\n').slice(0, count);
  const bodies = lines
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { body: string }).body);
  return bodies.reduce((sum, body) => sum + encode(body).length, 0);
}
