// Reads what an import made: each thread with its text and its words.

import { openCorpus } from '../src/corpus/open-corpus.ts';
import { countWords } from '../src/importers/book.ts';

export interface StoredThread {
  readonly title: string;
  /** The texts of its posts, separated by blank lines. */
  readonly body: string;
  readonly words: number;
}

export function readThreads(path: string): readonly StoredThread[] {
  const corpus = openCorpus({ name: 'main', path });
  const threads = [...corpus.iterateThreads()].map(({ id, title }) => {
    const body = corpus
      .readRange({ threadId: id })
      .map((post) => post.body)
      .join('\n\n');
    return { title, body, words: countWords(body) };
  });
  corpus.close();
  return threads;
}
