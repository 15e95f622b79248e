// Reads scenes a second time, shows what would change, and applies the changes if the person agrees.

import { estimateScenes, listScenesBetween, type ScenesCost } from '@terrarium/annotator/list-scenes-between';
import type { Annotator } from '@terrarium/annotator/open-annotator';
import { type Proposals, readProposals } from '@terrarium/annotator/second-reading';
import { removeSecondReading } from '@terrarium/annotator/second-reading-file';
import type { RunOutcome } from '@terrarium/annotator/states';
import { readFromWorld } from '@terrarium/composition/annotator-world';
import { buildProposals } from '@terrarium/composition/build-glossary';
import { openReading, type Reading } from '@terrarium/composition/open-reading';
import { renderCommand } from '@terrarium/composition/render-command';
import { UsageError } from '@terrarium/kernel/errors';
import { wrapText } from '../screen/layout.ts';
import { renderCount, renderNumber } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import { renderFailure } from '../shell/explain-error.ts';
import { buildFlags, buildModelArguments } from '../shell/options.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { watchSignals } from '../shell/watch-signals.ts';
import { askYes, isAtTerminal } from '../trust/ask-yes.ts';
import { renderProposals } from '../views/render-proposals.ts';
import { announce } from './read-on.ts';
import { readWorld } from './read-world.ts';
import type { RereadOptions } from './retry-changed.ts';

export interface SecondReadingOptions extends RereadOptions {
  readonly yes?: boolean;
}

type Scene = ReturnType<typeof listScenesBetween>[number];

interface SecondReading {
  readonly reading: Reading;
  readonly places: readonly string[];
  readonly scenes: readonly Scene[];
  readonly options: SecondReadingOptions;
}

export async function readSecond(
  shell: Shell,
  places: readonly string[],
  options: SecondReadingOptions,
): Promise<void> {
  refuseUnclear(places, options);
  shell.tellsEvents = true;
  const reading = await openReading(shell, {
    worldDir: options.world,
    flags: buildFlags(options),
    corpusNames: options.corpus ?? [],
  });
  const planned = await planReading(shell, { places, options });
  const second = { reading, places, scenes: planned.scenes, options };
  reportCost(shell, planned.cost, options);
  if (options.estimate === true) return;
  const outcome = await readScenes(shell, second);
  if (outcome.kind !== 'finished') {
    reportStop(shell, second, outcome);
    return;
  }
  const proposals = await findProposals(shell, second);
  if (proposals.skipped.length > 0) shell.exitCode = exitCodes.skippedScenes;
  const isWanted = await askConsent(shell, proposals, options);
  if (isWanted) await apply(shell, second);
  else if (proposals.changes.length > 0) reportKept(shell, second);
  else removeSecondReading(reading.world);
}

function refuseUnclear(places: readonly string[], { thread }: SecondReadingOptions): void {
  const happened = describeUnclear(places, thread);
  if (happened === undefined) return;
  throw new UsageError({
    code: 'cli.unclear-reread',
    happened,
    todo: 'Name one place, such as "thread:3", or the first and the last: "annotate reread chapter:2 chapter:4". A title of several words is put in quotes.',
  });
}

function describeUnclear(places: readonly string[], thread: number | undefined): string | undefined {
  if (places.length === 0)
    return '--yes applies what a second reading proposes, but you did not name the place to read again.';
  if (places.length > 2) return `${places.length} places were given: ${places.join(', ')}.`;
  return thread === undefined ? undefined : '--thread cannot be combined with a place.';
}

async function planReading(
  shell: Shell,
  { places, options }: Pick<SecondReading, 'places' | 'options'>,
): Promise<{ readonly scenes: readonly Scene[]; readonly cost: ScenesCost }> {
  const found: { scenes: readonly Scene[]; cost: ScenesCost }[] = [];
  await readFromWorld(shell, options.world, (annotator) => {
    const scenes = listScenesBetween(annotator, places, options.corpus);
    found.push({ scenes, cost: estimateScenes(annotator, scenes) });
  });
  return requireFound(found);
}

/** Returns the only item of `found`; throws `UsageError` if the reading left it empty. */
function requireFound<Found>([found]: readonly Found[]): Found {
  if (found !== undefined) return found;
  throw new UsageError({
    code: 'reread.moved-on',
    happened: 'The proposals of the second reading are gone.',
    todo: 'Read the scenes again with the same command. Nothing was changed.',
  });
}

