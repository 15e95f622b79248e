// Measures how many words, from a given word on, name a trade: "a bookbinder", "a retired history teacher".
import patterns from './fact-patterns.json' with { type: 'json' };
import type { Token } from './split-sentences.ts';
import { toWordSet } from './to-word-set.ts';

const jobs = toWordSet(patterns.lists.job);
const jobEnds = patterns.jobEnds.split(',');
const noJobs = toWordSet(patterns.noJobs);
const poorly = toWordSet(patterns.poorly);
const stops = toWordSet(`${patterns.stops},${patterns.pronouns}`);
const articles: ReadonlySet<string> = new Set(['a', 'an']);
/**
 * Words that may follow a trade without changing it: in "a nurse at the clinic" a nurse is meant, but not in "a nurse
 * story".
 */
const behind = toWordSet(
  'and,but,or,so,too,as,at,in,on,for,with,from,of,by,near,who,because,now,here,there,since,again,then,these,instead,starting,beginning',
);
const mostWords = 5;

/** Returns 0 if the words name no trade. */
export function measureTrade(tokens: readonly Token[], start: number): number {
  if (!articles.has(tokens[start]?.word ?? '')) return 0;
  for (let at = start + 1; at < start + mostWords; at += 1) {
    const token = tokens[at];
    if (token === undefined || stops.has(token.word) || poorly.has(token.word)) return 0;
    const next = tokens[at + 1];
    if (isTrade(token.word) && (token.isEnd || next === undefined || behind.has(next.word)))
      return at + 1 - start;
    if (token.isEnd) return 0;
  }
  return 0;
}

function isTrade(word: string): boolean {
  if (noJobs.has(word)) return false;
  return jobs.has(word) || jobEnds.some((end) => word.endsWith(end));
}
