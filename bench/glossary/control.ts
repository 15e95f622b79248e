// Collects sixty characteristic words from around a name, to show how well a mere list of words scores as its definition.

import { listTellingWords } from '@terrarium/annotator/choose-definition';
import type { Post } from './data.ts';

const maxWords = 60;
const contextCharacters = 200;

/** Builds a function that returns the most characteristic words (by tf-idf) from around some names. */
export function buildControl(posts: readonly Post[]): (names: readonly string[]) => string {
  const documents = new Map<string, number>();
  for (const { body } of posts) {
    for (const word of listTellingWords(body)) documents.set(word, (documents.get(word) ?? 0) + 1);
  }
  return (names) => {
    const counts = new Map<string, number>();
    for (const { body } of posts) {
      for (const word of names.flatMap((name) => listNeighbours(body, name)))
        counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const weigh = (word: string, count: number) =>
      count * Math.log(posts.length / (documents.get(word) ?? 1));
    const ranked = [...counts].sort(([one, a], [other, b]) => weigh(other, b) - weigh(one, a));
    return ranked
      .slice(0, maxWords)
      .map(([word]) => word)
      .join(' ');
  };
}

function listNeighbours(body: string, name: string): readonly string[] {
  const words: string[] = [];
  const lower = body.toLowerCase();
  const wanted = name.toLowerCase();
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
    words.push(...listTellingWords(body.slice(Math.max(0, at - contextCharacters), at + contextCharacters)));
  }
  return words;
}
