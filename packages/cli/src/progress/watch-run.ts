// Watches a run: shows its events to a person as they come, or as JSON to a program, and writes them to the log.

import type { ThreadRef } from '@terrarium/annotator/corpus';
import { nameChapter } from '@terrarium/annotator/name-chapter';
import type { RunEvent } from '@terrarium/annotator/run-events';
import { stripLinks } from '@terrarium/annotator/strip-links';
import type { World } from '@terrarium/annotator/world';
import type { Clock } from '@terrarium/kernel/environment';
import { TerrariumError } from '@terrarium/kernel/errors';
import type { Log } from '@terrarium/kernel/open-log';
import { renderMigrated } from '@terrarium/kernel/render-migrated';
import type { Outward } from '@terrarium/protocol/shapes';
import { cutText, toWidth, wrapText } from '../screen/layout.ts';
import type { Printer } from '../screen/printer.ts';
import { renderCount, renderDuration, renderNumber } from '../screen/quantities.ts';
import { measureWidth, paint } from '../screen/style.ts';
import { advanceProgress, buildProgress, type Progress } from './progress.ts';
import { type Pace, renderLiveLines } from './render-progress.ts';

export interface WatchOptions {
  readonly printer: Printer;
  readonly clock: Clock;
  readonly log: Log;
  readonly isJson: boolean;
  readonly limit: number | undefined;
  /** How many scenes are read again; undefined if the run is not a retry. */
  readonly retried: number | undefined;
  /** The definition of an entry, to be shown after its term. */
  readonly findDefinition: (entryId: number) => string | undefined;
  /** Whether the reader is the built-in one: it works by rules, and has no prompt to tell a person about. */
  readonly isBuiltIn: boolean;
  readonly world: World;
  /**
   * Finds the title of a scene's thread. If an earlier run opened the scene, no event of this run tells the
   * title.
   */
  readonly findTitle: (scene: ThreadRef) => string | undefined;
}

export interface RunWatch {
  readonly emit: (event: RunEvent) => void;
  /** Notes that the person asked to stop, and whether a reply that is arriving is waited for. */
  recordStop(isAwaited: boolean): void;
  readProgress(): Progress;
  /** How many seconds ago the run began. */
  readSeconds(): number;
  /** Removes the live lines. */
  close(): void;
}

/** The live lines are redrawn this often without an event, so that a wait for a slow model shows that time goes on. */
const redrawMs = 500;
const termColumns = 24;

export function watchRun(options: WatchOptions): RunWatch {
  const { printer, clock, log, isJson } = options;
  const began = clock.monotonic();
  const state = {
    progress: buildProgress(options.limit, options.retried),
    stopping: undefined as Pace['stopping'],
    terms: [] as string[],
    isRetryShown: openRetryFilter(),
  };
  const readSeconds = () => (clock.monotonic() - began) / 1000;
  const draw = () => {
    if (isJson || state.progress.scenes === 0) return;
    const pace = { seconds: readSeconds(), width: printer.width, stopping: state.stopping };
    printer.showLive(...renderLiveLines(state.progress, pace));
  };
  const timer = setInterval(draw, redrawMs);
  return {
    emit: (event) => {
      state.progress = advanceProgress(state.progress, event);
      recordEvent(log, event);
      if (isJson) {
        printer.writeJson('runEvent', renderEvent(event));
        return;
      }
      if (event.kind === 'scene-opened') state.terms = [];
      if (event.kind === 'entry-created') state.terms.push(event.term);
      const isShown = state.isRetryShown(event);
      const line = isShown
        ? renderLine(event, { options, progress: state.progress, terms: state.terms })
        : '';
      if (line !== '') printer.writeLines(...wrapLine(line, printer));
      draw();
    },
    recordStop: (isAwaited) => {
      state.stopping = isAwaited ? 'after the reply' : 'now';
      if (isJson) return;
      if (printer.isTerminal) draw();
      else
        printer.warn(
          isAwaited
            ? 'Stopping after the reply that is arriving, which is kept. A second signal stops at once.'
            : 'Stopping.',
        );
    },
    readProgress: () => state.progress,
    readSeconds,
    close: () => {
      clearInterval(timer);
      printer.showLive();
    },
  };
}

