// Cuts the words for a date out of the words of a plan.
import { splitTerms } from '@terrarium/kernel/split-terms';
import type { WorkingItem } from './item.ts';

/** Words that lead to a date and say nothing without it. */
const leading = /\s(?:on|at|by|before|until|till|for|from|is|are)\s?$/iu;

/** Returns the whole text if the words are part of others ("next week's exam"), or if nothing would be left. */
export function cutDate(text: string, words: string): string {
  const at = text.indexOf(words);
  if (at < 0 || words === '') return text;
  const [before, after] = [text.slice(0, at), text.slice(at + words.length)];
  if (/[\p{L}\p{N}-]$/u.test(before) || /^['’\p{L}\p{N}-]/u.test(after)) return text;
  const lead = ` ${before.trimEnd()} `.replace(leading, '').trim();
  const joined = /^\s*[.,;:!?)]/u.test(after) ? `${lead}${after.trimStart()}` : `${lead} ${after.trim()}`;
  const rest = joined
    .replace(/^[\s.,;:–—-]+/u, '')
    .replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/u, '')
    .trim();
  return splitTerms(rest).length === 0 ? text : rest;
}

/** The words of a plan without those for its date, to compare them and not to show them. */
export function cutDueWords({ content, dueWords }: Pick<WorkingItem, 'content' | 'dueWords'>): string {
  return dueWords === undefined ? content : content.replace(dueWords, ' ');
}
