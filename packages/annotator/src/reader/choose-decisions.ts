// Decides about entries by rules, for the built-in reader: by counts and patterns of words, which it gives as its reasons.

import {
  chooseStatements,
  isClearlyBetter,
  isOfNarrator,
  isTelling,
  listNameRanges,
  parseDefinition,
  renderDefinition,
  type Statement,
} from './choose-definition.ts';
import { findMergeTarget } from './find-merge-target.ts';
import { buildTermKey, isEnglish, isEnglishWord, isListed } from './lexicon.ts';
import { listSpans } from './list-spans.ts';
import { listShortForms } from './name-parts.ts';
import type { ShownDossier } from './parse-dossiers.ts';
import { tagText } from './tag-text.ts';

export interface Decision {
  readonly entry_id: number;
  readonly verdict: 'CONFIRM' | 'REJECT' | 'MERGE' | 'REVISE';
  readonly reason: string;
  readonly target_id?: number;
  readonly definition?: string;
  readonly evidence?: readonly { readonly post_id: number; readonly quote: string }[];
}

export function chooseDecisions(dossiers: readonly ShownDossier[]): readonly Decision[] {
  return dossiers.map((dossier) => {
    const merge = findMergeTarget(dossier);
    return merge === undefined
      ? chooseDecision(dossier)
      : { entry_id: dossier.id, verdict: 'MERGE', target_id: merge.targetId, reason: merge.reason };
  });
}

/** An entry that the story names at most this often, and of which it says nothing, may not be worth keeping. */
const fewMentions = 2;

function chooseDecision(dossier: ShownDossier): Decision {
  const present = parseDefinition(dossier.definition, [dossier.term, ...dossier.aliases]);
  const better = findBetter(dossier, present);
  if (better !== undefined)
    return buildRevision(dossier, better, 'the new definition says what it is; the earlier one did not');
  const trimmed = findTrimmed(dossier, present);
  if (trimmed !== undefined)
    return buildRevision(dossier, trimmed, 'sentences that only mention it are left out');
  const own = present.filter(({ text }) => findLongerName(dossier, text) === undefined);
  const best = Math.max(0, ...own.map(({ score }) => score));
  const doubt = !isTelling(best) && dossier.mentions <= fewMentions ? findDoubt(dossier) : undefined;
  if (doubt !== undefined)
    return { entry_id: dossier.id, verdict: 'REJECT', reason: `${describeSpread(dossier)}, ${doubt}.` };
  const said = isTelling(best) ? ', and its definition says what it is' : explainName(dossier);
  return { entry_id: dossier.id, verdict: 'CONFIRM', reason: `${describeSpread(dossier)}${said}.` };
}

/** The words that the reason gets if the definition does not say what the entry is; empty if it is named often. */
function explainName({ mentions }: ShownDossier): string {
  return mentions <= fewMentions ? '; little is said of it, but it is a name of this story' : '';
}

function describeSpread({ mentions, posts, threads }: ShownDossier): string {
  const named = mentions === 0 ? 'Never named by itself' : `Named ${countTimes(mentions)}`;
  if (mentions < 2) return named;
  const inPosts = posts === 1 ? ' in one post' : ` in ${posts} posts`;
  return `${named}${inPosts}${threads > 1 ? ` of ${threads} threads` : ''}`;
}

function countTimes(count: number): string {
  return ['', 'once', 'twice'][count] ?? `${count} times`;
}

/** A revised definition must be clearly better. */
const clearly = { factor: 1.2, amount: 1.5 } as const;

/** Finds statements in the passages that make a clearly better definition than the present one; otherwise undefined. */
function findBetter(dossier: ShownDossier, present: readonly Statement[]): readonly Statement[] | undefined {
  const names = [dossier.term, ...dossier.aliases];
  const fresh = dossier.passages
    .flatMap(({ text }) => readPassage(text, names))
    .filter(({ text }) => findLongerName(dossier, text) === undefined);
  const chosen = chooseStatements(fresh);
  const best = chosen[0]?.score ?? 0;
  // No passage contains the statement that somebody tells the story, so no statement from a passage replaces it.
  if (present.some(isOfNarrator)) return undefined;
  if (best < definingScore || chosen.some(({ text }) => findSource(dossier, text) === undefined))
    return undefined;
  return isClearlyBetter(chosen, present, clearly) ? chosen : undefined;
}

