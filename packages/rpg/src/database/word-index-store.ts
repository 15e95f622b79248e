// Word index store: chooses the words of a question that the index is searched for, so that ranking costs no more in a long game.

import type { Connection } from '@terrarium/kernel/open-database';

export interface WordChoice {
  /** An expression of the index that matches any of the chosen words. */
  readonly match: string;
  /** Only rows after this one are ranked. */
  readonly after: number;
}

export interface WordIndex {
  /** In how many rows a word stands, as the index reads words; counted up to `most`. */
  count(word: string, most: number): number;
  /**
   * Takes words with the most telling first, and chooses those whose rows sum to at most `most`. Where even the first
   * stands in more than a third of that, none of them tells much, and its newest rows will do.
   */
  choose(words: readonly string[], most: number): WordChoice | undefined;
}

export function openWordIndex(connection: Connection, index: 'memory_index' | 'turn_index'): WordIndex {
  const counted = connection
    .prepare<[string, number], number>(
      `SELECT count(*) FROM (SELECT 1 FROM ${index} WHERE ${index} MATCH ? LIMIT ?)`,
    )
    .pluck();
  const newest = connection
    .prepare<[string, number], number>(
      `SELECT rowid FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET ?`,
    )
    .pluck();
  const count = (word: string, most: number) => counted.get(quoteWords([word]), most) ?? 0;
  const chooseRarest = (words: readonly string[], most: number) => {
    const taken: string[] = [];
    let left = most;
    for (const word of words) {
      left -= count(word, left + 1);
      if (left < 0) break;
      taken.push(word);
    }
    return taken;
  };
  return {
    count,
    choose(words, most) {
      const [first] = words;
      if (first === undefined) return undefined;
      const mostOfFirst = Math.ceil(most / 3);
      const last = newest.get(quoteWords([first]), mostOfFirst);
      if (last !== undefined) return { match: quoteWords([first]), after: last };
      return { match: quoteWords(chooseRarest(words, most)), after: 0 };
    },
  };
}

/** Quoted, so that no word is taken for syntax. */
function quoteWords(words: readonly string[]): string {
  return words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ');
}
