// Chapters: the older turns in a prompt, first as a model summed them up, then, for the turns after that, as summaries.

import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { isUnspaced } from '@terrarium/kernel/split-terms';
import type { StorySoFar, Turn } from '../../state/session.ts';
import { cutText, renderLine } from './render-data.ts';

/** Turns that were folded together: the numbers of the first and the last of them. */
export interface Chapter {
  readonly first: number;
  readonly last: number;
}

/** What a folded turn leaves in the prompt. */
export interface Summary {
  readonly turn: number;
  readonly number: number;
  readonly text: string;
  readonly importance: number;
  readonly tokens: number;
}

/**
 * The folded turns with their chapters, and the stories that models wrote when they summed up the turns so far; the
 * story that reaches furthest comes first.
 */
export interface FoldedPast {
  readonly folded: readonly Summary[];
  readonly chapters: readonly Chapter[];
  readonly stories: readonly StorySoFar[];
}

export function summarise(turn: Turn): Summary {
  const { id, number, importance } = turn;
  const text = renderLine(isTypedAside(turn) ? '' : turn.summary);
  return { turn: id, number, text, importance, tokens: estimateTokens(text) + 1 };
}

/** In older games, the summary of something done outside the story is the command itself. */
function isTypedAside({ isAside, summary }: Turn): boolean {
  return isAside && summary.startsWith('/');
}

/** How many tokens the heading of a chapter takes. */
const tokensPerChapter = 12;
/** The share of the chapters' tokens that headings may take. */
const shareOfHeadings = 0.15;

function computeChapterLimit(tokens: number): number {
  return Math.max(1, Math.min(12, Math.floor((tokens * shareOfHeadings) / tokensPerChapter)));
}

/** If there are too many chapters, joins the oldest into one: the older the story, the coarser its chapters. */
export function joinOldest(chapters: readonly Chapter[], tokens: number): readonly Chapter[] {
  const extra = chapters.length - computeChapterLimit(tokens);
  const last = chapters[extra];
  if (extra <= 0 || last === undefined) return chapters;
  return [{ first: chapters[0]?.first ?? 0, last: last.last }, ...chapters.slice(extra + 1)];
}

/** Summaries stand side by side, so each needs a mark at its end. */
function completeSummary(text: string): string {
  if (/[\p{P}\p{S}]$/u.test(text)) return text;
  return `${text}${isUnspaced(text.slice(-1)) ? '。' : '.'}`;
}

export function renderChapters(past: FoldedPast, tokens: number): readonly string[] {
  const { story, chapters, folded, left } = splitPast(past, tokens);
  const kept = chooseMostImportant(folded, left);
  const told = chapters.flatMap(({ first, last }) => {
    const own = folded.filter(({ number, text }) => number >= first && number <= last && text !== '');
    const texts = own.flatMap(({ number }) => kept.get(number) ?? []);
    const missing = own.length - texts.length;
    const span = first === last ? `Turn ${first}` : `Turns ${first} to ${last}`;
    const heading = `${span}${missing === 0 ? '' : ` (${missing} left out)`}`;
    return texts.length === 0 ? [] : [`${heading}: ${texts.map(completeSummary).join(' ')}`];
  });
  return story === undefined ? told : [story.line, ...told];
}

/** What is to be summed up, since the summaries of these turns do not all fit. */
export interface Unsummed {
  /** What was summed up before; the turns follow it. */
  readonly former: StorySoFar | undefined;
  /** The turns in order; the story is summed up to the last of them. */
  readonly turns: readonly Summary[];
  /** How many tokens the new story should take (`tokens`), and how many it may take (`mostTokens`). */
  readonly tokens: number;
  readonly mostTokens: number;
}

/** Undefined if all older turns have room in the prompt, or there is too little room for anything that is worth asking. */
export function findUnsummed(past: FoldedPast, tokens: number): Unsummed | undefined {
  const { story, folded, chapters } = splitPast(past, tokens);
  const most = Math.floor(tokens * shareOfStory) - tokensPerChapter;
  const lines = folded.map((one) => (one.text === '' ? 0 : one.tokens)).reduce((sum, one) => sum + one, 0);
  const needed = estimateTokens(story?.whole ?? '') + lines + chapters.length * tokensPerChapter;
  if (needed <= tokens || folded.length === 0 || most < leastOfStory) return undefined;
  return { former: story?.told, turns: folded, tokens: most, mostTokens: Math.floor(most * leeway) };
}

/**
 * The share of the chapters' tokens that the story summed up may take; the rest is for the turns that follow it, so
 * that it need not be written anew after each of them.
 */
const shareOfStory = 0.62;
/** A reply that is at most this many times as long as was asked for is kept whole. */
const leeway = 1.25;
const mostOfStory = shareOfStory * leeway;
/** Fewer tokens than this are too few for a story. */
const leastOfStory = 80;

