// Says how far the reading of a world has come, from the records of its runs.

import { hasLostReading } from '@terrarium/annotator/open-run-lock';
import { chooseCorpus, openWorld } from '@terrarium/annotator/open-world';
import { type Quality, readQuality } from '@terrarium/annotator/read-quality';
import {
  filterQuality,
  filterStatus,
  isLeftToModels,
  type ReadingStatus,
  readStatus,
} from '@terrarium/annotator/read-status';
import { readSecondReading } from '@terrarium/annotator/second-reading-file';
import type { World } from '@terrarium/annotator/world';
import { readFromWorld, refuseUnread } from '@terrarium/composition/annotator-world';
import { buildStatus } from '@terrarium/composition/build-glossary';
import { isBuiltIn } from '@terrarium/composition/is-built-in';
import { renderCommand } from '@terrarium/composition/render-command';
import { describeStanding, readAtPlace, type Standing } from '@terrarium/composition/standing';
import { isThere } from '@terrarium/kernel/is-there';
import { renderPairs, wrapText } from '../screen/layout.ts';
import {
  renderCount,
  renderDuration,
  renderMoment,
  renderNumber,
  renderShare,
} from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import type { StandingOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { type Requests, readRequests, renderRequests } from '../trust/read-requests.ts';
import { renderYield } from '../views/render-ending.ts';
import { renderLanguages } from '../views/render-languages.ts';
import { renderQuality } from '../views/render-quality.ts';
import { renderRereads, renderWaitingReading } from '../views/render-rereads.ts';

export interface StatusOptions extends StandingOptions {
  readonly watch?: boolean;
}

interface Display {
  readonly width: number;
  readonly show: (...lines: readonly string[]) => void;
}

export async function reportStatus(shell: Shell, options: StatusOptions): Promise<void> {
  if (options.watch === true) await watchStatus(shell, options);
  else await showStatus(shell, options, { width: shell.printer.width, show: shell.printer.writeLines });
}

async function showStatus(shell: Shell, options: StatusOptions, { width, show }: Display): Promise<void> {
  const world = openWorld(options.world);
  const isJson = options.json === true;
  if (hasLostReading(world)) throw refuseUnread(world);
  if (!isThere(world.annotatorPath)) {
    if (isJson) writeUnreadJson(shell, world);
    else show(...renderUnreadWorld(world));
    return;
  }
  if (options.corpus !== undefined) chooseCorpus(world, options.corpus);
  await readFromWorld(shell, options.world, (annotator) => {
    readAtPlace(shell, { annotator, asOf: options.asOf }, (standing) => {
      const { status, quality } = readKnown(standing, options.corpus);
      const requests = readRequests(shell, world.dir);
      const standingAt = describeStanding(standing);
      const notes = standingAt === undefined ? [] : [`${standingAt} The numbers are for the whole reading.`];
      if (isJson) {
        shell.printer.warn(...notes);
        shell.printer.writeJson('readingStatus', buildStatus(status, { quality, requests }));
        return;
      }
      const said = notes.flatMap((text) => [...wrapText(text, { width, indent: '' }), '']);
      show(
        ...said.map((line) => paint(line, 'dim')),
        ...renderAll(status, quality, {
          width,
          dir: world.dir,
          requests,
          nowMs: shell.environment.clock.now(),
        }),
        ...renderWaitingReading(readSecondReading(world), { width, dir: world.dir }),
      );
    });
  });
}

function readKnown({ annotator, view, place }: Standing, corpus: string | undefined) {
  const status = readStatus(annotator, corpus);
  const quality = readQuality(annotator);
  if (place === undefined) return { status, quality };
  return { status: filterStatus(status, view), quality: filterQuality(quality, view) };
}

const watchEveryMs = 2_000;

/** Redraws in place on a terminal; with JSON or anywhere else, prints the status again each time. */
async function watchStatus(shell: Shell, options: StatusOptions): Promise<void> {
  const { printer, environment } = shell;
  const isLive = printer.isTerminal && options.json !== true;
  const stop = new AbortController();
  const stopWatching = () => stop.abort();
  process.once('SIGINT', stopWatching);
  process.once('SIGTERM', stopWatching);
  while (!stop.signal.aborted) {
    // Leaves out the last column: when a line is redrawn, text in this column would flow into the next line.
    if (isLive) await showStatus(shell, options, { width: printer.width - 1, show: printer.showLive });
    else
      await showStatus(shell, options, {
        width: printer.width,
        show: (...lines) => printer.writeLines(...lines, ''),
      });
    await environment.clock.sleep(watchEveryMs, stop.signal).catch(stopWatching);
  }
}

function renderAll(status: ReadingStatus, quality: Quality, screen: Screen): readonly string[] {
  return [...renderStatus(status, screen), ...renderQuality(quality, screen.width)];
}

function writeUnreadJson({ printer }: Shell, world: World): void {
  printer.writeJson('unreadStatus', { world: world.title, corpora: world.corpora, runs: [] });
}

function renderUnreadWorld(world: World): readonly string[] {
  return [
    `${paint(world.title, 'bold')}: ${renderCount(world.corpora.length, 'corpus', 'corpora')}, nothing read yet.`,
    ...(world.corpora.length < 2 ? [] : world.corpora.map(({ name, title }) => `  ${name} (${title})`)),
    `Next:  ${renderCommand(world.corpora.length === 0 ? 'import FILE' : 'read', world.dir)}`,
  ];
}

interface Screen {
  readonly width: number;
  readonly dir: string;
  readonly requests: Requests | undefined;
  readonly nowMs: number;
}

function renderStatus(status: ReadingStatus, screen: Screen): readonly string[] {
  const { counts, totals } = status;
  const { byStatus } = counts;
  const open = byStatus.pending + byStatus.running;
  const unread = byStatus.skipped + byStatus.failed;
  const unbegun = status.corpora.filter(({ planned }) => planned === undefined).length;
  const scenes = [
    `${renderNumber(byStatus.committed)} of ${renderNumber(counts.total)} read`,
    ...(open > 0 ? [`${renderNumber(open)} to go`] : []),
    ...(unread > 0 ? [paint(`${renderNumber(unread)} skipped`, 'yellow')] : []),
    ...(unbegun > 0 ? [`${renderCount(unbegun, 'more story', 'more stories')} not begun`] : []),
  ];
  const pairs: [string, string][] = [
    ['Run', renderRun(status)],
    ['Model', renderModels(status)],
    ...(status.toolless === undefined
      ? []
      : [['Asked for', toollessWords[status.toolless]] as [string, string]]),
    ['Requests', renderOpenRequest(status, screen) ?? renderRequests(screen.requests)],
    ...status.corpora.map((corpus): [string, string] => ['Corpus', renderCorpus(corpus)]),
    ['Scenes', scenes.join(', ')],
    ['Posts', `${renderNumber(totals.postsProcessed)} processed${renderPosition(status)}`],
    [
      'Entries',
      `${renderNumber(status.entriesNow)} now (${renderNumber(status.entriesConfirmed)} confirmed); ${renderNumber(totals.entriesCreated)} created, ${renderNumber(totals.entriesUpdated)} updated`,
    ],
    ...renderSpeakers(status, screen.dir),
    ['Model calls', `${renderNumber(counts.calls)} in ${renderDuration(counts.seconds)}`],
    ['Tokens', renderTokens(status)],
    ['Prompt', renderFolds(status)],
    ['Checkpoints', renderNumber(status.checkpoints)],
  ];
  return [
    paint(status.world, 'bold'),
    ...renderPairs(pairs, screen.width),
    ...renderLanguages(status, screen.width),
    ...renderYield(status, screen),
    ...renderUnread(status, screen),
    ...renderConflicts(status, screen),
    ...renderDifferences(status, screen),
    ...renderRereads(status, screen),
  ];
}

const toollessWords = {
  'calls-none':
    'updates written as text, as the model calls none of the tools it is offered (--tools basic offers them again)',
  'not-offered': 'updates written as text, as the model is offered no tools (--tools basic offers them)',
} as const;

function renderSpeakers({ speakersWaiting: waiting }: ReadingStatus, dir: string): [string, string][] {
  if (waiting === 0) return [];
  const text = `${renderCount(waiting, 'speaker')} for whom the model proposes a character; to confirm it: ${renderCommand('annotate speakers', dir)}`;
  return [['Speakers', text]];
}

/** How the last run ended, in words, by its stored outcome. */
const outcomeWords: Readonly<Record<string, string>> = {
  finished: 'read to the end',
  limited: 'stopped at the limit that was set',
  interrupted: 'stopped by hand',
  halted: 'halted by a failure',
};

function renderRun({ runs, runningProcess }: ReadingStatus): string {
  const first = runs.at(0);
  const last = runs.at(-1);
  if (first === undefined || last === undefined) return 'never';
  const began = `started ${renderMoment(first.startedAt)}, updated ${renderMoment(last.updatedAt)}`;
  if (runningProcess !== undefined)
    return `${began}; ${paint(`running (process ${runningProcess})`, 'green')}`;
  const ended =
    last.outcome === undefined
      ? 'broke off (killed, or copied while it ran); the next run goes on from there'
      : (outcomeWords[last.outcome] ?? last.outcome);
  return `${began}; ${ended}${runs.length > 1 ? ` (start ${runs.length})` : ''}`;
}

const requestSubjects = {
  scene: 'to read scene',
  fold: 'to sum up before scene',
  entries: 'about entries, after scene',
} as const;

/**
 * Says what the current run is asking a model, and since when; the model may be another than the configured one.
 * Undefined if the run is waiting for no model, or for the built-in reader.
 */
function renderOpenRequest({ asking }: ReadingStatus, { nowMs }: Screen): string | undefined {
  if (asking === undefined || isBuiltIn(asking.model)) return undefined;
  const { model, sceneId, threadTitle, about, since } = asking;
  const title = threadTitle === undefined ? '' : ` "${threadTitle}"`;
  const seconds = (nowMs - Date.parse(since)) / 1000;
  return `${model} was asked ${requestSubjects[about]} ${sceneId}${title}, ${renderDuration(seconds)} ago`;
}

/**
 * Names the models of the runs, and when each took over. The newest runs are left out if nothing was left for them to
 * read.
 */
function renderModels({ runs: all, readBy }: ReadingStatus): string {
  const isIdle = ({ model, outcome }: (typeof all)[number]) => outcome === 'finished' && model !== readBy;
  const runs = all.slice(0, all.findLastIndex((run) => !isIdle(run)) + 1);
  const names = runs.map((run) => `${run.model}, prompt version ${run.promptVersion}`);
  const changes = runs.flatMap((run, at) =>
    at === 0 || names[at] === names[at - 1] ? [] : [` → ${names[at]} (from ${renderMoment(run.startedAt)})`],
  );
  return `${names[0] ?? 'none yet'}${changes.join('')}`;
}

function renderCorpus({ name, title, planned, file }: ReadingStatus['corpora'][number]): string {
  const states = {
    same: 'the file is unchanged since it was last read',
    changed: paint('the file has changed; the next run looks for what is new', 'yellow'),
    vanished: paint('the file is missing', 'red'),
    unread: 'not begun',
  };
  const size = planned === undefined ? '' : `${renderCount(planned.postCount, 'story post')}, `;
  const called = title === name ? name : `${name} (${title})`;
  return `${called}: ${size}${states[file]}`;
}

function renderPosition({ totals }: ReadingStatus): string {
  const { position } = totals;
  if (position === undefined) return '';
  return `; last read: post ${position.postId}, thread ${position.threadId} of ${position.corpus}`;
}

function renderTokens({ counts }: ReadingStatus): string {
  if (counts.calls === 0) return 'none yet';
  if (counts.promptTokens === 0) return 'unknown: the model does not report it';
  const share = renderShare(counts.cachedTokens, counts.promptTokens);
  const cached =
    counts.cachedTokens === undefined
      ? 'cached: unknown'
      : `${renderNumber(counts.cachedTokens)} cached, ${share}`;
  return `${renderNumber(counts.promptTokens)} in (${cached}), ${renderNumber(counts.outputTokens)} out`;
}

function renderFolds({ folds }: ReadingStatus): string {
  if (folds.length === 0) return 'it always fitted; nothing had to be summed up';
  const sum = (pick: (fold: ReadingStatus['folds'][number]) => number) =>
    folds.reduce((total, fold) => total + pick(fold), 0);
  const computeAverage = (pick: (fold: ReadingStatus['folds'][number]) => number) =>
    renderNumber(sum(pick) / folds.length);
  return `made shorter ${renderCount(folds.length, 'time')}, on average ${computeAverage((fold) => fold.tokensBefore)} → ${computeAverage((fold) => fold.tokensAfter)} tokens, ${renderCount(
    sum((fold) => fold.turnsRemoved),
    'message',
  )} summed up`;
}

function renderUnread(status: ReadingStatus, { width, dir }: Screen): readonly string[] {
  const { unread } = status;
  if (unread.length === 0) return [];
  const rows = unread.flatMap(({ scene, threadTitle }) => {
    const title = threadTitle === undefined ? '' : ` "${threadTitle}"`;
    const posts =
      scene.firstPostId === scene.lastPostId
        ? `post ${scene.firstPostId}`
        : `posts ${scene.firstPostId} to ${scene.lastPostId}`;
    const place = `thread ${scene.threadId}${title}, its scene ${scene.sceneIndex + 1}, ${posts}`;
    const text = `${place}: ${scene.lastError ?? 'no reason kept'}`;
    return wrapText(text, {
      width,
      indent: '      ',
      first: `  ${paint(`${scene.id}`, 'bold')} (${scene.status})  `,
    });
  });
  const model = isLeftToModels(status) ? ['--model', 'NAME'] : [];
  const again = `Again:  ${renderCommand('annotate retry', dir, model)}`;
  return ['', paint('Skipped scenes', 'bold'), ...rows, again];
}

function renderConflicts({ conflicts }: ReadingStatus, { width }: Screen): readonly string[] {
  if (conflicts.length === 0) return [];
  const rows = conflicts.flatMap((conflict) =>
    wrapText(`${conflict.tool} ${conflict.arguments}`, {
      width,
      indent: '      ',
      first: `  scene ${conflict.sceneId}: `,
    }),
  );
  return [
    '',
    paint('Changes from retried scenes, left out because later scenes say otherwise', 'bold'),
    ...rows,
  ];
}

const shownDifferences = 20;

/**
 * Lists posts that were inserted, edited, moved or removed in the part already read. A run does not read them again,
 * and words that were quoted from them may be gone.
 */
function renderDifferences({ differences }: ReadingStatus, { width }: Screen): readonly string[] {
  if (differences.length === 0) return [];
  const rows = differences.slice(0, shownDifferences).flatMap(({ corpus, postId, kind, citing }) => {
    const cited = citing.length === 0 ? '' : `; quoted by ${citing.join(', ')}`;
    return wrapText(`post ${postId} of ${corpus} ${kind}${cited}`, { width, indent: '      ', first: '  ' });
  });
  const more = differences.length - shownDifferences;
  return [
    '',
    paint(
      'Changed in the story after it was read ("annotate verify" names quotes that no longer stand there)',
      'bold',
    ),
    ...rows,
    ...(more > 0 ? [`  and ${renderNumber(more)} more`] : []),
  ];
}
