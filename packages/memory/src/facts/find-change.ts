// Finds the sentence in which somebody says that a fact has changed: "I've changed jobs", "we moved to Leeds".
import changes from './change-patterns.json' with { type: 'json' };
import patterns from './fact-patterns.json' with { type: 'json' };
import { isSure } from './is-sure.ts';
import { listClauses } from './list-clauses.ts';
import { matchPattern, type Pattern, parsePattern } from './match-pattern.ts';
import { type Sentence, splitSentences, type Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

/**
 * What must follow the words of a change. `alone`: anything or nothing. `inFull`: nothing that gives them
 * another meaning. `withNow`: a word such as "now" in the same clause.
 */
type Rest = 'alone' | 'inFull' | 'withNow';

interface Change {
  readonly pattern: Pattern;
  readonly rest: Rest;
}

const longestRead = 4_000;
const rests: readonly Rest[] = ['alone', 'inFull', 'withNow'];
const lists: Readonly<Record<string, Partial<Record<Rest, readonly string[]>>>> = changes;
const changesOf: ReadonlyMap<string, readonly Change[]> = new Map(
  Object.entries(lists).map(([relation, list]) => [
    relation,
    rests.flatMap((rest) => (list[rest] ?? []).map((say) => ({ pattern: parsePattern(say), rest }))),
  ]),
);
/** Words that may follow a change that is stated completely, as in "I have moved and love it". */
const following = toWordSet(
  'and,but,so,because,since,though,although,as,when,while,after,then,now,again,too,already,anyway,finally,recently,lately,today,tonight,yesterday,last,this,next,instead,is,was,has,are,will,for,twice',
);
const beforeTimes = toWordSet('in,on,at,over,during,before,by');
const times = toWordSet(`${patterns.times},${patterns.lists.month},${patterns.timeParts}`);
const nows = toWordSet('now,nowadays,instead,again');
const nowPhrases = ['these days', 'from now on', 'no longer', 'any more', 'any longer'].map((words) =>
  words.split(' '),
);
/** After these words, a change is only mentioned and not stated: "when I moved to Leeds". */
const conditions = toWordSet(
  'when,before,until,till,once,while,where,whenever,why,how,what,who,whose,which,than,like',
);

/** Whether the vocabulary has words for a change of this fact. */
export function hasChangeWords(key: string): boolean {
  return changesOf.has(key.slice(key.indexOf(':') + 1));
}

/**
 * The first sentence that states a change of the fact with this key, such as `:home` or `sister:job`; without the
 * mark at its end.
 */
export function findStatedChange(text: string, key: string): string | undefined {
  const at = key.indexOf(':');
  const [owner, wanted] = [key.slice(0, at), changesOf.get(key.slice(at + 1)) ?? []];
  const found = splitSentences(text.slice(0, longestRead)).find(
    (sentence) => isSure(sentence) && listSayings(sentence, owner).some((saying) => isChange(saying, wanted)),
  );
  return found?.text.replace(/(?<![.!…;\s])[.!…;\s]+$/u, '');
}

/** A word at which a statement about somebody may begin. */
interface Saying {
  readonly tokens: readonly Token[];
  readonly at: number;
}

/**
 * Lists where a statement about this person may begin. What is said of somebody other than the speaker is put
 * into the first person.
 */
function listSayings({ tokens }: Sentence, owner: string): readonly Saying[] {
  if (owner !== '')
    return listClauses(tokens, { known: new Map(), last: undefined })
      .clauses.filter((clause) => clause.owner === owner)
      .map((clause) => ({ tokens: clause.tokens, at: 0 }));
  return tokens.flatMap((_, at) => (conditions.has(tokens[at - 1]?.word ?? '') ? [] : [{ tokens, at }]));
}

function isChange({ tokens, at }: Saying, wanted: readonly Change[]): boolean {
  return wanted.some(({ pattern, rest }) => {
    const match = matchPattern(pattern, tokens, at);
    return match !== undefined && isFollowed({ tokens, at }, match.valueEnd, rest);
  });
}

function isFollowed({ tokens, at }: Saying, end: number, rest: Rest): boolean {
  if (rest === 'alone') return true;
  if (rest === 'withNow') return isNow(cutClause({ tokens, at }));
  const next = tokens[end];
  if (next === undefined || tokens[end - 1]?.isEnd === true || following.has(next.word)) return true;
  if (!beforeTimes.has(next.word)) return false;
  // The words "in the morning" are a time; "in the car" are not.
  const behind = tokens.slice(end + 1, end + 4).filter(({ word }) => word !== 'the' && word !== 'of');
  return isTime(behind[0]?.word) || (tokens[end + 1]?.word === 'the' && isTime(behind[1]?.word));
}

function isTime(word = ''): boolean {
  return times.has(word) || /^\d/u.test(word);
}

function cutClause({ tokens, at }: Saying): readonly Token[] {
  const end = tokens.findIndex(({ isEnd }, index) => index >= at && isEnd);
  return tokens.slice(at, end < 0 ? undefined : end + 1);
}

function isNow(tokens: readonly Token[]): boolean {
  return tokens.some(
    ({ word }, at) =>
      nows.has(word) ||
      nowPhrases.some((phrase) => phrase.every((one, next) => tokens[at + next]?.word === one)),
  );
}
