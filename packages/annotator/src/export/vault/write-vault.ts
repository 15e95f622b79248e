// Writes a vault into a folder: keeps what a person wrote there, and removes old notes that are no longer needed.

import { UsageError } from '@terrarium/kernel/errors';
import { parseNote } from './parse-note.ts';
import type { VaultFile } from './render-vault.ts';
import {
  describeShown,
  isEdited,
  listDigests,
  type Manifest,
  openVaultFolder,
  readManifest,
  type VaultFolder,
  writeManifest,
} from './vault-folder.ts';

export interface WrittenVault {
  /** Notes that a person has changed since we wrote them; they are left alone. */
  readonly kept: readonly string[];
}

const nothing: Manifest = { files: {}, notes: {} };

/**
 * `worldDir` is the world that is exported; the vault's folder may lie in it. Throws `UsageError` if the folder
 * contains anything but a vault of ours or Obsidian's settings, and `StorageError` if the disk is full.
 */
export function writeVault(dir: string, files: readonly VaultFile[], worldDir?: string): WrittenVault {
  const folder = openVaultFolder(dir, worldDir);
  const found = readManifest(folder, dir);
  if (found === undefined) refuseOther(folder, dir);
  const before = found ?? nothing;
  folder.create();
  const fresh = new Map(files.map((file) => [file.path, file]));
  const listFresh = (path: string) => {
    const file = fresh.get(path);
    return file === undefined ? [] : listDigests(file.text, file.entry !== undefined);
  };
  /** Whether the file has content that we neither wrote before nor are about to write now. */
  const isChanged = (path: string): boolean => {
    const text = folder.read(path);
    return text !== undefined && isEdited(text, [...(before.files[path] ?? []), ...listFresh(path)]);
  };
  const stale = Object.keys(before.files).filter((path) => !fresh.has(path));
  const kept = new Set([...fresh.keys(), ...stale].filter(isChanged));
  const after = buildManifest(files, before, kept);
  // Recorded before anything is written: if the program is killed, the next export must not take our notes for a
  // person's.
  const either = [...fresh.keys()].map(
    (path) => [path, [...(before.files[path] ?? []), ...(after.files[path] ?? [])]] as const,
  );
  writeManifest(folder, {
    files: { ...before.files, ...Object.fromEntries(either) },
    notes: { ...after.notes, ...before.notes },
  });
  for (const { path, text } of files) if (!kept.has(path)) folder.write(path, text);
  for (const path of stale.filter((one) => !kept.has(one) && folder.has(one))) folder.remove(path);
  writeManifest(folder, after);
  return { kept: [...kept].toSorted() };
}

/** A note that is kept is still compared with what an earlier export wrote into it, also if it is no longer written. */
function buildManifest(files: readonly VaultFile[], before: Manifest, kept: ReadonlySet<string>): Manifest {
  const written = files.filter(({ path }) => !kept.has(path));
  const notes = written.flatMap(({ path, text, entry }) =>
    entry === undefined ? [] : [[path, describeShown(entry, parseNote(path, text))] as const],
  );
  const isKept = ([path]: readonly [string, unknown]) => kept.has(path);
  return {
    files: {
      ...Object.fromEntries([...kept].map((path) => [path, before.files[path] ?? []])),
      ...Object.fromEntries(
        written.map(({ path, text, entry }) => [path, listDigests(text, entry !== undefined)]),
      ),
    },
    notes: {
      ...Object.fromEntries(Object.entries(before.notes).filter(isKept)),
      ...Object.fromEntries(notes),
    },
  };
}

function refuseOther(folder: VaultFolder, dir: string): void {
  if (folder.list()?.every((name) => name === '.obsidian') === true) return;
  throw new UsageError({
    code: 'vault.not-ours',
    happened: `${dir} exists already, and is not a vault that Terrarium made.`,
    todo: 'With --out, name a folder that is new or empty.',
  });
}
