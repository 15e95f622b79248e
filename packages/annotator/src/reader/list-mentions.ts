// Lists where a sentence mentions something by name, or by a word that is not English.

import { isPersonWord } from './class-words.ts';
import { isEnglish, isListed, isPlainWord, toSingular } from './lexicon.ts';
import { listCoinedWords } from './list-coined-words.ts';
import { listForeignRanges } from './list-foreign-ranges.ts';
import { findOwned } from './list-owned-places.ts';
import type { Mention } from './mention.ts';
import {
  isCivilTitle,
  isNameToken,
  isReverence,
  isRoadWord,
  isSaint,
  isSpeakerLabel,
  isTitleWord,
  isUpper,
  isWord,
} from './name-token.ts';
import { type Token, tagText } from './tag-text.ts';

const linkWords = new Set([
  'of',
  'de',
  'du',
  'la',
  'le',
  'van',
  'von',
  'der',
  'den',
  'di',
  'da',
  'del',
  'della',
  'al',
  'el',
  'ibn',
  'bin',
  'the',
  'y',
]);
/**
 * If more than this share of its words are all in capitals, a sentence is a heading or shouting, and its capitals
 * prove nothing.
 */
const shoutingShare = 0.6;
const minShoutingWords = 3;
/** To detect the part of speech of a word, the tagger needs at most this many characters after the word. */
const maxLookAhead = 60;
/**
 * Words around `of` or the like do not form a name of more words. A run of more than twice as many is a motto, the
 * title of a book or a shouted sign.
 */
const maxNameWords = 6;

/** A sentence as text and as tokens, and what the whole scene and the glossary show about its words. */
export interface Line {
  readonly tokens: readonly Token[];
  readonly text: string;
  readonly isHeading: boolean;
  /** Words, in lower case, that have a capital inside a sentence or in a known name. */
  readonly nameWords: ReadonlySet<string>;
  /** Names in the glossary, in lower case; `places` has only the names of places. */
  readonly known: ReadonlySet<string>;
  readonly places: ReadonlySet<string>;
  /** Pairs of an owner and a place, as `listOwnedPlaces` returns them, that occur more than once. */
  readonly owned: ReadonlySet<string>;
}

/** Mentions of a sentence, in order; a name inside a name (`Korus` in `Sea of Korus`) may have a mention of its own. */
export function listMentions(line: Line): readonly Mention[] {
  const { tokens } = line;
  const mentions: Mention[] = [...listCoinedWords(tokens)];
  if (!line.isHeading && !isShouting(tokens)) addNames(line, mentions);
  const foreign = listForeignRanges(tokens);
  const own = mentions.filter(({ head }) => !foreign.some(({ from, to }) => from <= head && head < to));
  return own.sort((one, other) => one.from - other.from || other.to - one.to);
}

function isShouting(tokens: readonly Token[]): boolean {
  const words = tokens.filter(isWord);
  if (words.length < minShoutingWords) return words.length > 0 && words.every((word) => isUpper(word.text));
  const capitals = words.filter((word) => word.isCapital).length;
  const uppers = words.filter((word) => isUpper(word.text)).length;
  return uppers > words.length * shoutingShare || (words.length > 4 && capitals > words.length * 0.8);
}

