// Opens a corpus, the SQLite file of a story, read-only, as threads, posts and scenes.

import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Bug, StorageError, UsageError } from '@terrarium/kernel/errors';
import { isThere } from '@terrarium/kernel/is-there';
import { type Connection, openDatabase } from '@terrarium/kernel/open-database';
import { translateStorageError } from '@terrarium/kernel/storage-errors';
import type {
  Corpus,
  PostId,
  PostRange,
  Scene,
  ScenePlan,
  Speaker,
  StoryPost,
  Thread,
  ThreadId,
} from './corpus.ts';
import { resolveCorpusWorld } from './corpus-folder.ts';
import { checkCorpusShape } from './corpus-shape-store.ts';
import { buildCorpusStore, type CorpusStore } from './corpus-store.ts';
import { planScenes } from './plan-scenes.ts';

export interface OpenCorpusOptions {
  /** Name of the corpus in the world, such as `main`. */
  readonly name: string;
  readonly path: string;
  /**
   * Whether a person named this path. If so, links in it are followed. If not, the file is in a world, and no links are
   * followed.
   */
  readonly isNamed?: boolean;
  readonly speakers?: readonly Speaker[] | undefined;
}

/** The byte of the SQLite header that is 2 if the file uses a write-ahead log. */
const walVersionByte = 19;

/**
 * Opens the file without ever writing to it. Throws `UsageError` if the file is not a corpus, and
 * `StorageError` if it is missing, damaged or cannot be read in place.
 */
export function openCorpus(options: OpenCorpusOptions): Corpus {
  const connection = openReadonly(options.path, options.isNamed);
  try {
    checkCorpusShape(connection, options.path);
    return buildCorpus(options, connection, buildCorpusStore(connection, options.path));
  } catch (error) {
    connection.close();
    throw explainOpening(error, options.path);
  }
}

/**
 * A read-only connection to a SQLite file that may be somebody else's. Unless a person named its path, the file is in a
 * world, and no links are followed.
 */
export function openReadonly(path: string, isNamed = false): Connection {
  if (!isThere(path)) {
    throw new StorageError({
      code: 'corpus.missing',
      happened: `There is no corpus at ${path}.`,
      todo: 'Put the file back, or import it again.',
    });
  }
  try {
    const place = { path, within: resolveCorpusWorld(path), isNamed };
    return openDatabase({ ...place, title: 'the corpus', migrations: [], readonly: true, schema: 'foreign' });
  } catch (error) {
    throw explainOpening(error, path);
  }
}

function explainOpening(error: unknown, path: string): Error {
  const ours = explainReading(error, path);
  if (!(ours instanceof StorageError) || !isUnopenable(ours.code) || !isReadThroughLog(path)) return ours;
  return new StorageError({
    code: 'corpus.log-unwritable',
    happened: `${path} keeps a write-ahead log, and ${describeLogTrouble(path)}.`,
    todo: 'Import it with --copy to work on a copy. The file was not changed.',
    cause: error,
  });
}

/** The tables may be somebody else's: if SQLite refuses to read them, that is not our bug. */
export function explainReading(error: unknown, path: string): Error {
  const ours = translateStorageError(error, { title: 'the corpus', path });
  if (!(ours instanceof Bug && isRefusedByDriver(error))) return ours;
  return new StorageError({
    code: 'corpus.unreadable',
    happened: `${path} cannot be read as a corpus (${error.message}).`,
    todo: 'Restore it from a backup, or import a file with plain tables. It was not changed.',
    cause: error,
  });
}

function isRefusedByDriver(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');
}

function isUnopenable(code: string): boolean {
  return code === 'store.cannot-open' || code === 'store.read-only';
}

function describeLogTrouble(path: string): string {
  try {
    accessSync(dirname(path), constants.W_OK);
    return 'the log beside it cannot be opened';
  } catch {
    return 'its folder cannot be written to';
  }
}

function isReadThroughLog(path: string): boolean {
  const header = Buffer.alloc(walVersionByte + 1);
  const file = openSync(path, 'r');
  try {
    return readSync(file, header, 0, header.length, 0) === header.length && header[walVersionByte] === 2;
  } finally {
    closeSync(file);
  }
}

