// YAML: the same data for people who edit by hand.

import { stringify } from 'yaml';
import type { ExportedGlossary } from './exported-glossary.ts';

/** No line is folded: a quote stays on one line and can be searched for. Keys keep the order of the JSON export. */
const options = { lineWidth: 0, aliasDuplicateObjects: false } as const;

/** Chunks of one YAML document, one entry at a time. */
export function* renderYaml(glossary: ExportedGlossary): Generator<string> {
  const { entries, ...head } = glossary;
  yield stringify(head, options);
  if (entries.length === 0) {
    yield 'entries: []\n';
    return;
  }
  yield 'entries:\n';
  for (const entry of entries) yield stringify([entry], options);
}