/** Divides the past into what was summed up, as a line, and the turns after it, with the tokens left for them. */
function splitPast({ folded, chapters, stories }: FoldedPast, tokens: number) {
  const turns = new Set(folded.map(({ turn }) => turn));
  const told = stories.find(({ turn }) => turns.has(turn));
  if (told === undefined) {
    return { story: undefined, chapters, folded, left: tokens - chapters.length * tokensPerChapter };
  }
  const later = folded.filter(({ number, text }) => number > told.number && text !== '');
  const heading = `Turns ${folded[0]?.number ?? 0} to ${told.number}: `;
  const whole = `${heading}${renderLine(told.text, longestStory)}`;
  const line = cutStory(whole, Math.floor(tokens * (later.length === 0 ? 1 : mostOfStory)));
  const last = later.at(-1)?.number;
  const behind = last === undefined ? [] : [{ first: told.number + 1, last }];
  return {
    story: { told, line, whole },
    chapters: behind,
    folded: later,
    left: tokens - estimateTokens(line) - behind.length * tokensPerChapter,
  };
}

/** Bounds what is kept of a reply; the tokens of the prompt bound what is shown of it. */
export const longestStory = 20_000;

/** The end of a sentence in any script, with the blank after it. */
const sentenceEnd = /(?<=[\p{Sentence_Terminal}…]["'”’»)]{0,2}\s)|(?<=[。！？]["”’」』]{0,2})(?!["”’」』])/u;

/**
 * The text; if it has too many tokens, its first and its last sentences, since it begins with what everything rests on
 * and ends with what happened last. A story may be longer than it was asked to be, or come from a larger window.
 */
export function cutStory(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text;
  const sentences = text.split(sentenceEnd);
  const begun: string[] = [];
  const ended: string[] = [];
  let left = tokens - 2;
  for (let at = 0; at < sentences.length; at += 1) {
    const isFirst = at % 2 === 0;
    const sentence = (isFirst ? sentences[begun.length] : sentences.at(-1 - ended.length)) ?? '';
    left -= estimateTokens(sentence) + 1;
    if (left < 0) break;
    if (isFirst) begun.push(sentence);
    else ended.unshift(sentence);
  }
  // Some scripts have no marks between sentences.
  if (begun.length === 0) return cutText(text, tokens);
  return [begun.join('').trimEnd(), '…', ended.join('')].join(' ').trimEnd();
}

/** How much importance the newest summary gains by being the newest; older ones gain less. */
const worthOfNewest = 0.1;
/** A summary is not cut to fewer tokens than this. */
const leastCut = 28;

/**
 * Keeps the most important summaries that fit; being newer adds a little to the importance. Where not all fit, long ones
 * are cut to an equal share, so that more turns are told; what is left makes the most important ones whole again.
 * `frame` is how many tokens each one takes besides its text.
 */
export function chooseMostImportant(
  folded: readonly Summary[],
  tokens: number,
  frame = 0,
): ReadonlyMap<number, string> {
  const ranked = folded
    .filter(({ text }) => text !== '')
    .map((summary, index, { length }) => ({
      summary,
      worth: summary.importance + (worthOfNewest * (index + 1)) / length,
    }))
    .sort((one, other) => other.worth - one.worth || other.summary.number - one.summary.number)
    .map(({ summary }) => summary);
  const whole = ranked.reduce((sum, one) => sum + one.tokens + frame, 0);
  const share = whole <= tokens ? tokens : Math.max(leastCut, Math.floor(tokens / ranked.length) - frame);
  const kept = new Map<number, string>();
  let left = tokens;
  for (const { number, text, tokens: own } of ranked) {
    const shown = own <= share ? text : cutSummary(text, share);
    const cost = Math.min(own, share) + frame;
    if (cost > left) continue;
    kept.set(number, shown);
    left -= cost;
  }
  for (const { number, text, tokens: own } of ranked) {
    const missing = own - share;
    if (missing <= 0 || missing > left || !kept.has(number)) continue;
    kept.set(number, text);
    left -= missing;
  }
  return kept;
}

/**
 * The beginning of a summary, up to the end of a clause if one ends in the second half, otherwise up to the end of a
 * word.
 */
function cutSummary(text: string, tokens: number): string {
  let length = text.length;
  while (estimateTokens(`${text.slice(0, length)} …`) + 1 > tokens && length > 0)
    length = Math.floor(length * 0.9);
  const begun = text.slice(0, length).toWellFormed();
  const clause = Math.max(begun.lastIndexOf(', '), begun.lastIndexOf('; '));
  return `${begun.slice(0, clause > length / 2 ? clause : begun.lastIndexOf(' '))} …`;
}
