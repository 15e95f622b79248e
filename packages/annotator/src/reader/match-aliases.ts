// Aliases: which names of a scene are one thing under several names; a missed merge is better than a wrong one.

import type { Candidate } from './gather-candidates.ts';
import { isEnglish, isListed, isPlainWord, singularize, termKey } from './lexicon.ts';
import type { KnownEntry } from './read-window.ts';

/** What a name belongs to: an entry of the glossary, or a new thing known by its candidate's key. */
export type Owner = { readonly entry: KnownEntry } | { readonly newKey: string };

/** All names in use, by their normal form. */
export interface NameRegistry {
  readonly owners: Map<string, Owner>;
  /** First words of names of several words, and the owners that bear them. */
  readonly firstWords: Map<string, Set<string>>;
  /** Last words of names of two words, a title counted as a first word, and the owners that bear them. */
  readonly lastWords: Map<string, Set<string>>;
  /** Names that are only known as the end of a titled one: `Amberson` of `Major Amberson`. */
  readonly shortened: Set<string>;
  /** Words that stand before names as ranks in this story. */
  readonly ranks: ReadonlySet<string>;
}

/** Registers the names of every known entry. */
export function buildRegistry(known: Iterable<KnownEntry>, ranks: ReadonlySet<string>): NameRegistry {
  const registry: NameRegistry = {
    owners: new Map(),
    firstWords: new Map(),
    lastWords: new Map(),
    shortened: new Set(),
    ranks,
  };
  for (const entry of known) {
    for (const name of [entry.term, ...entry.aliases]) registerName(registry, termKey(name), { entry });
  }
  return registry;
}

/** Adds a name; the first owner of a name keeps it. */
export function registerName(registry: NameRegistry, key: string, owner: Owner): void {
  if (key === '' || registry.owners.has(key)) return;
  registry.owners.set(key, owner);
  const words = key.split(' ');
  const first = words[0];
  if (words.length < 2 || first === undefined) return;
  if (isListed('placePrefixes', first)) registerPlace(registry, words, owner);
  else if (isListed('titles', first)) registerShort(registry, words, owner);
  else registerParts(registry, words, owner);
}

/** `River Iss` is Iss too. */
function registerPlace(registry: NameRegistry, words: readonly string[], owner: Owner): void {
  const rest = words.slice(1).join(' ');
  if (!registry.owners.has(rest) && !isEnglish(rest)) registry.owners.set(rest, owner);
}

function registerParts(registry: NameRegistry, words: readonly string[], owner: Owner): void {
  if (words.length === 2) addHolder(registry.lastWords, words[1] ?? '', owner);
  if (isPersonLike(words)) addHolder(registry.firstWords, words[0] ?? '', owner);
}

/** `King John` is not any John: these titles stand before first names. */
function isFirstNameTitle(title: string): boolean {
  return isListed('firstNameTitles', title);
}

/** `Major Amberson` is Amberson too, until somebody else bears that name. */
function registerShort(registry: NameRegistry, words: readonly string[], owner: Owner): void {
  if (words.length === 2 && isFirstNameTitle(words[0] ?? '')) return;
  const short = words.slice(1).join(' ');
  if (!registry.owners.has(short)) registry.shortened.add(short);
  if (words.length === 2) addHolder(registry.lastWords, short, owner);
  registerName(registry, short, owner);
}

function addHolder(index: Map<string, Set<string>>, word: string, owner: Owner): void {
  const holders = index.get(word) ?? new Set<string>();
  holders.add(ownerName(owner));
  index.set(word, holders);
}

function ownerName(owner: Owner): string {
  return 'entry' in owner ? `#${owner.entry.id}` : owner.newKey;
}

/** Names that end in a kind of place or group, or hold a link word, are not a first name and a surname. */
function isPersonLike(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  const first = words[0] ?? '';
  if (isListed('genderedTitles', first) || isListed('placeQualifiers', first)) return false;
  const isKind = (['placeSuffixes', 'groupWords', 'titles', 'personWords'] as const).some((list) =>
    isListed(list, last),
  );
  return words.length === 2 && !isKind;
}

/** The owner of a candidate's name, directly or by a rule that holds for names in general; else undefined. */
export function findOwner(registry: NameRegistry, candidate: Candidate): Owner | undefined {
  const direct = findDirect(registry, candidate.key) ?? findByPeople(registry, candidate);
  if (direct !== undefined) return direct;
  const words = candidate.key.split(' ');
  return words.length === 1
    ? (findByPart(registry, candidate, registry.firstWords) ??
        findByPart(registry, candidate, registry.lastWords))
    : (findByEpithet(registry, words) ??
        findByTitle(registry, words) ??
        findByRank(registry, words) ??
        findByHead(registry, words) ??
        findByFirstWord(registry, words));
}

