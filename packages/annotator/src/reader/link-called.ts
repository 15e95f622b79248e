// Links a name with the title by which a scene calls the person (`the cardinal`), if the scene names only one holder.

import type { Links } from './circle.ts';
import type { Candidate, GatheredScene } from './collect-candidates.ts';
import { buildTermKey, isListed } from './lexicon.ts';
import type { KnownEntry } from './parse-scene-window.ts';

/**
 * `the cardinal` can be Cardinal Orm only if a mention of one is at most this many sentences from a mention of the
 * other.
 */
const nearSentences = 3;

/** Words that show that there may be several: `a cardinal`, `the other cardinal`. */
const several =
  /^(?:an?|another|other|others|every|each|any|some|no|two|three|both|all|many|most|new|former|late|last|next|first|second|these|those)$/;

/** Forms of address that belong to a single office: `his Eminence` is a cardinal. */
const styles: Readonly<Record<string, string>> = { eminence: 'cardinal' };

/** Returns the links, and further links between a name and the title by which the same person is called. */
export function linkCalled(scene: GatheredScene, known: readonly KnownEntry[], links: Links): Links {
  const all = new Map(links);
  for (const called of scene.candidates.values()) {
    if (called.called > 0 && isListed('singleOffices', called.key)) joinName({ scene, known, all }, called);
  }
  for (const { key } of scene.candidates.values()) {
    if ((links.get(key) ?? key) === key) joinAddress({ scene, known, all }, key);
  }
  return all;
}

interface Linking {
  readonly scene: GatheredScene;
  readonly known: readonly KnownEntry[];
  readonly all: Map<string, string>;
}

/** Links `the cardinal` with the only Cardinal Orm. Two existing entries are never joined while the story is read. */
function joinName({ scene, known, all }: Linking, called: Candidate): void {
  const named = findOnlyNamed(scene, known, called);
  if (named === undefined) return;
  const own = findEntry(known, called.key);
  const link = all.get(named.key) ?? named.key;
  if (own === undefined) all.set(called.key, link);
  else if (!link.startsWith('#')) joinAll(all, link, `#${own.id}`);
}

/** Joins a form of address, such as `his Eminence`, with the person whom the story calls by this office. */
function joinAddress({ scene, known, all }: Linking, key: string): void {
  const office = findOffice(key);
  if (office === undefined) return;
  const own = findEntry(known, office);
  if (own !== undefined) all.set(key, `#${own.id}`);
  else if ((scene.candidates.get(office)?.called ?? 0) > 0) all.set(key, all.get(office) ?? office);
}

/** Finds the entry that has the bare title, in lower case, as one of its names. */
function findEntry(known: readonly KnownEntry[], title: string): KnownEntry | undefined {
  return known.find(({ term, aliases }) =>
    [term, ...aliases].some((name) => /^\p{Ll}/u.test(name) && buildTermKey(name) === title),
  );
}

/** The office that a form of address means: `his Eminence`, `Monsieur Cardinal`. */
function findOffice(key: string): string | undefined {
  const words = key.split(' ');
  const last = words.at(-1) ?? '';
  const isAddress = words.length === 2 && isListed('genderedTitles', words[0] ?? '');
  return styles[key] ?? (isAddress && isListed('singleOffices', last) ? last : undefined);
}

/** Links `from`, and every name that is linked with it, with `to`. */
function joinAll(links: Map<string, string>, from: string, to: string): void {
  links.set(from, to);
  for (const [key, link] of links) if (link === from) links.set(key, to);
}

/**
 * Finds the only person with a name and this title, if the scene has the name and the bare title near each other.
 * Undefined if there may be others with the title.
 */
function findOnlyNamed(
  scene: GatheredScene,
  known: readonly KnownEntry[],
  called: Candidate,
): Candidate | undefined {
  const start = `${called.key} `;
  const named = [...scene.candidates.values()].filter(({ key }) => key.startsWith(start));
  const names = new Set(named.map(({ key }) => key));
  const others = known.filter(({ term, aliases }) => {
    const keys = [term, ...aliases].map(buildTermKey);
    return keys.some((key) => key.startsWith(start)) && !keys.some((key) => names.has(key));
  });
  const [only, ...more] = named;
  if (only === undefined || more.length > 0 || others.length > 0) return undefined;
  return isNear(only, called) && !isOneOfSeveral(scene, called.key) ? only : undefined;
}

function isNear(one: Candidate, other: Candidate): boolean {
  return one.places.some(({ sentence }) =>
    other.places.some((place) => Math.abs(place.sentence - sentence) <= nearSentences),
  );
}

function isOneOfSeveral({ sentences }: GatheredScene, title: string): boolean {
  return sentences.some(({ tokens }) =>
    tokens.some(
      ({ lower }, at) =>
        lower === `${title}s` ||
        (lower === title &&
          (several.test(tokens[at - 1]?.lower ?? '') || several.test(tokens[at - 2]?.lower ?? ''))),
    ),
  );
}
