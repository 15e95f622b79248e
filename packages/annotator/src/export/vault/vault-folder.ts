// The folder of a vault, and the list that an export leaves in it: what it wrote, so that a person's changes are found.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { TerrariumError, UsageError } from '@terrarium/kernel/errors';
import { findWorldAround } from '@terrarium/kernel/is-there';
import { isWithin, type ListedName, openWorldFolder } from '@terrarium/kernel/world-folder';
import { z } from 'zod';
import { writeFile } from '../../world/write-file.ts';
import { positionSchema } from '../exported-glossary.ts';
import { computeDigest, listLinks, type ParsedNote, settleLines, stripTargets } from './parse-note.ts';

export const manifestName = '.terrarium-vault.json';

/** What the note of an entry said when it was written: later, only what differs from this is a person's change. */
const shownSchema = z.strictObject({
  id: z.int(),
  term: z.string(),
  updated_at: z.string(),
  /** The place up to which the note shows the story; null for all of it. */
  as_of: positionSchema.nullable(),
  title: z.string(),
  aliases: z.array(z.string()),
  tags: z.array(z.string()),
  /** The links in the definition, as they are written in the note. */
  links: z.array(z.string()),
  /** Digests: of the definition, of each other property, and of what stands below the definition. */
  definition: z.string(),
  properties: z.record(z.string(), z.string()),
  body: z.string(),
});
export type ShownNote = z.infer<typeof shownSchema>;
/** The entry that a note is about, as the note shows it. */
export type ShownEntry = Pick<ShownNote, 'id' | 'term' | 'updated_at' | 'as_of'>;

/** What a note says: right after it was written, or after a person's changes of it were taken in. */
export function describeShown(entry: ShownEntry, note: ParsedNote): ShownNote {
  const { id, term, updated_at, as_of } = entry;
  return {
    id,
    term,
    updated_at,
    as_of,
    title: note.title ?? '',
    aliases: [...note.aliases],
    tags: [...note.tags],
    links: [...listLinks(note.definition)],
    definition: computeDigest(note.definition),
    properties: { ...note.properties },
    body: note.body,
  };
}

const manifestSchema = z.strictObject({
  /** Digests of what we wrote into each file. During an export, of its old and of its new content. */
  files: z.record(z.string(), z.array(z.string())),
  /** Absent in vaults of earlier versions. */
  notes: z.record(z.string(), shownSchema).optional(),
});

export interface Manifest {
  readonly files: Readonly<Record<string, readonly string[]>>;
  /** By the path of the note. */
  readonly notes: Readonly<Record<string, ShownNote>>;
}

export function writeManifest(folder: VaultFolder, { files, notes }: Manifest): void {
  const entries = Object.entries(files).map(([path, digests]) => [path, [...new Set(digests)]] as const);
  const written = { files: Object.fromEntries(entries), notes };
  folder.write(manifestName, `${JSON.stringify(written, undefined, 2)}\n`);
}

/**
 * Undefined if no export has written into this folder. Throws `UsageError` if the list is damaged. Paths that lead out
 * of the folder are left out: we never wrote such a path.
 */
export function readManifest(folder: VaultFolder, dir: string): Manifest | undefined {
  if (!folder.has(manifestName)) return undefined;
  try {
    const { files, notes = {} } = manifestSchema.parse(JSON.parse(folder.read(manifestName) ?? ''));
    return { files: filterInside(files), notes: filterInside(notes) };
  } catch (cause) {
    if (cause instanceof TerrariumError) throw cause;
    throw new UsageError({
      code: 'vault.unreadable',
      happened: `${join(dir, manifestName)}, which says what an earlier export wrote, cannot be read.`,
      todo: 'Export into a new folder.',
      cause,
    });
  }
}

function filterInside<Value>(byPath: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(byPath).filter(([name]) => isInside(name)));
}

function isInside(path: string): boolean {
  return !path.startsWith('/') && !path.split(/[\\/]/u).includes('..');
}

/**
 * The digests to list for a file. Of a file that is no entry's note, links may lead elsewhere: an editor rewrites them
 * when a note gets another name.
 */
export function listDigests(text: string, isEntry: boolean): readonly string[] {
  const own = computeDigest(text);
  return isEntry ? [own] : [own, computeLooseDigest(text)];
}

/** Whether the text is none of those that the digests are of. Line ends make no difference. */
export function isEdited(text: string, digests: readonly string[]): boolean {
  const now = [computeDigest(text), computeDigest(settleLines(text)), computeLooseDigest(text)];
  return !now.some((one) => digests.includes(one));
}

function computeLooseDigest(text: string): string {
  return computeDigest(`links: ${stripTargets(settleLines(text))}`);
}

/** Paths are relative to the vault. */
export interface VaultFolder {
  /** Undefined if there is no such file. */
  read(path: string): string | undefined;
  write(path: string, text: string): void;
  remove(path: string): void;
  has(path: string): boolean;
  /**
   * Names of the files and folders directly in the vault; undefined if its path is not a folder, empty if nothing is
   * there.
   */
  list(): readonly string[] | undefined;
  create(): void;
}

/** No note of ours is this large. In a world, a larger file is refused with a `StorageError`. */
const largestBytes = 256 * 1024 * 1024;

export interface ForeignVault extends VaultFolder {
  /** What lies directly in a folder of the vault. */
  listIn(path: string): readonly ListedName[];
}

/** Larger files of a vault that is taken in are refused with a `StorageError`. */
const largestForeignBytes = 64 * 1024 * 1024;

/** Follows no link, wherever the folder lies: notes that are taken in may come from anybody. */
export function openForeignVault(dir: string, worldDir: string): ForeignVault {
  const around = (isWithin(worldDir, dir) ? worldDir : findWorldAround(dir)) ?? dir;
  const listIn = (path: string) => openWorldFolder(around).list(join(dir, path));
  return { ...openInWorld(dir, around, largestForeignBytes), listIn };
}

/**
 * In a folder inside a world, no symbolic links are followed. Any other folder was chosen by the person, so its
 * symbolic links are followed.
 */
export function openVaultFolder(dir: string, worldDir: string | undefined): VaultFolder {
  const isOfWorld = worldDir !== undefined && isWithin(worldDir, dir);
  const around = isOfWorld ? worldDir : findWorldAround(dir);
  return around === undefined ? openElsewhere(dir) : openInWorld(dir, around);
}

function openInWorld(dir: string, worldDir: string, most = largestBytes): VaultFolder {
  const world = openWorldFolder(worldDir);
  return {
    read: (path) => world.readText(join(dir, path), { largestBytes: most }),
    write: (path, text) => {
      writeFile(join(dir, path), [text], worldDir);
    },
    remove: (path) => world.remove(join(dir, path)),
    has: (path) => world.has(join(dir, path)),
    list: () => world.list(dir).map(({ name }) => name),
    create: () => world.createFolder(dir),
  };
}

function openElsewhere(dir: string): VaultFolder {
  const findStatus = (path: string) => statSync(join(dir, path), { throwIfNoEntry: false });
  return {
    read: (path) => (findStatus(path)?.isFile() === true ? readFileSync(join(dir, path), 'utf8') : undefined),
    write: (path, text) => {
      writeFile(join(dir, path), [text], undefined);
    },
    remove: (path) => rmSync(join(dir, path)),
    has: (path) => existsSync(join(dir, path)),
    list() {
      const status = findStatus('.');
      if (status === undefined) return [];
      return status.isDirectory() ? readdirSync(dir) : undefined;
    },
    create: () => {
      mkdirSync(dir, { recursive: true });
    },
  };
}