function buildCorpus(options: OpenCorpusOptions, connection: Connection, store: CorpusStore): Corpus {
  const guard: Guard = (read) => {
    try {
      return read();
    } catch (error) {
      throw explainReading(error, options.path);
    }
  };
  const iterateOutlines = (after: PostId | undefined) => {
    const first = after === undefined ? 0 : (guard(() => store.findPlace(after))?.ordinal ?? 0);
    return guardIteration(guard, store.iterateOutlines(first));
  };
  const findPost = (id: PostId) =>
    readAround(store, { id, before: 0, after: 0 })[0] ?? store.formers.find(id);
  return {
    name: options.name,
    path: options.path,
    speakers: options.speakers ?? [],
    readFingerprint: () => guard(() => store.readFingerprint()),
    countPosts: () => guard(() => store.countPosts()),
    iterateThreads: () => guard(() => store.readThreads()),
    findThread: (id) => guard(() => store.findThread(id) ?? findFormerThread(store, id)),
    findPost: (id) => guard(() => findPost(id)),
    findPlace: (id) => guard(() => store.findPlace(id)),
    findFormer: (id) => guard(() => store.formers.find(id)),
    findBody: (id) => guard(() => store.findBody(id) ?? store.formers.findBody(id)),
    readRange: (range) => guard(() => readRange(store, range)),
    readAdjacent: (id, before, after) => guard(() => readAround(store, { id, before, after })),
    readStamp: () => readStamp(options.path),
    iterateDigests: () => guardIteration(guard, store.iterateDigests()),
    planScenes: (limits, after) => {
      checkLimit(limits.maxCharacters);
      return planScenes(iterateOutlines(after), limits, (id) => guard(() => store.findBody(id) ?? ''));
    },
    measureStory: (after) => {
      let characters = 0;
      for (const post of iterateOutlines(after)) characters += post.isStory ? post.characters : 0;
      return characters;
    },
    readScene: (plan, planned) => {
      const find = (id: PostId) => findPost(id);
      return guard(() => readScene(store, plan, { corpus: options.name, planned, find }));
    },
    close: () => {
      connection.close();
    },
  };
}

function findFormerThread(store: CorpusStore, id: ThreadId): Thread | undefined {
  const title = store.formers.findTitle(id);
  return title === undefined ? undefined : { id, title };
}

/** The stamp changes when the file, or the write-ahead log beside it, changes. */
function readStamp(path: string): string {
  const files = [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false, bigint: true }));
  return files.map((file) => (file === undefined ? '-' : `${file.size}:${file.mtimeNs}`)).join(' ');
}

/** Runs a read, and throws one of our errors for whatever the driver throws. */
type Guard = <Value>(read: () => Value) => Value;

function* guardIteration<Value>(guard: Guard, values: Iterable<Value>): Generator<Value> {
  const iterator = values[Symbol.iterator]();
  for (let step = guard(() => iterator.next()); step.done !== true; step = guard(() => iterator.next())) {
    yield step.value;
  }
}

/** Empty if an end of the range is not a post of this thread, or if the range runs backwards. */
function readRange(store: CorpusStore, range: PostRange): readonly StoryPost[] {
  const first = findOrdinal(store, range, 'start');
  const last = findOrdinal(store, range, 'end');
  if (first === undefined || last === undefined) return [];
  const limit = range.limit === undefined ? undefined : Math.max(0, Math.floor(range.limit));
  return store.readPosts({ threadId: range.threadId, first, last, tag: range.tag, limit });
}

function findOrdinal(store: CorpusStore, range: PostRange, border: 'start' | 'end'): number | undefined {
  const id = border === 'start' ? range.startPostId : range.endPostId;
  if (id === undefined) return border === 'start' ? 0 : Number.MAX_SAFE_INTEGER;
  const place = store.findPlace(id);
  return place?.threadId === range.threadId ? place.ordinal : undefined;
}

function readAround(
  store: CorpusStore,
  around: { readonly id: PostId; readonly before: number; readonly after: number },
): readonly StoryPost[] {
  const place = store.findPlace(around.id);
  if (place === undefined) return [];
  const first = place.ordinal - Math.max(0, Math.floor(around.before));
  const last = place.ordinal + Math.max(0, Math.floor(around.after));
  return store.readPosts({ threadId: place.threadId, first, last });
}

interface SceneSource {
  readonly corpus: string;
  readonly planned: readonly PostId[] | undefined;
  readonly find: (id: PostId) => StoryPost | undefined;
}

function readScene(store: CorpusStore, plan: ScenePlan, { corpus, planned, find }: SceneSource): Scene {
  const standing = readRange(store, {
    threadId: plan.threadId,
    startPostId: plan.firstPostId,
    endPostId: plan.lastPostId,
  });
  const isAsPlanned = planned === undefined || standing.map(({ postId }) => postId).join() === planned.join();
  const posts = isAsPlanned ? standing : planned.flatMap((id) => find(id) ?? []);
  const thread: Thread | undefined =
    store.findThread(plan.threadId) ?? findFormerThread(store, plan.threadId);
  if (thread === undefined || posts.length !== plan.posts) {
    throw new StorageError({
      code: 'corpus.changed',
      happened: `The corpus no longer holds the ${plan.posts} posts from ${plan.firstPostId} to ${plan.lastPostId} of thread ${plan.threadId}.`,
      todo: 'Put the file back as it was, or start a new world with the changed one.',
    });
  }
  const scenePosts = posts.map((post) => ({
    ...post,
    span: plan.span ?? { start: 0, end: post.body.length },
  }));
  return { ...plan, corpus, threadTitle: thread.title, scenePosts };
}

function checkLimit(maxCharacters: number): void {
  if (Number.isFinite(maxCharacters) && maxCharacters >= 1) return;
  throw new UsageError({
    code: 'corpus.scene-limit',
    happened: `A scene cannot be limited to ${maxCharacters} characters.`,
    todo: 'Give a limit of at least 1.',
  });
}
