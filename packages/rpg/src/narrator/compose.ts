// Composes sentences: fills the slots of a line of the grammar, corrects its articles, and avoids sentences told lately.

import { type Noun, normaliseArticles, renderNoun, toPossessive } from './noun.ts';

export type Slots = Readonly<Record<string, Noun | string | undefined>>;

export interface Composer {
  /**
   * One of the lines, with its slots filled, that repeats nothing told lately; undefined if there is none. Each
   * `kind` goes through its lines in an order of its own.
   */
  findLine(lines: readonly string[], kind: string, slots: Slots): string | undefined;
  /** Whether no sentence of a text was told lately, and none is in it twice. */
  isFresh(text: string): boolean;
  /** Notes the sentences of a text, so that they are not told again. */
  record(text: string): void;
}

export interface ComposerOptions {
  readonly seed: string;
  readonly turn: number;
  /** Number of this telling of the turn. For each kind of line, every telling begins with a different line. */
  readonly variant?: number | undefined;
  readonly recent: readonly string[];
  readonly words: Readonly<Record<string, readonly string[]>>;
}

/** At most this many wordings of each line are tried. */
const wordingsPerLine = 4;

export function openComposer(options: ComposerOptions): Composer {
  const { seed, turn, variant = 0 } = options;
  const said = new Set(options.recent.flatMap(listSentences));
  const used = new Map<string, number>();
  const isFresh = (text: string) => {
    const sentences = listSentences(text);
    return new Set(sentences).size === sentences.length && sentences.every((sentence) => !said.has(sentence));
  };
  const record = (text: string) => {
    for (const sentence of listSentences(text)) said.add(sentence);
  };
  const findLine = (lines: readonly string[], kind: string, slots: Slots) => {
    const order = shuffle(lines, `${seed}/${kind}`);
    const uses = used.get(kind) ?? 0;
    used.set(kind, uses + 1);
    // Each turn begins with the next line, so that a line comes again only after all others of its kind.
    const start = turn + variant + uses * 7 + (hashText(`${seed}/${kind}`) % 97);
    for (let step = 0; step < order.length * wordingsPerLine; step++) {
      const line = order[(start + step) % order.length] ?? '';
      const text = expand(line, {
        slots,
        words: options.words,
        key: `${seed}${variant === 0 ? '' : `/${variant}`}/${turn}/${kind}/${uses}/${step}`,
      });
      if (text === undefined || !isFresh(text)) continue;
      record(text);
      return text;
    }
    return undefined;
  };
  return { findLine, isFresh, record };
}

interface Expansion {
  readonly slots: Slots;
  readonly words: Readonly<Record<string, readonly string[]>>;
  readonly key: string;
}

/**
 * Fills the slots of a line, such as `[one|other]`, `{#list}`, `{a slot}` or `{slot.he}`; undefined if a slot has no
 * value.
 */
export function expand(line: string, expansion: Expansion): string | undefined {
  let isWhole = true;
  let count = 0;
  const chosen = replaceDeeply(line, /\[([^[\]]*)\]/, (inner) => {
    const choices = inner.split('|');
    count += 1;
    return choices[Math.floor(drawNumber(`${expansion.key}/alt${count}`) * choices.length)] ?? '';
  });
  const filled = replaceDeeply(chosen, /\{([^{}]*)\}/, (slot) => {
    count += 1;
    const value = fillSlot(slot, expansion, count);
    if (value === undefined) isWhole = false;
    return value ?? '';
  });
  return isWhole ? finishSentence(toPluralVerbs(filled)) : undefined;
}

function replaceDeeply(text: string, pattern: RegExp, replace: (inner: string) => string): string {
  let rest = text;
  for (let found = pattern.exec(rest); found !== null; found = pattern.exec(rest)) {
    rest = rest.slice(0, found.index) + replace(found[1] ?? '') + rest.slice(found.index + found[0].length);
  }
  return rest;
}

function fillSlot(slot: string, expansion: Expansion, count: number): string | undefined {
  if (slot.startsWith('#')) {
    const words = expansion.words[slot.slice(1)] ?? [];
    return words[Math.floor(drawNumber(`${expansion.key}/w${count}`) * words.length)];
  }
  const parsed = /^(?:(a|the|bare) )?(\w+)(?:\.(\w+))?('s)?$/.exec(slot);
  const value = expansion.slots[parsed?.[2] ?? ''];
  if (parsed === null || value === undefined) return undefined;
  const form = parsed[1] ?? parsed[3] ?? '';
  // The text in a slot may contain no slots: words of a player or of a sheet are never templates.
  const shown = (typeof value === 'string' ? value : renderNoun(value, form))?.replace(/[{}[\]|]/g, '');
  const text = form === 'he' && shown === 'they' ? `${shown}${several}` : shown;
  return text === undefined || parsed[4] === undefined ? text : toPossessive(text);
}

/**
 * Marks the end of a `they`, after which the verb takes another form. Nothing that is filled in may contain this sign.
 */
const several = '|';
const verbAfter = /\|( ?)([a-z]*)/gu;

/**
 * Changes the verbs after a `they` that was filled in, since lines are written for one person: `looks` becomes `look`.
 */
function toPluralVerbs(text: string): string {
  return text.replace(verbAfter, (_, space: string, verb: string) => space + toPluralVerb(verb));
}

const irregular: Readonly<Record<string, string>> = { is: 'are', was: 'were', has: 'have' };

function toPluralVerb(verb: string): string {
  const other = irregular[verb];
  if (other !== undefined) return other;
  if (/(?:[sxzo]|[cs]h)es$/u.test(verb)) return verb.slice(0, -2);
  if (verb.endsWith('ies')) return `${verb.slice(0, -3)}y`;
  return /[^s]s$/u.test(verb) ? verb.slice(0, -1) : verb;
}

function finishSentence(text: string): string {
  return (
    normaliseArticles(text)
      .replace(/\s+/g, ' ')
      .trim()
      // A sentence that ends within its quotation marks needs no further full stop.
      .replace(/([.!?…][”’"])\.(?=\s|$)/gu, '$1')
      .replace(/^(["“*_]*)(\p{Ll})/u, (_, before: string, letter: string) => before + letter.toUpperCase())
      .replace(/([.!?]["”]? +["“]?)(\p{Ll})/gu, (whole: string, before: string, letter: string) =>
        /[!?]["”] +$/.test(before) || /\.\.\./.test(before) ? whole : before + letter.toUpperCase(),
      )
  );
}

/** FNV-1a with a final mix: a number in [0, 2^32), so well mixed that similar texts give unrelated numbers. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A number in [0, 1) that follows from the key. */
export function drawNumber(key: string): number {
  return hashText(key) / 0x1_0000_0000;
}

/** The items in an order that follows from the key. */
export function shuffle<T>(items: readonly T[], key: string): readonly T[] {
  return items
    .map((item, index) => ({ item, weight: hashText(`${key}/${index}`) }))
    .sort((one, other) => one.weight - other.weight)
    .map(({ item }) => item);
}

export function chooseOne<T>(items: readonly T[], key: string): T | undefined {
  return items[hashText(key) % Math.max(1, items.length)];
}

/** The sentences of a text, in lower case and without punctuation. A line break ends a sentence too. */
export function listSentences(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?…]["”'’)*_]{0,8})(?<!\b(?:mrs?|ms|dr|st|capt|col|gen|lt|sgt|rev|prof)\.)\s+|\n+/i)
    .map((sentence) =>
      sentence
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    )
    .filter((sentence) => sentence !== '');
}
