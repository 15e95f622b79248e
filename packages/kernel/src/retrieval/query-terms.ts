// Query terms: the terms to search for; in scripts without spaces, leaves out characters that say nothing about the topic.
import { collectDistinctTerms, isUnspaced, queryLimits } from './split-terms.ts';
import lists from './unspaced-stops.json' with { type: 'json' };

const characters: ReadonlySet<string> = new Set(Object.values(lists.characters).join(''));
const pairs: ReadonlySet<string> = new Set(lists.pairs.split(' '));
/** Scripts in which a single character is hardly ever a word. */
const letters =
  /^[\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;

/** The terms of a query that say something about its topic; all terms if none does. */
export function collectQueryTerms(query: string): ReadonlySet<string> {
  const terms = collectDistinctTerms(query, queryLimits);
  const telling = [...terms].filter((term) => !isUnspaced(term) || isTelling(term));
  return telling.length === 0 ? terms : new Set(telling);
}

function isTelling(term: string): boolean {
  const [first = '', second] = term;
  if (second === undefined) return !characters.has(first) && !letters.test(first);
  return !pairs.has(term) && !(characters.has(first) && characters.has(second));
}

/**
 * Finds, for each of these terms from a script without spaces, the first part of the query that contains it and
 * consists of such terms: 自転車 for 自, 自転 and 転車.
 */
export function joinQueryTerms(query: string, terms: readonly string[]): ReadonlyMap<string, string> {
  const wanted = new Set(terms.filter(isUnspaced));
  if (wanted.size === 0) return new Map();
  const found = listRuns(query, wanted).flatMap((run) => {
    const twos = run.slice(1).map((one, at) => `${run[at]}${one}`);
    return [...run, ...twos].map((term) => [term, run.join('')] as const);
  });
  // If several runs contain the same term, the first one counts.
  return new Map(found.filter(([term]) => wanted.has(term)).toReversed());
}

/**
 * Divides the query into runs of characters. Two neighbouring characters belong to the same run if their pair is one
 * of the wanted terms.
 */
function listRuns(query: string, wanted: ReadonlySet<string>): readonly (readonly string[])[] {
  const runs: string[][] = [];
  const openRun = (first: string) => {
    const run = [first];
    runs.push(run);
    return run;
  };
  let run: string[] | undefined;
  let former = '';
  for (const one of query.slice(0, queryLimits.characters).toWellFormed().normalize('NFKC').toLowerCase()) {
    if (wanted.has(`${former}${one}`)) {
      // The first character of a pair need not be a term by itself.
      run ??= openRun(former);
      run.push(one);
    } else run = wanted.has(one) ? openRun(one) : undefined;
    former = one;
  }
  return runs;
}
