// Answer tables: finds the tables of a system that answer yes-or-no questions, one for each likelihood.

import type { Manifest, Oracle } from './manifest.ts';

export const answerOdds = ['likely', 'even', 'unlikely'] as const;
export type AnswerOdds = (typeof answerOdds)[number];

export function nameAnswerTable({ narrator }: Manifest, odds: AnswerOdds): string {
  const id = narrator?.oracle ?? 'ask';
  return odds === 'even' ? id : `${id}_${odds}`;
}

/** The tables that are not answer tables: one rolls on them without a question. */
export function listDrawnTables(manifest: Manifest): readonly Oracle[] {
  const answers = new Set(answerOdds.map((odds) => nameAnswerTable(manifest, odds)));
  return (manifest.oracles ?? []).filter(({ id }) => !answers.has(id));
}
