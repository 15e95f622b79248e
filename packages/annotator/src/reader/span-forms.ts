// Span forms: finds the patterns with which an English sentence says what something is.

import { findCalled } from './called-form.ts';
import { computeCoreEnd, detectTelling, findClassWord } from './class-phrase.ts';
import { type Form, findBefore, findOfClass, worth } from './class-phrase-forms.ts';
import { isClassToken, isClassWord, isPersonWord, isUnit, isVagueWord } from './class-words.ts';
import {
  computeClauseStart,
  computeNameStart,
  computePhraseEnd,
  computeStop,
  determiners,
  isClause,
  isComma,
  isFiniteVerb,
  maxSpanWords,
  type NameRange,
} from './clause.ts';
import { findCopula, findInverse, findRelative, isBehindHolder, isRankOfName } from './copula-form.ts';
import { isListed, toSingular } from './lexicon.ts';
import type { Token } from './tag-text.ts';

/**
 * Lists the patterns with which the sentence says something about the name. The last one is always the clause around
 * the name.
 */
export function listSpanForms(tokens: readonly Token[], name: NameRange): readonly Form[] {
  const forms = [
    findCopula(tokens, name),
    findInverse(tokens, name),
    findApposition(tokens, name),
    findCalled(tokens, name),
    findBefore(tokens, name),
    findOfClass(tokens, name),
    findRelative(tokens, name),
    buildPlain(tokens, name),
  ];
  return forms.filter((form) => form !== undefined);
}

const possessives = new Set(['my', 'his', 'her', 'our', 'their', 'its', 'your']);

/** An opening phrase (`In Thark, …`) has fewer than this many words up to the name. */
const openingWords = 5;

/** Whether the name ends an opening phrase, which has no verb. The main clause begins after the comma. */
function isOpening(tokens: readonly Token[], name: NameRange): boolean {
  const before = tokens[computeNameStart(tokens, name) - 1];
  const start = computeClauseStart(tokens, name.from, false);
  const isTold = tokens.slice(start, name.from).some(isFiniteVerb);
  return before?.pos === 'ADP' && name.from - start < openingWords && !isTold;
}

/** Whether the words are a list, as in `a banth, a warrior, and …`, and so explain nothing. */
function isListing(tokens: readonly Token[], end: number): boolean {
  return (
    isComma(tokens[end]) &&
    /^(?:and|or)$/.test(tokens[end + 1]?.lower ?? '') &&
    (isComma(tokens[end + 3]) ||
      (tokens[end + 2]?.pos !== 'PRON' && !tokens.slice(end + 2, end + 5).some(isFiniteVerb)))
  );
}

/** A class word more than this many words from the start of an apposition belongs to something else. */
const maxClassDistance = 6;