/**
 * Builds a function that tells whether an event is shown. A server that is away is asked again for minutes.
 * So of retries for the same reason only the first, the second, the fourth and so on are shown, until a reply
 * comes.
 */
function openRetryFilter(): (event: RunEvent) => boolean {
  let former = { reason: '', tries: 0 };
  return (event) => {
    if (event.kind === 'reply-received') former = { reason: '', tries: 0 };
    if (event.kind !== 'retry-scheduled') return true;
    const tries = event.reason === former.reason ? former.tries + 1 : 1;
    former = { reason: event.reason, tries };
    return Number.isInteger(Math.log2(tries));
  };
}

type Decided = Extract<RunEvent, { kind: 'entry-decided' }>;

interface LineContext {
  readonly options: WatchOptions;
  readonly progress: Progress;
  /** The terms that are new in the open scene. */
  readonly terms: readonly string[];
}

/** The line to print for an event; empty if the event only changes the live lines. */
function renderLine(event: RunEvent, context: LineContext): string {
  const { printer } = context.options;
  switch (event.kind) {
    case 'entry-created':
      return printer.isTerminal ? renderNewEntry(event, context.options) : '';
    case 'scene-closed':
      return renderClosed(event, context);
    case 'fold-applied':
      return context.options.isBuiltIn ? '' : renderFold(event);
    case 'scene-taken-back':
      return `  ${paint('taken back', 'yellow')} what this scene had written: ${renderCount(event.deleted, 'new entry', 'new entries')}, ${renderCount(event.restored, 'change')}`;
    case 'retry-scheduled':
      return `  ${paint('again', 'yellow')} in ${renderDuration(event.delayMs / 1000)}: ${cutText(event.reason, printer.width - 20)}`;
    case 'checkpoint-made':
      return renderCheckpoint(event, context.options);
    case 'tools-unused':
      return `  ${paint('no calls', 'yellow')} ${event.model} calls none of the tools it is offered: in this world it is asked from now on for updates written as text (--tools basic offers the tools again)`;
    case 'update-skipped':
      return `  ${paint('not recorded', 'yellow')} ${cutText(event.warning, printer.width - 18)}`;
    case 'database-migrated':
      return renderMigrated(event);
    case 'curation-opened':
      return renderCuration(event, context.options);
    case 'entry-decided':
      return renderDecision(event, printer);
    case 'corpus-followed':
      return renderFollowed(event);
    case 'run-started':
    case 'scene-opened':
    case 'reply-received':
    case 'entry-updated':
    case 'call-refused':
    case 'run-ended':
      return '';
  }
}

function renderFold({
  tokensBefore,
  tokensAfter,
  turnsRemoved,
}: Extract<RunEvent, { kind: 'fold-applied' }>): string {
  return `  ${paint('prompt made shorter', 'cyan')} ${renderNumber(tokensBefore)} → ${renderNumber(tokensAfter)} tokens, ${renderCount(turnsRemoved, 'message')} summed up`;
}

/** Names a checkpoint by the number of its snapshot; snapshots made for other reasons are counted too. */
function renderCheckpoint(
  { snapshotId }: Extract<RunEvent, { kind: 'checkpoint-made' }>,
  { isBuiltIn }: WatchOptions,
): string {
  return `  ${paint(isBuiltIn ? 'checkpoint' : `checkpoint, snapshot ${snapshotId}`, 'dim')}`;
}

function renderCuration(
  { entries, questions, left }: Extract<RunEvent, { kind: 'curation-opened' }>,
  { isBuiltIn }: WatchOptions,
): string {
  if (isBuiltIn) return `  ${paint('looking again', 'cyan')} at ${renderCount(entries, 'entry', 'entries')}`;
  const rest = left === 0 ? '' : `; ${left} more wait, as curation has had its share of the tokens`;
  return `  ${paint('curating', 'cyan')} ${renderCount(entries, 'entry', 'entries')} in ${renderCount(questions, 'question')}${rest}`;
}

function wrapLine(line: string, { isTerminal, width }: Printer): readonly string[] {
  if (!isTerminal || measureWidth(line) <= width) return [line];
  return wrapText(line, { width, first: '  ', indent: '      ' });
}

