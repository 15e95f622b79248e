// Own record: what Terrarium keeps of this person on this machine, outside every world and out of a world's reach.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import envPaths from 'env-paths';
import { z } from 'zod';
import { StorageError } from '../base/errors.ts';
import { createPrivateFolder, replacePrivateFile } from './private-files.ts';

export interface OwnRecordOptions<Value> {
  /** Name of what is kept, and of its folder: `known-worlds`. */
  readonly name: string;
  /** What each value must be; a stored value that is not valid counts as absent. */
  readonly schema: z.ZodType<Value>;
  /** How many are kept; above that the one written longest ago goes. */
  readonly mostEntries: number;
  /** Replaces the folder where the platform keeps a program's data (on Linux `~/.local/share/terrarium`). */
  readonly folder?: string | undefined;
}

/**
 * Values by keys of any text. Several processes may use it at once: a value is replaced whole, and the last one stays.
 */
export interface OwnRecord<Value> {
  /** Undefined if nothing readable is kept under the key: the person is then simply asked again. */
  find(key: string): Value | undefined;
  /** Throws `StorageError` if it cannot be written. */
  write(key: string, value: Value): void;
  remove(key: string): void;
}

/** One file for each key: whoever writes one disturbs no other. Nothing is read or made before it is asked for. */
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

/** The key is in the file too: a person who opens it sees what it is about. */
function readEntry<Value>(path: string, key: string, schema: z.ZodType<Value>): Value | undefined {
  const entry = z.object({ key: z.literal(key), value: schema });
  try {
    return entry.parse(JSON.parse(readFileSync(path, 'utf8'))).value;
  } catch {
    return undefined;
  }
}

/** Another process may have removed a file meanwhile: it is then not counted. */
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
