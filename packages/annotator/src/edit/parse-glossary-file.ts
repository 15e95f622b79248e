// Parses a file that holds a glossary: our JSON, or a book of lore that was made from one.

import { UsageError } from '@terrarium/kernel/errors';
import { parseExport } from '../export/exported-glossary.ts';
import { type ParsedLorebook, parseLorebook } from '../export/lorebook/parse-lorebook.ts';

/** Throws `UsageError` that says where it is none. */
export function parseGlossaryFile(text: string): ParsedLorebook {
  const bare = text.replace(/^\uFEFF/u, '');
  return parseLorebook(parseJson(bare)) ?? { glossary: parseExport(bare), notes: [] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError({
      code: 'export.unreadable',
      happened: 'The glossary file is not JSON.',
      todo: 'Take a file that was exported with --format json, worldinfo or lorebook.',
      cause,
    });
  }
}
