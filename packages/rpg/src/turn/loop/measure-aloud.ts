// Measures how much of the beginning of a reply is thinking aloud, before the story begins.

import { countSigns, planName, readHeading, type Signs, storyName } from './aloud-words.ts';

export interface Aloud {
  /** How many characters at the beginning are thinking, and not part of the story. */
  readonly length: number;
  /** False if further text may change the length. */
  readonly isSure: boolean;
}

/** After this many sentences or characters, thinking can be recognised. */
const judgedSentences = 2;
const judgedCharacters = 400;
/** A plan shows in its first sentences; later ones may belong to a story after it. */
const mostJudged = 4;
/** A longer paragraph is judged before its end has come. */
const longestParagraph = 3_000;

/** `isWhole` says that nothing follows. Quoted words never count: they are said by people in the story. */
export function measureAloud(reply: string, isWhole: boolean): Aloud {
  const block = blockStart.exec(reply);
  return block === null ? measureBefore(reply, isWhole) : measureBefore(reply.slice(0, block.index), true);
}

/** Where the block after the story begins: on a line of its own, since a plan may also mention the block. */
const blockStart = /(?:^|\n)[ \t]*(?:`{3}\w*\s*)?[*_]{0,2}(?:<\s*after\b|\[after\])/iu;

function measureBefore(text: string, isWhole: boolean): Aloud {
  const tagged = measureTagged(text, isWhole);
  if (tagged !== undefined) return tagged;
  let at = text.length - text.trimStart().length;
  let state: Reading = 'beginning';
  for (;;) {
    const paragraph = readParagraph(text, at);
    if (paragraph.text === '') return { length: state === 'beginning' ? 0 : at, isSure: isWhole };
    const found = resolveParagraph(paragraph.text, { state, isLast: !paragraph.isEnded });
    const isEnded = paragraph.isEnded || isWhole || paragraph.text.length >= longestParagraph;
    const end = findEnd(found, { at, paragraph, isEnded });
    if (end !== undefined) return end;
    at = paragraph.end;
    state = found === 'heading' ? 'headed' : 'thinking';
  }
}

interface Judged {
  readonly at: number;
  readonly paragraph: Paragraph;
  /** Whether the paragraph is judged without waiting for more of it. */
  readonly isEnded: boolean;
}

/** How much is thinking; undefined if the next paragraph must be read too. */
function findEnd(found: Found, { at, paragraph, isEnded }: Judged): Aloud | undefined {
  if (found === 'story') return { length: at, isSure: true };
  if (found === 'unsure' || !isEnded) return { length: at, isSure: false };
  if (found === 'label') return { length: paragraph.end, isSure: true };
  return typeof found === 'number' ? { length: at + found, isSure: true } : undefined;
}

/** What was read before this paragraph. */
type Reading = 'beginning' | 'headed' | 'thinking';
/** A number is the position in the paragraph at which the story begins. */
type Found = 'story' | 'aloud' | 'heading' | 'label' | 'unsure' | number;

interface Place {
  readonly state: Reading;
  readonly isLast: boolean;
}

const openingTag =
  /^\s*<(?<tag>thinking|thoughts?|reasoning|planning|plan|analysis|scratchpad|reflection)>/iu;

/** Measures thinking between tags; if the closing tag is missing, only the first paragraph counts. */
function measureTagged(text: string, isWhole: boolean): Aloud | undefined {
  const found = openingTag.exec(text);
  if (found === null) return isTagBegun(text) && !isWhole ? { length: 0, isSure: false } : undefined;
  const closing = `</${found.groups?.['tag'] ?? ''}>`;
  const end = text.toLowerCase().indexOf(closing.toLowerCase());
  if (end < 0 && !isWhole) return { length: 0, isSure: false };
  const behind = end < 0 ? readParagraph(text, found[0].length).end : end + closing.length;
  const rest = text.slice(behind);
  const first = readParagraph(rest, rest.length - rest.trimStart().length);
  const isLabel = readHeading(first.text) === 'story';
  if (first.text === '' || (!first.isEnded && !isWhole && first.text.length < shortestSure))
    return { length: behind, isSure: isWhole };
  return { length: isLabel ? behind + first.end : behind, isSure: true };
}

/** A shorter text may still turn out to be a label. */
const shortestSure = 30;

function isTagBegun(text: string): boolean {
  return /^\s*<[a-z]{0,12}$/iu.test(text);
}

interface Paragraph {
  readonly text: string;
  /** Where the next paragraph begins. */
  readonly end: number;
  /** Whether a blank line follows. */
  readonly isEnded: boolean;
}

function readParagraph(text: string, from: number): Paragraph {
  const blank = /\n[ \t]*\n/u.exec(text.slice(from));
  const end = blank === null ? text.length : from + blank.index;
  const rest = text.slice(end);
  const next = end + rest.length - rest.trimStart().length;
  return { text: text.slice(from, end).trimEnd(), end: next, isEnded: blank !== null };
}

function resolveParagraph(text: string, place: Place): Found {
  const [first = '', ...others] = text.split('\n');
  if (readHeading(first) === 'plan') return others.length === 0 ? 'heading' : resolveHeaded(text);
  const isBehind = place.state !== 'beginning';
  const named =
    isBehind || /^\W{0,8}(?:narrative|narration)\b/iu.test(text) ? resolveNamed(text, isBehind) : undefined;
  if (named !== undefined) return named;
  return isBehind && isList(text) ? 'aloud' : resolveSentences(text, place);
}

/** Finds a heading before the story: `Narrative:` in any paragraph, others such as `Story:` only after thinking. */
function resolveNamed(text: string, isBehind: boolean): Found | undefined {
  if (readHeading(text) === 'story') return 'label';
  if (isBehind && isLabelLike(text)) return 'unsure';
  return storyName.exec(text)?.[0].length;
}

/** Whether an unfinished text may still become the heading of the story. */
function isLabelLike(text: string): boolean {
  return text.length < shortestSure && /^[#*_-]{1,6}/u.test(text);
}

/**
 * A paragraph that begins with the heading of a plan: everything up to the heading of the story is thinking, and all of
 * it if there is none.
 */
function resolveHeaded(text: string): Found {
  const lines = text.split('\n');
  const label = lines.findIndex((line) => readHeading(line) === 'story');
  if (label < 0) return 'aloud';
  return lines.slice(0, label + 1).join('\n').length + 1;
}

function isList(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(?:[-*•]|\d{1,2}[.)])\s/u.test(line));
}

interface Told {
  readonly end: number;
  readonly signs: Signs;
}

function resolveSentences(text: string, place: Place): Found {
  const plain = hideQuoted(text);
  const isNamed = planName.test(plain);
  const sentences = listSentences(plain);
  if (!isNamed && !sentences.slice(0, judgedSentences).some(isSign))
    return resolveUnsigned({ text, plain, sentences }, place);
  const { isLast, state } = place;
  if (!isThinking(sentences, { plain, state, isNamed, isLast })) return isLast ? 'unsure' : 'story';
  const last = sentences.findLastIndex(isSign);
  const end = sentences[last]?.end ?? text.length;
  const rest = sentences.slice(last + 1);
  const isStory = rest.length > 1 || isTellingYou(plain.slice(end)) || (isLast && rest.length > 0);
  return isStory ? end + (text.slice(end).length - text.slice(end).trimStart().length) : 'aloud';
}

interface Read {
  readonly text: string;
  /** The text without the words that somebody says. */
  readonly plain: string;
  readonly sentences: readonly Told[];
}

/**
 * Judges a paragraph whose first sentences show no thinking: it is story, unless it follows the heading of a plan or is
 * still too short to tell.
 */
function resolveUnsigned({ text, plain, sentences }: Read, { state, isLast }: Place): Found {
  if (state === 'headed' && !isLast) return 'aloud';
  const isJudged = sentences.length > judgedSentences || text.length > judgedCharacters;
  return isJudged || !isLast || isTellingYou(plain) ? 'story' : 'unsure';
}

function isSign({ signs }: Told): boolean {
  return signs.table + signs.game + signs.planning + signs.writing > 0;
}

interface Whole {
  readonly plain: string;
  readonly state: Reading;
  readonly isNamed: boolean;
  /** Whether no paragraph follows yet. */
  readonly isLast: boolean;
}

/** Whether every sentence of a paragraph says what will be told. */
function isAllPlanning(sentences: readonly Told[]): boolean {
  return sentences.every(({ signs }) => signs.telling > 0);
}

/**
 * Whether sentences are thinking: one word about playing is enough. At the beginning of a reply, words that also occur
 * in stories need further signs, such as words of planning beside words about the game.
 */
function isThinking(sentences: readonly Told[], { plain, state, isNamed, isLast }: Whole): boolean {
  const sum = (name: keyof Signs) =>
    sentences.slice(0, mostJudged).reduce((total, { signs }) => total + signs[name], 0);
  const [table, game, planning, writing] = [sum('table'), sum('game'), sum('planning'), sum('writing')];
  if (table > 0) return true;
  if (state !== 'beginning' || isNamed) return game + planning > 0;
  if (game > 0 && planning > 0) return true;
  if (!isLast && isAllPlanning(sentences) && !isTellingYou(plain) && !past.test(plain)) return true;
  return game > 1 || (writing > 1 && !isTellingYou(plain) && !past.test(plain));
}

/** Words in the past tense: a plan has none, but a story in the first person has some. */
const past = /\b(?:was|were|had|stood|came|went|saw|found|said|knew)\b/iu;

/** Whether the text speaks to the player's character as "you", as the narrative of a game does. */
function isTellingYou(plain: string): boolean {
  return /\b(?:you|your)\b/iu.test(plain);
}

/** Replaces quoted words by blanks, so that positions stay the same. */
function hideQuoted(text: string): string {
  let closing = '';
  return [...text]
    .map((sign) => {
      if (closing === '') closing = closings.get(sign) ?? '';
      else if (sign === closing) closing = '';
      else return ' '.repeat(sign.length);
      return sign;
    })
    .join('');
}

const closings: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”'],
]);

function listSentences(plain: string): readonly Told[] {
  const ends = [...plain.matchAll(/[.!?…:]+["”’)*_]*|\n/gu)].map((match) => match.index + match[0].length);
  return [...ends, plain.length]
    .map((end, at) => ({ end, text: plain.slice(ends[at - 1] ?? 0, end).trim() }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .map(({ end, text }) => ({ end, signs: countSigns(text) }));
}
