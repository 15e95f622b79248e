// Finds words in everything that a memory stores: the bytes of all its files, and the packed values in its database.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { openDatabase } from '@terrarium/kernel/open-database';

const packed = [
  ['wake', 'id', 'ledger'],
  ['wake_words', 'wake_id', 'words'],
] as const;

/** Returns where any of the words occurs, in any case, as `file word` or `table row word`. */
export function findWords(folder: string, words: readonly string[]): readonly string[] {
  const texts = [...listFiles(folder), ...listPacked(join(folder, 'memory.sqlite'))];
  return texts.flatMap(([place, text]) =>
    words.filter((word) => text.includes(word.toLowerCase())).map((word) => `${place} ${word}`),
  );
}

function listFiles(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => {
      const path = join(one.parentPath, one.name);
      return [path, readFileSync(path).toString('latin1').toLowerCase()] as const;
    });
}

function listPacked(path: string): readonly (readonly [string, string])[] {
  const connection = openDatabase({
    path,
    title: 'the memory',
    migrations: [],
    schema: 'foreign',
    readonly: true,
  });
  try {
    return packed.flatMap(([table, key, column]) =>
      connection
        .prepare<[], [number, Buffer]>(`SELECT ${key}, ${column} FROM ${table}`)
        .raw()
        .all()
        .map(
          ([id, bytes]) => [`${table} ${id}`, inflateRawSync(bytes).toString('utf8').toLowerCase()] as const,
        ),
    );
  } finally {
    connection.close();
  }
}
