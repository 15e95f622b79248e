// Receives an uploaded file in a temporary folder, under its own name, and removes it after use.

import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { nameFile } from '@terrarium/annotator/name-file';
import { UsageError } from '@terrarium/kernel/errors';
import { largestStory } from '@terrarium/protocol/file-routes';

export interface ReceivedFile {
  readonly path: string;
  remove(): void;
}

/**
 * Whatever name the file has, it stays in the folder that was made for it. Throws `UsageError` for a file that is too
 * large or empty.
 */
export async function receiveFile(
  body: globalThis.ReadableStream<Uint8Array> | null,
  name: string,
): Promise<ReceivedFile> {
  const dir = mkdtempSync(join(tmpdir(), 'terrarium-import-'));
  const remove = (): void => rmSync(dir, { recursive: true, force: true });
  const path = join(dir, buildName(name));
  try {
    const source = body === null ? Readable.from([]) : Readable.fromWeb(body as ReadableStream<Uint8Array>);
    await pipeline(source, openLimit(), createWriteStream(path, { mode: 0o600 }));
    return { path, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The ending of the name is kept, since it says what the file is. */
function buildName(name: string): string {
  const ending = extname(name);
  const plain = /^\.[a-z0-9]{1,8}$/iu.test(ending) ? ending : '';
  return `${nameFile(name.slice(0, name.length - plain.length))}${plain}`;
}

/** Lets a file through that is neither empty nor too large. */
function openLimit(): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      if (bytes <= largestStory) done(null, chunk);
      else done(refuseLarge());
    },
    flush(done) {
      done(bytes === 0 ? refuseEmpty() : null);
    },
  });
}

function refuseLarge(): UsageError {
  return new UsageError({
    code: 'server.too-large',
    happened: `The file is larger than ${largestStory / 1024 / 1024} MiB.`,
    todo: 'Import it in the terminal: terrarium import FILE --world DIR.',
  });
}

function refuseEmpty(): UsageError {
  return new UsageError({
    code: 'server.empty-file',
    happened: 'The file is empty.',
    todo: 'Choose another one.',
  });
}
