// Extraction journal: stores each reply before it is used, so that no reply is paid for twice.

import type { RulebookPart } from './rulebook.ts';

export interface ExtractionJournal {
  /** The replies about a part, in order; empty if no question about it has been answered yet. */
  list(part: RulebookPart): readonly string[];
  record(part: RulebookPart, reply: string): void;
}
