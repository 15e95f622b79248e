// JSON: the export that can be read back.

import type { ExportedGlossary } from './exported-glossary.ts';

/** Chunks of an indented JSON document, one entry at a time, so that a big glossary is never one string. */
export function* renderJson(glossary: ExportedGlossary): Generator<string> {
  const { entries, ...head } = glossary;
  yield `${JSON.stringify(head, undefined, 2).slice(0, -2)},\n  "entries": [`;
  let separator = '\n';
  for (const entry of entries) {
    yield `${separator}    ${JSON.stringify(entry, undefined, 2).replaceAll('\n', '\n    ')}`;
    separator = ',\n';
  }
  yield entries.length === 0 ? ']\n}\n' : '\n  ]\n}\n';
}
