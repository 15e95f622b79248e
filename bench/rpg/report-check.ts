// Reports the check that a model makes of its own telling, as somebody answered it in place of a model, and what it costs.

import { readFileSync } from 'node:fs';
import { estimateTokens } from '@terrarium/kernel/estimate-tokens';
import type { NarrativeFlag } from '@terrarium/rpg/audit-flag';
import { auditNarrative } from '@terrarium/rpg/audit-narrative';
import { buildCheckRequest } from '@terrarium/rpg/check-request';
import { parseCheck } from '@terrarium/rpg/parse-check';
import { renderTable, writeResults } from '../report.ts';
import { type Judged, readJudged } from './judged-narratives/read-judged.ts';
import { covers, toKind } from './report-judged.ts';

/** Replies to the requests of some narratives of batch e, by their place in it. */
const checked: readonly { readonly place: number; readonly reply: string }[] = JSON.parse(
  readFileSync(new URL('judged-narratives/checked-e.json', import.meta.url), 'utf8'),
);

export function reportCheck(): string {
  const batch = readJudged('e');
  const answered = checked.flatMap(({ place, reply }) => {
    const one = batch[place];
    if (one === undefined) return [];
    const asked = buildRequest(one);
    return [{ one, read: parseCheck(reply, asked), built: auditNarrative(one.audited) }];
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
      own.filter(({ one, read, built }) => isHit(one, read) || isHit(one, built)).length,
    ].map(String);
  });
  const alarms = (pick: (each: (typeof answered)[number]) => readonly NarrativeFlag[]) =>
    right.filter((each) => pick(each).length > 0).length;
  const flagged = [
    'true, but flagged',
    right.length,
    alarms(({ read }) => read ?? []),
    alarms(({ built }) => built),
    alarms(({ read, built }) => [...(read ?? []), ...built]),
  ];
  const unread = answered.filter(({ read }) => read === undefined).length;
  const table = renderTable(
    ['the check, of batch e', 'narratives', 'found by the check', 'by the audit', 'by either'],
    [...rows, flagged.map(String)],
  );
  writeResults('rpg', [{ rows, flagged, unread }], 'check');
  return `${table}\n${measureTokens()} ${unread} of ${answered.length} replies could not be read.\n`;
}

function buildRequest({ audited }: Judged) {
  const { turn, words, narrative } = audited;
  if (turn === undefined) throw new Error('A judged narrative has no turn.');
  return buildCheckRequest({ turn, words, narrative });
}

function measureTokens(): string {
  const tokens = (['c', 'd', 'e'] as const)
    .flatMap((batch) => readJudged(batch))
    .map((one) => estimateTokens(buildRequest(one).content))
    .sort((one, other) => one - other);
  return `A request has ${tokens[Math.floor(tokens.length / 2)]} tokens in the median and ${tokens.at(-1)} at most.`;
}
