// Kept memories: keeps the database of a memory open between requests.

import { sep } from 'node:path';
import {
  explainMemoryFailure,
  isMadeUp,
  type MemoryWorld,
  openDatabaseOf,
  withMemoryDatabase,
} from '@terrarium/composition/memory-world';
import type { Connection } from '@terrarium/kernel/open-database';
import { readFileStamp } from '@terrarium/kernel/read-file-stamp';
import type { ServerHost } from './server-host.ts';

/**
 * Opening a database takes longer than most reads. A connection is used again only if nothing was written to the file
 * since, by whatever program, and no other file has taken its place; so everything that was checked when it was opened
 * still holds. See docs/decisions/0046-memories-kept-for-a-moment.md.
 */
export interface KeptMemories {
  /** Calls `look` with the database, to which it cannot write. The temporary memory of a trial is not kept open. */
  read<Result>(memory: MemoryWorld, look: (connection: Connection) => Result): Promise<Result>;
  /** Like `read`, but returns undefined if the database is not open yet, or if `look` throws. */
  readIfOpen<Result>(memory: MemoryWorld, look: (connection: Connection) => Result): Result | undefined;
  /** Closes the databases in a folder that is about to be removed. */
  forget(dir: string): void;
  /** Closes all databases; from now on none is kept open. */
  close(): void;
}

interface Opened {
  readonly connection: Connection;
  /** The stamp of the file that was opened. */
  readonly file: string | undefined;
}

interface Kept extends Opened {
  readonly content: string;
  readonly timer: NodeJS.Timeout;
}

/** How long a database that nobody looks at stays open: longer than an open page waits between two requests. */
const idleMs = 5_000;

export function openKeptMemories(host: ServerHost): KeptMemories {
  const kept = new Map<string, Kept>();
  let isOver = false;
  /**
   * Removes a connection from those that are kept, so that only the caller uses it; closes it if the file has changed.
   */
  const take = (path: string): Kept | undefined => {
    const one = kept.get(path);
    if (one === undefined) return undefined;
    kept.delete(path);
    clearTimeout(one.timer);
    if (readFileStamp(path)?.content === one.content) return one;
    one.connection.close();
    return undefined;
  };
  const release = (path: string, { connection, file }: Opened): void => {
    const stamp = readFileStamp(path);
    const isSame = stamp !== undefined && stamp.file === file && stamp.content !== undefined;
    if (!isSame || isOver || kept.has(path) || connection.inTransaction) {
      connection.close();
      return;
    }
    const timer = setTimeout(() => {
      kept.delete(path);
      connection.close();
    }, idleMs);
    timer.unref();
    kept.set(path, { connection, file, content: stamp.content, timer });
  };
  const closeAll = (isMeant: (path: string) => boolean): void => {
    for (const [path, { connection, timer }] of kept) {
      if (!isMeant(path)) continue;
      kept.delete(path);
      clearTimeout(timer);
      connection.close();
    }
  };
  return {
    async read(memory, look) {
      if (isMadeUp(memory)) return await withMemoryDatabase(host, memory, look, { isLook: true });
      const { database: path } = memory.paths;
      const opened = take(path) ?? (await openStamped(host, memory));
      try {
        const result = await look(opened.connection);
        release(path, opened);
        return result;
      } catch (error) {
        opened.connection.close();
        throw await explainMemoryFailure(memory.paths, error);
      }
    },
    readIfOpen({ paths: { database: path } }, look) {
      const opened = take(path);
      if (opened === undefined) return undefined;
      try {
        const result = look(opened.connection);
        release(path, opened);
        return result;
      } catch {
        opened.connection.close();
        return undefined;
      }
    },
    forget: (dir) => closeAll((path) => path.startsWith(`${dir}${sep}`)),
    close() {
      isOver = true;
      closeAll(() => true);
    },
  };
}

/**
 * The stamp is read before the file is opened: if the file is replaced in between, the stamp no longer fits, and
 * nothing is kept.
 */
async function openStamped(host: ServerHost, memory: MemoryWorld): Promise<Opened> {
  const file = readFileStamp(memory.paths.database)?.file;
  return { file, connection: await openDatabaseOf(host, memory, true) };
}
