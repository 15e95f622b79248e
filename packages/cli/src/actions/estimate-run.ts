// Estimates how long the rest of the story will take to read, from its size and the pace measured or assumed.

import { measureUnread, type UnreadText } from '@terrarium/annotator/measure-unread';
import { openWorldCorpus } from '@terrarium/annotator/open-world';
import { computeSceneLimit } from '@terrarium/annotator/run-settings';
import { readFromWorld } from '@terrarium/composition/annotator-world';
import { isBuiltIn } from '@terrarium/composition/is-built-in';
import type { Reading } from '@terrarium/composition/open-reading';
import { isThere } from '@terrarium/kernel/is-there';
import { wrapText } from '../screen/layout.ts';
import { renderCount, renderDuration, renderNumber } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell/shell.ts';

export interface Estimate {
  readonly scenes: number;
  /** The seconds that reading the rest will take: at least, and at most. */
  readonly seconds: readonly [number, number];
  readonly basis: 'measured' | 'assumed';
}

/**
 * Measured with a model of 24 billion parameters on a graphics card of 24 GB: fresh prompt tokens and reply
 * tokens a second, and reply tokens for each scene.
 */
const assumed = { inPerSecond: 800, outPerSecond: 30, outPerScene: 1_200 };
/** The reading needs this many fresh prompt tokens for each token of the story. */
const freshShare = 4;
const charactersPerToken = 4;
const spread = [0.7, 1.6] as const;
/** With fewer scenes than this, their pace says little about the rest. */
const leastMeasured = 3;

export interface EstimateOptions {
  readonly isJson: boolean;
  /** The names of the corpora that are read; if empty, all corpora of the world. */
  readonly corpusNames: readonly string[];
}

export async function showEstimate(
  shell: Shell,
  reading: Reading,
  { isJson, corpusNames }: EstimateOptions,
): Promise<void> {
  const estimate = await estimateRun(shell, reading, corpusNames);
  const { printer } = shell;
  if (isJson) {
    printer.writeJson('readingEstimate', { ...estimate, servers: shell.asked });
    return;
  }
  if (estimate.scenes === 0) {
    printer.writeLines(`${paint(reading.world.title, 'bold')}: nothing is left to read.`);
    return;
  }
  const [from, to] = estimate.seconds;
  const basis =
    estimate.basis === 'measured'
      ? 'at the pace of the scenes read so far'
      : `assumed: ${renderNumber(assumed.inPerSecond)} tokens a second in, ${assumed.outPerSecond} out; after a few scenes the estimate is better`;
  const time = isBuiltIn(reading.model.id)
    ? 'a few moments with the built-in reader'
    : `${renderDuration(from)} to ${renderDuration(to)}`;
  printer.writeLines(
    `${paint(reading.world.title, 'bold')}: ${renderCount(estimate.scenes, 'scene')} to go, ${time}.`,
    ...(isBuiltIn(reading.model.id) ? [] : [paint(`  ${basis}`, 'dim')]),
  );
  if (await isAnswering(reading.model)) return;
  const silent = `${reading.model.id} does not say which models it has: its server may not be running. "terrarium doctor" checks it.`;
  printer.warn(...wrapText(paint(silent, 'yellow'), { width: printer.width }));
}

const answerMs = 10_000;

/**
 * Whether the server lists models or can be recognised as one of a known kind; true for a model without a server, and
 * false if it says nothing in time.
 */
async function isAnswering({ describeServer }: Reading['model']): Promise<boolean> {
  if (describeServer === undefined) return true;
  const limit = AbortSignal.timeout(answerMs);
  try {
    const { kind, models } = await describeServer(limit);
    return models.length > 0 || kind !== 'unknown';
  } catch (error) {
    if (limit.aborted) return false;
    throw error;
  }
}

async function estimateRun(
  shell: Shell,
  reading: Reading,
  corpusNames: readonly string[],
): Promise<Estimate> {
  const { unread, pace } = await measure(shell, reading, corpusNames);
  const { scenes } = unread;
  if (pace !== undefined) return { scenes, seconds: computeRange(scenes * pace), basis: 'measured' };
  const tokens = (unread.characters / charactersPerToken) * freshShare;
  const seconds = tokens / assumed.inPerSecond + (scenes * assumed.outPerScene) / assumed.outPerSecond;
  return { scenes, seconds: computeRange(seconds), basis: 'assumed' };
}

function computeRange(seconds: number): readonly [number, number] {
  return [seconds * spread[0], seconds * spread[1]];
}

interface Measured {
  readonly unread: UnreadText;
  /** Seconds that each scene took; undefined if too few scenes were read, or another model read them. */
  readonly pace: number | undefined;
}

async function measure(shell: Shell, reading: Reading, corpusNames: readonly string[]): Promise<Measured> {
  const { world, model } = reading;
  const chosen = world.corpora.filter(({ name }) => corpusNames.length === 0 || corpusNames.includes(name));
  const names = chosen.map(({ name }) => name);
  if (!isThere(world.annotatorPath)) return { unread: measureCorpora(reading, names), pace: undefined };
  const found: Measured[] = [];
  await readFromWorld(shell, world.dir, ({ stores: { journal, ledger } }) => {
    // Another model's pace says nothing about this one's.
    const isSameModel = journal.readRuns().every((run) => run.model === model.id);
    const pace = isSameModel ? findPace(ledger.countScenes()) : undefined;
    found.push({ unread: measureCorpora(reading, names, ledger), pace });
  });
  return found[0] ?? { unread: measureCorpora(reading, names), pace: undefined };
}

type Ledger = NonNullable<Parameters<typeof measureUnread>[1]>;

function findPace({ byStatus, seconds }: ReturnType<Ledger['countScenes']>): number | undefined {
  const closed = byStatus.committed + byStatus.skipped;
  return closed < leastMeasured || seconds <= 0 ? undefined : seconds / closed;
}

function measureCorpora({ world, settings }: Reading, names: readonly string[], ledger?: Ledger): UnreadText {
  const limits = { maxCharacters: computeSceneLimit(settings) };
  let [scenes, characters] = [0, 0];
  for (const name of names) {
    const corpus = openWorldCorpus(world, name);
    const unread = measureUnread(corpus, ledger, limits);
    corpus.close();
    scenes += unread.scenes;
    characters += unread.characters;
  }
  return { scenes, characters };
}
