// Estimates what is left to read, from the story's size and the pace measured so far, else one that is assumed.

import { existsSync } from 'node:fs';
import { openWorldCorpus } from '@terrarium/annotator/open-world';
import { findSceneLimit } from '@terrarium/annotator/run-settings';
import { lookAtWorld, type Reading } from '../compose.ts';
import { isBuiltIn } from '../is-built-in.ts';
import { renderCount, renderDuration, renderNumber } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import type { Shell } from '../shell.ts';

export interface Estimate {
  readonly scenes: number;
  /** For the whole rest: from, to; undefined where there is nothing to go by. */
  readonly seconds: readonly [number, number];
  readonly basis: 'measured' | 'assumed';
}

interface Pace {
  readonly closed: number;
  readonly seconds: number;
}

/** A 24 B model on a card of 24 GB: fresh tokens in and tokens out a second, and what a scene takes of both. */
const assumed = { inPerSecond: 800, outPerSecond: 30, outPerScene: 1_200 };
/** Fresh prompt tokens for each token of the story. */
const freshShare = 4;
const charactersPerToken = 4;
const spread = [0.7, 1.6] as const;
/** So few scenes say little about the rest. */
const leastMeasured = 3;

export async function sayEstimate(shell: Shell, reading: Reading, isJson: boolean): Promise<void> {
  const estimate = await estimateRun(shell, reading);
  const { printer } = shell;
  if (isJson) {
    printer.sayJson(estimate);
    return;
  }
  if (estimate.scenes === 0) {
    printer.say(`${paint(reading.world.title, 'bold')}: nothing is left to read.`);
    return;
  }
  const [from, to] = estimate.seconds;
  const basis =
    estimate.basis === 'measured'
      ? 'by the pace of the scenes read so far'
      : `assumed: ${renderNumber(assumed.inPerSecond)} tokens a second in, ${assumed.outPerSecond} out; a few scenes read tell more`;
  const time = isBuiltIn(reading.model.id)
    ? 'moments with the built-in reader'
    : `${renderDuration(from)} to ${renderDuration(to)}`;
  printer.say(
    `${paint(reading.world.title, 'bold')}: ${renderCount(estimate.scenes, 'scene')} to go, ${time}.`,
    ...(isBuiltIn(reading.model.id) ? [] : [paint(`  ${basis}`, 'dim')]),
  );
}

async function estimateRun(shell: Shell, reading: Reading): Promise<Estimate> {
  const pace = await readPace(shell, reading);
  const planned = pace.open + countUnplanned(reading, pace.planned);
  if (pace.closed >= leastMeasured && pace.seconds > 0) {
    const each = pace.seconds / pace.closed;
    return { scenes: planned, seconds: spreadOut(planned * each), basis: 'measured' };
  }
  const tokens = (findSceneLimit(reading.settings.contextBudget) / charactersPerToken) * freshShare;
  const each = tokens / assumed.inPerSecond + assumed.outPerScene / assumed.outPerSecond;
  return { scenes: planned, seconds: spreadOut(planned * each), basis: 'assumed' };
}

function spreadOut(seconds: number): readonly [number, number] {
  return [seconds * spread[0], seconds * spread[1]];
}

async function readPace(shell: Shell, { world, model }: Reading) {
  const none = { closed: 0, seconds: 0, open: 0, planned: [] as readonly string[] };
  if (!existsSync(world.annotatorPath)) return none;
  const found: (Pace & typeof none)[] = [];
  await lookAtWorld(shell, world.dir, ({ stores: { journal, ledger } }) => {
    const { byStatus, seconds } = ledger.countScenes();
    // Another model's pace says nothing about this one's.
    const isSameModel = journal.readRuns().every((run) => run.model === model.id);
    found.push({
      closed: isSameModel ? byStatus.committed + byStatus.skipped : 0,
      seconds,
      open: byStatus.pending + byStatus.running,
      planned: ledger.readPlannedCorpora().map(({ corpus }) => corpus),
    });
  });
  return found[0] ?? none;
}

/** Scenes of corpora that no run has begun. */
function countUnplanned({ world, settings }: Reading, planned: readonly string[]): number {
  const limits = { maxCharacters: findSceneLimit(settings.contextBudget) };
  return world.corpora
    .filter(({ name }) => !planned.includes(name))
    .reduce((sum, { name }) => {
      const corpus = openWorldCorpus(world, name);
      const scenes = [...corpus.planScenes(limits)].length;
      corpus.close();
      return sum + scenes;
    }, 0);
}
