// Finds by which other names the glossary calls somebody or something: the note of an entry is tagged with all its names.

import type { Entity, GameState } from '../values/entity.ts';
import { normaliseName } from './match-name.ts';

interface Entry {
  readonly names: readonly string[];
  readonly slugs: ReadonlySet<string>;
}

const nothing: Entry = { names: [], slugs: new Set() };

/** A world has thousands of notes, which rarely change, and several names are looked up for each call. */
const entryOf = new WeakMap<Entity, Entry>();

/** The names of the glossary's entry; none for any other note, whose tags are what it is about. */
export function listEntryNames(note: Entity): readonly string[] {
  return readEntry(note).names;
}

function readEntry(note: Entity): Entry {
  const known = entryOf.get(note);
  if (known !== undefined) return known;
  const { source, tags } = note.sheet;
  // A note has its source as a text, in which the JSON of an entry begins with the name of the glossary.
  const isEntry = typeof source === 'string' && source.startsWith('{"glossary":') && Array.isArray(tags);
  const names = isEntry ? tags.map(String) : [];
  const entry = names.length === 0 ? nothing : { names, slugs: new Set(names.map(normaliseName)) };
  entryOf.set(note, entry);
  return entry;
}

/** Those among `known` that the glossary also calls by this name. */
export function filterCalled(
  state: Pick<GameState, 'list'>,
  known: readonly Entity[],
  name: string,
): readonly Entity[] {
  const slug = normaliseName(name);
  const entries = state
    .list('note')
    .map(readEntry)
    .filter(({ slugs }) => slugs.has(slug));
  if (entries.length === 0) return [];
  return known.filter((one) => {
    const own = normaliseName(String(one.sheet['name'] ?? one.key));
    return entries.some(({ slugs }) => slugs.has(own));
  });
}

/** All names that the glossary has for somebody or something, its own name included; none without an entry. */
export function openOtherNames(state: Pick<GameState, 'list'>): (one: Entity) => readonly string[] {
  const byName = new Map<string, readonly string[]>();
  for (const { names, slugs } of state.list('note').map(readEntry))
    for (const slug of slugs) if (!byName.has(slug)) byName.set(slug, names);
  return ({ sheet, key }) => byName.get(normaliseName(String(sheet['name'] ?? key))) ?? [];
}
