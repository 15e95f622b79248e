// Imports stories into a world, and says what the result was for each.

import { rmdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import {
  type AddedCorpus,
  addCorpora,
  type NewCorpus,
  OtherStoryError,
} from '@terrarium/annotator/add-corpus';
import type { ImportReport } from '@terrarium/annotator/import-report';
import { findSeries, nameSeries } from '@terrarium/annotator/import-series';
import { prepareWorld } from '@terrarium/annotator/open-world';
import { parseSpeaker, type StorySpeaker } from '@terrarium/annotator/story-speakers';
import type { World } from '@terrarium/annotator/world';
import { chooseCorpusName, findWorld } from '@terrarium/annotator/world-file';
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
import { askUnlessNo, isAtTerminal } from '../trust/ask-yes.ts';
import { renderApartCounts } from '../views/render-apart.ts';
import { renderRevised } from '../views/render-revised.ts';
import { renderFoundSpeakers } from '../views/render-speakers.ts';
import { listUnknownSpeakers, settleSpeakers } from './settle-speakers.ts';

export interface ImportOptions extends WorldOptions {
  readonly title?: string;
  readonly worldTitle?: string;
  readonly copy?: boolean;
  readonly asOne?: boolean;
  readonly sameWorld?: boolean;
  readonly link?: string;
  readonly dryRun?: boolean;
  readonly speaker?: readonly string[];
}

export async function importFiles(
  shell: Shell,
  files: readonly string[],
  options: ImportOptions,
): Promise<void> {
  const stories = planStories(files, options);
  const { printer } = shell;
  const wishes = (options.speaker ?? []).map(parseSpeaker);
  const imported = await importWhereAsked(shell, stories, options);
  if (imported === undefined) return;
  const { added, dir } = imported;
  const { dryRun: isTrial = false } = options;
  const told = added.map((one) => ({ one, speakers: isTrial ? [] : settleSpeakers(one, wishes) }));
  if (options.json === true) {
    printer.writeJson(
      'storyImport',
      told.map(({ one, speakers }) => buildValue(one, speakers)),
    );
    return;
  }
  const { width } = printer;
  const isLinked = options.link !== undefined;
  for (const { one, speakers } of told) {
    const look = renderCommand('annotate speakers', one.world.dir);
    const view = { width, look };
    printer.writeLines(
      ...renderAdded(one, { width, isTrial, isLinked }),
      ...renderFoundSpeakers(speakers, view),
      '',
    );
  }
  const unknown = isTrial
    ? []
    : listUnknownSpeakers(
        wishes,
        told.flatMap(({ speakers }) => speakers),
      );
  if (unknown.length > 0)
    printer.writeLines(
      `  ! No speaker in the story is called ${unknown.join(', ')}: what you said about them was not used.`,
      '',
    );
  if (isTrial) {
    printer.writeLines('This was a trial: nothing was imported. Leave out --dry-run to import.');
    return;
  }
  const title = options.worldTitle === undefined ? '' : ` (${added.at(-1)?.world.title})`;
  const next = added.some(isForRereading) ? 'annotate reread' : 'read';
  printer.writeLines(`World: ${dir}${title}`, `Next:  ${paint(renderCommand(next, dir), 'bold')}`);
}

/** Whether posts were inserted or edited in a story that has been read, and none was added at its end. */
function isForRereading(added: AddedCorpus): boolean {
  if (added.status !== 'revised' || added.revised.kind !== 'revised') return false;
  if (!isThere(added.world.annotatorPath)) return false;
  const kinds = added.revised.changes.map(({ kind }) => kind);
  return !kinds.includes('added') && kinds.some((kind) => kind === 'inserted' || kind === 'edited');
}

/**
 * Each file is a story, unless an option says that several files are one story, or their names are those of
 * chapters.
 */
function planStories(files: readonly string[], options: ImportOptions): readonly NewCorpus[] {
  const { title, copy: isCopy, link } = options;
  const [first, ...further] = files;
  const series = options.asOne === true ? { title: nameSeries(files), paths: files } : findSeries(files);
  if (first !== undefined && further.length > 0 && series !== undefined) {
    const [path = first, ...others] = series.paths;
    return [{ path, further: others, title, otherwise: series.title, link }];
  }
  if (files.length > 1 && title !== undefined) {
    throw new UsageError({
      code: 'cli.one-title',
      happened: `--title names one story, but ${files.length} files were given.`,
      todo: 'Import them one by one, or leave out --title; if they are the chapters of one story, add --as-one.',
    });
  }
  return files.map((path) => ({ path, title, isCopy, link }));
}

interface Imported {
  readonly added: readonly AddedCorpus[];
  /** The folder of the world into which the stories were imported. */
  readonly dir: string;
}

/**
 * Imports the stories. If one has nothing to do with the stories of the world, asks the person at the terminal whether
 * it gets a world of its own.
 */
async function importWhereAsked(
  shell: Shell,
  stories: readonly NewCorpus[],
  options: ImportOptions,
): Promise<Imported | undefined> {
  const dir = resolve(options.world);
  try {
    return { added: await importStories(shell, stories, options), dir };
  } catch (error) {
    if (!(error instanceof OtherStoryError) || !isAtTerminal(shell)) throw error;
    const own = chooseOwnFolder(dir, error.title);
    shell.printer.writeLines(...wrapText(error.happened, { width: shell.printer.width }));
    const shown = relative('.', own);
    const isOwn = await askUnlessNo(shell, `Import it into a world of its own, ${shown}? [Y/n] `);
    if (isOwn === undefined) throw error;
    if (!isOwn) return { added: await importStories(shell, stories, { ...options, sameWorld: true }), dir };
    return { added: await importStories(shell, stories, { ...options, world: own }), dir: own };
  }
}

/** A folder beside the world's folder, named after the story. */
function chooseOwnFolder(dir: string, title: string): string {
  const name = chooseCorpusName(title, (candidate) => isThere(join(dirname(dir), candidate)));
  return join(dirname(dir), name);
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
    const { worldTitle, dryRun: isTrial = false, sameWorld: isSameWorld } = options;
    const wish = { worldTitle, isTrial, isSameWorld };
    const added = await addCorpora(world, stories, wish);
    if (isTrial && known === undefined) removeEmptyWorld(world, hadFolder);
    return added;
  } catch (error) {
    if (known === undefined) removeEmptyWorld(world, hadFolder);
    throw stories.length > 1 && error instanceof UsageError ? refuseImport(error, stories.length) : error;
  }
}

