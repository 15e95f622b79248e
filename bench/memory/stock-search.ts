// Finds turns with SQLite's own full-text search, as the baseline to beat.

import { openDatabase } from '@terrarium/kernel/open-database';
import { splitTerms } from '@terrarium/kernel/split-terms';
import type { Turn } from './locomo.ts';

const table = "CREATE VIRTUAL TABLE turn USING fts5(text, tokenize = 'porter unicode61')";

/**
 * FTS5 with its Porter tokenizer; stop words are dropped from the question. `beside` is the number of turns before and
 * after a hit that count as found too.
 */
export function openStockSearch(turns: readonly Turn[], beside: number) {
  const migrations = [{ version: 1, name: 'turn', sql: table }];
  const database = openDatabase({ path: ':memory:', title: 'the stock search', migrations });
  const insert = database.prepare('INSERT INTO turn (rowid, text) VALUES (?, ?)');
  for (const [at, { speaker, text }] of turns.entries()) insert.run(at + 1, `${speaker}: ${text}`);
  const select = database
    .prepare<[string], number>('SELECT rowid FROM turn WHERE turn MATCH ? ORDER BY bm25(turn), rowid')
    .pluck();
  return {
    rank(question: string): readonly number[] {
      const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
      const telling = [...new Set(words)].filter((word) => splitTerms(word).length > 0);
      if (telling.length === 0) return [];
      const hits = select.all(telling.map((word) => `"${word}"`).join(' OR '));
      return hits.flatMap((hit) => listAround(hit - 1, beside)).filter((at) => at >= 0 && at < turns.length);
    },
    close: () => {
      database.close();
    },
  };
}

function listAround(at: number, beside: number): readonly number[] {
  const steps = Array.from({ length: beside }, (_, step) => step + 1);
  return [at, ...steps.flatMap((step) => [at - step, at + step])];
}