/** The owner of the very name, unless it is the short form of one of several. */
function findDirect(registry: NameRegistry, key: string): Owner | undefined {
  const isShared = registry.shortened.has(key) && (registry.lastWords.get(key)?.size ?? 0) > 1;
  return isShared ? undefined : registry.owners.get(key);
}

/** `Carthoris of Helium` is Carthoris; `Valley of Dor` and `Valley Dor` are Dor. */
function findByHead(registry: NameRegistry, words: readonly string[]): Owner | undefined {
  const of = words.findIndex((word) => word === 'of' || word === 'the');
  if (of > 0) {
    const named = words.slice(0, of).join(' ');
    const owner = registry.owners.get(termKey(named));
    if (owner !== undefined && (of > 1 || !isEnglish(named))) return owner;
  }
  const head = words[0] ?? '';
  if (
    !isListed('placePrefixes', head) &&
    !(words[1] === 'of' && /^(?:sea|ocean|plains?|land|world)$/.test(head))
  )
    return undefined;
  const rest = words.slice(words[1] === 'of' ? 2 : 1).join(' ');
  return isEnglish(rest) ? undefined : registry.owners.get(rest);
}

/** `Mr. Hale` is Hale, as men are called, when Hale bears no title that says otherwise. */
function findByTitle(registry: NameRegistry, words: readonly string[]): Owner | undefined {
  if (!/^(?:mr|monsieur|herr|signor|señor|senor)$/.test(words[0] ?? '')) return undefined;
  const owner = registry.owners.get(words.slice(1).join(' '));
  if (owner === undefined || !('entry' in owner)) return undefined;
  const names = [owner.entry.term, ...owner.entry.aliases].map((name) => termKey(name).split(' ')[0] ?? '');
  return names.some((first) => isListed('genderedTitles', first)) ? undefined : owner;
}

/** `Agnes` is `Agnes Wickfield`, and `Wickfield` too, when nobody else is called so. */
function findByPart(
  registry: NameRegistry,
  candidate: Candidate,
  index: ReadonlyMap<string, ReadonlySet<string>>,
): Owner | undefined {
  const { key } = candidate;
  if (candidate.lower > 0 || (isEnglish(key) && candidate.ordinary > 0)) return undefined;
  if (index === registry.firstWords && isPlainWord(key)) return undefined;
  const holders = index.get(key);
  if (holders?.size !== 1 || isListed('titles', key) || isListed('personWords', key)) return undefined;
  return [...registry.owners].find(([name, owner]) => {
    const words = name.split(' ');
    return isPersonLike(words) && words.includes(key) && holders.has(ownerName(owner));
  })?.[1];
}

/** `Dator Xodar` is Xodar; `Jeddak of Helium` is whoever reigns there, so no entry of its own. */
export function isRankPhrase(registry: NameRegistry, key: string): boolean {
  const words = key.split(' ');
  if (words.length < 2) return false;
  const last = words.at(-1) ?? '';
  if (registry.ranks.has(last) && !words.includes('of')) return true;
  return registry.ranks.has(words[0] ?? '') && words[1] === 'of' && !registry.ranks.has(last);
}

/** `Poor Traddles` is Traddles. */
function findByEpithet(registry: NameRegistry, words: readonly string[]): Owner | undefined {
  return isListed('epithets', words[0] ?? '') ? registry.owners.get(words.slice(1).join(' ')) : undefined;
}

/** `plant men` are the `plant men of Barsoom` of this scene. */
function findByPeople(registry: NameRegistry, candidate: Candidate): Owner | undefined {
  if (candidate.lower === 0 || !candidate.key.includes(' ')) return undefined;
  const short = candidate.key.split(' of ')[0] ?? '';
  const phrase = short.replace(/\S+$/, singularize);
  return (
    registry.owners.get(phrase) ?? [...registry.owners].find(([key]) => key.startsWith(`${short} of `))?.[1]
  );
}

function findByRank(registry: NameRegistry, words: readonly string[]): Owner | undefined {
  if (!registry.ranks.has(words[0] ?? '') || words[1] === 'of') return undefined;
  return registry.owners.get(words.slice(1).join(' '));
}

/** `Agnes Wickfield` is the Agnes known so far, when that is a name of one word that English does not have. */
function findByFirstWord(registry: NameRegistry, words: readonly string[]): Owner | undefined {
  const first = words[0] ?? '';
  if (!isPersonLike(words) || isEnglish(first) || registry.firstWords.has(first)) return undefined;
  const owner = registry.owners.get(first);
  if (owner === undefined || !('entry' in owner)) return undefined;
  return owner.entry.tags.includes('character') && termKey(owner.entry.term) === first ? owner : undefined;
}

/** Endings by which English makes words for the people, tongue or manner of a place or leader. */
const derivedEndings = /(?:ians?|eans?|ans?|n|ites?|ese|ish|etic|itic|ic|i|er|ers)$/;
/** A shorter base proves nothing. */
const minBase = 4;

/** The name that this one is derived from (`Zodangan` from `Zodanga`), when that is registered. */
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
