// Reads facts of a person out of their own words: only what is stated of the present, in the first person, without doubt.
import patterns from './fact-patterns.json' with { type: 'json' };
import { matchPattern, type Pattern, parsePattern } from './match-pattern.ts';
import relations from './relations.json' with { type: 'json' };
import { type Sentence, splitSentences, type Token } from './split-sentences.ts';

/** A fact as it was told. */
export interface ReadFact {
  /** The member of the family whose fact it is; empty for whoever speaks. */
  readonly owner: string;
  readonly relation: string;
  /** Part of the quote, as it stands there. */
  readonly value: string;
  /** The sentence that tells it, as it stands in the text. */
  readonly quote: string;
  /** Another relation of which this one is the end: with a new post, the former place of work is over. */
  readonly ends: string | undefined;
}

interface Rule {
  /** The words with which it may begin; undefined for any. */
  readonly firstWords: readonly string[] | undefined;
  readonly relation: string;
  readonly ends: string | undefined;
  readonly isNegated: boolean;
  readonly pattern: Pattern;
}

const longestRead = 4_000;
const longestQuote = 240;
const mostFacts = 12;

const toSet = (words: string): ReadonlySet<string> => new Set(words.split(','));
const rules: readonly Rule[] = patterns.patterns.map((one) => ({
  firstWords: listFirstWords(one.say),
  relation: one.relation,
  ends: 'ends' in one ? one.ends : undefined,
  isNegated: 'isNegated' in one,
  pattern: parsePattern(one.say),
}));
const rulesByWord = Map.groupBy(
  rules.flatMap((rule) => (rule.firstWords ?? []).map((word) => ({ word, rule }))),
  ({ word }) => word,
);
const otherRules = rules.filter(({ firstWords }) => firstWords === undefined);
const unsure = patterns.unsure.split(',').map((phrase) => phrase.split(' '));
const [reported, before, negation, questions] = [
  toSet(patterns.reported),
  toSet(patterns.before),
  toSet(patterns.negation),
  toSet(patterns.questions),
];
const free: ReadonlySet<string> = new Set(['likes', 'dislikes']);
const joints = toSet('and,but,so,also,because,well,yes,yeah,oh,know,or,though');
/** The words with which a question without a question mark goes on after its verb. */
const asked = toSet('i,we,you,my,our,your,he,she,they,it');
/** After a value they take it back: "I live in York no more". */
const takingBack: ReadonlySet<string> = new Set(['no', 'not', 'anymore', 'any', 'never']);
const people = new Map(
  Object.entries(relations.people).flatMap(([name, words]) => words.split(',').map((word) => [word, name])),
);

/** Each fact once, in the order in which they are told. Takes time in proportion to the text. */
export function readFacts(text: string): readonly ReadFact[] {
  const found: ReadFact[] = [];
  for (const sentence of splitSentences(text.slice(0, longestRead))) {
    if (!isSure(sentence)) continue;
    for (const fact of readSentence(sentence)) {
      const isThere = found.some(
        (one) => one.owner === fact.owner && one.relation === fact.relation && one.value === fact.value,
      );
      if (!isThere && found.length < mostFacts) found.push(fact);
    }
  }
  return found;
}

/** Whether the sentence is neither a question nor a doubt, a wish or somebody else's words. */
function isSure({ tokens, isQuestion }: Sentence): boolean {
  const [first, second] = tokens;
  if (first === undefined || isQuestion) return false;
  if (questions.has(first.word) && asked.has(second?.word ?? '')) return false;
  const words = tokens.map(({ word }) => word);
  if (words.some((word, at) => reported.has(word) && words[at - 1] !== 'i')) return false;
  return !words.some((_, at) =>
    unsure.some((phrase) => phrase.every((one, next) => words[at + next] === one)),
  );
}

function readSentence(sentence: Sentence): readonly ReadFact[] {
  const { tokens } = sentence;
  return tokens.flatMap(({ word }, start) =>
    [...(rulesByWord.get(word)?.map(({ rule }) => rule) ?? []), ...otherRules].flatMap(
      (rule): readonly ReadFact[] => {
        const match = matchPattern(rule.pattern, tokens, start);
        if (match === undefined) return [];
        if (
          !isStanding(tokens, {
            start,
            end: match.valueEnd,
            isNegated: rule.isNegated,
            isFree: free.has(rule.relation),
          })
        )
          return [];
        const value = cutText(sentence.text, tokens[match.valueStart], tokens[match.valueEnd - 1]);
        const owner = people.get(match.kin ?? '') ?? '';
        const relation = match.word === undefined ? rule.relation : `${rule.relation} ${match.word}`;
        const last = tokens[match.valueEnd - 1];
        return [
          { owner, relation, value, quote: chooseQuote(sentence, tokens[start], last), ends: rule.ends },
        ];
      },
    ),
  );
}

/** Nearly every pattern begins with `I` or `my`, and most words are neither. */
function listFirstWords(say: string): readonly string[] | undefined {
  const [first = ''] = say.split(' ');
  return /^[\p{Ll}|]+$/u.test(first) ? first.split('|') : undefined;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly isNegated: boolean;
  /** Whether it could be part of what is spoken of: "the things I love". */
  readonly isFree: boolean;
}

function isClauseStart(tokens: readonly Token[], start: number): boolean {
  const former = tokens[start - 1];
  return former === undefined || former.isEnd || joints.has(former.word);
}

/** Whether nothing before or after it takes it back. */
function isStanding(tokens: readonly Token[], { start, end, isNegated, isFree }: Stretch): boolean {
  const head = tokens.slice(0, start).map(({ word }) => word);
  if (head.some((word) => before.has(word))) return false;
  if (isFree && !isClauseStart(tokens, start)) return false;
  if (isNegated) return true;
  const clause = tokens
    .slice(0, start)
    .findLastIndex(({ isEnd, word }) => isEnd || word === 'and' || word === 'but');
  if (tokens.slice(clause + 1, end).some(({ word }) => negation.has(word))) return false;
  return !tokens.slice(end, end + 2).some(({ word }) => takingBack.has(word));
}

function chooseQuote({ text }: Sentence, first: Token | undefined, last: Token | undefined): string {
  return text.length <= longestQuote ? text : cutText(text, first, last);
}

function cutText(text: string, first: Token | undefined, last: Token | undefined): string {
  return text.slice(first?.from ?? 0, last?.to ?? text.length);
}