/** Finds an explanation after a mark: `N, a …`, `N, chief of …`, `N (a …)`. */
function findApposition(tokens: readonly Token[], name: NameRange): Form | undefined {
  if (!/^(?:,|—|–|--|\()$/.test(tokens[name.to]?.text ?? '')) return undefined;
  const first = name.to + 1;
  const core = { from: first, to: computeCoreEnd(tokens, first) };
  const segment = tokens.slice(core.from, core.to);
  if (isOpening(tokens, name) || isAddress(tokens, core) || isOthers(tokens, name, core)) return undefined;
  if (isPlaceOfSomebody(tokens, name, segment) || isOfHolder(tokens, name, segment)) return undefined;
  const opening = isClause(segment) ? 'none' : detectOpening(segment);
  if (opening === 'none') return undefined;
  const isSure = opening === 'sure' && isAboutName(tokens, name, segment);
  const told = isSure ? detectTelling(segment) : 'none';
  return {
    from: computeNameStart(tokens, name),
    to: Math.max(core.to, computePhraseEnd(tokens, first)),
    base: appositionWorth[told],
    standsAlone: isSure || tokens[name.to]?.text === '(',
    core,
    tells: told === 'class',
  };
}

/**
 * Whether the words after the mark are certainly about N: a dash may break off a speech, and words after `of N` may be
 * about something else.
 */
function isAboutName(tokens: readonly Token[], name: NameRange, segment: readonly Token[]): boolean {
  const isOther = isPartOfName(tokens, name) && (isDetermined(segment) || isRankOfName(tokens, name));
  return !isDash(tokens[name.to]) && !isOther && !isAnother(tokens, name, segment);
}

/**
 * Whether the words describe a person who is mentioned with N: in `the magistrate of N, a thin man`, the last words say
 * nothing about N.
 */
function isOfHolder(tokens: readonly Token[], name: NameRange, segment: readonly Token[]): boolean {
  return isPersonWord(findClassWord(segment)?.lower ?? '') && isBehindHolder(tokens, name);
}

const appositionWorth = { class: worth.apposition, vague: worth.vague, none: worth.looseApposition } as const;

function isDetermined(segment: readonly Token[]): boolean {
  return determiners.has(segment[0]?.lower ?? '');
}

function isPluralClass(segment: readonly Token[]): boolean {
  const noun = findClassWord(segment);
  return noun !== undefined && (toSingular(noun.lower) !== noun.lower || /men$/.test(noun.lower));
}

/**
 * Whether the words after `N,` are about others (`yellow men of the north`), somebody else (`our neighbour Mr.
 * Vane`) or a time (`one day`).
 */
function isAnother(tokens: readonly Token[], name: NameRange, segment: readonly Token[]): boolean {
  const noun = findClassWord(segment);
  const last = tokens[name.to - 1]?.lower ?? '';
  const isGroup = isListed('groupWords', last) || isListed('groupNouns', last);
  const isOne = !/s$/.test(last) && !isGroup;
  const isSeveral = !isDetermined(segment) || /^(?:the|these|those)$/.test(segment[0]?.lower ?? '');
  const isOthers = isOne && isSeveral && isPluralClass(segment) && isPersonWord(noun?.lower ?? '');
  const isNamed = noun !== undefined && (segment[segment.indexOf(noun) + 1]?.isCapital ?? false);
  return isOthers || isNamed || isUnit(noun?.lower ?? '');
}

/** Whether the comma only continues a list whose items include the name, or a phrase with the name. */
function isOthers(tokens: readonly Token[], name: NameRange, core: NameRange): boolean {
  const before = tokens[computeNameStart(tokens, name) - 1]?.lower ?? '';
  const isInList = /^(?:of|and|or)$/.test(before) && isPluralClass(tokens.slice(core.from, core.to));
  const isTold = /^(?:am|is|are|was|were)$/.test(before);
  return isInList || (!isTold && isListing(tokens, core.to)) || isAmidNames(tokens, name, core);
}

/**
 * Whether the name and the title after its comma are in a list of names: `Sancho Panza, Tom Jones, the Vicar of
 * Wakefield, Don Quixote`.
 */
function isAmidNames(tokens: readonly Token[], name: NameRange, core: NameRange): boolean {
  const isName = (at: number) => (tokens[at]?.isCapital ?? false) && tokens[at]?.pos === 'PROPN';
  const isBefore = isComma(tokens[name.from - 1]) && isName(name.from - 2);
  const isTitle = tokens[core.from]?.lower === 'the' && (tokens[core.from + 1]?.isCapital ?? false);
  if (!isTitle) return false;
  return isBefore && isComma(tokens[core.to]) && (tokens[core.to + 1]?.isCapital ?? false);
}

/** Whether the words name the person who is addressed: `…, my son.`, `…, countess.`. */
function isAddress(tokens: readonly Token[], core: NameRange): boolean {
  const [first, second] = tokens.slice(core.from, core.to);
  const isFond = isVagueWord(second?.lower ?? '') || /^(?:friend|son|lord|dear)$/.test(second?.lower ?? '');
  if (first?.lower === 'my' && isFond && core.to - core.from === 2) return true;
  if (/^(?:my|your|our)$/.test(first?.lower ?? ''))
    return !isComma(tokens[core.to]) && !tokens.slice(core.from, core.to).some(isGenitive);
  const isSet = isComma(tokens[core.from - 1]) && !isComma(tokens[core.to]);
  return isSet && core.to - core.from === 1 && isClassWord(first?.lower ?? '');
}

function isGenitive({ lower }: Token): boolean {
  return /^['’]s?$/.test(lower);
}

/**
 * Whether N is only a place here, and the words after it are about somebody else: `In N, the daughter of …`, `my
 * friend from N, a man …`.
 */
function isPlaceOfSomebody(tokens: readonly Token[], name: NameRange, segment: readonly Token[]): boolean {
  const at = computeNameStart(tokens, name) - 1;
  const before = tokens[at]?.lower ?? '';
  const isPlace =
    /^(?:in|at|into|within)$/.test(before) ||
    (before === 'from' && isPersonWord(tokens[at - 1]?.lower ?? ''));
  return isPlace && segment.slice(0, maxClassDistance).some(({ lower }) => isPersonWord(lower));
}

/**
 * Whether the token is a dash: this may break off a speech, so it introduces an explanation less certainly than a
 * comma.
 */
function isDash(token: Token | undefined): boolean {
  return /^(?:—|–|--)$/.test(token?.text ?? '');
}

/** Whether the name follows `of`. After `the cult of N`, an apposition may explain the cult and not N. */
function isPartOfName(tokens: readonly Token[], name: NameRange): boolean {
  return tokens[computeNameStart(tokens, name) - 1]?.lower === 'of';
}

/** Whether the words after N and its comma say what N is: certainly, perhaps, or not at all. */
function detectOpening(segment: readonly Token[]): 'sure' | 'loose' | 'none' {
  const head = segment[0];
  if (head === undefined || isAside(segment, head) || isOtherStart(segment, head)) return 'none';
  if (isRankOf(segment) || isRelativeOf(segment)) return 'sure';
  if (!determiners.has(head.lower) && !isClassHead(segment, head)) return 'none';
  const isKin = segment.some(({ lower }) => isPersonWord(lower));
  if (possessives.has(head.lower) && !isKin) return 'none';
  return segment.slice(0, maxClassDistance).some((token) => isClassToken(token)) ? 'sure' : 'loose';
}

/**
 * Whether the words after the comma begin something else: `N, that he had gone` reports what somebody said, and `N, A
 * dog` begins a new sentence.
 */
function isOtherStart(segment: readonly Token[], head: Token): boolean {
  const isThatClause = head.lower === 'that' && !/^(?:ADJ|NOUN|PROPN)$/.test(segment[1]?.pos ?? '');
  return isThatClause || (head.isCapital && determiners.has(head.lower));
}

/** Whether the words are a pronoun, or only address somebody, as `sir` does. */
function isAside(segment: readonly Token[], head: Token): boolean {
  if (head.pos === 'PRON') return !determiners.has(head.lower);
  return segment.length === 1 && (isVagueWord(head.lower) || /^(?:sir|madam)$/.test(head.lower));
}

/**
 * Whether the first word is the class, as in `captain of the guard`, unlike in `Prince Hal, Count Otto`, where the
 * second title belongs to another person.
 */
function isClassHead(segment: readonly Token[], head: Token): boolean {
  const isName = head.isCapital && segment[1]?.isCapital === true;
  const isOf = segment[1]?.lower === 'of';
  // `N, stranger as he was to the town` gives a reason, and no class.
  if (segment[1]?.lower === 'as') return false;
  const isRank = isPersonWord(head.lower) || isListed('titles', head.lower);
  return !isName && (isRank || (isOf && isClassWord(head.lower))) && toSingular(head.lower) === head.lower;
}

/** Whether the words name a relative of somebody: `N, Kitty’s godmother, …`. */
function isRelativeOf(segment: readonly Token[]): boolean {
  const owner = segment.findIndex((token) => !token.isCapital);
  const isOwner = owner > 0 && /^['’]s?$/.test(segment[owner]?.lower ?? '');
  const owned = segment.slice(owner + 1, owner + 1 + maxClassDistance);
  const end = owned.findIndex(({ pos }) => !/^(?:ADJ|ADV|NUM|NOUN|PROPN)$/.test(pos));
  return isOwner && (end < 0 ? owned : owned.slice(0, end)).some(({ lower }) => isPersonWord(lower));
}

/** After these words, no class follows: `N, instead of …`, `N, close to …`, `N, most of …`. */
const quantity = /^(?:instead|outside|inside|thanks|close|next|up|out|none|all|most|half|part)$/;

/** Whether the words name a rank and where it is held: `chief of …`, `padwar in …`. */
function isRankOf(segment: readonly Token[]): boolean {
  const head = segment.findIndex((token) => !/^(?:ADJ|NUM)$/.test(token.pos));
  const noun = segment[head];
  const isNoun = noun !== undefined && /^(?:NOUN|PROPN)$/.test(noun.pos) && !quantity.test(noun.lower);
  const link = segment[head + 1]?.lower ?? '';
  const isThing = link === 'in' && isListed('itemWords', noun?.lower ?? '');
  return (
    isNoun &&
    head < 3 &&
    !isThing &&
    (/^(?:of|in|among)$/.test(link) || (link === 'to' && isClassWord(noun.lower)))
  );
}

/** The clause around the name: the weakest form, which is always there. */
function buildPlain(tokens: readonly Token[], name: NameRange): Form {
  const from = Math.max(computeClauseStart(tokens, name.from, false), name.from - maxSpanWords / 2);
  const to = Math.min(computeStop(tokens, name.to, false), from + maxSpanWords);
  return { from, to, base: worth.plain, standsAlone: false, core: { from, to }, tells: false };
}
