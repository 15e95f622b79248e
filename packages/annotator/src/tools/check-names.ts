// Cleans and judges the names of an entry, for the tools that write.

import { z } from 'zod';
import { detectLikeness, type Likeness } from '../glossary/duplicates.ts';
import type { EntryId } from '../glossary/entry.ts';
import type { NamedEntry } from '../glossary/entry-store.ts';
import { listSurfaces } from '../glossary/term-forms.ts';
import { renderContent, renderEntry } from '../prompts/render-element.ts';
import type { ToolContext } from './tool-context.ts';

export interface Naming {
  readonly term: string;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
}

// As many candidates as a model can weigh at a glance.
const maxShown = 3;

/** Entries that look like the named thing, likest first, without those the model already told apart. */
export function listLikeEntries(
  context: ToolContext,
  naming: Naming,
  distinctFrom: readonly number[],
): readonly NamedEntry[] {
  const rank: Record<Likeness, number> = { 'same-term': 0, 'same-name': 1, similar: 2 };
  return context.glossary
    .listLike(listSurfaces(naming))
    .filter((entry) => !distinctFrom.includes(entry.id))
    .flatMap((entry) => {
      const likeness = detectLikeness(naming, entry);
      return likeness === undefined ? [] : [{ entry, rank: rank[likeness] }];
    })
    .sort((a, b) => a.rank - b.rank || a.entry.id - b.entry.id)
    .map(({ entry }) => entry);
}

/** What the model is told when its entry looks like others. */
export function renderLikeEntries(
  context: ToolContext,
  term: string,
  like: readonly { readonly id: EntryId }[],
): string {
  const ids = like.slice(0, maxShown).map(({ id }) => id);
  const shown = context.glossary.read(ids).map(renderEntry);
  return [
    `Not created: "${renderContent(term)}" may be the same as:`,
    ...shown,
    `If it is, use glossary_update. If not, send it again with "distinct_from": [${like.map(({ id }) => id).join(', ')}].`,
  ].join('\n');
}

/** A longer term is a sentence. */
export const maxTermCharacters = 120;
/** One to three statements; a longer definition is a retelling. */
export const maxDefinitionCharacters = 2_000;

const otherKinds: ReadonlyMap<string, string> = new Map(
  Object.entries({
    person: 'character',
    people: 'faction',
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
export const settleStatus = z.preprocess(toLower, z.enum(['tentative', 'confirmed']));

/** Of a new entry also `held`: it is to wait until it returns. */
export const settleNewStatus = z.preprocess(toLower, z.enum(['tentative', 'confirmed', 'held']));

function toLower(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}
