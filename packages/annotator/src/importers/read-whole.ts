// Reads a whole file to be imported, unless it is too large, and decodes it into lines.

import { UsageError } from '@terrarium/kernel/errors';
import { openNamedFile } from '@terrarium/kernel/named-file';
import { readBlocks } from '@terrarium/kernel/read-lines';
import { createLineDecoder, detectEncoding, type TextEncoding } from './decode-text.ts';

export interface LargestSource {
  readonly megabytes: number;
  /** What a person can do about a larger file, in the words of the error. */
  readonly todo: string;
}

/** Throws `UsageError` if the file is larger. */
export function readWhole(path: string, largest: LargestSource): Buffer {
  const file = openNamedFile(path);
  try {
    refuseLarger(path, file.size, largest);
    return file.read(0, file.size);
  } finally {
    file.close();
  }
}

/** Throws `UsageError` if the file is larger. */
export function refuseHuge(path: string, largest: LargestSource): void {
  const file = openNamedFile(path);
  file.close();
  refuseLarger(path, file.size, largest);
}

function refuseLarger(path: string, bytes: number, { megabytes, todo }: LargestSource): void {
  if (bytes <= megabytes * 1024 * 1024) return;
  throw new UsageError({
    code: 'import.too-large',
    happened: `${path} is larger than ${megabytes} MB.`,
    todo: `${todo} Nothing was imported.`,
  });
}

interface TextLines {
  readonly encoding: TextEncoding;
  /** Lines without line ends; control characters become spaces. */
  readonly lines: Iterable<string>;
}

/** Decodes lines lazily. Throws `UsageError` if the encoding is unknown. */
export function readTextLines(path: string): TextLines {
  const encoding = detectEncoding(() => readBlocks(path));
  if (encoding === undefined) throw refuseEncoding(path);
  return { encoding, lines: decodeLines(path, encoding) };
}

function* decodeLines(path: string, encoding: TextEncoding): Generator<string> {
  const decoder = createLineDecoder(encoding);
  for (const block of readBlocks(path)) yield* decoder.decode(block);
  yield* decoder.finish();
}

function refuseEncoding(path: string): UsageError {
  return new UsageError({
    code: 'import.unknown-encoding',
    happened: `${path} is not UTF-8, and does not read as prose in any older encoding.`,
    todo: 'Save it as UTF-8 (in most editors: Save as, Encoding) and import it again. Nothing was imported.',
  });
}
