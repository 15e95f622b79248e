// Settles fields that several tools take: tags, status, and how long things may be.

import { z } from 'zod';

/** A longer term is a sentence. */
export const maxTermCharacters = 120;
/** One to three statements; a longer definition is a retelling. */
export const maxDefinitionCharacters = 2_000;

const otherKinds: ReadonlyMap<string, string> = new Map(
  Object.entries({
    person: 'character',
    people: 'character',
    place: 'location',
    organization: 'faction',
    organisation: 'faction',
    group: 'faction',
    object: 'item',
    artifact: 'item',
    species: 'creature',
    rank: 'title',
  }),
);

/** Tags in lower case, each once; common other words for the kinds become the kinds. */
export function normaliseTags(tags: readonly string[]): readonly string[] {
  return [...new Set(tags.map((tag) => tag.toLowerCase()).map((tag) => otherKinds.get(tag) ?? tag))];
}

/** `tentative` or `confirmed`, in any case. */
export const settleStatus = z.preprocess(
  (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
  z.enum(['tentative', 'confirmed']),
);
