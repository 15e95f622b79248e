// Span forms: the ways in which an English sentence says what something is.

import { findCalled } from './called-form.ts';
import { findClassWord, isUnowned } from './class-phrase.ts';
import { type Form, findBefore, findOfClass, worth } from './class-phrase-forms.ts';
import { isClassToken, isClassWord, isPersonWord, isVagueWord } from './class-words.ts';
import {
  computeClauseStart,
  computeNameEnd,
  computeNameStart,
  computePhraseEnd,
  computeStop,
  determiners,
  isClause,
  isComma,
  isFiniteVerb,
  maxSpanWords,
  type NameRange,
  prepositions,
  relatives,
} from './clause.ts';
import { isListed, toSingular } from './lexicon.ts';
import type { Token } from './tag-text.ts';

const copulas = new Set([
  'is',
  'was',
  'are',
  'were',
  "'s",
  '’s',
  'be',
  'been',
  'became',
  'being',
  'means',
  'meant',
  'signifies',
]);

/** The forms in which the sentence says something of the name, the clause around it included. */
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

/** `N is a …`, `N was the …`, `N had been a …`. */
function findCopula(tokens: readonly Token[], name: NameRange): Form | undefined {
  const verb = skipAuxiliaries(tokens, skipAdverbs(tokens, name.to));
  const said = skipAdverbs(tokens, verb + 1);
  const from = computeNameStart(tokens, name);
  if (!copulas.has(tokens[verb]?.lower ?? '') || isBehindPreposition(tokens, from)) return undefined;
  if (/^(?:are|were)$/.test(tokens[verb]?.lower ?? '') && tokens[from - 1]?.lower === 'and') return undefined;
  if (!isPredicate(tokens, said) || isOwner(tokens, verb)) return undefined;
  const core = { from: said, to: computeStop(tokens, said, true) };
  return {
    from,
    to: computePhraseEnd(tokens, said),
    base: isWish(tokens, name, verb) ? worth.story : chooseCopulaWorth(tokens.slice(core.from, core.to)),
    standsAlone: true,
    core,
  };
}

/** `had been`, `has been`, `would be`, `used to be`: the index of the last word, or `verb` itself for anything else. */
function skipAuxiliaries(tokens: readonly Token[], verb: number): number {
  const isPerfect = /^(?:had|has|have|would|will|must|may)$/.test(tokens[verb]?.lower ?? '');
  const next = skipAdverbs(tokens, verb + 1);
  return isPerfect && /^(?:be|been)$/.test(tokens[next]?.lower ?? '') ? next : verb;
}

/** `a city` and `the people who …` say what something is; `a success`, `a good man` and `a good friend` do not. */
function chooseCopulaWorth(core: readonly Token[]): number {
  const word = findClassWord(core);
  if (word === undefined) return worth.looseCopula;
  const isPeople = /^(?:people|men|women)$/.test(word.lower) && core.some(({ lower }) => lower === 'who');
  return (isVagueWord(word.lower) && !isPeople) || isUnowned(core) ? worth.vague : worth.copula;
}

/** `if N were a friend` tells what is not so. */
function isWish(tokens: readonly Token[], name: NameRange, verb: number): boolean {
  const before = tokens.slice(computeClauseStart(tokens, name.from, false), name.from);
  return (
    tokens[verb]?.lower === 'were' && before.some(({ lower }) => /^(?:if|though|whether|wish)$/.test(lower))
  );
}

/** A phrase before the verb that is longer than this tells more than what the name is. */
const maxInverseWords = 12;

/** `The eldest boy was N`, `My brother's name is N`. */
function findInverse(tokens: readonly Token[], name: NameRange): Form | undefined {
  const verb = name.from - 1;
  if (!/^(?:is|was)$/.test(tokens[verb]?.lower ?? '')) return undefined;
  const from = computeClauseStart(tokens, verb, true);
  const phrase = tokens.slice(from, verb);
  const isNamed = determiners.has(phrase[0]?.lower ?? '') && findClassWord(phrase) !== undefined;
  if (!isNamed || phrase.length > maxInverseWords || phrase.some(isFiniteVerb)) return undefined;
  return {
    from,
    to: computeNameEnd(tokens, name),
    base: worth.called,
    standsAlone: true,
    core: { from, to: verb },
  };
}

