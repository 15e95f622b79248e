// Reads a text file as lines in one pass over its bytes, in the encoding that its bytes tell.

import { UsageError } from '@terrarium/kernel/errors';
import { readBlocks } from '@terrarium/kernel/read-lines';
import { createLineDecoder, detectEncoding, type TextEncoding } from './decode-text.ts';

export interface TextLines {
  readonly encoding: TextEncoding;
  /** Without their ends; control characters are spaces. */
  readonly lines: Iterable<string>;
}

/** Lines as they are asked for. Throws `UsageError` when it is in an encoding that cannot be told. */
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
    happened: `${path} is neither UTF-8 nor UTF-16, and does not read as a Western European text either.`,
    todo: 'Save it as UTF-8 (in most editors: Save as, Encoding) and import it again. Nothing was imported.',
  });
}
