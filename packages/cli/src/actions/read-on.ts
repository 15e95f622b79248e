// Reads on: shows the progress of the reading, and says how it ended.

import type { Annotator } from '@terrarium/annotator/open-annotator';
import { hasLostReading } from '@terrarium/annotator/open-run-lock';
import { readChanges } from '@terrarium/annotator/read-changes';
import { isLeftToModels, type ReadingStatus, readStatus } from '@terrarium/annotator/read-status';
import type { RunOutcome } from '@terrarium/annotator/states';
import { refuseGoneStore } from '@terrarium/annotator/stores-file';
import { readFromWorld, refuseUnread } from '@terrarium/composition/annotator-world';
import { isBuiltIn } from '@terrarium/composition/is-built-in';
import { openReading, type Reading } from '@terrarium/composition/open-reading';
import { renderCommand } from '@terrarium/composition/render-command';
import { renderPlace } from '@terrarium/kernel/asked-server';
import { isThere } from '@terrarium/kernel/is-there';
import { renderPace, renderTokens } from '../progress/render-progress.ts';
import { renderCount, renderDuration, renderNumber } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import { renderFailure } from '../shell/explain-error.ts';
import { buildFlags, buildModelArguments, type ModelOptions, type WorldOptions } from '../shell/options.ts';
import { exitCodes, type Shell } from '../shell/shell.ts';
import { renderChanges } from '../views/render-changes.ts';
import { renderFinish, renderYield } from '../views/render-ending.ts';
import { renderLanguages } from '../views/render-languages.ts';
import { renderLimit, type SaidBounds } from '../views/render-limit.ts';
import { renderRereads } from '../views/render-rereads.ts';
import { showEstimate } from './estimate-run.ts';
import { openBranch } from './open-branch.ts';
import { type ReadWorldResult, readWorld } from './read-world.ts';

export interface RunOptions extends WorldOptions, ModelOptions, SaidBounds {
  readonly corpus?: readonly string[];
  readonly fromSnapshot?: number;
  readonly fromStart?: boolean;
  readonly branch?: string;
  readonly estimate?: boolean;
  readonly keepGoing?: boolean;
}

export async function readOn(shell: Shell, options: RunOptions): Promise<void> {
  await run(shell, { ...options, world: await openBranch(shell, options) });
}

async function run(shell: Shell, options: RunOptions): Promise<void> {
  const isJson = options.json === true;
  shell.tellsEvents = options.estimate !== true;
  const flags = buildFlags(options);
  const { limit, corpus, keepGoing: keepsGoing } = options;
  const corpusNames = corpus ?? [];
  const reading = await openReading(shell, {
    worldDir: options.world,
    flags,
    limit,
    keepsGoing,
    corpusNames,
  });
  if (options.estimate === true) {
    await showEstimate(shell, reading, { isJson, corpusNames });
    return;
  }
  refuseGoneStore(reading.world, 'annotator.db');
  if (hasLostReading(reading.world)) warnOfLoss(shell, reading.world);
  const since = await findNewestRevision(shell, reading.world);
  const announceStart = () => announce(shell, reading, isJson);
  const bounds = { maxMs: options.for, maxTokens: options.maxTokens, until: options.until };
  const result = await readWorld(shell, {
    reading,
    isJson,
    corpusNames: corpus,
    bounds,
    onStart: announceStart,
  });
  await finishReading(shell, { reading, result, options, since });
}

/**
 * Warns, but does not refuse to read: in a world made before worlds listed their databases, nobody can tell whether a
 * missing one was removed on purpose.
 */
function warnOfLoss({ printer }: Shell, world: Reading['world']): void {
  const { happened } = refuseUnread(world);
  printer.warn(paint(`${happened} The story is read from the beginning.`, 'yellow'));
}

/** The newest revision of the glossary before the run; undefined if nothing was read before. */
async function findNewestRevision(shell: Shell, world: Reading['world']): Promise<Revision | undefined> {
  if (!isThere(world.annotatorPath)) return undefined;
  const found: Revision[] = [];
  await readFromWorld(shell, world.dir, ({ stores }) => {
    found.push(stores.glossary.readNewestRevision());
  });
  return found[0] === 0 ? undefined : found[0];
}

