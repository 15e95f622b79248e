// Surface index: finds every known name in a text in time linear in the text, however many names there are.

import { findLabel, hasWordsBehind, isCapitalLabel, isLabel } from '../corpus/speaker-label.ts';
import { isPartOfOther } from './is-part-of-other.ts';
import { isVerbUse } from './is-verb-use.ts';
import { contextMark, isArticle } from './term-forms.ts';
import { splitWords, type TextWord } from './text-words.ts';

/** A name found in a text; several entries may share it. */
export interface SurfaceMatch {
  readonly ids: readonly number[];
  readonly start: number;
  readonly end: number;
  /** The known name, which the text may spell differently. */
  readonly surface: string;
}

/** A range of words of a text; `to` is the index after the last one. */
export interface WordRange {
  readonly from: number;
  readonly to: number;
}

export interface SurfaceIndex {
  /**
   * Replaces the names of `id`; an empty list removes the id. After `contextMark`, a name may list words that must
   * also be in the text.
   */
  set(id: number, surfaces: readonly string[]): void;
  clear(): void;
  /**
   * The longest names in the text, left to right, not overlapping. A name in its exact spelling takes precedence over
   * a plural.
   */
  listMatches(text: string): SurfaceMatch[];
  /**
   * How often each id is named. At each place only the longest known name counts, and no name inside it. Mentions of
   * one id never overlap. Pass `words` if the text is already split.
   */
  countMentions(text: string, words?: readonly TextWord[]): Map<number, number>;
  /** The ids of all names in the text: names that count as mentions, and names inside longer names. */
  listOccurring(text: string, words?: readonly TextWord[]): ReadonlySet<number>;
  /** How often each id is named, also inside longer names of others. */
  countNames(text: string, words?: readonly TextWord[]): Map<number, number>;
  /** Where names are, including names inside other names. */
  listPlaces(text: string, words: readonly TextWord[]): readonly WordRange[];
  /** The ids of the names inside these places. */
  listIdsWithin(text: string, words: readonly TextWord[], places: readonly WordRange[]): ReadonlySet<number>;
  /**
   * Whether any name can occur in a text that has only these words. No name can if each has a word that is not among
   * them.
   */
  canOccur(words: readonly TextWord[]): boolean;
  readonly size: number;
}

interface Variant {
  readonly id: number;
  readonly surface: string;
  readonly key: string;
  readonly folded: string;
  readonly length: number;
  /** Index of the word that must have a capital in the text; -1 for a lower-case name. */
  readonly capitalAt: number;
  /**
   * The marks that may be between the words in a text, such as the dot of `St. John`. White space, hyphens, quotes and
   * signs of emphasis do not count.
   */
  readonly gaps: readonly string[];
  /** Stems that must occur somewhere in the text. */
  readonly context: readonly string[];
  /** Whether the name counts only as the label of a speaker: `LAURA:`. */
  readonly isLabel: boolean;
  /**
   * Whether this name also counts within the label of a speaker, although it is not a label itself (see
   * `IndexOptions`).
   */
  readonly isLenient: boolean;
  /** If the name is a single word in a strict index: the stems of the entry's longer names that contain it. */
  readonly own: ReadonlySet<string> | undefined;
  readonly isStrict: boolean;
}

interface IndexOptions {
  /**
   * Whether the plain name of an entry also counts if it is the label of a speaker. Quotes used to be judged in this
   * way, and such quotes may still be stored.
   */
  readonly isLenient?: boolean;
  /** Whether a word is not counted if it is a part of somebody else's name (`isPartOfOther`). */
  readonly isStrict?: boolean;
}

interface Node {
  variants: readonly Variant[];
  /** How many longer names begin with these words. */
  longer: number;
}

interface Hit {
  readonly variants: readonly Variant[];
  readonly length: number;
}

