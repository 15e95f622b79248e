// Stores values for this person on this machine, out of reach of every world.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import envPaths from 'env-paths';
import { z } from 'zod';
import { StorageError } from '../base/errors.ts';
import { createPrivateFolder, replacePrivateFile } from './private-files.ts';

export interface OwnRecordOptions<Value> {
  /** Name of the record and of its folder, such as `known-worlds`. */
  readonly name: string;
  /** The schema of each value. A stored value that is invalid counts as absent. */
  readonly schema: z.ZodType<Value>;
  /** At most this many values are kept. If there are more, the one that was written longest ago is removed. */
  readonly mostEntries: number;
  /** Used instead of the platform's folder for data of programs (on Linux, `~/.local/share/terrarium`). */
  readonly folder?: string | undefined;
}

/**
 * Values by keys, which may be any text. Several processes may use the record at the same time: a value is always
 * replaced as a whole, and the last one written stays.
 */
export interface OwnRecord<Value> {
  /** Undefined if no valid value is stored under the key; the person is then asked again. */
  find(key: string): Value | undefined;
  /** Throws `StorageError` if the value cannot be written. */
  write(key: string, value: Value): void;
  remove(key: string): void;
}

/**
 * Opens a record with one file for each key, so that writing one key does not disturb others. Reads and creates nothing
 * until it is used.
 */
export function openOwnRecord<Value>(options: OwnRecordOptions<Value>): OwnRecord<Value> {
  const folder = join(options.folder ?? envPaths('terrarium', { suffix: '' }).data, options.name);
  const buildRecordPath = (key: string) =>
    join(folder, `${createHash('sha256').update(key).digest('hex')}.json`);
  return {
    find: (key) => readEntry(buildRecordPath(key), key, options.schema),
    write: (key, value) => {
      const path = buildRecordPath(key);
      try {
        createPrivateFolder(folder);
        replacePrivateFile(path, JSON.stringify({ key, value }));
        removeOldest(folder, options.mostEntries);
      } catch (cause) {
        throw refuseWriting(path, cause);
      }
    },
    remove: (key) => {
      const path = buildRecordPath(key);
      try {
        rmSync(path, { force: true });
      } catch (cause) {
        throw refuseWriting(path, cause);
      }
    },
  };
}

/** The file also contains the key, so that a person who opens it sees what it is about. */
function readEntry<Value>(path: string, key: string, schema: z.ZodType<Value>): Value | undefined {
  const entry = z.object({ key: z.literal(key), value: schema });
  try {
    return entry.parse(JSON.parse(readFileSync(path, 'utf8'))).value;
  } catch {
    return undefined;
  }
}

/** A file that another process has removed in the meantime counts as the oldest. */
function removeOldest(folder: string, most: number): void {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  if (names.length <= most) return;
  const aged = names.map((name) => ({
    name,
    writtenMs: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }));
  aged.sort((one, other) => one.writtenMs - other.writtenMs);
  for (const { name } of aged.slice(0, names.length - most)) rmSync(join(folder, name), { force: true });
}

function refuseWriting(path: string, cause: unknown): StorageError {
  return new StorageError({
    code: 'own-record.cannot-write',
    happened: `${path}, where Terrarium remembers what you decided on this machine, cannot be written.`,
    todo: 'Check the permissions of its folder and the space left on the disk.',
    cause,
  });
}