/** Says which world is read, with which model, and how. */
export function announce(
  { printer }: Shell,
  { world, model, budget, settings }: Reading,
  isJson: boolean,
): void {
  if (budget.warning !== undefined) printer.warn(paint(budget.warning, 'yellow'));
  if (isJson) return;
  const origin = {
    configured: 'as configured',
    'loaded window': 'the window that the server has loaded, minus room for the reply',
    default: 'the default: the model does not say how large its window is',
  }[budget.from];
  // The built-in reader has no window, so a number of tokens would only puzzle people.
  const prompts = isBuiltIn(model.id)
    ? ''
    : `Prompts up to ${renderNumber(budget.tokens)} tokens (${origin}). `;
  const updates =
    settings.tools === 'none'
      ? [
          paint(
            'The model is offered no tools and writes updates as text (--tools basic offers them).',
            'dim',
          ),
        ]
      : [];
  printer.writeLines(
    `Reading ${paint(world.title, 'bold')} with ${paint(model.id, 'bold')}.`,
    paint(`${prompts}Ctrl-C stops; nothing is lost.`, 'dim'),
    ...updates,
    '',
  );
}

type Revision = Parameters<typeof readChanges>[1];

interface Conclusion {
  readonly reading: Reading;
  readonly result: ReadWorldResult;
  readonly options: RunOptions;
  /** The scenes that a retry was to read again; empty for all skipped scenes; undefined if the run is not a retry. */
  readonly retry?: readonly number[];
  /** Whether this run read changed parts of the story again. */
  readonly isReread?: boolean;
  /** The newest revision before the run. */
  readonly since?: Revision | undefined;
}

/** Says how the run ended, and sets the exit code accordingly. */
export async function finishReading(shell: Shell, conclusion: Conclusion): Promise<void> {
  const { reading, result, options, retry } = conclusion;
  await readFromWorld(shell, reading.world.dir, (annotator) => {
    const status = readStatus(annotator);
    shell.exitCode = chooseExitCode(result, status);
    if (options.json === true) {
      reportChanges(shell, annotator, conclusion);
      return;
    }
    const { printer } = shell;
    printer.writeLines(
      '',
      ...renderEnding(conclusion, status),
      ...renderSummary(shell, result, status.entriesNow),
    );
    printer.writeLines(...renderLanguages(status, printer.width));
    printer.writeLines(...renderYield(status, { width: printer.width, dir: reading.world.dir }));
    printer.writeLines(...renderRereads(status, { width: printer.width, dir: reading.world.dir }));
    reportChanges(shell, annotator, conclusion);
    for (const { scene, threadTitle } of status.unread.slice(0, 10)) {
      printer.writeLines(
        `  scene ${scene.id} · ${threadTitle ?? `thread ${scene.threadId}`}: ${scene.lastError ?? 'no reason kept'}`,
      );
    }
    const left = status.unread.map(({ scene }) => scene.id).filter((id) => retry?.includes(id) === true);
    const command = chooseCommand(conclusion, left);
    printer.writeLines(
      '',
      ...renderNext(result.outcome, status, { options, dir: reading.world.dir, command }),
      ...renderOtherReader(status, { model: reading.model.id, dir: reading.world.dir, options }),
    );
    if (result.outcome.kind === 'halted') printer.warn(...renderFailure(result.outcome.error));
  });
}

function chooseCommand({ retry, isReread }: Conclusion, left: readonly number[]): string {
  if (isReread === true) return 'annotate reread';
  return retry === undefined ? 'read' : ['annotate retry', ...left].join(' ');
}

/** Says what the run changed in a glossary that was there before. */
function reportChanges({ printer }: Shell, annotator: Annotator, { since, options }: Conclusion): void {
  if (since === undefined) return;
  const changes = readChanges(annotator, since);
  if (options.json === true) printer.writeJson('changesReported', { kind: 'changes-reported', ...changes });
  else printer.writeLines(...renderChanges(changes, printer.width));
}

/**
 * Even a run that reached its end or a bound does not exit with 0 if scenes were skipped, or if it found next to
 * nothing.
 */
function chooseExitCode({ outcome, watch }: ReadWorldResult, status: ReadingStatus): number {
  const isScant = status.implausible !== undefined;
  switch (outcome.kind) {
    case 'finished':
      return status.unread.length > 0 || isScant ? exitCodes.skippedScenes : 0;
    case 'limited':
      return watch.readProgress().skippedHere > 0 || isScant ? exitCodes.skippedScenes : 0;
    case 'interrupted':
      return exitCodes.interrupted;
    case 'halted':
      return exitCodes.halted;
  }
}

