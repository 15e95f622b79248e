// Counts how many of a novel's characters are among the first N entries.

import type { Character, Episode } from './data.ts';
import type { RankedEntry } from './entry.ts';
import { depths, percent } from './score.ts';
import { nameKey } from './score-litbank.ts';
import { findKeys } from './text.ts';

export interface CharacterScore {
  readonly findable: number;
  readonly recall: readonly number[];
  /** The same measure, but an entry also counts when all words of one of its names are in the character's name. */
  readonly lenient: readonly number[];
  readonly missed: readonly string[];
  /** The characters that were found, but only after the first 200 entries. */
  readonly late: readonly string[];
  /** How many entries a character that was found has on average; 1 is ideal. */
  readonly entriesPerCharacter: number;
  /** The characters with several entries, and the terms of these entries. */
  readonly split: readonly string[];
}

/** A person would look through this many entries. */
const looked = 200;

/**
 * Counts the characters that are found. One is found if an entry has its full name, an alternative name, or a
 * part of the name that no other character has. Titles in the entries' names are ignored. Characters whose
 * names the text never shows are left out.
 */
export function scoreCharacters(
  entries: readonly Pick<RankedEntry, 'term' | 'aliases'>[],
  characters: readonly Character[],
  bodies: Iterable<string>,
): CharacterScore {
  const shown = new Set<string>();
  for (const body of bodies) for (const { key } of findKeys(body)) shown.add(key);
  const forms = buildForms(characters).filter(({ keys }) => [...keys].some((key) => shown.has(key)));
  const ranks = new Map<string, number>();
  entries.forEach((entry, rank) => {
    for (const name of [entry.term, ...entry.aliases]) {
      const key = nameKey(name);
      if (!ranks.has(key)) ranks.set(key, rank);
    }
  });
  const best = forms.map(({ keys }) =>
    Math.min(...[...keys].map((key) => ranks.get(key) ?? Number.POSITIVE_INFINITY)),
  );
  const spread = forms
    .map(({ name, keys }) => ({ name, terms: listTerms(entries, keys) }))
    .filter(({ terms }) => terms.length > 0);
  return {
    findable: forms.length,
    late: forms
      .filter((_, index) => (best[index] ?? 0) >= looked && best[index] !== Number.POSITIVE_INFINITY)
      .map(({ name }) => name),
    entriesPerCharacter:
      spread.reduce((sum, { terms }) => sum + terms.length, 0) / Math.max(1, spread.length),
    split: spread
      .filter(({ terms }) => terms.length > 1)
      .map(({ name, terms }) => `${name} (${terms.join(', ')})`),
    recall: depths.map((depth) => percent(best.filter((rank) => rank < depth).length, forms.length)),
    lenient: depths.map((depth) =>
      percent(
        countLenient(
          entries.slice(0, depth),
          forms.map(({ full }) => full),
        ),
        forms.length,
      ),
    ),
    missed: forms.filter((_, index) => best[index] === Number.POSITIVE_INFINITY).map(({ name }) => name),
  };
}

/** The terms of the entries that have one of a character's own names. */
function listTerms(
  entries: readonly Pick<RankedEntry, 'term' | 'aliases'>[],
  keys: ReadonlySet<string>,
): readonly string[] {
  return entries
    .filter(({ term, aliases }) => [term, ...aliases].some((name) => keys.has(nameKey(name))))
    .map(({ term }) => term);
}

function buildForms(
  characters: readonly Character[],
): readonly { name: string; full: readonly string[]; keys: ReadonlySet<string> }[] {
  const full = characters.map(({ name, alt }) => ({ name, keys: [name, ...alt].map(nameKey) }));
  const bearers = new Map<string, number>();
  for (const { keys } of full) {
    for (const part of new Set(keys.flatMap((key) => key.split(' '))))
      bearers.set(part, (bearers.get(part) ?? 0) + 1);
  }
  return full.map(({ name, keys }) => {
    const parts = keys
      .flatMap((key) => key.split(' '))
      .filter((part) => part.length > 2 && bearers.get(part) === 1);
    return { name, full: keys, keys: new Set([...keys, ...parts]) };
  });
}

function countLenient(
  entries: readonly Pick<RankedEntry, 'term' | 'aliases'>[],
  characters: readonly (readonly string[])[],
): number {
  const names = new Set(entries.flatMap((entry) => [entry.term, ...entry.aliases].map(nameKey)));
  const wanted = characters.map((keys) => keys.map((key) => new Set(key.split(' '))));
  const split = [...names].map((name) => name.split(' ')).filter((words) => words[0] !== '');
  return wanted.filter((forms) =>
    forms.some((words) => split.some((name) => name.every((word) => words.has(word)))),
  ).length;
}

export function listEpisodeCharacters(episodes: Readonly<Record<string, Episode>>): readonly Character[] {
  const byName = new Map<string, Set<string>>();
  for (const episode of Object.values(episodes)) {
    for (const { title, anchor } of [...episode.new, ...episode.returning, ...episode.mentioned]) {
      const name = decodeURIComponent(title ?? anchor);
      byName.set(name, (byName.get(name) ?? new Set()).add(anchor));
    }
  }
  return [...byName].map(([name, alt]) => ({ name, alt: [...alt] }));
}
