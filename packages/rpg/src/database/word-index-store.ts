// Word index store: chooses which words of a question are searched for, so that ranking stays fast in a long game.

import type { Connection } from '@terrarium/kernel/open-database';

export interface WordChoice {
  /** An expression of the index that matches any of the chosen words. */
  readonly match: string;
  /** Only rows with an id above this are ranked. */
  readonly after: number;
}

export interface WordIndex {
  /**
   * Counts the rows that contain a word, where words are split as the index splits them. Stops counting at `most`.
   */
  count(word: string, most: number): number;
  /**
   * Expects the most telling words first. Takes words from the beginning of the list as long as they have at most
   * `most` rows together. If the first word alone has more than a third of `most` rows, only the newest rows with this
   * word are searched.
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

/** Quotes words, so that none is taken for syntax. */
function quoteWords(words: readonly string[]): string {
  return words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ');
}