/**
 * The error names only the refused file. If there are several files, it must also say that none of the others
 * was imported.
 */
function refuseImport(error: UsageError, count: number): UsageError {
  const { code, happened } = error;
  const todo = `${error.todo.replace(/ Nothing was imported\.$/u, '')} None of the ${count} files was imported.`;
  return new UsageError({ code, happened, todo, cause: error });
}

/**
 * Removes what was prepared for a new world that got no story, because of an error or in a trial. Other files in its
 * folder stay.
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
  readonly isTrial: boolean;
  /** Whether the person gave the address of the story's posts. */
  readonly isLinked: boolean;
}

function renderAdded(added: AddedCorpus, { width, isTrial, isLinked }: Shown): readonly string[] {
  const { corpus } = added;
  const title = paint(corpus.title, 'bold');
  switch (added.status) {
    case 'added':
      return [
        `${isTrial ? 'Would import' : 'Imported'} ${title} as corpus "${corpus.name}".`,
        ...renderReport(added.report, { width, dir: added.world.dir }),
        ...renderDoubles(added, width),
        ...renderUnrelated(added, width),
      ];
    case 'known':
      return [
        `Known already: ${title} is corpus "${corpus.name}". ${isLinked ? describeLink(corpus) : 'Nothing was changed.'}`,
      ];
    case 'same':
    case 'grown':
    case 'revised':
      return [...renderRevised(added, width), ...renderAlike(added, width)];
    case 'moved':
      return [`${title} is corpus "${corpus.name}", now at ${corpus.path}. What was read of it stays.`];
  }
}

function describeLink({ link }: AddedCorpus['corpus']): string {
  return link === undefined ? 'Its quotes link to no address.' : `Its quotes link to ${link}.`;
}

