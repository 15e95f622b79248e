// Surface index: finds every known name in a text in time linear in the text, however many names there are.

import { isArticle } from './term-forms.ts';
import { splitWords, type TextWord } from './text-words.ts';

/** A name found in a text; several entries may share it. */
export interface SurfaceMatch {
  readonly ids: readonly number[];
  readonly start: number;
  readonly end: number;
  /** The known name, not the text's spelling of it. */
  readonly surface: string;
}

/** Names by id, in memory. In `countMentions` the names of one id do not affect those of another. */
export interface SurfaceIndex {
  /** Replaces the names of `id`; an empty list removes it. */
  set(id: number, surfaces: readonly string[]): void;
  clear(): void;
  /** The longest names in the text, left to right, not overlapping; exact spelling wins over plural folding. */
  listMatches(text: string): SurfaceMatch[];
  /**
   * How often each id is named: occurrences of one id never overlap, those of different ids may. Pass `words` when the
   * text is split already.
   */
  countMentions(text: string, words?: readonly TextWord[]): Map<number, number>;
  readonly size: number;
}

interface Variant {
  readonly id: number;
  readonly surface: string;
  readonly key: string;
  readonly folded: string;
  readonly length: number;
  /** Index of the word that must be capitalised in the text; -1 for a lower-case name. */
  readonly capitalAt: number;
  /** What must stand between the words, besides white space, hyphens and quotes, such as the dot of `St. John`. */
  readonly gaps: readonly string[];
}

interface Node {
  variants: readonly Variant[];
  /** How many names continue after this one's words. */
  longer: number;
}

interface Hit {
  readonly variants: readonly Variant[];
  readonly length: number;
}

const noVariants: readonly Variant[] = [];
const noGaps: readonly string[] = [];
const noLengths: ReadonlyMap<number, number> = new Map();
const ignorableInGaps = /[\s\-‐‑‒–'’‘"“”*_~]+/g;

/** An empty index. */
export function buildSurfaceIndex(): SurfaceIndex {
  const nodes = new Map<string, Node>();
  const known = new Map<number, readonly Variant[]>();
  const set = (id: number, surfaces: readonly string[]): void => {
    for (const variant of known.get(id) ?? []) removeVariant(nodes, variant);
    const variants = surfaces.flatMap((surface) => buildVariant(id, surface) ?? []);
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
    countMentions: (text, words = splitWords(text)) => countPerId(nodes, text, words),
    get size() {
      return known.size;
    },
  };
}

function buildVariant(id: number, surface: string): Variant | undefined {
  const words = splitWords(surface);
  if (words.length === 0) return undefined;
  const named = words.findIndex((word) => !isArticle(word.folded));
  const first = named === -1 ? 0 : named;
  return {
    id,
    surface,
    key: words.map((word) => word.stem).join(' '),
    folded: words.map((word) => word.folded).join(' '),
    length: words.length,
    capitalAt: words[first]?.isCapitalised === true ? first : -1,
    gaps:
      words.length === 1
        ? noGaps
        : words.slice(1).map((word, index) => readGap(surface, words[index]?.end ?? 0, word.start) ?? ''),
  };
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

/** The characters between two words that matter; undefined across a blank line. */
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
    const variants = node.variants.filter((variant) => isVariantAt(variant, place, gaps));
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

function isVariantAt(variant: Variant, { words, at }: TextAt, gaps: readonly string[]): boolean {
  if (variant.capitalAt >= 0 && words[at + variant.capitalAt]?.isCapitalised !== true) return false;
  return gaps.every((gap, index) => gap === '' || gap === variant.gaps[index]);
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

function countPerId(
  nodes: ReadonlyMap<string, Node>,
  text: string,
  words: readonly TextWord[],
): Map<number, number> {
  const counts = new Map<number, number>();
  const busyUntil = new Map<number, number>();
  for (let at = 0; at < words.length; at += 1) {
    // Hardly any word begins a name; the others must cost a single lookup.
    if (!nodes.has(words[at]?.stem ?? '')) continue;
    for (const [id, length] of listLongestPerId(listHits(nodes, { text, words, at }))) {
      if ((busyUntil.get(id) ?? 0) > at) continue;
      busyUntil.set(id, at + length);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return counts;
}

function listLongestPerId(hits: readonly Hit[]): ReadonlyMap<number, number> {
  if (hits.length === 0) return noLengths;
  return new Map(hits.flatMap((hit) => hit.variants.map((variant) => [variant.id, hit.length] as const)));
}