function reportCost({ printer }: Shell, cost: ScenesCost, { json }: SecondReadingOptions): void {
  if (json === true) {
    printer.writeJson('secondReadingPlanned', { kind: 'second-reading-planned', ...cost });
    return;
  }
  const tokens = `about ${renderNumber(cost.tokens)} tokens`;
  const price = cost.isMeasured
    ? `${tokens}, as many as the first reading took`
    : `${tokens} of story; with each scene, what was read before it is sent along`;
  const text = `To be read a second time: ${renderCount(cost.scenes, 'scene')} with ${renderCount(cost.posts, 'post')}, ${price}.`;
  printer.writeLines(...wrapText(text, { width: printer.width }));
}

async function readScenes(shell: Shell, { reading, scenes, options }: SecondReading): Promise<RunOutcome> {
  const isJson = options.json === true;
  const { outcome } = await readWorld(shell, {
    reading,
    isJson,
    second: scenes.map(({ id }) => id),
    onStart: () => announce(shell, reading, isJson),
  });
  return outcome;
}

async function findProposals(shell: Shell, { reading }: SecondReading): Promise<Proposals> {
  const found: Proposals[] = [];
  await readFromWorld(shell, reading.world.dir, (annotator: Annotator) => {
    const proposals = readProposals(annotator, shell.environment.clock);
    if (proposals !== undefined) found.push(proposals);
  });
  return requireFound(found);
}

/**
 * Shows what is proposed. Returns whether to apply it: with `--yes`, or if the person at the terminal agrees; never if
 * nothing is proposed.
 */
async function askConsent(
  shell: Shell,
  proposals: Proposals,
  options: SecondReadingOptions,
): Promise<boolean> {
  const { printer } = shell;
  if (options.json === true) {
    const isApplied = options.yes === true && proposals.changes.length > 0;
    printer.writeJson('secondReading', {
      kind: 'second-reading',
      isApplied,
      ...buildProposals(proposals),
    });
    return isApplied;
  }
  printer.writeLines('', ...renderProposals(proposals, printer.width));
  if (proposals.changes.length === 0) return false;
  if (options.yes === true) return true;
  return isAtTerminal(shell) && (await askYes(shell, 'Apply all of these changes? [y/N] '));
}

async function apply(shell: Shell, second: SecondReading): Promise<void> {
  const { applySecondReading } = await import('@terrarium/annotator/second-reading');
  const { world, model, settings, durability } = second.reading;
  const signals = watchSignals(() => undefined);
  try {
    const outcome = await applySecondReading({
      world,
      model: signals.watch(model),
      environment: shell.environment,
      settings,
      durability,
      stop: signals.stop,
      emit: () => undefined,
      sceneIds: second.scenes.map(({ id }) => id),
    });
    if (outcome.kind === 'finished') {
      if (second.options.json !== true) shell.printer.writeLines('', paint('Taken over.', 'bold'));
    } else reportStop(shell, second, outcome);
  } finally {
    signals.close();
  }
}

/**
 * Says that the reading stopped, and sets the exit code. Scenes that were read are kept, so that the same command can
 * go on after them.
 */
function reportStop(shell: Shell, second: SecondReading, outcome: RunOutcome): void {
  const { printer } = shell;
  shell.exitCode = outcome.kind === 'halted' ? exitCodes.halted : exitCodes.interrupted;
  if (second.options.json !== true) {
    printer.writeLines(
      '',
      paint('Stopped. What was read so far is kept.', 'bold'),
      ...renderNext(second, []),
    );
  }
  if (outcome.kind === 'halted') printer.warn(...renderFailure(outcome.error));
}

function reportKept({ printer }: Shell, second: SecondReading): void {
  if (second.options.json === true) return;
  printer.writeLines('', 'Nothing was changed. The replies are kept:', ...renderNext(second, ['--yes']));
}

function renderNext({ places, options }: SecondReading, more: readonly string[]): readonly string[] {
  const quoted = places.map((place) => (/^[\w:@#.-]+$/u.test(place) ? place : JSON.stringify(place)));
  const corpora = (options.corpus ?? []).flatMap((name) => ['--corpus', name]);
  const typed = [...buildModelArguments(options), ...corpora, ...more];
  const command = renderCommand(`annotate reread ${quoted.join(' ')}`, options.world, typed);
  return [paint(`${more.length === 0 ? 'Go on:' : 'Take over:'}   ${command}`, 'dim')];
}
