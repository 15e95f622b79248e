// Imports a file into a world as a corpus.

import { createHash } from 'node:crypto';
import { basename, extname, join } from 'node:path';
import { Bug, UsageError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import { openKnownWorlds } from '@terrarium/kernel/known-worlds';
import { resolveNamedFile } from '@terrarium/kernel/named-file';
import { readBlocks } from '@terrarium/kernel/read-lines';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { moveIntoPlace } from '../corpus/corpus-writer-store.ts';
import { openCorpus } from '../corpus/open-corpus.ts';
import { detectSource } from '../importers/detect-source.ts';
import { importEpub } from '../importers/epub/import-epub.ts';
import { findCommonTitle } from '../importers/find-common-title.ts';
import { importHtml } from '../importers/import-html.ts';
import { importJsonl } from '../importers/import-jsonl.ts';
import { importMarkdown } from '../importers/import-markdown.ts';
import type { ImportReport, SourceKind } from '../importers/import-report.ts';
import { importSeries } from '../importers/import-series.ts';
import { copySqlite, linkSqlite } from '../importers/import-sqlite.ts';
import { importText } from '../importers/import-text.ts';
import { importPosted, isPosted } from '../importers/posted/import-posted.ts';
import { checkTitle, cutTitle, refuseTaken } from './check-title.ts';
import { type FoundVersion, findVersion } from './find-version.ts';
import { isOtherStory } from './is-other-story.ts';
import { openImportLock } from './open-run-lock.ts';
import { checkLinkTemplate } from './post-address.ts';
import { type RevisedCorpus, updateCorpus } from './update-corpus.ts';
import type { CorpusKind, CorpusRecord, World } from './world.ts';
import { chooseCorpusName, findWorld, writeWorld } from './world-file.ts';

export interface NewCorpus {
  readonly path: string;
  /** Further files of the same story, in order; each contains prose, about a chapter long. */
  readonly further?: readonly string[] | undefined;
  /**
   * The title of the story. By default, the title that the book states; if there is none, the common beginning of its
   * threads' titles; if there is none, `otherwise`.
   */
  readonly title?: string | undefined;
  /** The title if neither a person nor the story gives one; by default, the file's name. */
  readonly otherwise?: string | undefined;
  /** Whether to copy a SQLite file instead of linking it. */
  readonly isCopy?: boolean | undefined;
  /** Template of the addresses of the story's posts. `none` removes the template, undefined leaves it unchanged. */
  readonly link?: string | undefined;
}

/**
 * The result of an import: a new corpus, a new version of a corpus, or a corpus that the world already has. In the
 * last case, its file may have moved: a linked file was moved, or is copied now.
 */
export type AddedCorpus =
  | {
      readonly status: 'added';
      readonly world: World;
      readonly corpus: CorpusRecord;
      readonly report: ImportReport;
      /** An earlier corpus from a file of the same name, if it is a different story. */
      readonly other?: string | undefined;
      /** Name of the story in this world that has most of the new story's words. */
      readonly double?: string | undefined;
      /** Names of the stories in this world that have many of the new story's words. */
      readonly alike: readonly string[];
      /** Whether the story has hardly any names in common with the other stories of the world. */
      readonly isUnrelated: boolean;
    }
  | {
      /**
       * The file is a new version of this corpus, even if that came from a file of another name. It only adds
       * something at the end, has other changes, or is the same.
       */
      readonly status: 'grown' | 'revised' | 'same';
      readonly world: World;
      readonly corpus: CorpusRecord;
      readonly revised: RevisedCorpus;
      /** The file from which the former version came, if it was another file. */
      readonly was?: string | undefined;
      /** Names of the other stories in this world that have many of this story's words. */
      readonly alike: readonly string[];
    }
  | { readonly status: 'known' | 'moved'; readonly world: World; readonly corpus: CorpusRecord };

/** Like `addCorpora`, for one file. */
export async function addCorpus(world: World, file: NewCorpus): Promise<AddedCorpus> {
  const [added] = await addCorpora(world, [file]);
  if (added === undefined) throw new Bug('One file did not become a corpus.');
  return added;
}

export interface ImportOptions {
  /** The title of a new world, or a new title for an existing world. */
  readonly worldTitle?: string | undefined;
  /** Whether to report only what the import would do, without importing anything. */
  readonly isTrial?: boolean | undefined;
  /** Whether stories that have nothing to do with each other may share the world. */
  readonly isSameWorld?: boolean | undefined;
}

/**
 * The error if a story has hardly any names in common with the stories of the world, and nobody said that it belongs
 * there.
 */
export class OtherStoryError extends UsageError {
  readonly title: string;

  constructor(title: string, others: readonly CorpusRecord[]) {
    const [first, ...more] = others.map((corpus) => corpus.title);
    const stories = more.length === 0 ? `"${first}"` : `"${first}" and ${more.length} more`;
    super({
      code: 'import.other-story',
      happened: `"${title}" seems to be a different story from ${stories}, which this world has: they have hardly any names in common.`,
      todo: 'Import it into a world of its own with --world DIR; or, if it belongs here, add --same-world. Nothing was imported.',
    });
    this.title = title;
  }
}

/**
 * Imports the files and lists them in `world.json`, or finds that the world already has them. Imports all of them or
 * none. A world without `world.json` gets one and, if no title is given, the title of its first corpus. Throws
 * `UsageError` if a file cannot be a corpus or repeats most of a story, and `OtherStoryError`.
 */
export async function addCorpora(
  world: World,
  files: readonly NewCorpus[],
  { worldTitle, isTrial = false, isSameWorld = false }: ImportOptions = {},
): Promise<readonly AddedCorpus[]> {
  const sources = files.map(checkSource);
  const givenTitle = checkGiven(worldTitle);
  const lock = openImportLock(world);
  try {
    removeDrafts(world);
    const known = findWorld(world.dir);
    const added: AddedCorpus[] = [];
    for (const source of sources)
      added.push(
        replaceLink(await prepareCorpus(added.at(-1)?.world ?? known ?? world, source), source.link),
      );
    if (isTrial) return added;
    if (!isSameWorld) {
      refuseOtherStory(added);
      refuseDouble(added);
    }
    for (const { corpus } of added) moveDraftIntoPlace(corpus);
    const [first, last] = [added[0], added.at(-1)];
    if (first === undefined || last === undefined) return [];
    const title = givenTitle ?? findOwnTitle(known) ?? first.corpus.title;
    const settled = { ...last.world, title };
    if (title !== known?.title || hasChanges(added, files)) writeWorld(settled);
    recordLinks(settled, sources);
    return added.map((one) => (one === last ? { ...one, world: settled } : one));
  } finally {
    removeDrafts(world);
    lock.close();
  }
}

function refuseOtherStory(added: readonly AddedCorpus[]): void {
  const other = added.find((one) => one.status === 'added' && one.isUnrelated);
  if (other === undefined) return;
  const { corpus, world } = other;
  const before = world.corpora.slice(0, world.corpora.indexOf(corpus));
  throw new OtherStoryError(corpus.title, before);
}

function refuseDouble(added: readonly AddedCorpus[]): void {
  for (const one of added) {
    if (one.status !== 'added' || one.double === undefined) continue;
    const { corpus, world, double } = one;
    const known = world.corpora.find(({ name }) => name === double);
    throw new UsageError({
      code: 'import.double',
      happened: `Most of "${corpus.title}" is already in corpus "${double}", word for word, and would be read twice.`,
      todo: `If it is a new version of that story, import it under the name ${basename(known?.source ?? corpus.source)}; otherwise import it into a world of its own with --world DIR; to read it twice, add --same-world. Nothing was imported.`,
    });
  }
}

/** Records that the files which a person links here may be read. A path that is only in `world.json` may not be read. */
function recordLinks(world: World, sources: readonly Source[]): void {
  const linked = world.corpora.filter(({ kind }) => kind === 'linked').map(({ path }) => path);
  for (const { source } of sources) {
    if (linked.includes(source)) openKnownWorlds().recordLink(world.dir, source);
  }
}

function refuseLink(link: string | undefined): void {
  const checked = link === undefined || link === 'none' ? undefined : checkLinkTemplate(link);
  if (checked?.ok !== false) return;
  throw new UsageError({
    code: 'import.bad-link',
    happened: `"${link}" cannot be the address of posts.`,
    todo: `${checked.say} Nothing was imported.`,
  });
}

interface Source extends NewCorpus {
  readonly kind: SourceKind;
  readonly source: string;
}

function hasChanges(added: readonly AddedCorpus[], files: readonly NewCorpus[]): boolean {
  return added.some(({ status }) => status !== 'known') || files.some(({ link }) => link !== undefined);
}

/** Returns the result with the template for addresses that was asked for. */
function replaceLink(added: AddedCorpus, asked: string | undefined): AddedCorpus {
  if (asked === undefined) return added;
  const { link: _, ...plain } = added.corpus;
  const corpus = asked === 'none' ? plain : { ...plain, link: asked };
  const corpora = added.world.corpora.map((one) => (one.name === corpus.name ? corpus : one));
  return { ...added, corpus, world: { ...added.world, corpora } };
}

function checkSource(file: NewCorpus): Source {
  refuseLink(file.link);
  for (const path of file.further ?? []) detectSource(path);
  const title = checkGiven(file.title);
  return { ...file, title, kind: detectSource(file.path), source: resolveNamedFile(file.path) };
}

/** An empty title counts as none, so that a script can pass a variable that is not set. */
function checkGiven(title: string | undefined): string | undefined {
  return title?.trim() ? checkTitle(title) : undefined;
}

/** Writes only drafts, which become final once all other corpora are prepared. */
async function prepareCorpus(world: World, file: Source): Promise<AddedCorpus> {
  const sourceHash = hashFiles([file.source, ...(file.further ?? [])]);
  const hashed = { ...file, sourceHash };
  const known = world.corpora.find((corpus) => isSame(corpus, file.source, sourceHash));
  if (known !== undefined) return await settleKnown(world, known, hashed);
  const plan = planCorpus(world, hashed);
  const report = await runImport(plan, hashed);
  const ownTitle = cutTitle(report.bookTitle || (findThreadsTitle(plan) ?? ''));
  const corpus = { ...plan, title: file.title ?? (ownTitle || plan.title) };
  if (corpus.kind === 'linked') return addNew(world, { corpus, given: file.title, report });
  const found = findVersion(world, { draft: buildDraft(corpus), isDivided: report.isDivided === true });
  const { former, whole, alike, isDivided } = found;
  if (whole !== undefined) return { status: 'known', world, corpus: whole };
  if (former === undefined) return addNew(world, { corpus, given: file.title, report, found });
  const now = { ...former, source: file.source, sourceHash };
  const revised = updateCorpus({
    former,
    imported: buildDraft(corpus),
    draftPath: buildDraftPath(former.path),
    isDivided,
  });
  const corpora = world.corpora.map((one) => (one.name === former.name ? now : one));
  const isAmong = [file.source, ...(file.further ?? [])].includes(former.source);
  const was = isAmong ? undefined : former.source;
  return { status: revised.kind, world: { ...world, corpora }, corpus: now, revised, was, alike };
}

/** The title of a world; undefined if the world has no story and is only named after its folder. */
function findOwnTitle(known: World | undefined): string | undefined {
  const isNamed = known !== undefined && (known.corpora.length > 0 || known.title !== basename(known.dir));
  return isNamed ? known.title : undefined;
}

/** Finds a title in the common beginning of the threads' titles. */
function findThreadsTitle(plan: CorpusRecord): string | undefined {
  const { name, kind } = plan;
  const corpus = openCorpus({ name, path: findFile(plan) ?? plan.path, isNamed: kind === 'linked' });
  try {
    return findCommonTitle([...corpus.iterateThreads()].map((thread) => thread.title));
  } finally {
    corpus.close();
  }
}

interface NewlyImported {
  readonly corpus: CorpusRecord;
  /** The title that a person gave. */
  readonly given: string | undefined;
  readonly report: ImportReport;
  /** How the story relates to the stories of the world; undefined for a linked file, which is not compared. */
  readonly found?: FoundVersion;
}

function addNew(world: World, { corpus, given, report, found }: NewlyImported): AddedCorpus {
  if (given !== undefined) refuseTaken(given, world.corpora);
  const alike = found?.alike ?? [];
  return {
    status: 'added',
    world: { ...world, corpora: [...world.corpora, corpus] },
    corpus,
    report,
    other: found?.named?.name,
    double: found?.double,
    alike,
    isUnrelated: alike.length === 0 && isOtherStory(world, corpus, findFile),
  };
}

/** Finds the file of a corpus during its import: its draft, or the final file. */
function findFile({ path }: CorpusRecord): string | undefined {
  return [buildDraftPath(path), path].find(isThere);
}

function buildDraft(corpus: CorpusRecord): CorpusRecord {
  return { ...corpus, path: buildDraftPath(corpus.path) };
}

function buildDraftPath(path: string): string {
  return `${path}.importing-0`;
}

function moveDraftIntoPlace({ path, kind }: CorpusRecord): void {
  const draft = buildDraftPath(path);
  if (kind !== 'linked' && isThere(draft)) moveIntoPlace(draft, path);
}

/**
 * If a linked file has moved, or is copied now, the corpus keeps its name, because positions and evidence contain the
 * name.
 */
async function settleKnown(world: World, known: CorpusRecord, file: HashedSource): Promise<AddedCorpus> {
  const moved = await moveCorpus(world, known, file);
  if (moved === undefined) return { status: 'known', world, corpus: known };
  const corpora = world.corpora.map((corpus) => (corpus === known ? moved : corpus));
  return { status: 'moved', world: { ...world, corpora }, corpus: moved };
}

async function moveCorpus(
  world: World,
  known: CorpusRecord,
  file: HashedSource,
): Promise<CorpusRecord | undefined> {
  const { source, sourceHash } = file;
  if (known.kind !== 'linked') return undefined;
  if (file.isCopy === true) {
    const path = buildPath(world, known.name);
    await copySqlite({ path: source, destination: buildDraftPath(path) });
    return { ...known, path, kind: 'copied', source, sourceHash };
  }
  return isThere(known.path) ? undefined : { ...known, path: source, source, sourceHash };
}

interface HashedSource extends Source {
  readonly sourceHash: string;
}

function planCorpus(world: World, file: HashedSource): CorpusRecord {
  const title =
    file.title ?? (cutTitle(file.otherwise || basename(file.source, extname(file.source))) || 'Story');
  const name = chooseCorpusName(title, (candidate) => isTaken(world, candidate));
  const kind = chooseKind(file);
  const path = kind === 'linked' ? file.source : buildPath(world, name);
  return { name, title, path, kind, source: file.source, sourceHash: file.sourceHash };
}

function chooseKind(file: Source): CorpusKind {
  if (file.kind !== 'sqlite') return 'imported';
  return file.isCopy === true ? 'copied' : 'linked';
}

async function runImport(plan: CorpusRecord, { kind, further }: Source): Promise<ImportReport> {
  const target = { path: plan.source, destination: buildDraftPath(plan.path), title: plan.title };
  if (further !== undefined && further.length > 0) {
    return isPosted(kind) ? importPosted(target, kind, further) : importSeries(target, further);
  }
  switch (kind) {
    case 'text':
      return importText(target);
    case 'markdown':
      return importMarkdown(target);
    case 'html':
      return importHtml(target);
    case 'epub':
      return importEpub(target);
    case 'jsonl':
      return importJsonl(target);
    case 'board':
    case 'forum':
      return importPosted(target, kind);
    case 'sqlite':
      return plan.kind === 'linked' ? linkSqlite(plan.source) : await copySqlite(target);
  }
}

/**
 * Whether the corpus was made from this file. A linked file with the same path counts as the same, even if it has
 * grown.
 */
function isSame(corpus: CorpusRecord, source: string, sourceHash: string): boolean {
  return corpus.sourceHash === sourceHash || (corpus.kind === 'linked' && corpus.path === source);
}

function isTaken(world: World, name: string): boolean {
  return world.corpora.some((corpus) => corpus.name === name) || isThere(buildPath(world, name));
}

function buildPath(world: World, name: string): string {
  return join(world.dir, 'corpora', `${name}.db`);
}

/** Removes what a killed import left behind. Because of the lock, no other import is running. */
function removeDrafts(world: World): void {
  const folder = openWorldFolder(world.dir);
  const corpora = join(world.dir, 'corpora');
  for (const { name } of folder.list(corpora)) {
    if (/\.importing-\d+(?:-wal|-shm|-journal)?$/u.test(name)) folder.remove(join(corpora, name));
  }
}

/** The digest of a single file; for several files, the digest of their digests. */
function hashFiles(paths: readonly string[]): string {
  const hashes = paths.map(hashFile);
  const [only = ''] = hashes;
  return hashes.length === 1 ? only : createHash('sha256').update(hashes.join(' ')).digest('hex');
}

function hashFile(path: string): string {
  const hash = createHash('sha256');
  for (const block of readBlocks(path)) hash.update(block);
  return hash.digest('hex');
}
