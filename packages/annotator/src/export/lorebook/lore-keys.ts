// Lists the names that trigger a lorebook entry; a name that would trigger it too often becomes a pattern.

import { listSurfaces, normaliseName } from '../../glossary/term-forms.ts';
import { isUnspaced, splitWords } from '../../glossary/text-words.ts';
import { isFunctionWord, isPlainWord } from '../../glossary/word-list.ts';
import type { ExportedEntry } from '../exported-glossary.ts';

type Named = Pick<ExportedEntry, 'term' | 'aliases'>;

/**
 * The names that trigger the entry, without repeats or line breaks; at least one. Descriptions (`the servant`,
 * `wondrous city`) and single ordinary nouns occur in every chat. So no alias of this sort is a key, and a term that is
 * a single ordinary noun is a key only if the entry has no other. A name that a person gave (`own`) is always a key.
 */
export function listLoreKeys(entry: Named, own: readonly string[] = []): readonly string[] {
  const names = listSurfaces(entry).map((name) => name.replace(/\s+/gu, ' ').trim());
  const [term = entry.term] = names;
  const isTelling = (name: string) => (name === term ? !isLoneNoun(name) : !isOrdinary(name));
  const given = new Set(own.map((name) => name.replace(/\s+/gu, ' ').trim()));
  const keys = names.filter((name) => isTelling(name) || given.has(name));
  return keys.length > 0 ? [...new Set(keys)] : [term];
}

function isOrdinary(name: string): boolean {
  const words = splitWords(name);
  const isEveryday = words.every(({ folded }) => isPlainWord(folded) || isFunctionWord(folded));
  return isEveryday && !/\p{Lu}/u.test(name);
}

function isLoneNoun(name: string): boolean {
  return isOrdinary(name) && splitWords(name).filter(({ folded }) => !isFunctionWord(folded)).length <= 1;
}

/** Whether a name has signs of a script without spaces, in which other words stand right beside it. */
function isJoined(name: string): boolean {
  return [...name].some((sign) => isUnspaced(sign));
}

const shortName = 3;
/** Names of at most this many letters are often parts of other words: `Ines` of `lines`, `Vant` of `servant`. */
const innerName = 5;

/**
 * Whether a name is so short, or so everyday an English word, that it also occurs in texts that are not about its
 * entry. In scripts without spaces two signs are a usual name.
 */
export function isCommonName(name: string): boolean {
  const folded = normaliseName(name);
  if (isJoined(name)) return false;
  return folded.length <= shortName || (!folded.includes(' ') && isPlainWord(folded));
}

/** Whether a name is so short that it is also found inside other words. */
export function isInnerName(name: string): boolean {
  if (isJoined(name)) return [...name].length <= shortName && renderBefore(name) + renderAfter(name) !== '';
  return normaliseName(name).length <= innerName;
}

/** For a name, the longer names that contain it. */
export type LongerNames = ReadonlyMap<string, readonly string[]>;

/**
 * The pattern of a name excludes at most this many longer names that contain it: the first in the glossary, because
 * they are the most prominent.
 */
const maxLonger = 40;

/** For every name of an entry, the names of other entries that contain it. */
export function collectLongerNames(
  entries: readonly (Named & Pick<ExportedEntry, 'id'>)[],
  own: ReadonlyMap<number, readonly string[]> = new Map(),
): LongerNames {
  const keys = entries.flatMap((entry) =>
    listLoreKeys(entry, own.get(entry.id)).map((name) => ({ id: entry.id, name })),
  );
  const owners = Map.groupBy(keys, ({ name }) => name);
  const pairs = keys.flatMap(({ id, name }) =>
    listInner(name)
      .filter((inner) => owners.get(inner)?.some((owner) => owner.id !== id) === true)
      .map((inner) => ({ inner, name })),
  );
  return new Map(
    [...Map.groupBy(pairs, ({ inner }) => inner)].map(([inner, found]) => [
      inner,
      [...new Set(found.map(({ name }) => name))].slice(0, maxLonger),
    ]),
  );
}

