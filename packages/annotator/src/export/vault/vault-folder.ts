// Vault folder: where a vault is kept, in a world or where a person wants it.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findWorldAround } from '@terrarium/kernel/is-there';
import { isWithin, openWorldFolder } from '@terrarium/kernel/world-folder';
import { writeFile } from '../../world/write-file.ts';

/** Paths are those below the vault. */
export interface VaultFolder {
  /** Undefined where there is no such file. */
  read(path: string): string | undefined;
  write(path: string, text: string): void;
  remove(path: string): void;
  has(path: string): boolean;
  /** What lies directly in it; undefined where it is no folder, and empty where it is not there. */
  list(): readonly string[] | undefined;
  create(): void;
}

/** More than any note of ours; a note somebody made longer is theirs. */
const largestBytes = 256 * 1024 * 1024;

/** In a world no link is followed; elsewhere the folder and its links are the person's. */
export function openVaultFolder(dir: string, worldDir: string | undefined): VaultFolder {
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
