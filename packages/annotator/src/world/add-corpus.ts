// Brings a file into a world as a corpus.

import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readSync, realpathSync, rmSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { detectSource } from '../importers/detect-source.ts';
import { importEpub } from '../importers/epub/import-epub.ts';
import { importHtml } from '../importers/import-html.ts';
import { importJsonl } from '../importers/import-jsonl.ts';
import { importMarkdown } from '../importers/import-markdown.ts';
import type { ImportReport, SourceKind } from '../importers/import-report.ts';
import { copySqlite, linkSqlite } from '../importers/import-sqlite.ts';
import { importText } from '../importers/import-text.ts';
import { chooseCorpusName } from './choose-corpus-name.ts';
import { findFormer, type Growth, growCorpus } from './grow-corpus.ts';
import { openImportLock } from './open-run-lock.ts';
import { openWorld } from './open-world.ts';
import type { CorpusKind, CorpusRecord, World } from './world.ts';
import { writeWorld } from './world-file.ts';

export interface NewCorpus {
  /** The file to bring in. */
  readonly path: string;
  /** Defaults to what the book calls itself, else to the file's name. */
  readonly title?: string | undefined;
  /** Copy a SQLite file instead of linking it. */
  readonly isCopy?: boolean | undefined;
}

/**
 * What came of it: a new corpus, the one this file already is, or that one with its file in another place (a linked
 * file that had moved, or one that is now to be copied).
 */
export type AddedCorpus =
  | {
      readonly status: 'added';
      readonly world: World;
      readonly corpus: CorpusRecord;
      readonly report: ImportReport;
      /** An earlier version of the file is another corpus, for what this one says otherwise. */
      readonly other?: { readonly corpus: string; readonly growth: Growth } | undefined;
    }
  | {
      /** An earlier version of the file is this corpus, which holds more now. */
      readonly status: 'grown';
      readonly world: World;
      readonly corpus: CorpusRecord;
      readonly newPosts: number;
      readonly newThreads: number;
    }
  | { readonly status: 'known' | 'moved'; readonly world: World; readonly corpus: CorpusRecord };

const hashBlock = 1 << 20;

/**
 * Imports the file and lists it in `world.json`, or finds that it is there already. Throws `UsageError` for a file
 * that cannot be a corpus; the world is then as it was.
 */
export async function addCorpus(world: World, file: NewCorpus): Promise<AddedCorpus> {
  const kind = detectSource(file.path);
  const source = realpathSync(resolve(file.path));
  const lock = openImportLock(world);
  try {
    const present = openWorld(world.dir);
    removeDrafts(present);
    const sourceHash = hashFile(source);
    const known = present.corpora.find((corpus) => isSame(corpus, source, sourceHash));
    if (known !== undefined) return await settleKnown(present, known, { ...file, source, sourceHash });
    const plan = planCorpus(present, kind, { ...file, source, sourceHash });
    const report = await runImport(plan, kind);
    const corpus = { ...plan, title: file.title?.trim() || report.bookTitle || plan.title };
    const former = findFormer(present, source);
    const growth = former === undefined ? undefined : growCorpus(former, corpus);
    if (former !== undefined && growth?.isGrown === true) {
      return settleGrown(present, { ...former, source, sourceHash }, growth);
    }
    const enlarged = { ...present, corpora: [...present.corpora, corpus] };
    writeWorld(enlarged);
    const other = former && growth && { corpus: former.name, growth };
    return { status: 'added', world: enlarged, corpus, report, other };
  } finally {
    lock.close();
  }
}

function settleGrown(
  world: World,
  corpus: CorpusRecord,
  growth: Extract<Growth, { isGrown: true }>,
): AddedCorpus {
  const corpora = world.corpora.map((one) => (one.name === corpus.name ? corpus : one));
  const settled = { ...world, corpora };
  writeWorld(settled);
  const { newPosts, newThreads } = growth;
  return { status: 'grown', world: settled, corpus, newPosts, newThreads };
}

/** Keeps the name, which positions and evidence carry, when a linked file is found elsewhere or is to be copied. */
async function settleKnown(world: World, known: CorpusRecord, file: Source): Promise<AddedCorpus> {
  const moved = await moveCorpus(world, known, file);
  if (moved === undefined) return { status: 'known', world, corpus: known };
  const corpora = world.corpora.map((corpus) => (corpus === known ? moved : corpus));
  const settled = { ...world, corpora };
  writeWorld(settled);
  return { status: 'moved', world: settled, corpus: moved };
}

async function moveCorpus(
  world: World,
  known: CorpusRecord,
  file: Source,
): Promise<CorpusRecord | undefined> {
  const { source, sourceHash } = file;
  if (known.kind !== 'linked') return undefined;
  if (file.isCopy === true) {
    const path = buildPath(world, known.name);
    await copySqlite({ path: source, destination: path });
    return { ...known, path, kind: 'copied', source, sourceHash };
  }
  return existsSync(known.path) ? undefined : { ...known, path: source, source, sourceHash };
}

interface Source extends NewCorpus {
  readonly source: string;
  readonly sourceHash: string;
}

function planCorpus(world: World, sourceKind: SourceKind, file: Source): CorpusRecord {
  const title = file.title?.trim() || basename(file.source, extname(file.source));
  const name = chooseCorpusName(title, (candidate) => isTaken(world, candidate));
  const kind = chooseKind(sourceKind, file);
  const path = kind === 'linked' ? file.source : buildPath(world, name);
  return { name, title, path, kind, source: file.source, sourceHash: file.sourceHash };
}

function chooseKind(sourceKind: SourceKind, file: NewCorpus): CorpusKind {
  if (sourceKind !== 'sqlite') return 'imported';
  return file.isCopy === true ? 'copied' : 'linked';
}

async function runImport(plan: CorpusRecord, sourceKind: SourceKind): Promise<ImportReport> {
  const target = { path: plan.source, destination: plan.path, title: plan.title };
  switch (sourceKind) {
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
    case 'sqlite':
      return plan.kind === 'linked' ? linkSqlite(plan.source) : await copySqlite(target);
  }
}

/** A linked file is the same while it stays in its place, however it grows. */
function isSame(corpus: CorpusRecord, source: string, sourceHash: string): boolean {
  return corpus.sourceHash === sourceHash || (corpus.kind === 'linked' && corpus.path === source);
}

function isTaken(world: World, name: string): boolean {
  return world.corpora.some((corpus) => corpus.name === name) || existsSync(buildPath(world, name));
}

function buildPath(world: World, name: string): string {
  return join(world.dir, 'corpora', `${name}.db`);
}

/** What an import that was killed left behind; the lock says that none is going on. */
function removeDrafts(world: World): void {
  const folder = join(world.dir, 'corpora');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (/\.importing-\d+(?:-wal|-shm|-journal)?$/u.test(name)) rmSync(join(folder, name), { force: true });
  }
}

function hashFile(path: string): string {
  const hash = createHash('sha256');
  const block = Buffer.allocUnsafe(hashBlock);
  const file = openSync(path, 'r');
  try {
    for (let bytes = readSync(file, block); bytes > 0; bytes = readSync(file, block)) {
      hash.update(block.subarray(0, bytes));
    }
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}
