// World file: `world.json`, which is validated when read and always written whole.

import { isAbsolute, join, relative, sep } from 'node:path';
import { StorageError, TerrariumError } from '@terrarium/kernel/errors';
import { isDeviceName } from '@terrarium/kernel/platform';
import { openWorldFolder } from '@terrarium/kernel/world-folder';
import { z } from 'zod';
import { checkLinkTemplate } from './post-address.ts';
import type { CorpusRecord, World } from './world.ts';
import { writeFile } from './write-file.ts';

const worldFormat = 1;
const ownCorpusPath = /^corpora\/[a-z0-9-]+\.db$/u;

const corpusSchema = z
  .object({
    name: z.string().regex(/^[a-z0-9-]{1,64}$/u),
    title: z.string(),
    first_title: z.string().optional(),
    path: z.string().min(1),
    kind: z.enum(['linked', 'copied', 'imported']),
    source: z.string(),
    source_hash: z.string(),
    link: z
      .string()
      .refine((link) => checkLinkTemplate(link).ok, 'no address of posts')
      .optional(),
    speakers: z.array(z.object({ label: z.string().min(1), character: z.string().min(1) })).optional(),
    nobody: z.array(z.string().min(1)).optional(),
  })
  .refine(
    ({ kind, path }) => (kind === 'linked' ? isAbsolute(path) : ownCorpusPath.test(path)),
    'a linked corpus has an absolute path, any other one lies in corpora/',
  );

const worldSchema = z.object({
  title: z.string(),
  created_at: z.iso.datetime(),
  format: z.literal(worldFormat),
  corpora: z.array(corpusSchema),
});

type WorldFile = z.infer<typeof worldSchema>;

/** The world in a folder; undefined if there is none. Throws `StorageError` if it cannot be read. */
export function findWorld(dir: string): World | undefined {
  const path = join(dir, 'world.json');
  const text = readText(dir, path);
  if (text !== undefined) return buildWorld(dir, parseWorldFile(path, text));
  const remains = findRemains(dir);
  if (remains === undefined) return undefined;
  // Another process may have made the world in the meantime.
  const made = readText(dir, path);
  if (made !== undefined) return buildWorld(dir, parseWorldFile(path, made));
  throw refuseHeadless(dir, path, remains);
}

export function writeWorld(world: World): void {
  const file: WorldFile = {
    title: world.title,
    created_at: world.createdAt,
    format: worldFormat,
    corpora: world.corpora.map((corpus) => renderCorpus(world.dir, corpus)),
  };
  const text = `${JSON.stringify(file, undefined, 2)}\n`;
  writeFile(join(world.dir, 'world.json'), [text], world.dir);
  openWorldFolder(world.dir).setPrivate();
}

export function buildWorld(dir: string, file: WorldFile): World {
  return {
    dir,
    title: file.title,
    createdAt: file.created_at,
    corpora: file.corpora.map((corpus) => ({
      name: corpus.name,
      title: corpus.title,
      ...(corpus.first_title === undefined ? {} : { firstTitle: corpus.first_title }),
      path: corpus.kind === 'linked' ? corpus.path : join(dir, corpus.path),
      kind: corpus.kind,
      source: corpus.source,
      sourceHash: corpus.source_hash,
      ...(corpus.link === undefined ? {} : { link: corpus.link }),
      ...(corpus.speakers === undefined ? {} : { speakers: corpus.speakers }),
      ...(corpus.nobody === undefined ? {} : { nobody: corpus.nobody }),
    })),
    annotatorPath: join(dir, 'annotator.db'),
    vectorsPath: join(dir, 'annotator-vectors.db'),
    exportsDir: join(dir, 'exports'),
    logsDir: join(dir, 'logs'),
  };
}

function renderCorpus(dir: string, corpus: CorpusRecord): WorldFile['corpora'][number] {
  const path = corpus.kind === 'linked' ? corpus.path : relative(dir, corpus.path).split(sep).join('/');
  const { name, title, firstTitle, kind, source, sourceHash, link, speakers = [], nobody = [] } = corpus;
  return {
    name,
    title,
    ...(firstTitle === undefined ? {} : { first_title: firstTitle }),
    path,
    kind,
    source,
    source_hash: sourceHash,
    ...(link === undefined ? {} : { link }),
    ...(speakers.length === 0 ? {} : { speakers: [...speakers] }),
    ...(nobody.length === 0 ? {} : { nobody: [...nobody] }),
  };
}

