// Finds the names and coined words of a text that occur in no post read so far.

import { isSentenceStart } from '@terrarium/kernel/sentence-start';
import { isEnglish, isEnglishWord, isListed } from '../reader/lexicon.ts';
import { listRelatedForms } from './related-forms.ts';
import { splitWords, stripPlural, type TextWord } from './text-words.ts';

/** What is known about a word, by its stem. */
export interface WordStanding {
  /** Whether the word is in what was read, or is otherwise known. */
  readonly isRead: boolean;
  /** Whether the word was read as a name: with a capital inside a sentence. */
  readonly isReadAsName: boolean;
  /** Whether the word occurs anywhere in the story, read or unread. */
  readonly isInStory: boolean;
  /** Whether the word occurs as a name anywhere in the story, read or unread. */
  readonly isNameInStory: boolean;
  readonly isOnlyName: boolean;
}

export interface ReadWords {
  find(stem: string): WordStanding;
  isPhraseRead(words: string): boolean;
  /** Whether the story is in English: only then does the dictionary cover its words. */
  readonly isEnglish: boolean;
  /** Whether capitals inside sentences mark names in this story. */
  readonly hasNameCapitals: boolean;
}

export interface UnreadWords {
  /** Names, and coined words of the story, that have not been read. */
  readonly unread: readonly string[];
  /** Words that are in no dictionary and not in the story: lower-case words and, in a tag, acronyms. */
  readonly unknown: readonly string[];
}

const nothing: UnreadWords = { unread: [], unknown: [] };
/**
 * If more than this share of the words of a text are in no dictionary and no post, and at least `leastForeign` of them,
 * the text counts as written in another language than the story.
 */
const foreignShare = 0.3;
const leastForeign = 3;
/** A shorter word of another language may occur in the story by chance. */
const leastForeignLetters = 4;

/** Lists the words of a text that its writer cannot have read, each once, in their spelling in the text. */
export function findUnreadWords(text: string, read: ReadWords): UnreadWords {
  const isInside = ({ isCapitalised, start }: TextWord) => isCapitalised && !isSentenceStart(text, start);
  return checkWords({ text, words: splitWords(text), isInside }, read);
}

/**
 * Like `findUnreadWords`, but for a tag, in which a name may be in small letters. A word that occurs only in unread
 * posts counts as a name if those posts always write it with a capital. A word that is not in the story counts as a
 * name if it has a capital in the tag and is in no dictionary.
 */
export function findUnreadInTag(tag: string, read: ReadWords): UnreadWords {
  const words = splitWords(tag).map((word) => ({ ...word, isCapitalised: isNameInTag(tag, word, read) }));
  return checkWords({ text: tag, words, isInside: ({ isCapitalised }) => isCapitalised }, read);
}

function isNameInTag(tag: string, { stem, folded, isCapitalised, start, end }: TextWord, read: ReadWords) {
  const { isRead, isInStory, isOnlyName } = read.find(stem);
  if (isInStory || isRead) return !isRead && isOnlyName;
  const isAcronym = !/\p{Ll}/u.test(tag.slice(start, end));
  return isCapitalised && !isAcronym && !isEnglish(folded);
}

interface JudgedText {
  readonly text: string;
  readonly words: readonly TextWord[];
  /** Whether the capital of a word marks a name. */
  isInside(word: TextWord): boolean;
}

function checkWords({ text, words, isInside }: JudgedText, read: ReadWords): UnreadWords {
  const standings = words
    .filter(({ folded }) => isWord(folded))
    .map((word) => ({ word, standing: read.find(word.stem) }));
  const open = standings.filter(({ standing }) => !standing.isRead || !standing.isReadAsName);
  if (open.length === 0) return nothing;
  const isForeign = !read.isEnglish || isOtherLanguage(standings);
  const unread = new Map<string, string>();
  const unknown = new Map<string, string>();
  for (const { word, standing } of open) {
    const kind = detectKind({ word, standing, isForeign, isInside: isInside(word) }, read);
    if (kind === undefined || isRelatedRead(word, standing, read)) continue;
    if (standing.isRead && isInReadPhrase(text, word, { words, read })) continue;
    const shown = text.slice(word.start, word.end);
    (kind === 'unread' ? unread : unknown).set(word.stem, shown);
  }
  return { unread: [...unread.values()], unknown: [...unknown.values()] };
}

interface WordCase {
  readonly word: TextWord;
  readonly standing: WordStanding;
  /** Whether the text or the story is in a language other than the dictionary's. */
  readonly isForeign: boolean;
  /** Whether the word has a capital that marks a name. */
  readonly isInside: boolean;
}

