// Splits a text into sentences and words; leaves out text in quotation marks, and lines marked as somebody else's.
import { toWordSet } from './to-word-set.ts';

export interface Token {
  /** The word in small letters; `I'm` is two words, `i` and `am`. */
  readonly word: string;
  readonly from: number;
  readonly to: number;
  readonly isCapital: boolean;
  /** Whether a clause ends after this word. */
  readonly isEnd: boolean;
}

export interface Sentence {
  /** The exact text of the sentence, without blanks around it; the positions of tokens count from its beginning. */
  readonly text: string;
  readonly isQuestion: boolean;
  /** Whether "the job" in it is read as "my job". */
  readonly isOfOwnThing?: boolean;
  readonly tokens: readonly Token[];
}

/** Replaces a letter that must not be read; no real word contains it. */
const hidden = '\uE000';
const quoted = [/"[^"\n]*"?/gu, /“[^”\n]*”?/gu, /„[^“”\n]*[“”]?/gu, /«[^»\n]*»?/gu];
/** Lines that repeat or play somebody else, such as `> so she wrote` and `Tom: I live in Rome`. */
const foreignLine = /^\s*(?:>|(?<name>[\p{Lu}][\p{L}\p{N}_-]{0,30}):\s)/u;
/** Words of the speaker that may come before a colon: "Also: I live in Rome". */
const openers = toWordSet(
  'also,plus,and,but,so,ps,btw,fyi,update,news,note,fact,shock,surprise,secret,confession,admission,question,answer,reminder,warning,correction,request,result,problem,anyway,besides,first,firstly,second,secondly,third,thirdly,next,then,finally,lastly,today,yesterday,tomorrow,tonight,now,okay,ok,well,sorry,honestly,seriously,actually,right,look,listen,true,remember,attention,important,background,context,summary,bonus,disaster,alas,' +
    'change,changes,edit,info,plan,plans,änderung,änderungen,korrektur,nachtrag,übrigens,außerdem,frage,antwort,bitte,' +
    'notiz,anmerkung,hinweis,achtung,wichtig,neuigkeit,neuigkeiten,neues,erstens,zweitens,drittens,heute,morgen,gestern,' +
    'jetzt,tja,ach,ehrlich,stimmt,erinnerung,fazit,geständnis,überraschung,geheimnis,changement,remarque,rappel,' +
    'nouvelle,nouvelles,bref,aussi,demain,hier,maintenant',
);
const sentenceEnd = /(?<![.!?…;])[.!?…;]+(?=\s|$)/gu;
const abbreviation = /(?:^|\s)(?:dr|mr|mrs|ms|st|prof)$/iu;
/**
 * Matches a day whose full stop ends no sentence, as in "am 5. Mai" and "from 1.2. to 1.3.", unlike in "I am
 * 25. I live".
 */
const germanDay =
  /(?<![\p{L}\d])(?:(?<!(?:^|\s)i\s)am|vom|zum|ab|den|dem|der|des|seit|bis)\s\d{1,2}(?:\. ?\d{1,2})?$/iu;
const [day, dayAndMonth] = [/(?<![\d.,:])\d{1,2}$/u, /(?<![\d.,:])\d{1,2}\. ?\d{1,2}$/u];
const germanMonth =
  /^\s(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)(?!\p{L})/iu;
const longestDay = 12;
const clauseEnd = /[,.;:!?()[\]–—\n*\uE000]|\s-\s/u;
const word = /[\p{L}\p{M}\p{N}_]+(?:[-.@+&][\p{L}\p{M}\p{N}_]+)*/gu;

/** Takes time in proportion to the text, whatever its content. */
export function splitSentences(text: string): readonly Sentence[] {
  const plain = hideQuoted(text);
  const sentences: Sentence[] = [];
  let offset = 0;
  for (const line of plain.split('\n')) {
    if (!isForeign(line)) sentences.push(...splitLine(text.slice(offset, offset + line.length), line));
    offset += line.length + 1;
  }
  return sentences;
}

