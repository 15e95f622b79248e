// Checks a rule for rolls, such as advantage: the checks and outcomes it names exist, and its formulas and dice can be read.

import { isList, isObject, type JsonObject } from '../../values/json.ts';
import { askFormula, type HintsCheck, type Spot } from './check-effect.ts';
import { checkId } from './check-id.ts';
import { checkDice, listObjects } from './check-mechanics.ts';
import { joinNames, withAgainst } from './names.ts';
import { suggestName } from './suggest.ts';

export function checkAdvantage(spot: Spot, checking: HintsCheck): void {
  const { raw, at } = spot;
  const checks = isList(raw['checks']) ? raw['checks'] : [];
  for (const [index, check] of checks.entries())
    checkId(check, { list: 'checks', at: [...at, 'checks', index] }, checking);
  checkMissing(spot, checking);
  checkTurns(spot, checking);
  checkFormulas(spot, checking);
  checkReads(spot, checking);
}

/** Reports a rule that lacks something, such as what it gives or for which rolls it counts. */
function checkMissing({ raw, at }: Spot, { problems }: HintsCheck): void {
  const has = (name: string) => raw[name] !== undefined;
  if (!has('gives') && !has('turns') && !has('adds'))
    problems.add(at, 'This gives nothing.', 'Add "gives" or "turns".');
  if (!has('checks') && !has('reads'))
    problems.add(at, 'Nothing says for which rolls this counts.', 'Add "checks" or "reads".');
  if (has('once') && !has('has'))
    problems.add([...at, 'once'], 'No condition is named that could end.', 'Add "has", or leave once out.');
  if (!has('has') && !(has('if') && has('say')))
    problems.add(at, 'Nothing says when this counts, or why.', 'Add "has", or "if" and "say".');
}

function checkTurns({ raw, at }: Spot, { problems, json }: HintsCheck): void {
  const checks = isList(raw['checks']) ? raw['checks'] : [];
  const known = listObjects(json['checks']).flatMap(([, check]) =>
    checks.includes(check['id'] ?? null) ? listOutcomes(check) : [],
  );
  const turns = Object.entries(isObject(raw['turns']) ? raw['turns'] : {});
  for (const [from, to] of turns) {
    const unknown = [from, String(to)].find((id) => !known.includes(id));
    if (unknown === undefined) continue;
    const says = `No check here has the outcome "${unknown}".`;
    problems.add([...at, 'turns', from], says, suggestName(unknown, known));
  }
}

function listOutcomes(check: JsonObject): readonly string[] {
  return listObjects(check['outcomes']).map(([, outcome]) => String(outcome['id']));
}

/** Checks that the added dice can be read, and that each name in them and in `reads` is on the sheet of at least one side. */
function checkReads({ raw, at, sides }: Spot, checking: HintsCheck): void {
  const sheets = [sides.roller, sides.opponent].flatMap((side) => checking.sheets.get(side)?.names ?? []);
  if (sheets.length < 2) return;
  const names = joinNames(sheets);
  const { problems } = checking;
  const { adds, reads } = raw;
  const signed = typeof adds === 'string' ? adds.trim() : '';
  const isSigned = /^[+-]/.test(signed);
  if (signed !== '') checkDice(isSigned ? `0${signed}` : signed, { at: [...at, 'adds'], names, problems });
  for (const [index, path] of isList(reads) ? reads.entries() : [])
    checkDice(`1d2+@${String(path)}`, { at: [...at, 'reads', index], names, problems });
}

function checkFormulas({ raw, at, sides }: Spot, checking: HintsCheck): void {
  const sheets = [sides.roller, sides.opponent].flatMap((side) => checking.sheets.get(side)?.names ?? []);
  if (sheets.length < 2) return;
  // If the sheet of a roller lacks a name that the formula reads, the formula counts as false for this roller.
  const names = withAgainst(joinNames(sheets), checking.others);
  for (const member of ['if', 'unless'])
    askFormula(raw[member], { ...checking, names, at: [...at, member], needs: 'truth' });
}
