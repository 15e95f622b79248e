// Renders the texts that are kept apart from a story: how many there are of each kind, and how many words they have.

import type { ImportReport } from '@terrarium/annotator/import-report';
import type { KeptApart } from '@terrarium/annotator/read-apart';
import { wrapText } from '../screen/layout.ts';
import { renderCount } from '../screen/quantities.ts';
import { paint } from '../screen/style.ts';

type Counts = NonNullable<ImportReport['apart']>;

/** Singular and plural of each kind. */
const names: Readonly<Record<Counts[number]['kind'], readonly [string, string]>> = {
  summary: ['summary', 'summaries'],
  note: ["author's note", "author's notes"],
  'end-note': ['end note', 'end notes'],
  footnote: ['note of the book', 'notes of the book'],
  'hidden-line': ['hidden line', 'hidden lines'],
  about: ['text about the story', 'texts about the story'],
  matter: ['page around the story', 'pages around the story'],
  log: ['update log', 'update logs'],
};

interface ApartView {
  readonly width: number;
  /** The command that shows the texts kept apart. */
  readonly look: string;
}

/** A sentence for the report of an import; empty if nothing is kept apart. */
export function renderApartCounts(counts: Counts, { width, look }: ApartView): readonly string[] {
  if (counts.length === 0) return [];
  const parts = counts.map(({ kind, count }) => renderCount(count, ...names[kind]));
  const words = counts.reduce((sum, one) => sum + one.words, 0);
  const text = `Kept apart, not read as story: ${parts.join(', ')} (${renderCount(words, 'word')}). To see it: ${look}`;
  return wrapText(text, { width, indent: '  ' });
}

export function renderKeptApart(kept: readonly KeptApart[], width: number): readonly string[] {
  if (kept.length === 0) return ['This world has no text that is kept apart and not read as story.'];
  return kept.flatMap(({ corpus, kind, under, text }, at) => [
    ...(at === 0 ? [] : ['']),
    `${paint(nameKind(kind), 'bold')}  ${paint(under === undefined ? corpus : `${corpus}, ${under}`, 'dim')}`,
    ...text.split('\n').flatMap((line) => wrapText(line, { width, indent: '  ' })),
  ]);
}

function nameKind(kind: string): string {
  return Object.entries(names).find(([known]) => known === kind)?.[1][0] ?? kind;
}