/** Room for some thousands of corpora with long titles. */
const largestBytes = 16 * 1024 * 1024;

function readText(dir: string, path: string): string | undefined {
  try {
    return openWorldFolder(dir).readText(path, { largestBytes });
  } catch (error) {
    if (error instanceof TerrariumError) throw error;
    throw new StorageError({
      code: 'world.unreadable',
      happened: `${path} cannot be read.`,
      todo: 'Check its permissions.',
      cause: error,
    });
  }
}

/** The last parsed file for each path: a server reads the file of a world several times for each request. */
const parsedFiles = new Map<string, { readonly text: string; readonly file: WorldFile }>();
const mostParsed = 100;

function parseWorldFile(path: string, text: string): WorldFile {
  const before = parsedFiles.get(path);
  if (before?.text === text) return before.file;
  const file = parseWorldText(path, text);
  if (parsedFiles.size >= mostParsed) parsedFiles.clear();
  parsedFiles.set(path, { text, file });
  return file;
}

function parseWorldText(path: string, text: string): WorldFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refuseGarbled(path, 'is not JSON', error);
  }
  refuseNewer(path, value);
  const parsed = worldSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') ?? '';
  throw refuseGarbled(path, `is garbled at "${place}" (${issue?.message ?? 'unknown'})`, parsed.error);
}

function refuseNewer(path: string, value: unknown): void {
  const header = z.object({ format: z.number() }).safeParse(value);
  if (!header.success || header.data.format <= worldFormat) return;
  throw new StorageError({
    code: 'world.newer-format',
    happened: `${path} was written by a newer Terrarium (format ${header.data.format}; this one knows ${worldFormat}).`,
    todo: 'Update Terrarium. Nothing was changed.',
  });
}

function refuseGarbled(path: string, what: string, cause: unknown): StorageError {
  return new StorageError({
    code: 'world.garbled',
    happened: `${path} ${what}.`,
    todo: 'Restore it from a backup, or start another world. Nothing was changed.',
    cause,
  });
}

/**
 * Finds a file that shows that there was a world. A folder with only drafts does not count: an interrupted import left
 * them there.
 */
function findRemains(dir: string): string | undefined {
  return ['annotator.db', 'corpora', 'memory.sqlite', 'rpg.db'].find((name) => hasDatabase(dir, name));
}

function refuseHeadless(dir: string, path: string, remains: string): StorageError {
  return new StorageError({
    code: 'world.headless',
    happened: `${dir} holds ${remains} but no world.json.`,
    todo: `Restore ${path} from a backup, or choose another folder. Nothing was changed.`,
  });
}

function hasDatabase(dir: string, name: string): boolean {
  const folder = openWorldFolder(dir);
  const path = join(dir, name);
  try {
    const found = folder.list('.').find((one) => one.name === name);
    if (found === undefined) return false;
    return !found.isFolder || folder.list(path).some((one) => one.name.endsWith('.db'));
  } catch (error) {
    if (error instanceof TerrariumError) throw error;
    throw new StorageError({
      code: 'world.unreadable',
      happened: `${path} cannot be examined.`,
      todo: 'Check the permissions of the folders above it, or name another folder with --world.',
      cause: error,
    });
  }
}

const longestName = 40;

/** A name that is made from a title; `isTaken` is called until a free one is found. */
export function chooseCorpusName(title: string, isTaken: (name: string) => boolean): string {
  const base = renderSlug(title);
  let name = base;
  for (let count = 2; isTaken(name); count += 1) name = `${base}-${count}`;
  return name;
}

function renderSlug(title: string): string {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .slice(0, longestName)
    .replace(/^-+|(?<!-)-+$/gu, '');
  if (slug === '') return 'corpus';
  return isDeviceName(slug) ? `corpus-${slug}` : slug;
}
