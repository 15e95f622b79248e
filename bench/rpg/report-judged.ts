// Reports the audit of narratives judged by hand: what was false and found, by kind, and what was flagged in true ones.

import type { NarrativeFlag } from '@terrarium/rpg/audit-flag';
import { auditNarrative } from '@terrarium/rpg/audit-narrative';
import { renderTable, writeResults } from '../report.ts';
import { type Judged, readJudged } from './judged-narratives/read-judged.ts';

/** The audit was improved with a look at the first batch only, which tells of other systems than the second. */
export function reportJudged(): string {
  const batches = (['a', 'b'] as const).map(measure);
  writeResults('rpg', batches, 'audit-judged');
  return batches.map(({ table }) => table).join('\n');
}

function measure(batch: 'a' | 'b') {
  const judged = readJudged(batch).map((one) => ({ one, flags: auditNarrative(one.audited) }));
  const wrong = judged.filter(({ one }) => one.verdict !== 'true');
  const right = judged.filter(({ one }) => one.verdict === 'true');
  const isFound = ({ one, flags }: (typeof judged)[number]) => flags.some((flag) => covers(one, flag));
  const kinds = [...new Set(wrong.map(({ one }) => one.verdict))].sort();
  const rows = [...kinds, 'all'].map((kind) => {
    const ofKind = wrong.filter(({ one }) => kind === 'all' || one.verdict === kind);
    const alarms = right.filter(({ flags }) => flags.some((flag) => kind === 'all' || flag.kind === kind));
    return [kind, ofKind.length, ofKind.filter(isFound).length, alarms.length].map(String);
  });
  const beside = wrong.filter(({ one, flags }) => flags.some((flag) => !covers(one, flag)));
  return {
    batch,
    missed: wrong.filter((each) => !isFound(each)).map(({ one }) => describe(one)),
    alarms: [...right, ...beside].flatMap(({ one, flags }) =>
      flags.filter((flag) => !covers(one, flag)).map(({ kind, quote }) => `${one.turn} ${kind}: ${quote}`),
    ),
    table: renderTable(
      [`batch ${batch}: ${right.length} true, ${wrong.length} false`, 'false', 'found', 'true but flagged'],
      rows,
    ),
  };
}

function covers({ start, end, verdict }: Judged, flag: NarrativeFlag): boolean {
  return verdict !== 'true' && flag.start < end && flag.start + flag.quote.length > start;
}

function describe({ turn, verdict, start, end, audited }: Judged): string {
  return `${turn} ${verdict}: ${audited.narrative.slice(start, end)}`;
}
