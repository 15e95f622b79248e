// Reports what the audit finds in narratives judged by hand: false claims, by kind, and flags in true narratives.

import type { NarrativeFlag } from '@terrarium/rpg/audit-flag';
import { auditNarrative } from '@terrarium/rpg/audit-narrative';
import { renderTable, writeResults } from '../report.ts';
import { type Batch, type Judged, listBatches, readJudged } from './judged-narratives/read-judged.ts';

/**
 * The audit knows more kinds of falsehood than the people who judged the narratives. They counted a loss as `number`,
 * and words that only the player may say as `agency`.
 */
const kindOf: Readonly<Record<string, string>> = { loss: 'number', voice: 'agency' };

export function reportJudged(): string {
  // The author of the audit had seen every batch except g.
  const measured = listBatches().map(measure);
  writeResults('rpg', measured, 'audit-judged');
  return measured.map(({ table }) => table).join('\n');
}

function measure(batch: Batch) {
  const judged = readJudged(batch).map((one) => ({ one, flags: auditNarrative(one.audited) }));
  const wrong = judged.filter(({ one }) => one.verdict !== 'true');
  const right = judged.filter(({ one }) => one.verdict === 'true');
  const isFound = ({ one, flags }: (typeof judged)[number]) => flags.some((flag) => covers(one, flag));
  const isAstray = ({ one, flags }: (typeof judged)[number], kind: string) =>
    flags.some((flag) => !covers(one, flag) && isOf(flag.kind, kind));
  const kinds = [...new Set(wrong.map(({ one }) => toKind(one.verdict)))].sort();
  const rows = [...kinds, 'all'].map((kind) => {
    const ofKind = wrong.filter(({ one }) => isOf(one.verdict, kind));
    return [
      kind,
      ofKind.length,
      ofKind.filter(isFound).length,
      right.filter((each) => isAstray(each, kind)).length,
      wrong.filter((each) => isAstray(each, kind)).length,
    ].map(String);
  });
  const table = renderTable(
    [
      `batch ${batch}: ${right.length} true, ${wrong.length} false`,
      'false',
      'found',
      'true but flagged',
      'false, flagged elsewhere',
    ],
    rows,
  );
  return {
    batch,
    missed: wrong.filter((each) => !isFound(each)).map(({ one }) => describe(one)),
    alarms: judged.flatMap(({ one, flags }) =>
      flags.filter((flag) => !covers(one, flag)).map(({ kind, quote }) => `${one.turn} ${kind}: ${quote}`),
    ),
    table,
  };
}

export function toKind(name: string): string {
  return kindOf[name] ?? name;
}

function isOf(name: string, kind: string): boolean {
  return kind === 'all' || toKind(name) === kind;
}

export function covers({ start, end, verdict }: Judged, flag: NarrativeFlag): boolean {
  return verdict !== 'true' && flag.start < end && flag.start + flag.quote.length > start;
}

function describe({ turn, verdict, start, end, audited }: Judged): string {
  return `${turn} ${verdict}: ${audited.narrative.slice(start, end)}`;
}
