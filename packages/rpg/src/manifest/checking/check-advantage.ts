// Checks a rule about advantage: the checks and outcomes it names exist, and its formulas can be read on some sheet.

import { isList, isObject } from '../../values/json.ts';
import { askFormula, type HintsCheck, type Spot } from './check-effect.ts';
import { checkId } from './check-id.ts';
import { listObjects } from './check-mechanics.ts';
import { joinNames, withAgainst } from './names.ts';
import { suggestName } from './suggest.ts';

export function checkAdvantage({ raw, at, sides }: Spot, checking: HintsCheck): void {
  const { problems, sheets, json } = checking;
  const checks = isList(raw['checks']) ? raw['checks'] : [];
  for (const [index, check] of checks.entries())
    checkId(check, { list: 'checks', at: [...at, 'checks', index] }, checking);
  if (raw['gives'] === undefined && raw['turns'] === undefined)
    problems.add(at, 'This gives nothing.', 'Add "gives" or "turns".');
  if (raw['has'] === undefined && (raw['if'] === undefined || raw['say'] === undefined))
    problems.add(at, 'Nothing says when this counts, or why.', 'Add "has", or "if" and "say".');
  const known = listObjects(json['checks'])
    .filter(([, check]) => checks.includes(check['id'] ?? null))
    .flatMap(([, check]) => listObjects(check['outcomes']).map(([, outcome]) => String(outcome['id'])));
  const turns = isObject(raw['turns']) ? Object.entries(raw['turns']) : [];
  for (const [from, to] of turns)
    for (const id of [from, String(to)])
      if (!known.includes(id))
        problems.add(
          [...at, 'turns', from],
          `No check here has the outcome "${id}".`,
          suggestName(id, known),
        );
  const [own, other] = [sheets.get(sides.roller)?.names, sheets.get(sides.opponent)?.names];
  if (own === undefined || other === undefined) return;
  const names = withAgainst(joinNames([own, other]), checking.others);
  for (const member of ['if', 'unless'])
    askFormula(raw[member], { ...checking, names, at: [...at, member], needs: 'truth' });
}
