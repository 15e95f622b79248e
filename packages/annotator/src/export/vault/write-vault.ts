// Writes a vault into a folder: keeps what a person wrote there, and removes old notes that are no longer needed.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { TerrariumError, UsageError } from '@terrarium/kernel/errors';
import { findWorldAround } from '@terrarium/kernel/is-there';
import { isWithin, openWorldFolder } from '@terrarium/kernel/world-folder';
import { z } from 'zod';
import { writeFile } from '../../world/write-file.ts';
import type { VaultFile } from './render-vault.ts';

export interface WrittenVault {
  /** Notes that a person has changed since we wrote them; they are left alone. */
  readonly kept: readonly string[];
}

const manifestName = '.terrarium-vault.json';
/**
 * Hashes of what we wrote into each file. During an export, a file has two hashes: of its old and of its new content.
 */
const manifestSchema = z.strictObject({ files: z.record(z.string(), z.array(z.string())) });
type Written = Readonly<Record<string, readonly string[]>>;

/**
 * `worldDir` is the world that is exported; the vault's folder may lie in it. Throws `UsageError` if the folder
 * contains anything but a vault of ours or Obsidian's settings, and `StorageError` if the disk is full.
 */
export function writeVault(dir: string, files: readonly VaultFile[], worldDir?: string): WrittenVault {
  const folder = openVaultFolder(dir, worldDir);
  const before = readManifest(folder, dir);
  folder.create();
  const fresh = new Map(files.map(({ path, text }) => [path, hash(text)]));
  /** Whether the file has content that we neither wrote before nor are about to write now. */
  const isEdited = (path: string): boolean => {
    const text = folder.read(path);
    const now = text === undefined ? undefined : hash(text);
    return now !== undefined && !before[path]?.includes(now) && now !== fresh.get(path);
  };
  const stale = Object.keys(before).filter((path) => !fresh.has(path));
  const kept = new Set([...fresh.keys(), ...stale].filter(isEdited));
  const after = [...fresh].map(
    ([path, own]) => [path, kept.has(path) ? (before[path] ?? []) : [own]] as const,
  );
  // Recorded before anything is written: if the program is killed, the next export must not take our notes for a
  // person's.
  const either = after.map(([path, own]) => [path, [...(before[path] ?? []), ...own]] as const);
  writeManifest(folder, { ...before, ...Object.fromEntries(either) });
  for (const { path, text } of files) if (!kept.has(path)) folder.write(path, text);
  for (const path of stale.filter((one) => !kept.has(one) && folder.has(one))) folder.remove(path);
  writeManifest(folder, Object.fromEntries(after));
  return { kept: [...kept].toSorted() };
}

function writeManifest(folder: VaultFolder, written: Written): void {
  const entries = Object.entries(written).map(([path, hashes]) => [path, [...new Set(hashes)]] as const);
  const files = Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  folder.write(manifestName, `${JSON.stringify({ files }, undefined, 2)}\n`);
}

function readManifest(folder: VaultFolder, dir: string): Written {
  if (!folder.has(manifestName)) {
    refuseOther(folder, dir);
    return {};
  }
  try {
    const { files } = manifestSchema.parse(JSON.parse(folder.read(manifestName) ?? ''));
    // Ignores paths that lead out of the folder: we never wrote such a path.
    return Object.fromEntries(Object.entries(files).filter(([name]) => isInside(name)));
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

function isInside(path: string): boolean {
  return !path.startsWith('/') && !path.split(/[\\/]/u).includes('..');
}

function refuseOther(folder: VaultFolder, dir: string): void {
  if (folder.list()?.every((name) => name === '.obsidian') === true) return;
  throw new UsageError({
    code: 'vault.not-ours',
    happened: `${dir} exists already, and is not a vault that Terrarium made.`,
    todo: 'With --out, name a folder that is new or empty.',
  });
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Paths are relative to the vault. */
interface VaultFolder {
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

/**
 * In a folder inside a world, no symbolic links are followed. Any other folder was chosen by the person, so its
 * symbolic links are followed.
 */
function openVaultFolder(dir: string, worldDir: string | undefined): VaultFolder {
  const isOfWorld = worldDir !== undefined && isWithin(worldDir, dir);
  const around = isOfWorld ? worldDir : findWorldAround(dir);
  return around === undefined ? openElsewhere(dir) : openInWorld(dir, around);
}

function openInWorld(dir: string, worldDir: string): VaultFolder {
  const world = openWorldFolder(worldDir);
  return {
    read: (path) => world.readText(join(dir, path), { largestBytes }),
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
