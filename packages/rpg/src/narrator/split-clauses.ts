// Splits what the player wrote into deeds and questions, which are then played one by one.

import type { IntentKind } from './intents.ts';
import { normaliseSpeech } from './normalise-speech.ts';
import { isQuestionAlone } from './question-words.ts';
import { findLeadingKind, readIntent, type Verb } from './read-intent.ts';

const mostClauses = 4;
/** Matches the blank between two sentences. The dot of a title, as in "Mr. Dick", does not end a sentence. */
const sentenceEnd = /(?<=[.!?])(?<!\b(?:mrs?|ms|messrs|dr|st|capt|col|gen|lt|sgt|rev|prof)\.) (?=\S)/i;
const joint =
  /: (?=i )|[;,] (?:(?:and then|after that|then|and|but) )?|,? (?:and )?(?:once|when) i(?:['’]m| am| get) there,? | (?:and then|after that|then|and|before i) /i;
/** Deeds that need no more than their verb. */
const bareKinds: ReadonlySet<string> = new Set<IntentKind>([
  'rest',
  'wait',
  'listen',
  'look',
  'search',
  'flee',
  'sneak',
  'sit',
  'go',
  'act',
  'perform',
  'gesture',
]);
/** Kinds of talk and questions, which do not depend on the success of the deed before them. */
const talkKinds: ReadonlySet<string> = new Set<IntentKind>([
  'ask',
  'talk',
  'oracle',
  'hour',
  'where',
  'presence',
  'whois',
  'price',
  'menu',
  'state',
  'weather',
  'company',
  'said',
  'options',
  'inventory',
  'quest',
  'request',
]);

export function isTalk(kind: string): boolean {
  return talkKinds.has(kind);
}

/** "Rest, listening for the bell": the participle belongs to the deed before it. */
const participle = /^\p{L}{2,}ing\b/iu;
/** Words that say what somebody else is to do, or is told: they are not a deed of the player's character. */
const bidden =
  /\b(?:tell|ask|order|beg|convince|persuade|command|want|urge|invite) (?:\S+ ){1,4}to \S|\b(?:tell|say|warn|promise|swear|explain|shout|whisper)\b.* (?:that|i|we|he|she|it|they|there)\b/i;
const speechStart = /^(?:i |we |then |also )?(?:ask|tell|say|greet|thank|shout|whisper|warn)\b/i;
/** "Ask Issy what she thinks and what she eats": the second question is also put to Issy. */
const asking =
  /\bask ((?:(?!what|who|where|why|how|when|which|if|whether|about|for|to)\S+ ){1,4})(?:what|who|where|why|how|when|which|if|whether|about|for)\b/i;
const indirect = /^(?:what|who|where|why|how|when|which|if|whether|about|for)\b/i;
/** "Go and ask" is asking. */
const bareGo = /^(?:i |we |then )?(?:go|come|try)$/i;
const direction = /^(?:up|down|in|out|back|north|south|east|west|on|onward)\b/i;

/**
 * The deeds and questions in order, at most `mostClauses`; the last one then contains all further words. Words in
 * quotation marks are not split.
 */
export function splitClauses(raw: string, own: readonly Verb[] = []): readonly string[] {
  if (raw.trimStart().startsWith('/')) return [raw];
  const text = hideQuoted(raw.trim().replace(/\s+/g, ' ').replace(allTheWay, ''));
  if (joke.test(text)) return [showQuoted(text)];
  const sentences = text.split(sentenceEnd);
  const clauses = sentences.flatMap((sentence) => splitSentence(sentence, own));
  const joined = joinAsked(joinLoose(clauses, own)).filter(
    (one, at, all) => at === all.length - 1 || !bareGo.test(one),
  );
  const kept = joined.slice(0, mostClauses);
  const left = joined.slice(mostClauses);
  const all = left.length === 0 ? kept : [...kept.slice(0, -1), `${kept.at(-1)} and ${left.join(' and ')}`];
  const [begun = '', ...further] = all;
  return [readAlternative(begun)?.text ?? begun, ...further].map(showQuoted);
}

/** "Talk to her and ask who she is" only asks: the talk is no deed of its own. */
const bareTalk =
  /^(?:(?:i|we|then) )?(?:talk|speak|go over|go up|walk over|walk up|turn) (?:to|with) (\S+(?: \S+){0,3})$/i;
const bareAsk = /^(?:(?:i|we|then) )?ask (?=(?:what|who|where|why|how|when|which|if|whether|about|for)\b)/i;

function joinAsked(clauses: readonly string[]): readonly string[] {
  return clauses.flatMap((clause, at) => {
    const isAsked = bareTalk.test(clause) && bareAsk.test(clauses[at + 1] ?? '');
    const whom = bareTalk.exec(clauses[at - 1] ?? '')?.[1]?.trim();
    if (isAsked) return [];
    return whom === undefined ? clause : clause.replace(bareAsk, `ask ${whom} `);
  });
}

/** "To the mill, all the way, and knock": the words in the middle are not a deed of their own. */
const allTheWay = /,? all the way(?: there)?(?=,| and | to |[.!]|$)/i;

/** A joke is not split: its questions are put to nobody. */
const joke =
  /^\W*(?:i |we |then )?(?:tell|crack|make|try)s? (?:\S+ ){0,3}(?:an? |the )(?:\S+ )?(?:joke|riddle|pun)\b/i;

/**
 * Blanks and punctuation marks that are hidden within quotations while the words are split, since a quotation contains
 * no deeds of the player's character.
 */
const hiding = ' ,;:.!?';
const firstHidden = 0xe000;

function hideQuoted(text: string): string {
  return text.replace(/["“][^"”]{1,300}["”]/gu, (quoted) =>
    quoted.replace(/[ ,;:.!?]/g, (mark) => String.fromCharCode(firstHidden + hiding.indexOf(mark))),
  );
}

function showQuoted(text: string): string {
  return text.replace(/[\ue000-\ue006]/g, (mark) => hiding[mark.charCodeAt(0) - firstHidden] ?? '');
}

/** "If it is here, take the lamp; otherwise wait": if the first comes to nothing, the second is done. */
const otherwise = /(?:^|[,;.]? )(?:and |but )?(?:otherwise|or else|if not(?! for )|failing that),? /i;
const whenPossible =
  /,? if (?:it|that|one|he|she|they|there)(?:['’]s| is| are)? (?:still )?(?:one |any )?(?:here|there|around|lying here|open|possible)(?=[\s.,;]|$)|,? if (?:i can|possible|i see (?:it|one|him|her|them)|(?:i can )?find (?:it|one|him|her|them))(?=[\s.,;]|$)/gi;
/** "If I can" and the like are dropped: a deed is only ever done as far as it can be. */
const atBest =
  /,? if (?:i can|i may|possible|(?:it|he|she|they) (?:comes?|lets?)(?: me| here| over| to me)?)(?=[.,;!]?$)/i;
const alternativeMark = 'otherwise ';
const continuedMark = 'otherwise then ';

export interface Alternative {
  readonly text: string;
  /** Whether the clause belongs to the same "otherwise" as the clause before it. */
  readonly isContinued: boolean;
}

/** Reads a clause that belongs to an "otherwise", and removes its mark; undefined for any other clause. */
export function readAlternative(clause: string): Alternative | undefined {
  const mark = [continuedMark, alternativeMark].find((one) => clause.startsWith(one));
  return mark === undefined
    ? undefined
    : { text: clause.slice(mark.length), isContinued: mark === continuedMark };
}

function splitSentence(sentence: string, own: readonly Verb[]): readonly string[] {
  const [first = '', ...others] = sentence.split(otherwise);
  if (others.length === 0) return splitPart(sentence, own);
  const markAll = (clauses: readonly string[]) =>
    clauses.map((clause, index) => `${index === 0 ? alternativeMark : continuedMark}${clause}`);
  return [
    ...(first === '' ? [] : splitPart(first.replace(whenPossible, ''), own)),
    ...others.flatMap((one) => markAll(splitPart(one, own))),
  ];
}

/** "Walk down to the mill to talk to the girl": the second deed, the purpose of going, is done at the mill. */
const purpose =
  /^((?:i |we |then |now |so )*(?:go|walk|stroll|head|run|climb|return|hurry|ride|march|stomp|step|cross|wander)\b.*?) to (?=(?:dig|search|look|ask|talk|speak|buy|fetch|get|take|find|knock|sit|sleep|rest|eat|drink|listen|hide|pray|ring|read|open|tell|help|feed|warm|see if|see what|see who|see whether) )/i;

function splitPart(sentence: string, own: readonly Verb[]): readonly string[] {
  const clauses: string[] = [];
  const isAsked = sentence.endsWith('?');
  const pieces = sentence
    .split(joint)
    .flatMap((piece) => piece.replace(purpose, '$1; ').split('; '))
    .map((piece) => (speechStart.test(piece) ? piece : piece.replace(atBest, '')));
  for (const [index, piece] of pieces.entries()) {
    const last = clauses.at(-1);
    if (last === undefined) clauses.push(piece);
    else if (isAskedOn(last, piece)) clauses.push(`ask ${readAsked(last)}${piece}`);
    else if (isOfItsOwn(piece, { last, own, isAsked })) clauses.push(piece);
    else clauses[clauses.length - 1] = joinClauses(last, piece);
    if (isAsked && index < pieces.length - 1) markAsked(clauses);
  }
  return clauses;
}

/** Gives the last clause a question mark of its own if it is a question. */
function markAsked(clauses: string[]): void {
  const last = clauses.at(-1) ?? '';
  if (isQuestion(last)) clauses[clauses.length - 1] = `${last.replace(/\?$/, '')}?`;
}

function joinClauses(last: string, piece: string): string {
  return `${last.replace(/\?$/, '')}${participle.test(piece) ? ', ' : ' and '}${piece}`;
}

function isAskedOn(last: string, piece: string): boolean {
  return asking.test(last) && indirect.test(piece) && !/^(?:if|for)\b/i.test(piece);
}

function readAsked(last: string): string {
  return asking.exec(last)?.[1] ?? '';
}

interface Before {
  readonly last: string;
  /** Whether the sentence ends as a question. */
  readonly isAsked: boolean;
  readonly own: readonly Verb[];
}

/** A piece that is only a quotation; words such as "I say to him" after it belong to it. */
const quotedAlone = /^["“][^"”]*["”]?$/u;

function isOfItsOwn(piece: string, { last, own, isAsked }: Before): boolean {
  // "Why did nobody go and look?" is one question.
  if (isAsked && isQuestion(last)) return isQuestion(piece) || speechStart.test(piece);
  if (quotedAlone.test(last)) return false;
  if (bidden.test(last)) return speechStart.test(piece);
  if (readIntent(piece, own).kind === 'talk' && !speechStart.test(last)) return true;
  return isQuestion(piece) || isDeedOfItsOwn(piece, own);
}

function isQuestion(piece: string): boolean {
  return isQuestionAlone(normaliseSpeech(piece));
}

function isDeedOfItsOwn(piece: string, own: readonly Verb[]): boolean {
  const read = readIntent(piece, own).kind;
  const kind = findLeadingKind(piece, own) ?? (read === 'act' ? read : undefined);
  if (kind === undefined || direction.test(piece.trim())) return false;
  return bareKinds.has(kind) || piece.trim().split(/\s+/).length > 1;
}

/**
 * Joins each piece in which no deed or question is recognised to the piece beside it. If such a piece has only one or
 * two words, it is dropped, unless it is the only one.
 */
function joinLoose(clauses: readonly string[], own: readonly Verb[]): readonly string[] {
  const joined: string[] = [];
  const isLoose = (text: string) =>
    readAlternative(text) === undefined && readIntent(text, own).kind === 'nonsense';
  const isExclaimed = (text: string) => isLoose(text) && text.split(' ').length < 3;
  const isJoined = (last: string, clause: string) =>
    readAlternative(clause) === undefined && (isLoose(clause) || isLoose(last));
  for (const clause of clauses) {
    const last = joined.at(-1);
    if (last !== undefined && isExclaimed(last)) joined[joined.length - 1] = clause;
    else if (last !== undefined && isExclaimed(clause)) continue;
    else if (last !== undefined && isJoined(last, clause)) joined[joined.length - 1] = `${last} ${clause}`;
    else joined.push(clause);
  }
  return joined;
}
