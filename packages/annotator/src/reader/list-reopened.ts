// Lists the entries about which the curator should decide again, because a full name with the same surname became known.

import { extractLast, isFull } from './compare-names.ts';
import { buildTermKey } from './lexicon.ts';
import { extractSurname, type NameParts, parseName } from './name-parts.ts';
import type { KnownEntry } from './parse-scene-window.ts';
import type { ReaderCall } from './reader-call.ts';

/** For instance, `Mr. Vance` and `Vance` were kept apart from `Hew` until it became known that he is Hew Vance. */
export function listReopened(known: readonly KnownEntry[], calls: readonly ReaderCall[]): readonly number[] {
  const entries = new Map(known.map((entry) => [entry.id, entry]));
  const surnames = calls.flatMap((call) => {
    if (call.name !== 'glossary_update') return [];
    const { entry_id: id, aliases = [] } = call.arguments;
    const entry = entries.get(id);
    if (entry === undefined || listParts(entry).some(isFull)) return [];
    return aliases.map(parse).filter(isFull).map(extractSurname);
  });
  const isNamed = (entry: KnownEntry) =>
    entry.tags.includes('character') &&
    listParts(entry).every((name) => !isFull(name) && surnames.includes(extractLast(name)));
  return known.filter(isNamed).map(({ id }) => id);
}

function listParts({ term, aliases }: KnownEntry): readonly NameParts[] {
  return [term, ...aliases].map(parse);
}

function parse(name: string): NameParts {
  return parseName(buildTermKey(name), new Set());
}
