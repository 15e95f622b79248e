// Checks the names that a model gives an entry, and settles its tags and status, for the tools that write.

import { z } from 'zod';
import { detectLikeness, type Likeness } from '../glossary/duplicates.ts';
import type { EntryId } from '../glossary/entry.ts';
import type { NamedEntry } from '../glossary/entry-store.ts';
import { listLinks } from '../glossary/list-links.ts';
import { buildNameKey, listSurfaces, normaliseName, stripSuffix } from '../glossary/term-forms.ts';
import { renderContent } from '../prompts/render-element.ts';
import { renderKnownEntry } from './render-answer.ts';
import type { ToolContext } from './tool-context.ts';

export interface Naming {
  readonly term: string;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
}

// At most this many similar entries are shown to a model.
const maxShown = 3;

/** A new entry, and the ids of entries that are something else according to its call. */
interface Proposed extends Naming {
  readonly definition: string;
  readonly distinctFrom: readonly number[];
  /**
   * Entries to which the proposed entry has a relation according to the call. They are different things, because
   * nothing is related to itself.
   */
  readonly related?: readonly EntryId[] | undefined;
}

/**
 * Lists entries that look like the proposed one, most similar first. Leaves out those in `distinctFrom`. An entry whose
 * names are merely similar is also left out if the proposed entry has a relation to it, or links to it in its
 * definition (`Nephew of [[Peggotty]]`, for Ham Peggotty).
 */
export function listLikeEntries(context: ToolContext, proposed: Proposed): readonly NamedEntry[] {
  const linked = new Set(listLinks(proposed.definition).map(normaliseName));
  const isLinked = (entry: NamedEntry) =>
    listSurfaces(entry)
      .map(normaliseName)
      .some((name) => linked.has(name));
  const rank: Record<Likeness, number> = { 'same-term': 0, 'same-name': 1, similar: 2 };
  return context.glossary
    .listLike(listSurfaces(proposed))
    .filter((entry) => !proposed.distinctFrom.includes(entry.id))
    .flatMap((entry) => {
      const likeness = detectLikeness(proposed, entry);
      const isOther = isLinked(entry) || proposed.related?.includes(entry.id) === true;
      if (likeness === undefined || (likeness === 'similar' && isOther)) return [];
      return [{ entry, rank: rank[likeness] }];
    })
    .sort((a, b) => a.rank - b.rank || a.entry.id - b.entry.id)
    .map(({ entry }) => entry);
}

/** What the model is told if its new entry looks like others. */
export function renderLikeEntries(
  context: ToolContext,
  proposed: Naming,
  like: readonly NamedEntry[],
): string {
  const { term, tags } = proposed;
  const isLike = (name: string) =>
    like.some((entry) => detectLikeness({ term: name, aliases: [], tags }, entry) !== undefined);
  const shared = isLike(term) ? [] : proposed.aliases.filter(isLike);
  const by = shared.map((alias) => `"${renderContent(alias)}"`).join(' and ');
  return [
    `Not created: "${renderContent(term)}"${by === '' ? '' : ` has the ${shared.length === 1 ? 'alias' : 'aliases'} ${by} and`} may be the same as:`,
    ...renderFirst(context, like),
    `If it is, use glossary_update. If not, ${shared.length === 0 ? '' : 'send it again without that alias; or, if both are called that, '}${renderApart(like)}.${renderTaken(term, like)}`,
  ].join('\n');
}

/** Tells the model how to remove the name from another entry that has it only as an alias. */
function renderTaken(term: string, like: readonly NamedEntry[]): string {
  const key = buildNameKey(stripSuffix(term));
  const taken = like.flatMap(({ id, term: own, aliases }) => {
    const alias = buildNameKey(own) === key ? undefined : aliases.find((one) => buildNameKey(one) === key);
    return alias === undefined ? [] : [{ id, alias: `"${renderContent(alias)}"` }];
  });
  return taken
    .map(
      ({ id, alias }) =>
        ` ${alias} is an alias of entry ${id}. If entry ${id} is not called that, remove the alias from it with "remove_aliases": [${alias}].`,
    )
    .join('');
}

/** What the model is told if it gives an entry names that other entries have. */
export function renderClashes(context: ToolContext, clashes: readonly Clash[]): string {
  const names = new Set(clashes.map(({ name }) => `"${renderContent(name)}"`));
  const like = [...new Map(clashes.map(({ other }) => [other.id, other])).values()];
  return [
    `Not changed: also called ${[...names].join(' or ')}:`,
    ...renderFirst(context, like),
    `If both are called that, ${renderApart(like)}. If they are one, send it again without the name and with "same_as": ${like[0]?.id}; the curator joins them. If the name is that entry's alone, leave it out.`,
  ].join('\n');
}

interface Clash {
  readonly name: string;
  readonly other: Like;
}

interface Like {
  readonly id: EntryId;
}

function renderFirst(context: ToolContext, like: readonly Like[]): readonly string[] {
  const ids = like.slice(0, maxShown).map(({ id }) => id);
  return context.glossary.read(ids).map((entry) => renderKnownEntry(entry, context.glossary));
}

function renderApart(like: readonly Like[]): string {
  return `send it again with "distinct_from": [${like.map(({ id }) => id).join(', ')}]`;
}

/** A longer text is a sentence, and not a term. */
export const maxTermCharacters = 120;
/** One to three statements are shorter; a longer definition retells the story. */
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

/**
 * Returns the tags in lower case, each once. Replaces a synonym of a kind, such as `person`, with the kind, such as
 * `character`.
 */
export function normaliseTags(tags: readonly string[]): readonly string[] {
  return [...new Set(tags.map((tag) => tag.toLowerCase()).map((tag) => otherKinds.get(tag) ?? tag))];
}

export const settleStatus = z.preprocess(toLower, z.enum(['tentative', 'confirmed']));

/** A new entry may also have the status `held`: it is put on hold until it recurs. */
export const settleNewStatus = z.preprocess(toLower, z.enum(['tentative', 'confirmed', 'held']));

function toLower(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}
