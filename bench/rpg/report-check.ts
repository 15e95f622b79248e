// Reports how well a model checks its own narratives, from answers that were recorded beforehand, and what a check costs.

import { existsSync, readFileSync } from 'node:fs';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import { chooseFlags, type NarrativeFlag } from '@terrarium/rpg/audit-flag';
import { auditNarrative } from '@terrarium/rpg/audit-narrative';
import { parseCheck } from '@terrarium/rpg/parse-check';
import { renderTable, writeResults } from '../report.ts';
import { buildRequest } from './check-by-hand.ts';
import { type Batch, type Judged, listBatches, readJudged } from './judged-narratives/read-judged.ts';
import { covers, toKind } from './report-judged.ts';

interface Answer {
  /** Which narrative of the batch the reply is about. */
  readonly place: number;
  readonly reply: string;
}

/** Reports each batch for which somebody answered the requests. */
export function reportCheck(): string {
  const reports = listBatches().flatMap((batch) => {
    const file = new URL(`judged-narratives/checked-${batch}.json`, import.meta.url);
    return existsSync(file) ? [reportBatch(batch, JSON.parse(readFileSync(file, 'utf8')))] : [];
  });
  writeResults('rpg', reports, 'check');
  return `${reports.map(({ table }) => table).join('\n')}${measureTokens()}\n`;
}

function reportBatch(name: Batch, answers: readonly Answer[]) {
  const batch = readJudged(name);
  const answered = answers.flatMap(({ place, reply }) => {
    const one = batch[place];
    if (one === undefined) return [];
    const read = parseCheck(reply, buildRequest(one));
    const built = auditNarrative(one.audited);
    return [{ one, read, built, shown: chooseFlags(built, read) }];
  });
  const wrong = answered.filter(({ one }) => one.verdict !== 'true');
  const right = answered.filter(({ one }) => one.verdict === 'true');
  const kinds = [...new Set(wrong.map(({ one }) => toKind(one.verdict)))].sort();
  const isHit = (one: Judged, flags: readonly NarrativeFlag[] | undefined) =>
    flags?.some((flag) => covers(one, flag)) === true;
  const rows = [...kinds, 'all'].map((kind) => {
    const own = wrong.filter(({ one }) => kind === 'all' || toKind(one.verdict) === kind);
    return [
      kind,
      own.length,
      own.filter(({ one, read }) => isHit(one, read)).length,
      own.filter(({ one, built }) => isHit(one, built)).length,
      own.filter(({ one, shown }) => isHit(one, shown)).length,
    ].map(String);
  });
  const alarms = (pick: (each: (typeof answered)[number]) => readonly NarrativeFlag[]) =>
    right.filter((each) => pick(each).length > 0).length;
  const flagged = [
    'true, but flagged',
    right.length,
    alarms(({ read }) => read ?? []),
    alarms(({ built }) => built),
    alarms(({ shown }) => shown),
  ];
  const unread = answered.filter(({ read }) => read === undefined).length;
  const table = renderTable(
    [`the check, of batch ${name}`, 'narratives', 'found by the check', 'by the audit', 'shown'],
    [...rows, flagged.map(String)],
  );
  return {
    name,
    rows,
    flagged,
    unread,
    table: `${table}${unread} of ${answered.length} replies could not be read.\n`,
  };
}

function measureTokens(): string {
  const tokens = listBatches()
    .filter((batch) => batch >= 'c')
    .flatMap((batch) => readJudged(batch))
    .map((one) => estimateTokens(buildRequest(one).content))
    .sort((one, other) => one - other);
  return `Tokens of a request: median ${tokens[Math.floor(tokens.length / 2)]}, at most ${tokens.at(-1)}.`;
}