function renderEnding(
  { result, options, retry, isReread }: Conclusion,
  status: ReadingStatus,
): readonly string[] {
  const { outcome, watch } = result;
  const { closedHere } = watch.readProgress();
  switch (outcome.kind) {
    case 'finished':
      return [renderFinish({ status, closedHere, isAgain: retry !== undefined || isReread === true })];
    case 'limited': {
      const { position } = status.totals;
      const [first, ...more] = renderLimit(outcome.by, options, { closedHere, position });
      return [paint(first, 'bold'), ...more.map((line) => `  ${line}`)];
    }
    case 'interrupted':
      return [paint('Stopped. The next run goes on from here.', 'bold')];
    case 'halted':
      return [paint('Halted. Everything read so far is kept.', 'red', 'bold')];
  }
}

function renderSummary(
  { asked }: Shell,
  { watch, outcome }: ReadWorldResult,
  entriesNow: number,
): readonly string[] {
  const progress = watch.readProgress();
  const seconds = watch.readSeconds();
  const parts = [
    `${renderCount(progress.closedHere, 'scene')} in ${renderDuration(seconds)}`,
    `${renderCount(progress.created, 'entry', 'entries')} created, ${renderNumber(progress.updated)} updated, ${renderNumber(entriesNow)} in all`,
    renderTokens(progress),
  ];
  const pace = renderPace(progress, { seconds }).split(' · ')[1] ?? '';
  // If nothing was left to read, the run sent no requests.
  const hasAsked = progress.calls > 0 || outcome.kind !== 'finished';
  const places = (hasAsked ? asked : []).map((server) => `asked ${renderPlace(server)}`);
  return [...parts, pace, ...places].filter((part) => part !== '').map((part) => `  ${part}`);
}

interface Chosen {
  readonly model: string;
  readonly dir: string;
  readonly options: RunOptions;
}

/** If everything was read, but by the built-in reader or another model: how to have it read by the model of this run. */
function renderOtherReader(
  { counts, readBy }: ReadingStatus,
  { model, dir, options }: Chosen,
): readonly string[] {
  const isAllRead = counts.byStatus.pending + counts.byStatus.running === 0;
  if (!isAllRead || isBuiltIn(model) || readBy === undefined || readBy === model) return [];
  const reader = isBuiltIn(readBy) ? 'the built-in reader' : readBy;
  return [
    '',
    `The story was read by ${reader}. To have ${model} read it from the beginning, in a new world:`,
    `  ${renderCommand('read --from-start', dir, buildModelArguments(options))}`,
  ];
}

interface Hint {
  readonly options: RunOptions;
  readonly dir: string;
  /** The command that goes on with this run; for a retry, with the scenes that are still to be read. */
  readonly command: string;
}

/** Shows what to type next. The command repeats the model option, because without it another model would be used. */
function renderNext(
  outcome: RunOutcome,
  status: ReadingStatus,
  { options, dir, command }: Hint,
): readonly string[] {
  const lines: string[] = [];
  const model = buildModelArguments(options);
  const corpora = (options.corpus ?? []).flatMap((name) => ['--corpus', name]);
  const { pending, running } = status.counts.byStatus;
  // If the run stopped at the place given with `--until`, the next run must go beyond it, so this bound is
  // left out.
  const isThere = outcome.kind === 'limited' && outcome.by === 'place';
  const until = options.until === undefined || isThere ? [] : ['--until', options.until];
  if (outcome.kind !== 'finished')
    lines.push(`Go on:   ${renderCommand(command, dir, [...model, ...corpora, ...until])}`);
  else if (pending + running > 0) lines.push(`Go on:   ${renderCommand('read', dir, model)}`);
  // The built-in reader would fail again at scenes in another language.
  const isInVain = isLeftToModels(status) && isBuiltIn(status.runs.at(-1)?.model ?? '');
  if (['finished', 'limited'].includes(outcome.kind) && status.unread.length > 0 && !isInVain)
    lines.push(`Again:   ${renderCommand('annotate retry', dir, model)}`);
  lines.push(`Export:  ${renderCommand('export --format markdown', dir)}`);
  return lines.map((line) => paint(line, 'dim'));
}
