// Rulebook reply store: stores a model's replies about parts of rulebooks, as the journal of an extraction.

import { createHash } from 'node:crypto';
import type { Clock } from '@terrarium/kernel/environment';
import type { Connection } from '@terrarium/kernel/open-database';
import { extractionPromptVersion } from './extract-system.ts';
import type { ExtractionJournal } from './extraction-journal.ts';
import type { Rulebook, RulebookPart } from './rulebook.ts';

export interface JournalOptions {
  readonly book: Rulebook;
  /** The model that is asked. Replies of another model, or to another version of the questions, are not used. */
  readonly model: string;
  readonly clock: Clock;
}

export function openRulebookJournal(connection: Connection, options: JournalOptions): ExtractionJournal {
  const { book, model, clock } = options;
  const read = connection
    .prepare<[string, string], string>(
      'SELECT reply FROM rulebook_reply WHERE part_hash = ? AND model = ? ORDER BY id',
    )
    .pluck();
  const add = connection.prepare<{ partHash: string; model: string; reply: string; atMs: number }>(
    'INSERT INTO rulebook_reply (part_hash, model, reply, at_ms) VALUES (:partHash, :model, :reply, :atMs)',
  );
  const hash = ({ index, start, end }: RulebookPart) =>
    createHash('sha256')
      .update(`${extractionPromptVersion}\n${nameQuestion(index)}${book.text.slice(start, end)}`)
      .digest('hex');
  return {
    list: (part) => read.all(hash(part), model),
    record: (part, reply) => void add.run({ partHash: hash(part), model, reply, atMs: clock.now() }),
  };
}

/** The index of the question about gaps, which is asked before the first mending. */
const gapsIndex = -2;

/**
 * A negative index stands for a question about the whole book. In older journals, replies about gaps and mendings have
 * the same hash, `mending`. This hash now stands for the gaps only, since they were asked about first.
 */
function nameQuestion(index: number): string {
  if (index >= 0) return '';
  return index === gapsIndex ? 'mending\n' : `question ${index}\n`;
}
