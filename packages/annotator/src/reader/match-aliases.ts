// Aliases: finds names of a scene that mean the same thing; a missed merge is better than a wrong one.

import type { Candidate, GatheredScene } from './collect-candidates.ts';
import { detectKind } from './detect-kind.ts';
import { buildTermKey, isEnglish, isListed, toSingular } from './lexicon.ts';
import { buildPersonKey, listShortForms } from './name-parts.ts';
import type { KnownEntry } from './parse-scene-window.ts';

/** The owner of a name: an entry of the glossary, or a new thing, identified by its candidate's key. */
export type Owner = { readonly entry: KnownEntry } | { readonly newKey: string };

/** The owners of all names that are in use, by the normal form of the name. */
export interface NameRegistry {
  readonly owners: Map<string, Owner>;
  /** Words that this story uses as ranks before names. */
  readonly ranks: ReadonlySet<string>;
}

/** Registers the names of every known entry. */
export function buildRegistry(known: Iterable<KnownEntry>, ranks: ReadonlySet<string>): NameRegistry {
  const registry: NameRegistry = { owners: new Map(), ranks };
  for (const entry of known) {
    for (const name of [entry.term, ...entry.aliases]) {
      registerName(registry, buildTermKey(name), { entry });
      registerName(registry, buildPersonKey(name), { entry });
    }
  }
  return registry;
}

/** Adds a name. If it already has an owner, the first owner keeps it. */
export function registerName(registry: NameRegistry, key: string, owner: Owner): void {
  if (key === '' || registry.owners.has(key)) return;
  registry.owners.set(key, owner);
  const words = key.split(' ');
  const first = words[0];
  if (words.length > 1 && first !== undefined && isListed('placePrefixes', first)) {
    registerPlace(registry, words, owner);
  }
}

/** Also registers `Iss` for `River Iss`. */
function registerPlace(registry: NameRegistry, words: readonly string[], owner: Owner): void {
  const rest = words.slice(1).join(' ');
  if (!registry.owners.has(rest) && !isEnglish(rest)) registry.owners.set(rest, owner);
}

/**
 * Finds the owner of a candidate's name; if it is the name of a people, the owner of any form of that name. Undefined
 * if there is none.
 */
export function findOwner(registry: NameRegistry, candidate: Candidate): Owner | undefined {
  return registry.owners.get(candidate.key) ?? findByPeople(registry, candidate);
}

/** Finds the owner of a shorter name inside a name of several words; undefined if there is none. */
export function findOwnerOfPart(registry: NameRegistry, key: string): Owner | undefined {
  const words = key.split(' ');
  return words.length === 1
    ? undefined
    : (findByEpithet(registry, words) ?? findByRank(registry, words) ?? findByHead(registry, words));
}

/** `Carthoris of Helium` is Carthoris, and `Weston-super-Mare` is Weston. `Valley of Dor` and `Valley Dor` are Dor. */
function findByHead(registry: NameRegistry, words: readonly string[]): Owner | undefined {
  const of = words.findIndex((word) => word === 'of' || word === 'the');
  if (of > 0) {
    const named = words.slice(0, of).join(' ');
    const owner = registry.owners.get(buildTermKey(named));
    if (owner !== undefined && (of > 1 || !isEnglish(named))) return owner;
  }
  const head = words[0] ?? '';
  if (isListed('placeLinks', words[1] ?? '')) return registry.owners.get(head);
  return findByPlace(registry, words, head);
}

function findByPlace(registry: NameRegistry, words: readonly string[], head: string): Owner | undefined {
  if (
    !isListed('placePrefixes', head) &&
    !(words[1] === 'of' && /^(?:sea|ocean|plains?|land|world)$/.test(head))
  )
    return undefined;
  const rest = words.slice(words[1] === 'of' ? 2 : 1).join(' ');
  return isEnglish(rest) ? undefined : registry.owners.get(rest);
}

const houses =
  'hall house park abbey manor castle lodge grange priory court farm inn hotel college school university'.split(
    ' ',
  );

/**
 * `Thornfield` is Thornfield Hall and `Petersburg` is St. Petersburg, unless the short name is a person's. If the
 * scene has `in` before a short name, it does not mean a house: Oxford may be Oxford College, but `in Oxford` means
 * the town.
 */
