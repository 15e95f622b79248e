// Tells whether a word of a text that could name an entry is only a part of somebody else's name.

import { isListed } from '../reader/lexicon.ts';
import type { TextWord } from './text-words.ts';
import { isFunctionWord, isPlainWord } from './word-list.ts';

/** A name as it is looked for in a text. */
export interface SoughtName {
  readonly folded: string;
  /** How many words the name has. */
  readonly length: number;
  /** Index of the word that must have a capital; -1 if the name is in small letters. */
  readonly capitalAt: number;
  /** The stems of the entry's longer names that contain this one; undefined if there are none. */
  readonly own: ReadonlySet<string> | undefined;
}

/** Words of a text, and the index of the word with which a name begins. */
export interface NamePlace {
  readonly text: string;
  readonly words: readonly TextWord[];
  readonly at: number;
}

/**
 * Whether a name belongs to somebody else, as a part of their name:
 *
 * - `Peter` of an entry `Peter Wilks`: in `Peter Pan`, `Hans Peter`, `George Peters` and `Peters`.
 * - `Peter` of an entry that has no other name: of these, only in `George Peters`.
 * - `the duke`, in small letters: only in a title such as `the Duke of Wellington`.
 * - A name of several words with a capital: never.
 */
export function isPartOfOther(name: SoughtName, place: NamePlace): boolean {
  const { text, words, at } = place;
  const to = at + name.length;
  const [first, last] = [words[at], words[to - 1]];
  if (first === undefined || last === undefined) return false;
  const before = isBeside(text, words[at - 1], first) ? words[at - 1] : undefined;
  const after = isBeside(text, last, words[to]) ? words[to] : undefined;
  if (name.capitalAt < 0) return last.isCapitalised && isCalling(last) && isTitled(after);
  return name.length === 1 && isPartOfName({ ...name, text }, { before, word: first, after });
}

/** Whether the word after a title says whose title it is. */
function isTitled(after: TextWord | undefined): boolean {
  return after !== undefined && (after.isCapitalised || after.folded === 'of');
}

interface Neighbours {
  readonly before: TextWord | undefined;
  readonly word: TextWord;
  readonly after: TextWord | undefined;
}

type ShortName = SoughtName & Pick<NamePlace, 'text'>;

function isPartOfName(name: ShortName, { before, word, after }: Neighbours): boolean {
  const isBehindName = before !== undefined && isOther(before, name);
  if (isPlural(word, name.folded) && (isBehindName || isSurname(name, before))) return true;
  if (name.own === undefined) return false;
  return isBehindName || (after?.isCapitalised === true && isForeign(after, name.own));
}

/** Whether the plural of a part of a name (`Peters`) is a surname, rather than several people of that name. */
function isSurname({ folded, own }: ShortName, before: TextWord | undefined): boolean {
  return own !== undefined && (isFirstName(folded) || isUnheralded(before));
}

function isBeside(text: string, one: TextWord | undefined, other: TextWord | undefined): boolean {
  return one !== undefined && other !== undefined && /^\s$/.test(text.slice(one.end, other.start));
}

function isPlural({ folded }: TextWord, name: string): boolean {
  return folded.length > name.length && folded.endsWith('s');
}

/**
 * Whether the word before a name is a name too, but not one of the entry's: it has a capital, though not only because
 * it begins a sentence, and it is not a title or a similar word.
 */
function isOther(before: TextWord, { text, own }: ShortName): boolean {
  if (!before.isCapitalised || own?.has(before.stem) === true || isCalling(before)) return false;
  if (isFunctionWord(before.folded)) return false;
  const isInside = /[\p{L}\p{N},;]\s*$/u.test(text.slice(Math.max(0, before.start - 3), before.start));
  return isInside || !isPlainWord(before.folded);
}

/** Whether a word with a capital is in no name of the entry and is not an ordinary word. */
function isForeign({ folded, stem }: TextWord, own: ReadonlySet<string>): boolean {
  return !own.has(stem) && !isFunctionWord(folded) && !isPlainWord(folded);
}

const callings = ['titles', 'genderedTitles', 'calledTitles', 'calledKin', 'epithets', 'fondWords'] as const;

/**
 * Whether a word is a title, a rank, a term of endearment or a word for a relative, such as `Judge` in `Judge
 * Thatcher`.
 */
function isCalling({ folded }: TextWord): boolean {
  return callings.some((list) => isListed(list, folded));
}

function isFirstName(folded: string): boolean {
  return isListed('maleNames', folded) || isListed('femaleNames', folded);
}

/**
 * Whether no word in small letters comes right before a plural. Then the plural is a surname; in `the Tharks` or `of
 * Tharks` it is not.
 */
function isUnheralded(before: TextWord | undefined): boolean {
  return before === undefined || before.isCapitalised;
}