function detectKind(theCase: WordCase, read: ReadWords): 'unread' | 'unknown' | undefined {
  const { word, standing } = theCase;
  if (isTitle(word.folded)) return undefined;
  if (standing.isRead) return isLaterName(theCase, read) ? 'unread' : undefined;
  const isCoined = read.isEnglish && !isPlain(theCase);
  if (standing.isInStory) return isComing(theCase, read, isCoined) ? 'unread' : undefined;
  if (theCase.isForeign || !isCoined) return undefined;
  return word.isCapitalised && read.hasNameCapitals ? 'unread' : 'unknown';
}

/**
 * Whether a dictionary has the word or the words of which it is composed. A composed word with a capital inside a
 * sentence does not count: it is a name, such as `Steerforth`.
 */
function isPlain({ word, isInside }: WordCase): boolean {
  return isInside ? isEnglishWord(word.folded) : isEnglish(word.folded);
}

/** Whether a word that occurs only later in the story gives something away because it is a name or a coined word. */
function isComing(theCase: WordCase, read: ReadWords, isCoined: boolean): boolean {
  const { word, standing, isForeign, isInside } = theCase;
  const isName = word.isCapitalised && read.hasNameCapitals && standing.isNameInStory;
  if (isName && (isCoined || isInside)) return true;
  return isCoined && !(isForeign && word.folded.length < leastForeignLetters);
}

/** Whether a plain word was read, but has a capital here and is used as a name only later in the story. */
function isLaterName(theCase: WordCase, read: ReadWords): boolean {
  const { word, standing, isForeign, isInside } = theCase;
  const isName = standing.isNameInStory && !standing.isReadAsName && read.hasNameCapitals;
  return isName && !isForeign && isEnglish(word.folded) && isInside;
}

interface Beside {
  readonly words: readonly TextWord[];
  readonly read: ReadWords;
}

/**
 * Whether a word is in a run of capitalised words that was read, perhaps in small letters: `Civil War`, `the civil
 * war`. A function word at either end of the run, such as an article that begins a sentence, is not part of it.
 */
function isInReadPhrase(text: string, word: TextWord, { words, read }: Beside): boolean {
  const at = words.indexOf(word);
  const isJoined = (one: TextWord | undefined, next: TextWord | undefined): boolean =>
    one?.isCapitalised === true && next?.isCapitalised === true && text.slice(one.end, next.start) === ' ';
  let [from, to] = [at, at];
  while (isJoined(words[from - 1], words[from])) from -= 1;
  while (isJoined(words[to], words[to + 1])) to += 1;
  const isPlain = (one: TextWord | undefined): boolean =>
    one !== undefined && isListed('functionWords', one.folded);
  while (from < at && isPlain(words[from])) from += 1;
  while (to > at && isPlain(words[to])) to -= 1;
  const run = words.slice(from, to + 1).map(({ folded }) => folded);
  return run.length > 1 && read.isPhraseRead(run.join(' '));
}

/** Whether everybody knows the word without the story, such as the name of a real people, day or feast, or a title. */
function isTitle(folded: string): boolean {
  return commonCapitals.some((list) => isListed(list, folded));
}

const commonCapitals = [
  'titles',
  'genderedTitles',
  'givenTitles',
  'calendar',
  'nationalities',
  'reverences',
] as const;

function isWord(folded: string): boolean {
  return folded.length > 1 && /\p{L}/u.test(folded) && !/\p{N}/u.test(folded) && !isContraction(folded);
}

/** Whether a word is a short form of plain words, such as `don't`, `I'll` or `o'er`, which no dictionary has. */
function isContraction(folded: string): boolean {
  return /n't$|^[a-z]{1,5}'[a-z]{1,3}$/.test(folded);
}

function isOtherLanguage(
  standings: readonly { readonly word: TextWord; readonly standing: WordStanding }[],
): boolean {
  const strange = standings.filter(({ word, standing }) => !standing.isInStory && !isEnglish(word.folded));
  return strange.length >= leastForeign && strange.length > standings.length * foreignShare;
}

/**
 * Whether the word was read in another form. This form must have been read as a name if the word itself was read in
 * small letters, or if the word has a capital here and the form is an English word.
 */
function isRelatedRead(
  { folded, isCapitalised }: TextWord,
  standing: WordStanding,
  read: ReadWords,
): boolean {
  return listRelatedForms(folded, isCapitalised).some((form) => {
    const related = read.find(stripPlural(form));
    if (!related.isRead) return false;
    return related.isReadAsName || (!standing.isRead && (!isCapitalised || !isEnglish(form)));
  });
}