function isForeign(line: string): boolean {
  const found = foreignLine.exec(line);
  return found !== null && !openers.has(found.groups?.['name']?.toLowerCase() ?? '');
}

/**
 * Words in quotation marks are somebody else's words, or a title: they are replaced by a filler of the same
 * length.
 */
function hideQuoted(text: string): string {
  return quoted.reduce((rest, mark) => rest.replace(mark, (part) => hidden.repeat(part.length)), text);
}

function splitLine(text: string, plain: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let from = 0;
  const add = (to: number, end: string) => {
    const sentence = buildSentence(text.slice(from, to), plain.slice(from, to), end);
    if (sentence.tokens.length > 0) sentences.push(sentence);
    from = to;
  };
  for (const { 0: end, index } of plain.matchAll(sentenceEnd))
    if (!abbreviation.test(plain.slice(Math.max(from, index - 6), index)) && !isOfDay(plain, index))
      add(index + end.length, end);
  add(plain.length, '');
  return sentences;
}

/** Whether the full stop at this place belongs to the number of a day. */
function isOfDay(text: string, at: number): boolean {
  const [before, after] = [
    text.slice(Math.max(0, at - longestDay), at),
    text.slice(at + 1, at + 2 * longestDay),
  ];
  if (text[at] !== '.' || after.trim() === '') return false;
  if (germanDay.test(before)) return true;
  if (day.test(before) && germanMonth.test(after)) return true;
  return dayAndMonth.test(before) && /^\s[\p{Ll}\d]/u.test(after);
}

function buildSentence(text: string, plain: string, end: string): Sentence {
  const blanks = text.length - text.trimStart().length;
  return {
    text: text.trim(),
    isQuestion: end.includes('?'),
    tokens: listTokens(plain.trimEnd().slice(blanks)),
  };
}

const contractions: Readonly<Record<string, string>> = {
  t: 'not',
  m: 'am',
  re: 'are',
  ve: 'have',
  d: 'would',
  ll: 'will',
  s: 'is',
};

function listTokens(text: string): readonly Token[] {
  const found = [...text.matchAll(word)].map(({ 0: one, index }) => ({
    text: one,
    from: index,
    to: index + one.length,
  }));
  return found.map(({ text: one, from, to }, at): Token => {
    const gap = text.slice(to, found[at + 1]?.from ?? text.length);
    const former = found[at - 1];
    const isJoined = former !== undefined && /^['’]$/u.test(text.slice(former.to, from));
    const lower = one.toLowerCase();
    const next = text.slice(to, to + 2);
    return {
      word: isJoined ? (contractions[lower] ?? lower) : stripNot(lower, next),
      from,
      to,
      isCapital: /^\p{Lu}/u.test(one) && !isJoined,
      isEnd: clauseEnd.test(gap) && !(gap.startsWith('.') && (abbreviation.test(one) || isOfDay(text, to))),
    };
  });
}

const negated: Readonly<Record<string, string>> = {
  don: 'do',
  didn: 'did',
  isn: 'is',
  wasn: 'was',
  aren: 'are',
  haven: 'have',
  doesn: 'does',
  can: 'can',
  won: 'will',
  couldn: 'could',
  wouldn: 'would',
};

/** The verb in a word such as `don't`, without the `n` of "not". */
function stripNot(lower: string, next: string): string {
  return /^['’]t/iu.test(next) ? (negated[lower] ?? lower) : lower;
}

const joining: ReadonlySet<string> = new Set(['and', 'but', 'then', 'so']);

/** Whether a text is a single clause, without an inner mark such as a comma and without a word such as "and". */
export function isOneClause(text: string): boolean {
  const [only, ...others] = splitSentences(text);
  if (only === undefined || others.length > 0) return false;
  return only.tokens.every(
    ({ isEnd, word: said }, at) => !joining.has(said) && (!isEnd || at === only.tokens.length - 1),
  );
}

export function cutText(text: string, first: Token | undefined, last: Token | undefined): string {
  return text.slice(first?.from ?? 0, last?.to ?? text.length);
}