/**
 * A statement with at least `definingScore` defines the thing; one with less than `mentionScore` only happens to
 * mention it.
 */
const definingScore = 4.5;
const mentionScore = 2;

/**
 * The definition without the sentences that only mention the thing. Undefined if it has no such sentences, or if the
 * rest does not define the thing in words of the passages.
 */
function findTrimmed(dossier: ShownDossier, present: readonly Statement[]): readonly Statement[] | undefined {
  const kept = present.filter(({ score }) => score >= mentionScore);
  const isDefined = kept.some(({ score }) => score >= definingScore);
  const isSourced = kept.every(({ text }) => findSource(dossier, text) !== undefined);
  return isDefined && isSourced && kept.length < present.length ? kept : undefined;
}

/** Reads only the complete sentences of a passage: a shortened quote ends within a sentence. */
function readPassage(text: string, names: readonly string[]): readonly Statement[] {
  const whole = text
    .split(/\n|…/)
    .flatMap((part) => part.split(/(?<=[.!?]["”’')]?)\s+(?=["“‘'(]?\p{Lu})/u))
    .filter((sentence) => /^["“‘'(]?\p{Lu}.*[.!?]["”’')]?$/u.test(sentence.trim()));
  return whole.flatMap((sentence) => readSentence(sentence.trim(), names));
}

function readSentence(sentence: string, names: readonly string[]): readonly Statement[] {
  const tokens = tagText(sentence);
  return listSpans(tokens, listNameRanges(tokens, names)).map(({ start, end, ...span }) => ({
    ...span,
    text: sentence.slice(start, end),
    source: undefined,
  }));
}

/**
 * The post that has the words of a statement, and these words as they are in the post, without the capital and marks
 * that the statement may have added.
 */
interface Source {
  readonly postId: number;
  readonly quote: string;
}

function findSource(dossier: ShownDossier, statement: string): Source | undefined {
  const wanted = normaliseStatement(statement);
  for (const passage of dossier.passages) {
    const text = passage.text.replace(/\s+/g, ' ');
    const at = text.toLowerCase().indexOf(wanted);
    if (at >= 0) return { postId: passage.postId, quote: text.slice(at, at + wanted.length) };
  }
  return undefined;
}

function normaliseStatement(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/^["“…]+|(?<![.\s"”…])[.\s"”…]+$/gu, '')
    .toLowerCase();
}

function buildRevision(dossier: ShownDossier, statements: readonly Statement[], why: string): Decision {
  const evidence = statements.map(({ text }) => {
    const { postId = 0, quote = text } = findSource(dossier, text) ?? {};
    return { post_id: postId, quote };
  });
  return {
    entry_id: dossier.id,
    verdict: 'REVISE',
    definition: renderDefinition(statements),
    evidence,
    reason: `${describeSpread(dossier)}; ${why}.`,
  };
}

/**
 * Says why the entry may not be worth keeping, in words that can follow the number of its mentions. Undefined if no
 * reason is found, as for an invented name, which a reader may well look up.
 */
function findDoubt(dossier: ShownDossier): string | undefined {
  const quotes = dossier.passages
    .filter(({ isEvidence }) => isEvidence)
    .map(({ text }) => text.replace(/\s+/g, ' '));
  if (quotes.length > 0) {
    if (!isFullName(dossier.term) && quotes.every((quote) => isInList(quote, dossier.term)))
      return 'and only in a list of names';
    if (quotes.every((quote) => isCompared(quote, dossier.term)))
      return 'and only to compare something with it';
  }
  const halves = findHalves(dossier);
  if (halves !== undefined) return `where ${halves} only stand side by side`;
  const whole = findWhole(dossier, quotes);
  if (whole !== undefined) return `and only inside the name of the ${whole}`;
  if (dossier.mentions > 1 || !isOrdinary(dossier, quotes)) return undefined;
  return dossier.term.includes(' ')
    ? 'by plain words that nothing explains'
    : 'by a word of ordinary English that nothing explains';
}

/**
 * Whether the term may be a person's full name: it has several words, without `of` or a word for a place. Such a name
 * is not in doubt just because it occurs only in lists.
 */
function isFullName(term: string): boolean {
  const words = buildTermKey(term).split(' ');
  return words.length > 1 && words.every((word) => word !== 'of' && !isListed('placeSuffixes', word));
}

/** A list has at least this many names. */
const minListed = 3;

function isInList(quote: string, term: string): boolean {
  const parts = quote.split(/[.;:!?—]/).filter((part) => part.includes(term));
  return parts.length > 0 && parts.every((part) => isListItem(part, term));
}

function isListItem(part: string, term: string): boolean {
  const items = part.split(/,| and | or /).map((item) => item.trim().replace(/^the /, ''));
  return items.includes(term) && items.filter((item) => /^\p{Lu}/u.test(item)).length >= minListed;
}

/** Words before a name that show that it is part of a comparison: `like a …`, `as surely as the owner of a …`. */
const comparison = /(?<!\p{L})(?:like|as (?:\p{L}+ ){1,3}as|than|no such) (?:[\p{L}’'-]+ ){0,6}$/u;

function isCompared(quote: string, term: string): boolean {
  const at = quote.indexOf(term);
  return at > 0 && comparison.test(quote.slice(0, at));
}

/**
 * The two names in a term such as `Zodangan Helium`, if each has an entry of its own. Undefined for other terms, and
 * for the name of a person.
 */
function findHalves({ term, tags, similar }: ShownDossier): string | undefined {
  if (tags.includes('character')) return undefined;
  const words = buildTermKey(term).split(' ');
  if (words.length !== 2) return undefined;
  const named = words.map((word) => similar.find((entry) => buildTermKey(entry.term) === word)?.term);
  return named.every((name) => name !== undefined) ? named.join(' and ') : undefined;
}

/** The longer name of another entry, if every quote has this term only as part of that name; otherwise undefined. */
function findWhole(dossier: ShownDossier, quotes: readonly string[]): string | undefined {
  const wholes = new Set(quotes.map((quote) => findLongerName(dossier, quote)));
  return wholes.size === 1 ? [...wholes][0] : undefined;
}

/** The longer name of another entry, if the text has the term only as part of that name; otherwise undefined. */
function findLongerName({ term, similar }: ShownDossier, text: string): string | undefined {
  const longer = similar
    .flatMap((other) => [other.term, ...other.aliases])
    .filter((name) => isWithin(term, name));
  return longer.find((name) => text.includes(name) && !text.replaceAll(name, '').includes(term));
}

function isWithin(term: string, name: string): boolean {
  return name !== term && ` ${name} `.includes(` ${term} `);
}

/**
 * Whether the term is ordinary English: all its words are English, and nothing suggests a name, such as a word for a
 * place, or a word that has an entry of its own.
 */
function isOrdinary({ term, tags, similar }: ShownDossier, quotes: readonly string[]): boolean {
  const key = buildTermKey(term);
  const words = key.split(' ').filter((word) => word !== 'of' && word !== 'the');
  const known = new Set(similar.map((other) => buildTermKey(other.term)));
  const isKnownWord = (word: string) =>
    known.has(word) ||
    (['placeSuffixes', 'placeWords', 'eventWords'] as const).some((list) => isListed(list, word));
  const isSomebody = tags.includes('character') || tags.includes('location');
  const isIntroduced = quotes.some(
    (quote) => quote.includes(`name is ${term}`) || quote.includes(`name was ${term}`),
  );
  const isFirstName = listShortForms(key).size > 0;
  const isKnown = words.length === 1 ? isEnglishWord : isEnglish;
  return words.every(isKnown) && !isFirstName && !words.some(isKnownWord) && !isSomebody && !isIntroduced;
}
