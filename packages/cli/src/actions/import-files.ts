// Imports stories into a world, and says what came of each.

import { rmdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type AddedCorpus, addCorpora, type NewCorpus } from '@terrarium/annotator/add-corpus';
import type { ImportReport } from '@terrarium/annotator/import-report';
import { findSeries, nameSeries } from '@terrarium/annotator/import-series';
import { prepareWorld } from '@terrarium/annotator/open-world';
import type { World } from '@terrarium/annotator/world';
import { findWorld } from '@terrarium/annotator/world-file';
import { renderCommand } from '@terrarium/composition/render-command';
import { UsageError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import type { Outward } from '@terrarium/protocol/shapes';
import { wrapText } from '../screen/layout.ts';
import { renderCount, renderNumber } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';
import type { WorldOptions } from '../shell/options.ts';
import type { Shell } from '../shell/shell.ts';
import { renderApartCounts } from '../views/render-apart.ts';
import { renderRevised } from '../views/render-revised.ts';

export interface ImportOptions extends WorldOptions {
  readonly title?: string;
  readonly worldTitle?: string;
  readonly copy?: boolean;
  readonly asOne?: boolean;
  readonly dryRun?: boolean;
}

export async function importFiles(
  shell: Shell,
  files: readonly string[],
  options: ImportOptions,
): Promise<void> {
  const stories = planStories(files, options);
  const { printer } = shell;
  const added = await importStories(shell, stories, options);
  if (options.json === true) {
    printer.writeJson('storyImport', added.map(buildValue));
    return;
  }
  const { dryRun: isTrial = false } = options;
  for (const one of added) printer.writeLines(...renderAdded(one, { width: printer.width, isTrial }), '');
  if (isTrial) {
    printer.writeLines('This was a trial: nothing was imported. Leave out --dry-run to import.');
    return;
  }
  const dir = resolve(options.world);
  const title = options.worldTitle === undefined ? '' : ` (${added.at(-1)?.world.title})`;
  printer.writeLines(`World: ${dir}${title}`, `Next:  ${paint(renderCommand('annotate run', dir), 'bold')}`);
}

/** A file for each story, unless several are said to be one or are named like its chapters. */
function planStories(files: readonly string[], options: ImportOptions): readonly NewCorpus[] {
  const { title, copy: isCopy } = options;
  const [first, ...further] = files;
  const series = options.asOne === true ? { title: nameSeries(files), paths: files } : findSeries(files);
  if (first !== undefined && further.length > 0 && series !== undefined) {
    const [path = first, ...others] = series.paths;
    return [{ path, further: others, title, otherwise: series.title }];
  }
  if (files.length > 1 && title !== undefined) {
    throw new UsageError({
      code: 'cli.one-title',
      happened: `--title names one story, but ${files.length} files were given.`,
      todo: 'Import them one by one, or leave out --title; if they are the chapters of one story, add --as-one.',
    });
  }
  return files.map((path) => ({ path, title, isCopy }));
}

async function importStories(
  shell: Shell,
  stories: readonly NewCorpus[],
  options: ImportOptions,
): Promise<readonly AddedCorpus[]> {
  const hadFolder = isThere(options.world);
  const known = findWorld(resolve(options.world));
  const world = known ?? prepareWorld({ dir: options.world, clock: shell.environment.clock });
  try {
    const wish = { worldTitle: options.worldTitle, isTrial: options.dryRun === true };
    const added = await addCorpora(world, stories, wish);
    if (wish.isTrial && known === undefined) removeEmptyWorld(world, hadFolder);
    return added;
  } catch (error) {
    if (known === undefined) removeEmptyWorld(world, hadFolder);
    throw stories.length > 1 && error instanceof UsageError ? refuseImport(error, stories.length) : error;
  }
}

/**
 * Of several files the error names only the one that is refused, so it must also say that none of the others was
 * imported.
 */
function refuseImport(error: UsageError, count: number): UsageError {
  const { code, happened } = error;
  const todo = `${error.todo.replace(/ Nothing was imported\.$/u, '')} None of the ${count} files was imported.`;
  return new UsageError({ code, happened, todo, cause: error });
}

/**
 * Removes again a world that was made for a file that could not be imported; whatever else lies in its folder stays.
 */
function removeEmptyWorld(world: World, hadFolder: boolean): void {
  const own = openWorldFolder(world.dir);
  if (own.has('world.json')) return;
  own.remove('import.lock.db');
  for (const folder of [join(world.dir, 'corpora'), world.exportsDir, world.logsDir])
    own.removeEmptyFolder(folder);
  if (!hadFolder && own.list('.').length === 0) rmdirSync(world.dir);
}

interface Shown {
  readonly width: number;
  /** Whether nothing was imported, only looked at. */
  readonly isTrial: boolean;
}

function renderAdded(added: AddedCorpus, { width, isTrial }: Shown): readonly string[] {
  const { corpus } = added;
  const title = paint(corpus.title, 'bold');
  switch (added.status) {
    case 'added':
      return [
        `${isTrial ? 'Would import' : 'Imported'} ${title} as corpus "${corpus.name}".`,
        ...renderReport(added.report, { width, dir: added.world.dir }),
        ...renderDoubles(added, width),
      ];
    case 'known':
      return [`Known already: ${title} is corpus "${corpus.name}". Nothing was changed.`];
    case 'same':
    case 'grown':
    case 'revised':
      return renderRevised(added, width);
    case 'moved':
      return [`${title} is corpus "${corpus.name}", now at ${corpus.path}. What was read of it stays.`];
  }
}

/** Corpora from the same file, whose content has changed, or with the same title: most likely one story twice. */
function listDoubles({ corpus, world }: AddedCorpus): readonly string[] {
  const others = world.corpora.filter((one) => one.name !== corpus.name);
  return others
    .filter((one) => one.source === corpus.source || one.title === corpus.title)
    .map((one) => one.name);
}

function renderDoubles(added: AddedCorpus, width: number): readonly string[] {
  const doubles = listDoubles(added);
  if (doubles.length === 0) return [];
  const names = doubles.map((name) => `"${name}"`).join(', ');
  const text = `This world already holds a story of that name, as corpus ${names}. The new file has almost nothing in common with it, so both will be read. To keep them apart, or to read afresh, import the file into another world with --world DIR.`;
  const indent = '    ';
  return wrapText(text, { width, indent, first: `  ${paint('!', 'yellow')} ` }).map((line) =>
    paint(line, 'yellow'),
  );
}

const kinds = {
  text: 'plain text',
  markdown: 'Markdown',
  html: 'HTML',
  epub: 'EPUB',
  jsonl: 'JSON lines',
  board: 'threads of a board',
  forum: 'pages of a forum',
  sqlite: 'a forum-quest SQLite file',
} as const;

interface ReportView {
  readonly width: number;
  readonly dir: string;
}

function renderReport(report: ImportReport, { width, dir }: ReportView): readonly string[] {
  const posts =
    report.storyPosts === report.posts
      ? renderCount(report.posts, 'post')
      : `${renderCount(report.posts, 'post')}, ${renderNumber(report.storyPosts)} of them story`;
  const unknown =
    report.unknownKeys.length === 0 ? [] : [`Keys that were not used: ${report.unknownKeys.join(', ')}.`];
  return [
    `  ${posts}; ${renderCount(report.threads, 'thread')}; ${renderCount(report.words, 'word')}`,
    ...renderTitles(report.threadTitles ?? [], width),
    paint(`  read as ${report.site ?? kinds[report.kind]}, ${report.encoding}`, 'dim'),
    ...renderApartCounts(report.apart ?? [], { width, look: renderCommand('annotate inspect apart', dir) }),
    ...[...renderLeftOut(report), ...report.warnings, ...unknown].flatMap((warning) =>
      wrapText(warning, { width, indent: '    ', first: `  ${paint('!', 'yellow')} ` }),
    ),
  ];
}

const mostTitles = 5;

/** The first and the last titles, which show what was taken for story. */
function renderTitles(titles: readonly string[], width: number): readonly string[] {
  if (titles.length < 2) return [];
  const last = titles.slice(mostTitles).at(-1);
  const named = [...titles.slice(0, mostTitles), ...(last === undefined ? [] : [last])];
  if (titles.length > mostTitles + 1) named.splice(mostTitles, 0, '…');
  return named.flatMap((title) => wrapText(title, { width, indent: '      ', first: '    ' }));
}

/** Every word of the file that is in no post, so that nobody has to wonder where one went. */
function renderLeftOut({ leftOut }: ImportReport): readonly string[] {
  if (leftOut.length === 0) return [];
  const parts = leftOut.map(({ what, words }) => `${what} (${renderCount(words, 'word')})`);
  return [`Left out: ${parts.join(', ')}.`];
}

function buildValue(added: AddedCorpus): Outward<'storyImport'>[number] {
  const { status, corpus, world } = added;
  return {
    status,
    world: world.dir,
    corpus,
    ...('revised' in added ? { changes: added.revised } : {}),
    ...(added.status === 'added' ? { report: added.report, doubles: listDoubles(added) } : {}),
  };
}