/** Other corpora that hold much of the same text, have the same title, or came from the same file. */
function listDoubles(added: Extract<AddedCorpus, { status: 'added' }>): readonly string[] {
  const { corpus, world, alike } = added;
  const others = world.corpora.filter((one) => one.name !== corpus.name);
  return others
    .filter(
      ({ name, source, title }) => alike.includes(name) || source === corpus.source || title === corpus.title,
    )
    .map((one) => one.name);
}

function renderDoubles(added: Extract<AddedCorpus, { status: 'added' }>, width: number): readonly string[] {
  const doubles = listDoubles(added).filter((name) => !added.alike.includes(name));
  const known = renderAlike(added, width);
  if (doubles.length === 0) return known;
  const text = `This world already holds a story of that name, as corpus ${listNames(doubles)}. Hardly a paragraph of the new file is in it word for word, so both will be read. To keep them apart, or to read afresh, import the file into another world with --world DIR.`;
  return [...known, ...renderNotice(text, width)];
}

function renderAlike({ alike }: { readonly alike: readonly string[] }, width: number): readonly string[] {
  if (alike.length === 0) return [];
  const text = `Much of it is in corpus ${listNames(alike)} too, word for word, and would be read twice.`;
  return renderNotice(text, width);
}

function listNames(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/**
 * The note on a story that shares hardly any names with the world. Such a story is imported only on request, or as a
 * trial.
 */
function renderUnrelated(added: Extract<AddedCorpus, { status: 'added' }>, width: number): readonly string[] {
  if (!added.isUnrelated || listDoubles(added).length > 0) return [];
  const { name } = added.corpus;
  return renderNotice(
    `It has hardly any names in common with what this world has. Both are read into one glossary; --corpus ${name} shows only what comes from the new story.`,
    width,
  );
}

function renderNotice(text: string, width: number): readonly string[] {
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
  sqlite: 'a SQLite file of posts',
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
    `  ${posts}; ${renderCount(report.threads, 'thread')}; ${renderLength(report)}`,
    ...renderTitles(report.threadTitles ?? [], width),
    paint(`  read as ${report.site ?? kinds[report.kind]}, ${report.encoding}`, 'dim'),
    ...renderApartCounts(report.apart ?? [], { width, look: renderCommand('inspect apart', dir) }),
    ...[...renderLeftOut(report), ...report.warnings, ...unknown].flatMap((warning) =>
      wrapText(warning, { width, indent: '    ', first: `  ${paint('!', 'yellow')} ` }),
    ),
  ];
}

function renderLength({ words, characters, isInCharacters }: ImportReport): string {
  return isInCharacters === true ? renderCount(characters, 'character') : renderCount(words, 'word');
}

const mostTitles = 5;

/** Lists the first titles and the last one, which show the parts of the file that were read as the story. */
function renderTitles(titles: readonly string[], width: number): readonly string[] {
  if (titles.length < 2) return [];
  const last = titles.slice(mostTitles).at(-1);
  const named = [...titles.slice(0, mostTitles), ...(last === undefined ? [] : [last])];
  if (titles.length > mostTitles + 1) named.splice(mostTitles, 0, '…');
  return named.flatMap((title) => wrapText(title, { width, indent: '      ', first: '    ' }));
}

/** Lists the parts of the file that are in no post, and how many words each has. */
function renderLeftOut({ leftOut }: ImportReport): readonly string[] {
  if (leftOut.length === 0) return [];
  const parts = leftOut.map(({ what, words }) => `${what} (${renderCount(words, 'word')})`);
  return [`Left out: ${parts.join(', ')}.`];
}

function buildValue(added: AddedCorpus, speakers: readonly StorySpeaker[]): Outward<'storyImport'>[number] {
  const { status, corpus, world } = added;
  return {
    status,
    world: world.dir,
    corpus,
    ...('revised' in added ? { changes: added.revised } : {}),
    ...(added.status === 'added'
      ? { report: added.report, doubles: listDoubles(added), isUnrelated: added.isUnrelated }
      : {}),
    ...(speakers.length === 0 ? {} : { speakers }),
  };
}