/** More adverbs in a row belong to something else. */
const maxAdverbs = 3;

function skipAdverbs(tokens: readonly Token[], from: number): number {
  let index = from;
  while (index < from + maxAdverbs && tokens[index]?.pos === 'ADV') index++;
  return index;
}

/** Whether a noun phrase that can say what something is begins at the index. */
function isPredicate(tokens: readonly Token[], index: number): boolean {
  const head = tokens[index];
  if (head === undefined || tokens[index + 1]?.pos === 'PUNCT' || isMeasure(tokens, index)) return false;
  const isRank = isClassToken(head) && /^(?:of|among|in)$/.test(tokens[index + 1]?.lower ?? '');
  return determiners.has(head.lower) || (head.pos === 'NOUN' && (isRank || isClassWord(head.lower)));
}

/** `a little afraid`, `a good deal better`: how much, and not what. */
function isMeasure(tokens: readonly Token[], index: number): boolean {
  const [article, word, behind] = tokens.slice(index, index + 3);
  if (article?.lower !== 'a' || !/^(?:little|bit|trifle|good|great)$/.test(word?.lower ?? '')) return false;
  if (/^(?:good|great)$/.test(word?.lower ?? '')) return behind?.lower === 'deal';
  const next = tokens.slice(index + 2).find(({ pos }) => pos !== 'ADJ' && pos !== 'ADV');
  return next?.pos !== 'NOUN' && next?.pos !== 'PROPN';
}