/** All runs of words within a name, except the whole name; in scripts without spaces, all runs of signs. */
function listInner(name: string): readonly string[] {
  const joint = isJoined(name) ? '' : ' ';
  const words = (joint === '' ? [...name] : name.split(joint)).slice(0, 12);
  return words.flatMap((_, from) =>
    words.slice(from).flatMap((_word, index) => {
      const run = words.slice(from, from + index + 1);
      return run.length < words.length ? [run.join(joint)] : [];
    }),
  );
}

const letters = '[\\p{L}\\p{N}]';

/**
 * The signs that may not stand beside a name that begins or ends with this sign. In scripts without spaces, other words
 * stand right beside a name, so only three things show that it is part of another word: more katakana beside katakana,
 * more Latin letters beside Latin letters, and a further Han sign beside a name of only one.
 */
function listBeside(sign: string, name: string): string {
  if (!isJoined(name)) return letters;
  if (/[\p{sc=Katakana}ー]/u.test(sign)) return '[\\p{sc=Katakana}ー]';
  if (/\p{sc=Latin}/u.test(sign)) return '\\p{sc=Latin}';
  return sign === name && /\p{sc=Han}/u.test(sign) ? '\\p{sc=Han}' : '';
}

function renderBefore(name: string): string {
  const beside = listBeside([...name][0] ?? '', name);
  return beside === '' ? '' : `(?<!${beside})`;
}

/** In Cyrillic script a name may have an ending, such as `Ивана` of `Иван`: its languages decline names. */
function renderAfter(name: string): string {
  const last = [...name].at(-1) ?? '';
  if (/\p{sc=Cyrillic}/u.test(last)) return `(?!${letters}{4})`;
  const beside = listBeside(last, name);
  return beside === '' ? '' : `(?!${beside})`;
}

/**
 * A key for SillyTavern: plain text, or a pattern between slashes. Four kinds of names need a pattern. A common name
 * must have its capital in the text. A name with a comma, or with a slash at its beginning, cannot be a plain key. A
 * short name must not be found inside other words. A name that is part of longer names of other entries must not be
 * found inside those names. The last two kinds are found in upper or lower case and in the plural, as a plain key is.
 */
export function renderWorldInfoKey(name: string, longer: readonly string[] = []): string {
  const isExact = isCommonName(name) || /^\/|,/u.test(name);
  if (longer.length === 0 && !isExact && !isInnerName(name)) return name;
  const conditions = longer.map((one) => renderCondition(name, one)).join('');
  return `/${renderBefore(name)}${conditions}${isExact ? renderExact(name) : renderLoose(name)}`;
}

/** Whether this or an earlier version made the key from this name, whichever longer names the key excludes. */
export function isKeyOf(key: string, name: string): boolean {
  if (key === name) return true;
  const former = { before: `(?<!${letters})`, after: `(?!${letters})` };
  return [{ before: renderBefore(name), after: renderAfter(name) }, former].some(({ before, after }) => {
    const end = [renderExact(name, after), renderLoose(name, after)].find((one) => key.endsWith(one));
    if (!key.startsWith(`/${before}`) || end === undefined) return false;
    const conditions = key.slice(before.length + 1, Math.max(before.length + 1, key.length - end.length));
    return conditions === '' || (conditions.startsWith('(?!') && conditions.endsWith(')'));
  });
}

function renderExact(name: string, after = renderAfter(name)): string {
  return `${renderPattern(name)}${after}/${/\p{Lu}/u.test(name) ? 'u' : 'iu'}`;
}

function renderLoose(name: string, after = renderAfter(name)): string {
  return `${renderPattern(name)}(?:e?s)?${after}/iu`;
}

/** The part of a pattern that rejects a match inside the longer name. */
function renderCondition(name: string, longer: string): string {
  const at = isJoined(longer) ? longer.indexOf(name) : ` ${longer} `.indexOf(` ${name} `);
  const before = longer.slice(0, at);
  const behind = before === '' ? '' : `(?<=${renderBefore(longer)}${renderPattern(before)})`;
  return `(?!${behind}${renderPattern(longer.slice(at))}${renderAfter(longer)})`;
}

function renderPattern(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&').replace(/\s+/gu, '\\s+');
}
