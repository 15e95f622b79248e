// World file: what a world says about itself, read with suspicion and written whole.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { StorageError } from '@terrarium/kernel/errors';
import { z } from 'zod';
import type { CorpusRecord, World } from './world.ts';
import { writeFile } from './write-file.ts';

const worldFormat = 1;
const ownCorpusPath = /^corpora\/[a-z0-9-]+\.db$/u;

const corpusSchema = z
  .object({
    name: z.string().regex(/^[a-z0-9-]{1,64}$/u),
    title: z.string(),
    path: z.string().min(1),
    kind: z.enum(['linked', 'copied', 'imported']),
    source: z.string(),
    source_hash: z.string(),
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

/** The world in a folder, or undefined where there is none. Throws `StorageError` for one that cannot be read. */
export function findWorld(dir: string): World | undefined {
  const path = join(dir, 'world.json');
  if (!existsSync(path)) {
    refuseHeadless(dir, path);
    return undefined;
  }
  return buildWorld(dir, parseWorldFile(path, readText(path)));
}

export function writeWorld(world: World): void {
  const file: WorldFile = {
    title: world.title,
    created_at: world.createdAt,
    format: worldFormat,
    corpora: world.corpora.map((corpus) => renderCorpus(world.dir, corpus)),
  };
  writeFile(join(world.dir, 'world.json'), [`${JSON.stringify(file, undefined, 2)}\n`]);
}

/** A world's value from its folder and what its file says. */
export function buildWorld(dir: string, file: WorldFile): World {
  return {
    dir,
    title: file.title,
    createdAt: file.created_at,
    corpora: file.corpora.map((corpus) => ({
      name: corpus.name,
      title: corpus.title,
      path: corpus.kind === 'linked' ? corpus.path : join(dir, corpus.path),
      kind: corpus.kind,
      source: corpus.source,
      sourceHash: corpus.source_hash,
    })),
    annotatorPath: join(dir, 'annotator.db'),
    vectorsPath: join(dir, 'annotator-vectors.db'),
    exportsDir: join(dir, 'exports'),
    logsDir: join(dir, 'logs'),
  };
}

function renderCorpus(dir: string, corpus: CorpusRecord): WorldFile['corpora'][number] {
  const path = corpus.kind === 'linked' ? corpus.path : relative(dir, corpus.path).split(sep).join('/');
  const { name, title, kind, source, sourceHash } = corpus;
  return { name, title, path, kind, source, source_hash: sourceHash };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StorageError({
      code: 'world.unreadable',
      happened: `${path} cannot be read.`,
      todo: 'Check its permissions.',
      cause: error,
    });
  }
}

function parseWorldFile(path: string, text: string): WorldFile {
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

/** A folder with a world's databases but no world.json is a damaged world; one with drafts is an import cut short. */
function refuseHeadless(dir: string, path: string): void {
  const remains = ['annotator.db', 'corpora'].find((name) => hasDatabase(join(dir, name)));
  if (remains === undefined) return;
  throw new StorageError({
    code: 'world.headless',
    happened: `${dir} holds ${remains} but no world.json.`,
    todo: `Restore ${path} from a backup, or choose another folder. Nothing was changed.`,
  });
}

function hasDatabase(path: string): boolean {
  try {
    const status = statSync(path, { throwIfNoEntry: false });
    if (status?.isDirectory() !== true) return status !== undefined;
    return readdirSync(path).some((name) => name.endsWith('.db'));
  } catch (error) {
    throw new StorageError({
      code: 'world.unreadable',
      happened: `${path} cannot be looked at.`,
      todo: 'Check the permissions of the folders above it, or name another folder with --world.',
      cause: error,
    });
  }
}