/** Whether `'s` marks an owner, as in `N's torch`, and is not the verb of `N's a city`. */
function isOwner(tokens: readonly Token[], verb: number): boolean {
  const isShort = /^['’]s$/.test(tokens[verb]?.lower ?? '');
  return isShort && !/^(?:a|an|the|one)$/.test(tokens[verb + 1]?.lower ?? '');
}

/** Whether a preposition governs the name; `For N was …` at the start of a clause gives a reason instead. */
function isBehindPreposition(tokens: readonly Token[], from: number): boolean {
  const before = tokens[from - 1]?.lower ?? '';
  const isReason = before === 'for' && (tokens[from - 2]?.pos ?? 'PUNCT') === 'PUNCT';
  return prepositions.has(before) && !isReason;
}

const possessives = new Set(['my', 'his', 'her', 'our', 'their', 'its', 'your']);

/** The name of an opening phrase (`In Thark, …`) begins within this many words of the start of its clause. */
const openingWords = 5;

/** Whether the name ends an opening phrase, so that the comma after it begins the main clause. */
function isOpening(tokens: readonly Token[], name: NameRange): boolean {
  const before = tokens[computeNameStart(tokens, name) - 1];
  return before?.pos === 'ADP' && name.from - computeClauseStart(tokens, name.from, false) < openingWords;
}

/** `a banth, a warrior, and …` lists; it does not explain. */
function isListing(tokens: readonly Token[], end: number): boolean {
  return (
    isComma(tokens[end]) &&
    /^(?:and|or)$/.test(tokens[end + 1]?.lower ?? '') &&
    tokens[end + 2]?.pos !== 'PRON' &&
    !tokens.slice(end + 2, end + 5).some(isFiniteVerb)
  );
}

/** A class word further from the start of an apposition belongs to something else. */
const maxClassDistance = 6;

/** `N, a …`, `N, chief of …`, `N (a …)`. */
function findApposition(tokens: readonly Token[], name: NameRange): Form | undefined {
  if (!/^(?:,|—|–|--|\()$/.test(tokens[name.to]?.text ?? '')) return undefined;
  const first = name.to + 1;
  const core = { from: first, to: computeStop(tokens, first, true) };
  const segment = tokens.slice(core.from, core.to);
  if (isOpening(tokens, name) || isAddress(tokens, core) || isOthers(tokens, name, core)) return undefined;
  if (isPlaceOfSomebody(tokens, name, segment)) return undefined;
  const opening = isClause(segment) ? 'none' : detectOpening(segment);
  if (opening === 'none') return undefined;
  const isOther = isPartOfName(tokens, name) && (isDetermined(segment) || isRankOfName(tokens, name));
  const isSure = opening === 'sure' && !isDash(tokens[name.to]) && !isOther;
  const sure = isUnowned(segment) ? worth.vague : worth.apposition;
  const base = isSure ? sure : worth.looseApposition;
  return {
    from: computeNameStart(tokens, name),
    to: computePhraseEnd(tokens, first),
    base,
    standsAlone: true,
    core,
  };
}

function isDetermined(segment: readonly Token[]): boolean {
  return determiners.has(segment[0]?.lower ?? '');
}

function isPluralClass(segment: readonly Token[]): boolean {
  const noun = segment.find((token) => isClassToken(token));
  return noun !== undefined && toSingular(noun.lower) !== noun.lower;
}

/** Whether the comma merely continues a list, the name's own or that of a phrase around it. */
function isOthers(tokens: readonly Token[], name: NameRange, core: NameRange): boolean {
  const before = tokens[computeNameStart(tokens, name) - 1]?.lower ?? '';
  const isInList = /^(?:of|and|or)$/.test(before) && isPluralClass(tokens.slice(core.from, core.to));
  return isInList || isListing(tokens, core.to);
}

/** `…, my son.` and `…, countess.` name the person spoken to. */
function isAddress(tokens: readonly Token[], core: NameRange): boolean {
  const [first] = tokens.slice(core.from, core.to);
  if (/^(?:my|your|our)$/.test(first?.lower ?? '')) return !isComma(tokens[core.to]);
  const isSet = isComma(tokens[core.from - 1]) && !isComma(tokens[core.to]);
  return isSet && core.to - core.from === 1 && isClassWord(first?.lower ?? '');
}

/** `In N, the daughter of …`, `my friend from N, a man …`: nobody is in a person, and what follows tells of somebody else. */
function isPlaceOfSomebody(tokens: readonly Token[], name: NameRange, segment: readonly Token[]): boolean {
  const at = computeNameStart(tokens, name) - 1;
  const before = tokens[at]?.lower ?? '';
  const isPlace =
    /^(?:in|at|into|within)$/.test(before) ||
    (before === 'from' && isPersonWord(tokens[at - 1]?.lower ?? ''));
  return isPlace && segment.slice(0, maxClassDistance).some(({ lower }) => isPersonWord(lower));
}

/** What follows `princess of N,` is said of the princess. */
function isRankOfName(tokens: readonly Token[], name: NameRange): boolean {
  const holder = tokens[computeNameStart(tokens, name) - 2]?.lower ?? '';
  return isPersonWord(holder) || isListed('titles', holder);
}

/** A dash breaks speech off as often as it explains. */
function isDash(token: Token | undefined): boolean {
  return /^(?:—|–|--)$/.test(token?.text ?? '');
}

/** After `the cult of N` an apposition is as likely to explain the cult as N. */
function isPartOfName(tokens: readonly Token[], name: NameRange): boolean {
  return tokens[computeNameStart(tokens, name) - 1]?.lower === 'of';
}

/** Whether the words after the name and its comma say what it is: surely, perhaps, or not at all. */
function detectOpening(segment: readonly Token[]): 'sure' | 'loose' | 'none' {
  const head = segment[0];
  if (head === undefined || isAside(segment, head) || isOtherStart(segment, head)) return 'none';
  if (isRankOf(segment) || isRelativeOf(segment)) return 'sure';
  if (!determiners.has(head.lower) && !isClassHead(segment, head)) return 'none';
  const isKin = segment.some(({ lower }) => isPersonWord(lower));
  if (possessives.has(head.lower) && !isKin) return 'none';
  return segment.slice(0, maxClassDistance).some((token) => isClassToken(token)) ? 'sure' : 'loose';
}

/** `N, that he had gone` tells what somebody said, and in `N, A dog` something else begins. */
function isOtherStart(segment: readonly Token[], head: Token): boolean {
  const isThatClause = head.lower === 'that' && !/^(?:ADJ|NOUN|PROPN)$/.test(segment[1]?.pos ?? '');
  return isThatClause || (head.isCapital && determiners.has(head.lower));
}

/** A pronoun, or `sir` and the like, by which somebody is spoken to. */
function isAside(segment: readonly Token[], head: Token): boolean {
  if (head.pos === 'PRON') return !determiners.has(head.lower);
  return segment.length === 1 && (isVagueWord(head.lower) || /^(?:sir|madam)$/.test(head.lower));
}

/** `captain of the guard`, but not another name in a list: `Prince Hal, Count Otto` are two people. */
function isClassHead(segment: readonly Token[], head: Token): boolean {
  const isName = head.isCapital && segment[1]?.isCapital === true;
  return !isName && isClassWord(head.lower) && toSingular(head.lower) === head.lower;
}

/** `N, Kitty’s godmother, …`. */
function isRelativeOf(segment: readonly Token[]): boolean {
  const owner = segment.findIndex((token) => !token.isCapital);
  const isOwner = owner > 0 && /^['’]s?$/.test(segment[owner]?.lower ?? '');
  const owned = segment.slice(owner + 1, owner + 1 + maxClassDistance);
  const end = owned.findIndex(({ pos }) => !/^(?:ADJ|ADV|NUM|NOUN|PROPN)$/.test(pos));
  return isOwner && (end < 0 ? owned : owned.slice(0, end)).some(({ lower }) => isPersonWord(lower));
}

/** `N, instead of …`, `N, close to …`, `N, most of …` tell where or how much. */
const quantity = /^(?:instead|outside|inside|thanks|close|next|up|out|none|all|most|half|part)$/;

/** `chief of …`, `padwar in …`. */
function isRankOf(segment: readonly Token[]): boolean {
  const head = segment.findIndex((token) => !/^(?:ADJ|NUM)$/.test(token.pos));
  const noun = segment[head];
  const isNoun = noun !== undefined && /^(?:NOUN|PROPN)$/.test(noun.pos) && !quantity.test(noun.lower);
  return isNoun && head < 3 && /^(?:of|to|in|among)$/.test(segment[head + 1]?.lower ?? '');
}

/** `N, who …`, `N which …`, `N, whose …`. */
function findRelative(tokens: readonly Token[], name: NameRange): Form | undefined {
  const at = isComma(tokens[name.to]) ? name.to + 1 : name.to;
  const next = tokens[at + 1];
  if (!relatives.has(tokens[at]?.lower ?? '') || next === undefined) return undefined;
  if (tokens[at]?.lower === 'that' && !isFiniteVerb(next)) return undefined;
  return {
    from: computeNameStart(tokens, name),
    to: computePhraseEnd(tokens, at + 1),
    base: chooseRelativeWorth(tokens, at),
    standsAlone: true,
    core: { from: at + 1, to: computeStop(tokens, at + 1, true) },
  };
}

/** `N, who was secretary of …` says who N is, `N, who had a mill` how it is with N. */
function chooseRelativeWorth(tokens: readonly Token[], at: number): number {
  if (tokens[at]?.lower === 'whom' || !isState(tokens, at + 1)) return worth.story;
  const said = skipAdverbs(tokens, at + 2);
  const isSaid = /^(?:is|was|are|were)$/.test(tokens[at + 1]?.lower ?? '') && isPredicate(tokens, said);
  const core = tokens.slice(said, computeStop(tokens, said, true));
  return isSaid && chooseCopulaWorth(core) === worth.copula ? worth.who : worth.relative;
}

const stateVerbs = new Set(
  'is was are were has have had lies lay lives lived dwells dwelt dwell stands means holds held rules ruled reigns bears serves served belongs belonged'.split(
    ' ',
  ),
);

/** Whether the clause from the index on says how something is, not what it did or was done to it once. */
function isState(tokens: readonly Token[], from: number): boolean {
  const at = tokens.slice(from, from + 3).findIndex((token) => isFiniteVerb(token));
  const verb = tokens[from + at];
  if (at < 0 || verb === undefined || !stateVerbs.has(verb.lower)) return false;
  const after = tokens[skipAdverbs(tokens, from + at + 1)];
  const isAuxiliary = /^(?:is|was|are|were|has|have|had)$/.test(verb.lower);
  const isDone = isAuxiliary && (after?.pos === 'VERB' || after?.pos === 'AUX');
  return !isDone && !(after?.lower.endsWith('ing') ?? false);
}

/** The clause around the name. */
function buildPlain(tokens: readonly Token[], name: NameRange): Form {
  const from = Math.max(computeClauseStart(tokens, name.from, false), name.from - maxSpanWords / 2);
  const to = Math.min(computeStop(tokens, name.to, false), from + maxSpanWords);
  return { from, to, base: worth.plain, standsAlone: false, core: { from, to } };
}