export function findShortPlace(
  registry: NameRegistry,
  { key, lower }: Candidate,
  scene: GatheredScene,
): Owner | undefined {
  if (lower > 0 || key.includes(' ') || isEnglish(key) || listShortForms(key).size > 0) return undefined;
  const saint = registry.owners.get(`st ${key}`);
  const owner = saint ?? houses.map((house) => registry.owners.get(`${key} ${house}`)).find(Boolean);
  const candidate = scene.candidates.get(key);
  if (owner === undefined || candidate === undefined || isSurname(registry, key)) return undefined;
  const isIn = candidate.places.some(
    ({ sentence, mention }) => scene.sentences[sentence]?.tokens[mention.head - 1]?.lower === 'in',
  );
  const isPlace = /^(?:location|term)$/.test(detectKind(candidate, scene, []));
  return isPlace && (saint !== undefined || !isIn) ? owner : undefined;
}

/** Whether a person's name, or a new one, ends in the word: `Baskerville` alone is then hardly Baskerville Hall. */
function isSurname({ owners }: NameRegistry, word: string): boolean {
  return [...owners].some(([key, owner]) => {
    const isPerson = 'newKey' in owner || owner.entry.tags.includes('character');
    return isPerson && key.endsWith(` ${word}`) && !key.startsWith('st ');
  });
}

/**
 * Whether the name is a phrase with a rank, such as `Jeddak of Helium`. It gets no entry, because it means whoever has
 * the rank.
 */
export function isRankPhrase(registry: NameRegistry, key: string): boolean {
  const words = key.split(' ');
  if (words.length < 2) return false;
  const last = words.at(-1) ?? '';
  if (registry.ranks.has(last) && !words.includes('of')) return true;
  return registry.ranks.has(words[0] ?? '') && words[1] === 'of' && !registry.ranks.has(last);
}

/** Finds the owner of a name after an epithet: `Poor Traddles` is Traddles. */
function findByEpithet(registry: NameRegistry, words: readonly string[]): Owner | undefined {
  return isListed('epithets', words[0] ?? '') ? registry.owners.get(words.slice(1).join(' ')) : undefined;
}

/** Finds the owner of the name of a people: `plant men` means the known `plant men of Barsoom`. */
function findByPeople(registry: NameRegistry, candidate: Candidate): Owner | undefined {
  if (candidate.lower === 0 || !candidate.key.includes(' ')) return undefined;
  const short = candidate.key.split(' of ')[0] ?? '';
  const phrase = short.replace(/(?<!\S)\S+$/, toSingular);
  return (
    registry.owners.get(phrase) ?? [...registry.owners].find(([key]) => key.startsWith(`${short} of `))?.[1]
  );
}

function findByRank(registry: NameRegistry, words: readonly string[]): Owner | undefined {
  if (!registry.ranks.has(words[0] ?? '') || words[1] === 'of') return undefined;
  return registry.owners.get(words.slice(1).join(' '));
}

/**
 * Endings with which English makes words for the people, language or manner of a place, or for the followers of a
 * leader.
 */
const derivedEndings = /(?:ians?|eans?|ans?|n|ites?|ese|ish|etic|itic|ic|i|er|ers)$/;
/** If the base is shorter, the match may be due to chance. */
const minBase = 4;

/**
 * Finds the owner of the name from which this name is derived (`Zodangan` from `Zodanga`); undefined if none is
 * registered.
 */
export function findBase(registry: NameRegistry, key: string): Owner | undefined {
  if (key.includes(' ')) return undefined;
  for (let length = key.length - 1; length >= minBase; length--) {
    const rest = key.slice(length);
    if (rest.length > 4) return undefined;
    if (!derivedEndings.test(rest) || derivedEndings.exec(rest)?.[0] !== rest) continue;
    const stem = key.slice(0, length);
    const base = ['', 'a', 'e', 'o', 'us', 'ia', 'y']
      .map((ending) => registry.owners.get(stem + ending))
      .find((owner) => owner !== undefined);
    if (base !== undefined) return base;
  }
  return undefined;
}
