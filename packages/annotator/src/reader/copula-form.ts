// Finds what the verb `to be` says about a name, in a main clause (`N was a …`) or a relative clause (`N, who was …`).

import { computeCoreEnd, detectTelling, findClassWord, type Telling } from './class-phrase.ts';
import { type Form, worth } from './class-phrase-forms.ts';
import { isClassToken, isClassWord, isPersonWord, isRelativeWord, isUnit } from './class-words.ts';
import {
  computeClauseStart,
  computeNameEnd,
  computeNameStart,
  computePhraseEnd,
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

/** Finds what the verb says about a name that comes before it: `N is a …`, `N was the …`, `N had been a …`. */
export function findCopula(tokens: readonly Token[], name: NameRange): Form | undefined {
  const verb = skipAuxiliaries(tokens, skipAdverbs(tokens, name.to));
  const said = skipAdverbs(tokens, verb + 1);
  const from = computeNameStart(tokens, name);
  if (!copulas.has(tokens[verb]?.lower ?? '') || isBehindPreposition(tokens, from)) return undefined;
  if (/^(?:are|were)$/.test(tokens[verb]?.lower ?? '') && tokens[from - 1]?.lower === 'and') return undefined;
  if (!isPredicate(tokens, said) || isOwner(tokens, verb) || isMeantBy(tokens, name, verb)) return undefined;
  const first = { from: said, to: computeCoreEnd(tokens, said) };
  const end = Math.max(first.to, computePhraseEnd(tokens, said));
  const further = findFurther(tokens, first, end);
  const core = chooseCore(tokens, first, further);
  const told = isMeasured(tokens, name, core) ? 'none' : detectToldBy(tokens, core);
  const isSo = !isWish(tokens, { from: name.from, to: said });
  return {
    from,
    to: further === undefined ? end : computePhraseEnd(tokens, further.from),
    base: isSo ? copulaWorth[told] : worth.story,
    standsAlone: true,
    core,
    tells: isSo && told === 'class',
  };
}

function detectToldBy(tokens: readonly Token[], { from, to }: NameRange): Telling {
  return detectTelling(tokens.slice(from, to));
}

/** The first of two descriptions that names a class; if neither does, the first description. */
function chooseCore(tokens: readonly Token[], first: NameRange, further: NameRange | undefined): NameRange {
  if (further === undefined || detectToldBy(tokens, first) === 'class') return first;
  return detectToldBy(tokens, further) === 'class' ? further : first;
}

/**
 * Finds a second description after a comma: `N was the magistrate of Vell, a thin man who …`, `N was a broad woman
 * with a burn on her cheek, the captain of the ferry`. It also describes N, unless somebody else is named or described
 * right before it.
 */
function findFurther(tokens: readonly Token[], first: NameRange, end: number): NameRange | undefined {
  const further = { from: end + 1, to: computeCoreEnd(tokens, end + 1) };
  const behind = tokens.slice(further.from, further.to);
  const described = findClassWord(tokens.slice(first.from, first.to));
  const isPerson = [described, findClassWord(behind)].every(isSomebody);
  if (!isComma(tokens[end]) || !isPerson || isClause(behind)) return undefined;
  if (!/^(?:a|an|the)$/.test(behind[0]?.lower ?? '')) return undefined;
  if (computePhraseEnd(tokens, further.from) - first.from > maxSpanWords) return undefined;
  const last = tokens.slice(first.from, end).findLast(({ pos }) => pos === 'NOUN' || pos === 'PROPN');
  if (last === undefined || last === described) return further;
  if (!last.isCapital) return isSomebody(last) ? undefined : further;
  let from = tokens.indexOf(last);
  while (tokens[from - 1]?.isCapital === true) from--;
  return isBehindHolder(tokens, { from, to: end }) ? further : undefined;
}

/** Whether N is a proper name and the phrase only gives a measure: `N was some inches under six feet`. */
function isMeasured(tokens: readonly Token[], name: NameRange, core: NameRange): boolean {
  const head = findClassWord(tokens.slice(core.from, core.to));
  return isProper(tokens, name) && isUnit(head?.lower ?? '');
}

function isProper(tokens: readonly Token[], name: NameRange): boolean {
  const first = tokens[name.from];
  return (first?.isCapital ?? false) && (!first?.isInitial || name.to - name.from > 1);
}

/** Whether `meant` is about a person: `Mrs. N meant a home` says what she intended, not what her name means. */
function isMeantBy(tokens: readonly Token[], name: NameRange, verb: number): boolean {
  return /^(?:means|meant|signifies)$/.test(tokens[verb]?.lower ?? '') && isTitled(tokens, name);
}

function isTitled(tokens: readonly Token[], { from }: NameRange): boolean {
  return isListed('genderedTitles', tokens[from]?.lower.replace('.', '') ?? '');
}

/** `a city` says what something is; `a good man` and `a good friend` hardly do, and `a success` does not at all. */
const copulaWorth = { class: worth.copula, vague: worth.vague, none: worth.looseCopula } as const;

/** The index of `been` in `had been`, of `be` in `would be` and the like; for any other verb, `verb` itself. */
function skipAuxiliaries(tokens: readonly Token[], verb: number): number {
  const isPerfect = /^(?:had|has|have|would|will|must|may)$/.test(tokens[verb]?.lower ?? '');
  const next = skipAdverbs(tokens, verb + 1);
  return isPerfect && /^(?:be|been)$/.test(tokens[next]?.lower ?? '') ? next : verb;
}

/**
 * Whether the words deny or only suppose something: `if N were a friend`, `N is not a friend`, `N might be a friend`.
 */
function isWish(tokens: readonly Token[], { from, to }: NameRange): boolean {
  const before = tokens.slice(computeClauseStart(tokens, from, false), from);
  const isIf = before.some(({ lower }) => /^(?:if|though|whether|wish)$/.test(lower));
  const verbs = tokens.slice(from, to);
  const isWere = verbs.some(({ lower }) => lower === 'were');
  const isOpen = verbs.some(({ lower }) =>
    /^(?:not|n't|n’t|never|no|would|might|may|must|could)$/.test(lower),
  );
  return isOpen || (isIf && isWere);
}

/** A phrase before the verb with more words says more than what the name is. */
const maxInverseWords = 12;

export function findInverse(tokens: readonly Token[], name: NameRange): Form | undefined {
  const verb = name.from - 1;
  if (!/^(?:is|was)$/.test(tokens[verb]?.lower ?? '')) return undefined;
  const from = computeClauseStart(tokens, verb, true);
  const phrase = tokens.slice(from, verb);
  const named = cutNameOwner(phrase);
  const told = detectTelling(named);
  if (!determiners.has(phrase[0]?.lower ?? '') || told === 'none') return undefined;
  if (phrase.length > maxInverseWords || phrase.some(isFiniteVerb)) return undefined;
  return {
    from,
    to: computeNameEnd(tokens, name),
    base: told === 'class' ? worth.called : worth.vague,
    standsAlone: true,
    core: { from, to: from + named.length },
    tells: told === 'class',
  };
}

/** Cuts `my brother’s name` to the brother, and leaves any other phrase whole. */
function cutNameOwner(phrase: readonly Token[]): readonly Token[] {
  const isName = phrase.at(-1)?.lower === 'name' && /^['’]s?$/.test(phrase.at(-2)?.lower ?? '');
  return isName ? phrase.slice(0, -2) : phrase;
}

/** If more adverbs follow each other, the phrase is about something else. */
const maxAdverbs = 3;

function skipAdverbs(tokens: readonly Token[], from: number): number {
  let index = from;
  while (index < from + maxAdverbs && isAdverb(tokens[index])) index++;
  return index;
}

/** Whether the token is an adverb; `when`, as in `N was when …`, is not, because it begins a clause of its own. */
function isAdverb(token: Token | undefined): boolean {
  return token?.pos === 'ADV' && !/^(?:when|where|why|how|while)$/.test(token.lower);
}

/** Whether the index is the start of a noun phrase that can say what something is. */
function isPredicate(tokens: readonly Token[], index: number): boolean {
  const head = tokens[index];
  if (head === undefined || tokens[index + 1]?.pos === 'PUNCT' || isMeasure(tokens, index)) return false;
  // After `very`, a noun is used as an adjective: `very expert in all exercises`.
  if (/^(?:very|so|too|quite|most)$/.test(tokens[index - 1]?.lower ?? '') && !determiners.has(head.lower))
    return false;
  const isRank = isClassToken(head) && /^(?:of|among|in)$/.test(tokens[index + 1]?.lower ?? '');
  return determiners.has(head.lower) || (head.pos === 'NOUN' && (isRank || isClassWord(head.lower)));
}

/** Whether the words say how much, and not what: `a little afraid`, `a good deal better`. */
function isMeasure(tokens: readonly Token[], index: number): boolean {
  const [article, word, behind] = tokens.slice(index, index + 3);
  if (article?.lower !== 'a' || !/^(?:little|bit|trifle|good|great)$/.test(word?.lower ?? '')) return false;
  if (/^(?:good|great)$/.test(word?.lower ?? '')) return behind?.lower === 'deal';
  const next = tokens.slice(index + 2).find(({ pos }) => pos !== 'ADJ' && pos !== 'ADV');
  return next?.pos !== 'NOUN' && next?.pos !== 'PROPN';
}

/** Whether `'s` is a possessive, as in `N's torch`, and not the verb, as in `N's a city`. */
function isOwner(tokens: readonly Token[], verb: number): boolean {
  const isShort = /^['’]s$/.test(tokens[verb]?.lower ?? '');
  return isShort && !/^(?:a|an|the|one)$/.test(tokens[verb + 1]?.lower ?? '');
}

/**
 * Whether a preposition right before the name belongs to it. In `For N was …` at the start of a clause, `for` does not:
 * it gives a reason.
 */
function isBehindPreposition(tokens: readonly Token[], from: number): boolean {
  const before = tokens[from - 1]?.lower ?? '';
  const isReason = before === 'for' && (tokens[from - 2]?.pos ?? 'PUNCT') === 'PUNCT';
  return prepositions.has(before) && !isReason;
}

/** Finds a relative clause about the name: `N, who …`, `N which …`, `N, whose …`. */
export function findRelative(tokens: readonly Token[], name: NameRange): Form | undefined {
  const at = isComma(tokens[name.to]) ? name.to + 1 : name.to;
  const next = tokens[at + 1];
  if (next === undefined || !isRelativeTo(tokens, name, at)) return undefined;
  const base = isRankOfName(tokens, name) ? worth.story : chooseRelativeWorth(tokens, at);
  // After a comma, `that` is hardly ever a relative pronoun: `N, that is droll`.
  if (tokens[at]?.lower === 'that' && at > name.to && base !== worth.who) return undefined;
  return {
    from: computeNameStart(tokens, name),
    to: computePhraseEnd(tokens, at + 1),
    base,
    standsAlone: base === worth.who,
    core: { from: at + 1, to: computeCoreEnd(tokens, at + 1) },
    tells: base === worth.who,
  };
}

/** Whether the index is the start of a relative clause about the name, and not about another word before it. */
function isRelativeTo(tokens: readonly Token[], name: NameRange, at: number): boolean {
  const [relative, next] = [tokens[at]?.lower ?? '', tokens[at + 1]];
  if (!relatives.has(relative)) return false;
  if (relative === 'that' && !isFiniteVerb(next)) return false;
  if (/^who/.test(relative) && isBehindHolder(tokens, name)) return false;
  return !/^(?:are|were)$/.test(next?.lower ?? '') || isPlural(tokens[name.to - 1]);
}

/**
 * Whether the word may be a plural, so that `which were` can be about it. In `the days of N, which were`, N is not a
 * plural: the clause is about the days.
 */
function isPlural(last: Token | undefined): boolean {
  return /s$|men$/.test(last?.lower ?? '') || isListed('groupWords', last?.lower ?? '');
}

/**
 * Whether N is a place by which a person is described, as in `the magistrate of N, a thin man` or `a man at the N who
 * had the keys`. A description of a person after N is then about that person, and not about N. Words such as `daughter
 * of` or `master of` do not count: after them, N may be a person.
 */
export function isBehindHolder(tokens: readonly Token[], name: NameRange): boolean {
  const at = computeNameStart(tokens, name) - 1;
  if (!/^(?:of|at|in|from|on)$/.test(tokens[at]?.lower ?? '')) return false;
  const holder = tokens[at - 1];
  const isNoun = holder?.pos === 'NOUN' || holder?.pos === 'PROPN';
  return isNoun && isSomebody(holder) && !isRelativeWord(holder?.lower ?? '');
}

function isSomebody(token: Token | undefined): boolean {
  return isPersonWord(token?.lower ?? '') || isListed('titles', token?.lower ?? '');
}

/**
 * Whether a word for a person comes right before `of N`: in `the princess of N, who …`, the words after N are about the
 * princess.
 */
export function isRankOfName(tokens: readonly Token[], name: NameRange): boolean {
  const of = computeNameStart(tokens, name) - 1;
  const holder = tokens[of - 1]?.lower ?? '';
  if (tokens[of]?.lower !== 'of') return false;
  return isPersonWord(holder) || isListed('titles', holder);
}

/** `N, who was secretary of …` says who N is, so it scores higher than `N, who had a mill`. */
function chooseRelativeWorth(tokens: readonly Token[], at: number): number {
  // In `N, which it was a pleasure to see`, N is not the subject.
  if (tokens[at]?.lower === 'whom' || /^(?:PRON|DET|PROPN)$/.test(tokens[at + 1]?.pos ?? ''))
    return worth.story;
  if (!isState(tokens, at + 1)) return worth.story;
  const said = skipAdverbs(tokens, at + 2);
  const verb = tokens[at + 1]?.lower ?? '';
  const phrase = tokens.slice(said, computeCoreEnd(tokens, said));
  if (/^(?:is|was|are|were)$/.test(verb))
    return isPredicate(tokens, said) && detectTelling(phrase) === 'class' ? worth.who : worth.relative;
  return isCharge(verb, phrase) ? worth.who : worth.relative;
}

/** Whether N is in charge of something, which says who N is: `N, who kept the inn`, `N, who rules the city`. */
function isCharge(verb: string, phrase: readonly Token[]): boolean {
  const charge = findClassWord(phrase);
  if (charge === undefined || !chargeVerbs.test(verb)) return false;
  return (['placeWords', 'groupNouns'] as const).some((list) => isListed(list, toSingular(charge.lower)));
}

const chargeVerbs = /^(?:keeps?|kept|owns?|owned|rules?|ruled|governs?|governed|commands?|commanded)$/;

const stateVerbs = new Set(
  'keeps kept owns owned governs governed commands commanded is was are were has have had lies lay lives lived dwells dwelt dwell stands means holds held rules ruled reigns bears serves served belongs belonged'.split(
    ' ',
  ),
);

/** Whether the clause from the index on says what something is like, rather than what happened once. */
function isState(tokens: readonly Token[], from: number): boolean {
  const at = tokens.slice(from, from + 3).findIndex((token) => isFiniteVerb(token));
  const verb = tokens[from + at];
  if (at < 0 || verb === undefined || !stateVerbs.has(verb.lower)) return false;
  const after = tokens[skipAdverbs(tokens, from + at + 1)];
  const isAuxiliary = /^(?:is|was|are|were|has|have|had)$/.test(verb.lower);
  const isDone = isAuxiliary && (after?.pos === 'VERB' || after?.pos === 'AUX');
  return !isDone && !(after?.lower.endsWith('ing') ?? false);
}
