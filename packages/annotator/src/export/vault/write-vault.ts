// Writes a vault into a folder: what a person wrote there stays, what an earlier export wrote and is gone goes.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { TerrariumError, UsageError } from '@terrarium/kernel/errors';
import { z } from 'zod';
import type { VaultFile } from './render-vault.ts';
import { openVaultFolder, type VaultFolder } from './vault-folder.ts';

export interface WrittenVault {
  /** Notes that somebody changed since we wrote them: they stand as they are. */
  readonly kept: readonly string[];
}

const manifestName = '.terrarium-vault.json';
/** What we wrote into each file: while an export is under way, what stood there and what is to stand. */
const manifestSchema = z.strictObject({ files: z.record(z.string(), z.array(z.string())) });
type Written = Readonly<Record<string, readonly string[]>>;

/** `worldDir` is the world that the folder may lie in. Throws `UsageError` for a folder that holds something else than a vault of ours, `StorageError` for a full disk. */
export function writeVault(dir: string, files: readonly VaultFile[], worldDir?: string): WrittenVault {
  const folder = openVaultFolder(dir, worldDir);
  const before = readManifest(folder, dir);
  folder.create();
  const fresh = new Map(files.map(({ path, text }) => [path, hash(text)]));
  /** Neither what we wrote nor what we are about to write. */
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
  // Said before it is done: whoever kills us here finds no note of ours that the next export takes for theirs.
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
    // A path that leads out of the folder was not written by us.
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
    happened: `${dir} is there already and is no vault of ours.`,
    todo: 'Name a folder that is new or empty with --out.',
  });
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