/** Says what changed in a file since it was last read. */
function renderFollowed(event: Extract<RunEvent, { kind: 'corpus-followed' }>): string {
  const { corpus, newPosts, newScenes, differences, isUnsure } = event;
  const kinds = [...Map.groupBy(differences, ({ kind }) => kind)];
  const parts = [
    newPosts === 0
      ? 'nothing new'
      : `${renderCount(newPosts, 'new post')} in ${renderCount(newScenes, 'scene')}`,
    ...kinds.map(
      ([kind, list]) =>
        `${renderCount(list.length, 'post')} ${changeWords[kind]} in the part that was already read (not read again; see "terrarium status")`,
    ),
    ...(isUnsure
      ? ['nobody can tell whether earlier words changed, because none were kept to compare with']
      : []),
  ];
  return `  ${paint(`${corpus} has changed`, 'cyan')}: ${parts.join('; ')}`;
}

/** The words that an import uses for the kinds of changes. */
const changeWords = { inserted: 'added', edited: 'edited', removed: 'removed', moved: 'moved' } as const;

const decisions: Readonly<Record<Decided['outcome'], string>> = {
  CONFIRM: paint('agreed to', 'green'),
  REJECT: paint('taken out', 'red'),
  MERGE: paint('merged', 'cyan'),
  REVISE: paint('reworded', 'cyan'),
  UNDECIDED: paint('left open', 'yellow'),
};

/** Confirmed entries get no line, since only their status changed. */
function renderDecision({ outcome, term, reason }: Decided, printer: Printer): string {
  if (outcome === 'CONFIRM') return '';
  const done = decisions[outcome];
  const name = cutText(term, printer.width - 16);
  const room = printer.width - measureWidth(name) - measureWidth(done) - 6;
  const because = room < 10 ? '' : closeQuote(cutText(reason, room - 1));
  return `  ${done} ${paint(name, 'bold')}  ${paint(because, 'dim')}`.trimEnd();
}

/** Adds the closing mark to a quote that was cut off. */
function closeQuote(text: string): string {
  return text.lastIndexOf('“') > text.lastIndexOf('”') ? `${text}”` : text;
}

function renderNewEntry(
  event: Extract<RunEvent, { kind: 'entry-created' }>,
  { printer, findDefinition }: WatchOptions,
): string {
  const term = toWidth(cutText(event.term, printer.width - 4), termColumns);
  const room = printer.width - measureWidth(term) - 6;
  const definition = room < 10 ? '' : cutText(stripLinks(findDefinition(event.entryId) ?? ''), room);
  return `  ${paint('+', 'green')} ${paint(term, 'bold')}  ${paint(definition, 'dim')}`.trimEnd();
}

function renderClosed(event: Extract<RunEvent, { kind: 'scene-closed' }>, context: LineContext): string {
  const { scene, status, reason } = event;
  const { progress, options, terms } = context;
  if (status === 'skipped') {
    return `  ${paint(`skipped scene ${scene.id}`, 'red')} (thread ${scene.threadId}, its scene ${scene.sceneIndex + 1}): ${reason}`;
  }
  if (options.printer.isTerminal) return '';
  const found = terms.length === 0 ? '' : `: ${terms.join(', ')}`;
  const place = `scene ${progress.closed} of ${progress.scenes}`;
  const named = progress.threadTitle || options.findTitle(scene) || `thread ${scene.threadId}`;
  const title = nameChapter(options, scene.corpus, named);
  return `${place} · ${title} · ${renderCount(terms.length, 'new entry', 'new entries')}${found}`;
}

/** Builds the event for a program. An error becomes what happened and what to do; everything else stays as it is. */
function renderEvent(event: RunEvent): Outward<'runEvent'> {
  if (event.kind !== 'run-ended' || event.outcome.kind !== 'halted') return event;
  const { code, happened, todo } = event.outcome.error;
  return { kind: event.kind, outcome: { kind: 'halted', error: { code, happened, todo } } };
}

function recordEvent(log: Log, event: RunEvent): void {
  const { kind, ...fields } = event;
  if (event.kind === 'run-ended' && event.outcome.kind === 'halted') {
    const { error } = event.outcome;
    log.error(kind, error instanceof TerrariumError ? { code: error.code, error } : { error });
    return;
  }
  if (kind === 'retry-scheduled' || kind === 'call-refused' || kind === 'update-skipped')
    log.warn(kind, fields);
  else log.info(kind, fields);
}