const noVariants: readonly Variant[] = [];
const noGaps: readonly string[] = [];
const ignorableInGaps = /[\s\-‐‑‒–'’‘"“”*_~]+/g;

export function buildSurfaceIndex({ isLenient = false, isStrict = false }: IndexOptions = {}): SurfaceIndex {
  const nodes = new Map<string, Node>();
  const known = new Map<number, readonly Variant[]>();
  const set = (id: number, surfaces: readonly string[]): void => {
    for (const variant of known.get(id) ?? []) removeVariant(nodes, variant);
    const read = surfaces.flatMap((surface) => buildVariant({ id, isLenient, isStrict }, surface) ?? []);
    const variants = isStrict ? read.map((variant, at) => withOwnWords(variant, at, read)) : read;
    if (variants.length === 0) known.delete(id);
    else known.set(id, variants);
    for (const variant of variants) addVariant(nodes, variant);
  };
  return {
    set,
    clear() {
      nodes.clear();
      known.clear();
    },
    listMatches: (text) => listLongest(nodes, text),
    countMentions: (text, words = splitWords(text)) => countPerId(iterateLongest(nodes, text, words)),
    listOccurring: (text, words = splitWords(text)) => listOccurring(nodes, { text, words }),
    countNames: (text, words = splitWords(text)) => countPerId(iterateHits(nodes, text, words)),
    listPlaces: (text, words) =>
      [...iterateHits(nodes, text, words)].flatMap(({ at, hits }) =>
        hits.map(({ length }) => ({ from: at, to: at + length })),
      ),
    listIdsWithin: (text, words, places) => listIdsWithin(nodes, { text, words }, places),
    canOccur: (words) =>
      [...known.values()].some((variants) => variants.some(({ key }) => hasStems(words, key.split(' ')))),
    get size() {
      return known.size;
    },
  };
}

type Owner = Pick<Variant, 'id' | 'isLenient' | 'isStrict'>;

function buildVariant(owner: Owner, counted: string): Variant | undefined {
  const [surface = '', context = ''] = counted.split(contextMark, 2);
  const words = splitWords(surface);
  if (words.length === 0) return undefined;
  const named = words.findIndex((word) => !isArticle(word.folded));
  const first = named === -1 ? 0 : named;
  return {
    ...owner,
    surface,
    key: words.map((word) => word.stem).join(' '),
    folded: words.map((word) => word.folded).join(' '),
    length: words.length,
    capitalAt: words[first]?.isCapitalised === true ? first : -1,
    gaps:
      words.length === 1
        ? noGaps
        : words.slice(1).map((word, index) => readGap(surface, words[index]?.end ?? 0, word.start) ?? ''),
    context: context === '' ? noGaps : splitWords(context).map(({ stem }) => stem),
    isLabel: isLabel(surface.trim()),
    own: undefined,
  };
}

/**
 * Adds the stems of the longer names that contain this one. The first name is the entry's term, which always counts by
 * itself.
 */
function withOwnWords(variant: Variant, at: number, all: readonly Variant[]): Variant {
  const longer = all.map(({ key }) => key.split(' ')).filter((stems) => stems.length > 1);
  const own = longer.filter((stems) => stems.includes(variant.key)).flat();
  return at === 0 || own.length === 0 ? variant : { ...variant, own: new Set(own) };
}

function addVariant(nodes: Map<string, Node>, variant: Variant): void {
  for (const prefix of listPrefixes(variant.key)) {
    let node = nodes.get(prefix);
    if (node === undefined) {
      node = { variants: noVariants, longer: 0 };
      nodes.set(prefix, node);
    }
    if (prefix !== variant.key) node.longer += 1;
    else node.variants = node.variants === noVariants ? [variant] : [...node.variants, variant];
  }
}

function removeVariant(nodes: Map<string, Node>, variant: Variant): void {
  for (const prefix of listPrefixes(variant.key)) {
    const node = nodes.get(prefix);
    if (node === undefined) continue;
    if (prefix === variant.key) node.variants = node.variants.filter((other) => other !== variant);
    else node.longer -= 1;
    if (node.variants.length === 0 && node.longer === 0) nodes.delete(prefix);
  }
}

function listPrefixes(key: string): string[] {
  if (!key.includes(' ')) return [key];
  const prefixes: string[] = [];
  for (let at = key.indexOf(' '); at !== -1; at = key.indexOf(' ', at + 1)) prefixes.push(key.slice(0, at));
  prefixes.push(key);
  return prefixes;
}

/** The marks between two words, as far as they matter for a name; undefined if there is a blank line. */
function readGap(text: string, from: number, to: number): string | undefined {
  if (to - from === 1 && text.charCodeAt(from) === 0x20) return '';
  const gap = text.slice(from, to);
  if (/\n\s*\n/.test(gap)) return undefined;
  return gap.replace(ignorableInGaps, '');
}

interface TextAt {
  readonly text: string;
  readonly words: readonly TextWord[];
  readonly at: number;
}

/** The names that start at word `at`, shortest first. */
function listHits(nodes: ReadonlyMap<string, Node>, place: TextAt): Hit[] {
  const { text, words, at } = place;
  const hits: Hit[] = [];
  const gaps: string[] = [];
  let key = words[at]?.stem ?? '';
  for (let length = 1; ; length += 1) {
    const node = nodes.get(key);
    if (node === undefined) return hits;
    const fitting = node.variants.filter((variant) => isVariantAt(variant, place, gaps));
    const variants = filterByLabel(fitting, place, length);
    if (variants.length > 0) hits.push({ variants, length });
    const last = words[at + length - 1];
    const next = words[at + length];
    if (node.longer === 0 || last === undefined || next === undefined) return hits;
    const gap = readGap(text, last.end, next.start);
    if (gap === undefined) return hits;
    gaps.push(gap);
    key = `${key} ${next.stem}`;
  }
}

function isVariantAt(variant: Variant, place: TextAt, gaps: readonly string[]): boolean {
  const { words, at } = place;
  if (variant.capitalAt >= 0 && words[at + variant.capitalAt]?.isCapitalised !== true) return false;
  if (variant.context.length > 0 && !hasStems(words, variant.context)) return false;
  if (variant.isStrict && isPartOfOther(variant, place)) return false;
  return gaps.every((gap, index) => gap === '' || gap === variant.gaps[index]);
}

/**
 * Outside of labels, drops names that are labels themselves. In the label of a speaker, keeps only such names if one of
 * them fits the label. Otherwise keeps plain names if the label may be something else, such as the beginning of a
 * letter, or if names count leniently.
 */
function filterByLabel(
  variants: readonly Variant[],
  { text, words, at }: TextAt,
  length: number,
): readonly Variant[] {
  if (variants.length === 0) return variants;
  const [start, end] = [words[at]?.start ?? 0, words[at + length - 1]?.end ?? 0];
  const label = findLabel(text, { start, end });
  if (label === undefined) return variants.filter((variant) => !variant.isLabel);
  const speaking = variants.filter((variant) => variant.isLabel && isSpokenBy(label, text.slice(start, end)));
  if (speaking.length > 0) return speaking;
  const isNobody = isCapitalLabel(label) || (label === text.slice(start, end) && hasWordsBehind(text, end));
  return variants.filter((variant) => !variant.isLabel && (variant.isLenient || !isNobody));
}

/**
 * Whether a name in a label may be the speaker. A label in capitals may list several names; any other label must equal
 * the name.
 */
function isSpokenBy(label: string, name: string): boolean {
  return label === name || isCapitalLabel(label);
}

/** The stems of a text. They are kept, because every name with a context needs them. */
const stemsOfTexts = new WeakMap<readonly TextWord[], ReadonlySet<string>>();

function hasStems(words: readonly TextWord[], wanted: readonly string[]): boolean {
  const stems = stemsOfTexts.get(words) ?? new Set(words.map(({ stem }) => stem));
  stemsOfTexts.set(words, stems);
  return wanted.every((stem) => stems.has(stem));
}

function listLongest(nodes: ReadonlyMap<string, Node>, text: string): SurfaceMatch[] {
  const words = splitWords(text);
  const matches: SurfaceMatch[] = [];
  for (let at = 0; at < words.length; ) {
    const longest = listHits(nodes, { text, words, at }).at(-1);
    if (longest !== undefined) matches.push(buildMatch(longest, words, at));
    at += longest?.length ?? 1;
  }
  return matches;
}

function buildMatch(hit: Hit, words: readonly TextWord[], at: number): SurfaceMatch {
  const variants = chooseExact(hit.variants, words, at);
  return {
    ids: [...new Set(variants.map((variant) => variant.id))],
    start: words[at]?.start ?? 0,
    end: words[at + hit.length - 1]?.end ?? 0,
    surface: variants[0]?.surface ?? '',
  };
}

function chooseExact(
  variants: readonly Variant[],
  words: readonly TextWord[],
  at: number,
): readonly Variant[] {
  const shown = words
    .slice(at, at + (variants[0]?.length ?? 1))
    .map((word) => word.folded)
    .join(' ');
  const exact = variants.filter((variant) => variant.folded === shown);
  return exact.length > 0 ? exact : variants;
}

/** The names that start at one word. */
interface HitsAt {
  readonly at: number;
  readonly hits: readonly Hit[];
}

function* iterateHits(
  nodes: ReadonlyMap<string, Node>,
  text: string,
  words: readonly TextWord[],
): Generator<HitsAt> {
  for (let at = 0; at < words.length; at += 1) {
    // Hardly any word begins a name, so all other words must cost only a single lookup.
    if (!nodes.has(words[at]?.stem ?? '')) continue;
    const hits = listHits(nodes, { text, words, at });
    if (hits.length > 0) yield { at, hits };
  }
}

/** The longest name that begins at each word, unless a name that begins earlier contains it or it is a verb there. */
function* iterateLongest(
  nodes: ReadonlyMap<string, Node>,
  text: string,
  words: readonly TextWord[],
): Generator<HitsAt> {
  let takenTo = 0;
  for (const { at, hits } of iterateHits(nodes, text, words)) {
    const longest = hits.at(-1);
    if (longest === undefined || at + longest.length <= takenTo) continue;
    takenTo = at + longest.length;
    const variants = longest.variants.filter((variant) => !isVerbAt(variant, { text, words, at }));
    if (variants.length > 0) yield { at, hits: [{ variants, length: longest.length }] };
  }
}

/** Whether a name of one word in lower case is a verb here. */
function isVerbAt({ capitalAt, length, folded }: Variant, { text, words, at }: TextAt): boolean {
  const word = words[at];
  if (capitalAt >= 0 || length > 1 || word === undefined) return false;
  const isBeside = (one: TextWord | undefined, other: TextWord | undefined): boolean =>
    one !== undefined && other !== undefined && /^\s+$/.test(text.slice(one.end, other.start));
  const [before, after] = [words[at - 1], words[at + 1]];
  return isVerbUse(folded, {
    before: isBeside(before, word) ? before : undefined,
    word,
    after: isBeside(word, after) ? after : undefined,
  });
}

function listOccurring(
  nodes: ReadonlyMap<string, Node>,
  { text, words }: Omit<TextAt, 'at'>,
): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { at, hits } of iterateLongest(nodes, text, words)) {
    for (const { variants, length } of hits) {
      for (const { id } of variants) found.add(id);
      const inside =
        length === 1 ? [] : listIdsWithin(nodes, { text, words }, [{ from: at, to: at + length }]);
      for (const id of inside) found.add(id);
    }
  }
  return found;
}

function countPerId(places: Iterable<HitsAt>): Map<number, number> {
  const counts = new Map<number, number>();
  const busyUntil = new Map<number, number>();
  for (const { at, hits } of places) {
    for (const [id, length] of listLongestPerId(hits)) {
      if ((busyUntil.get(id) ?? 0) > at) continue;
      busyUntil.set(id, at + length);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return counts;
}

function listLongestPerId(hits: readonly Hit[]): ReadonlyMap<number, number> {
  return new Map(hits.flatMap((hit) => hit.variants.map((variant) => [variant.id, hit.length] as const)));
}

function listIdsWithin(
  nodes: ReadonlyMap<string, Node>,
  { text, words }: Omit<TextAt, 'at'>,
  places: readonly WordRange[],
): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { from, to } of places) {
    for (let at = from; at < to; at += 1) {
      const inside = listHits(nodes, { text, words, at }).filter(({ length }) => at + length <= to);
      for (const { id } of inside.flatMap(({ variants }) => variants)) found.add(id);
    }
  }
  return found;
}