function addNames(line: Line, mentions: Mention[]): void {
  const { tokens } = line;
  for (let index = 0; index < tokens.length; ) {
    if (!isNameToken(tokens[index]) || isSpeakerLabel(tokens, index)) {
      index++;
      continue;
    }
    const end = computeRunEnd(line, index);
    const to = isAttributePart(line, end) ? end - 1 : end;
    if (to > index) addRun(line, { from: index, to }, mentions);
    index = end;
  }
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function readGap({ tokens, text }: Line, index: number): string {
  return text.slice(tokens[index - 1]?.end ?? 0, tokens[index]?.start ?? 0);
}

/** Returns where the run of words that may form a name ends: after `Korus` in `the Sea of Korus lay`. */
function computeRunEnd(line: Line, start: number): number {
  let end = start + 1;
  for (;;) {
    const step = countJoined(line, end);
    if (step === 0) return end;
    end += step;
  }
}

/** How many tokens from the index on continue the name; 0 if it ends there. */
function countJoined(line: Line, index: number): number {
  const next = line.tokens[index];
  if (next === undefined) return 0;
  const space = readGap(line, index);
  if (space === '') return countGlued(line, index, next);
  if (space !== ' ') return 0;
  const links = linkWords.has(next.text) ? countLinkWords(line, index) : 0;
  if (links > 0) return links + 1;
  const isPart = !linkWords.has(next.text) && isNameToken(next) && !isListed('calendar', next.lower);
  return isPart ? 1 : 0;
}

/**
 * How many tokens the next part of the name has, including the hyphen or possessive ending before it; 0 if the name
 * has no further part.
 */
function countGlued(line: Line, index: number, next: Token): number {
  if (next.text !== '-') return isPlaceOfOwner(line, index) ? 2 : 0;
  if (isHyphenPart(line, index)) return 2;
  const isLinked =
    isListed('placeLinks', line.tokens[index + 1]?.lower ?? '') ||
    linkWords.has(line.tokens[index + 1]?.text ?? '');
  return isLinked && line.tokens[index + 2]?.text === '-' && isHyphenPart(line, index + 2) ? 4 : 0;
}

/**
 * Whether the word after an owner forms one name with it. A word such as `Stair` always does (`Cutter's Stair`); a word
 * such as `House` does only if the pair recurs or is in a known name.
 */
function isPlaceOfOwner(line: Line, index: number): boolean {
  const owned = findOwned(line.tokens, index);
  if (owned === undefined || readGap(line, index + 1) !== ' ') return false;
  return isListed('placeSuffixes', line.tokens[index + 1]?.lower ?? '') || line.owned.has(owned);
}

function isHyphenPart(line: Line, index: number): boolean {
  const next = line.tokens[index + 1];
  if (next === undefined || readGap(line, index + 1) !== '' || !/^\p{L}/u.test(next.text)) return false;
  return next.isCapital || !isEnglish(next.lower);
}

/** Whether the name only describes the lower-case English word after a hyphen: `American-made`, `God-fearing`. */
function isAttributePart(line: Line, end: number): boolean {
  return line.tokens[end]?.text === '-' && readGap(line, end) === '' && readGap(line, end + 1) === '';
}

/** How many linking words follow from `index` before another word of the name; 0 if there is none. */
function countLinkWords(line: Line, index: number): number {
  const { tokens } = line;
  for (let count = 1; count <= 2; count++) {
    const next = tokens[index + count];
    if (next === undefined || readGap(line, index + count) !== ' ') return 0;
    if (isNameToken(next)) return isSaidOfName(tokens, index, next) ? 0 : count;
    if (!linkWords.has(next.text)) return 0;
  }
  return 0;
}

/**
 * Whether the word after the link is about the name and not a part of it: a title (`N de Monsieur`), or a people or an
 * occupation after `the` (`Sophie the French nurse`).
 */
function isSaidOfName(tokens: readonly Token[], link: number, next: Token): boolean {
  const word = tokens[link]?.text;
  if (word === 'the' && (isListed('nationalities', next.lower) || isPersonWord(next.lower))) return true;
  return word !== 'of' && isTitleWord(next);
}

/** Splits a run of capitalised words into names, and adds a mention for each. */
function addRun(line: Line, run: Range, mentions: Mention[]): void {
  const { tokens } = line;
  const start = skipSentenceStart(line, run);
  const from = isReverence(tokens, start) ? start + 1 : start;
  if (from >= run.to) return;
  if (isPlaceBefore(line, { from, to: run.to })) {
    addName(line, { from, to: from + 1 }, mentions);
    addRun(line, { from: from + 1, to: run.to }, mentions);
    return;
  }
  const linkAt = findLink(tokens, { from, to: run.to });
  if (linkAt === undefined) {
    addName(line, { from, to: run.to }, mentions);
    return;
  }
  let rest = linkAt;
  while (rest < run.to && linkWords.has(tokens[rest]?.text ?? '')) rest++;
  const joins = isJoined(tokens, { from, to: linkAt }, { from: rest, to: run.to });
  if (joins) addName(line, { from, to: run.to }, mentions);
  if (!joins || isKnownHead(tokens, { from, to: linkAt })) addName(line, { from, to: linkAt }, mentions);
  if (!joins || isNameByItself(tokens, { from: rest, to: run.to })) {
    addRun(line, { from: rest, to: run.to }, mentions);
  }
}

/** Whether a known person is named right after a place, without a comma: `in Moscow Levin thought`. */
function isPlaceBefore({ tokens, text, known, places }: Line, { from, to }: Range): boolean {
  if (to - from < 2 || tokens[from - 1]?.pos !== 'ADP' || !places.has(tokens[from]?.lower ?? ''))
    return false;
  const read = (start: number) => text.slice(tokens[start]?.start, tokens[to - 1]?.end).toLowerCase();
  return !known.has(read(from)) && known.has(read(from + 1));
}

/**
 * Whether the words after `of` are a name by themselves: `Korus` in `Sea of Korus` is one, `Reward` in `Temple of
 * Reward` is not.
 */
function isNameByItself(tokens: readonly Token[], rest: Range): boolean {
  return tokens.slice(rest.from, rest.to).some((token) => token.isCapital && !isEnglish(token.lower));
}

/**
 * Finds the first link word of the run. A link word between hyphens, as in `Fossés-Monsieur-le-Prince`, does not divide
 * a name.
 */
function findLink(tokens: readonly Token[], run: Range): number | undefined {
  for (let index = run.from; index < run.to; index++) {
    if (linkWords.has(tokens[index]?.text ?? '') && tokens[index - 1]?.text !== '-') return index;
  }
  return undefined;
}

/** Whether the words before `of` are a name by themselves, as in `Carthoris of Helium`. */
function isKnownHead(tokens: readonly Token[], head: Range): boolean {
  return head.to - head.from > 1 || !isEnglish(tokens[head.from]?.lower ?? '');
}

/**
 * Whether the verb before the head shows that `of` introduces somebody else: `asked Carthoris of Thuvia`, `to tell
 * Vronsky of Levin`.
 */
function isAskedOf(tokens: readonly Token[], head: Range): boolean {
  const verb = tokens[head.from - 1]?.lower ?? '';
  const isAsking =
    /^(?:ask|asks|asked|inquired|enquired|demanded|begged|requested|said|tell|tells|told|telling|remind|reminds|reminded|warn|warned|inform|informed|assure|assured|spoke|thought|required)$/.test(
      verb,
    );
  return isAsking && tokens[head.to]?.text === 'of';
}

/**
 * Whether head and rest are one name, as in `Gate of Jeddaks`. A rank and a place are not (`Prince of Helium`),
 * because several people may have the rank. After a rank, only a plural is part of the name (`Jeddak of Jeddaks`),
 * because it cannot be a place.
 */
function isJoined(tokens: readonly Token[], head: Range, rest: Range): boolean {
  const last = tokens[head.to - 1];
  if (last === undefined || rest.to - head.from > maxNameWords) return false;
  if (isAskedOf(tokens, head)) return false;
  if (!isTitleWord(last)) return true;
  const lastOfRest = tokens[rest.to - 1]?.lower ?? '';
  return head.to - head.from === 1 && toSingular(lastOfRest) !== lastOfRest;
}

/** Skips dates, and first words that are capitalised only because they begin the sentence. */
function skipSentenceStart(line: Line, run: Range): number {
  let from = run.from;
  while (
    run.to - from > 1 &&
    (isBeforeKnown(line, from, run.to) || isMereStart(line, from) || isDate(line, from))
  )
    from++;
  return isPartOfDate(line.tokens, run, from) ? run.to : from;
}

/**
 * Whether the first word is a plain word that only begins the sentence, before a known one-word name that is not
 * English: `Loose Orla was held`. An epithet, or a word that has a capital elsewhere, may belong to the name.
 */
function isBeforeKnown({ tokens, nameWords, known }: Line, from: number, to: number): boolean {
  const [first, name] = tokens.slice(from, from + 2);
  if (first === undefined || name === undefined || to - from !== 2 || !first.isInitial) return false;
  const isPlain =
    isPlainWord(first.lower) && !nameWords.has(first.lower) && !isListed('epithets', first.lower);
  return isPlain && !isTitleWord(first) && known.has(name.lower) && !isEnglish(name.lower);
}

/** Whether the words after a date belong to it: `Christmas Day`, `Easter Week`. */
function isPartOfDate(tokens: readonly Token[], run: Range, from: number): boolean {
  const isDated = from > run.from && isListed('calendar', tokens[from - 1]?.lower ?? '');
  return (
    isDated &&
    run.to - from === 1 &&
    /^(?:day|eve|night|week|term|time|morning)$/.test(tokens[from]?.lower ?? '')
  );
}

/** Months that are also first names. */
const namedMonths = /^(?:april|may|june|august)$/;

/** Whether the word is a date right before a name: `In September Levin went`. */
function isDate({ tokens }: Line, index: number): boolean {
  const lower = tokens[index]?.lower ?? '';
  if (!isListed('calendar', lower) || !isNameToken(tokens[index + 1])) return false;
  const before = tokens[index - 1]?.lower ?? '';
  return !namedMonths.test(lower) || /^(?:in|on|of|since|until|till|by|last|next|this|every)$/.test(before);
}

/** Whether the word is capitalised only because it begins a sentence. */
function isMereStart(line: Line, index: number): boolean {
  const token = line.tokens[index];
  const next = line.tokens[index + 1];
  if (token === undefined || next === undefined || !isPlainStart(token)) return false;
  if (isTitleWord(token) || isListed('epithets', token.lower)) return false;
  if (isBeforePerson(token, next)) return true;
  if (next.text === '-' || linkWords.has(next.text) || line.nameWords.has(token.lower)) return false;
  if (token.lower.endsWith('ing') && isNameToken(next)) return true;
  if (!/^(?:PROPN|NOUN|ADJ)$/.test(token.pos)) return !isLikelyPair(token);
  return line.nameWords.has(next.lower) && !/^(?:PROPN|NOUN|ADJ)$/.test(detectLowerTag(line, index));
}

/** Whether a plain word begins the sentence; the tagger takes `No` and its full stop for one token. */
function isPlainStart({ lower, isInitial }: Token): boolean {
  return isInitial && (lower === 'no.' || isPlainWord(lower));
}

/** Whether a name begins after the first word: `Next Mrs. Vane came`, `Says Tom`, `Call Orla`, `No. Orla is here`. */
function isBeforePerson({ lower }: Token, next: Token): boolean {
  if (lower === 'no.' || (isListed('orderWords', lower) && !isEnglish(next.lower))) return true;
  return isListed('genderedTitles', next.lower.replace(/\.$/, '')) || /^(?:say|says|said)$/.test(lower);
}

/**
 * Detects the part of speech that the word would have in lower case, because the tagger takes capitalised words for
 * names.
 */
function detectLowerTag({ tokens, text }: Line, index: number): string {
  const token = tokens[index];
  if (token === undefined) return '';
  const rest = text.slice(token.start + 1, token.end + maxLookAhead);
  return tagText(token.lower.charAt(0) + rest)[0]?.pos ?? '';
}

/**
 * Whether a word that is tagged as a verb is more likely a part of a name, as in `Tars Tarkas`: a verb in `-s` does
 * not come right before its subject.
 */
function isLikelyPair(token: Token): boolean {
  return token.pos === 'VERB' && toSingular(token.lower) !== token.lower;
}

const fondWords = /^(?:dear|dearest|poor|old|young|little)$/;

/** Skips a word that only characterises a person: `Little` in `Little Tommy Barnes`, `Old` in `Old Mrs. Hotchkiss`. */
function skipFondWord(tokens: readonly Token[], { from, to }: Range): Range {
  const rest = tokens.slice(from + 1, to);
  const isPerson = rest[0] !== undefined && (isTitleWord(rest[0]) || rest.every((token) => token.isCapital));
  const isFond = fondWords.test(tokens[from]?.lower ?? '') && rest.length > 1 && isPerson;
  return { from: isFond ? from + 1 : from, to };
}

/** Titles that occur in lower case right before a name: `squire Allworthy`, `uncle Toby`. */
const lowerTitle =
  /^(?:sir|squire|captain|colonel|king|queen|prince|princess|emperor|duke|duchess|count|countess|baron|earl|doctor|professor|lieutenant|sergeant|corporal|admiral|parson|friar|abbot|bishop|uncle|aunt|cousin|madam|madame|monsieur|mister|master|mistress)$/;

/**
 * Index of a lower-case title right before the name, as in `squire Allworthy`. Without a title, or if a word such as
 * `the` or `my` comes before the title, the index of the name.
 */
function findLowerTitle(line: Line, from: number): number {
  const [before, title] = [line.tokens[from - 2], line.tokens[from - 1]];
  if (title === undefined || title.isCapital || !lowerTitle.test(title.lower) || readGap(line, from) !== ' ')
    return from;
  const isSaidOf =
    /^(?:DET|ADJ|NOUN|PROPN|NUM)$/.test(before?.pos ?? '') ||
    /^(?:my|his|her|our|their|its|your|whose|this|that|['’]s?)$/.test(before?.lower ?? '');
  return isSaidOf ? from : from - 1;
}

function addName(line: Line, whole: Range, mentions: Mention[]): void {
  const { tokens, text } = line;
  const run = skipFondWord(tokens, whole);
  const from = skipTitles(tokens, run);
  const head = from === run.from ? findLowerTitle(line, from) : run.from;
  const first = tokens[from];
  const last = tokens[run.to - 1];
  if (first === undefined || last === undefined || run.to - from > maxNameWords * 2) return;
  const name = text.slice(first.start, last.end).replace(/\.$/, /\.\p{L}\.$/u.test(last.text) ? '.' : '');
  if (!/\p{L}{2}|[\p{L}\d][-‐][\p{L}\d]/u.test(name)) return;
  mentions.push({
    text: name,
    title: text.slice(tokens[head]?.start ?? first.start, first.start).trim(),
    head,
    from,
    to: run.to,
    isStrong: tokens[run.from]?.isInitial === false || (run.to - from > 1 && isNameAnywhere(tokens, run)),
    kind: 'name',
  });
}

/**
 * Whether the words are a name even at the start of a sentence: `Tars Tarkas` and `Odile Marsh` are; `Warriors of
 * Barsoom` may only address people.
 */
function isNameAnywhere(tokens: readonly Token[], run: Range): boolean {
  const [first, last] = [tokens[run.from]?.lower ?? '', tokens[run.to - 1]?.lower ?? ''];
  const hasLink = findLink(tokens, run) !== undefined;
  return hasLink ? !isPlainWord(first) && !isPlainWord(last) : !isPlainWord(last) || !isEnglish(first);
}

/** Index at which the name begins, after its titles. */
function skipTitles(tokens: readonly Token[], run: Range): number {
  let from = run.from;
  while (from < run.to - 1) {
    const token = tokens[from];
    if (token === undefined || !isTitleWord(token) || isSaint(token)) break;
    if (linkWords.has(tokens[from + 1]?.text ?? '')) break;
    if (from === run.to - 2 && isRoadWord(tokens[run.to - 1]) && !isCivilTitle(token)) break;
    from++;
  }
  return from;
}
