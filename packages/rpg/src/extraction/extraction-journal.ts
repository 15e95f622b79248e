// Extraction journal: where replies are written down before anything is done with them, since they were paid for.

import type { RulebookPart } from './rulebook.ts';

export interface ExtractionJournal {
  /** The replies about a part, in order; empty if no question about it has been answered yet. */
  list(part: RulebookPart): readonly string[];
  record(part: RulebookPart, reply: string): void;
}
