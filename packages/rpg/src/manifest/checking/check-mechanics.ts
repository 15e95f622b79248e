// Checks mechanics: the dice, checks, tables and oracles (tables to roll on) of a manifest, and their references to each other.

import { computeOdds } from '../../dice/compute-odds.ts';
import { parseDice } from '../../dice/parse-dice.ts';
import { readMember } from '../../prefabs/read-json.ts';
import type { Check } from '../../system/check.ts';
import { isList, isObject, type Json, type JsonObject } from '../../values/json.ts';
import { checkFormula, suggestPath } from './check-formula.ts';
import { checkId, type IdCheck } from './check-id.ts';
import { type NameKind, type Names, withAgainst, withNames } from './names.ts';
import type { Place, ProblemList } from './problem-list.ts';
import { suggestName } from './suggest.ts';

/** Names that an outcome may read besides the names on the sheet and the values that the roll is given. */
const rolled: ReadonlyMap<string, NameKind> = new Map([
  ['total', 'number'],
  ['target', 'number'],
  ['natural', 'number'],
  ['highest', 'number'],
  ['lowest', 'number'],
  ['kept', 'list'],
  ['challenge', 'list'],
  ['thrown', 'list'],
  ['successes', 'number'],
]);

export interface MechanicsCheck extends IdCheck {
  /** The names on the sheets of entities that may roll. */
  readonly names: Names;
  /** The names on the sheets of entities against which a roll may be made. */
  readonly others: Names;
  readonly tables: ReadonlySet<string>;
}

export function listObjects(json: Json | undefined): readonly (readonly [number, JsonObject])[] {
  if (!isList(json)) return [];
  return json.flatMap((one, at) => (isObject(one) ? [[at, one] as const] : []));
}

/** The checks by id; complete only if no problem was added. */
export function checkChecks(checking: MechanicsCheck): ReadonlyMap<string, Check> {
  const { json, names, problems } = checking;
  const checks = listObjects(json['checks']);
  checkTwins(['checks'], json['checks'], problems);
  checkId(readMember(json['engine'], 'check'), { list: 'checks', at: ['engine', 'check'] }, checking);
  checkDice(readMember(json['engine'], 'dice'), { at: ['engine', 'dice'], names, problems });
  checkMoves(checking);
  return new Map(checks.map(([at, check]) => [String(check['id']), buildCheck(check, at, checking)]));
}

/** Checks that each move that a check names exists. */
function checkMoves({ json, problems, isBroken }: MechanicsCheck): void {
  const intents = readMember(json['narrator'], 'intents');
  const moves = isObject(intents) ? Object.keys(intents) : [];
  const isWhole = isObject(intents) || !isBroken(['narrator']);
  for (const [at, { move }] of listObjects(json['checks'])) {
    if (typeof move !== 'string' || moves.includes(move)) continue;
    if (!isWhole || isBroken(['narrator', 'intents', move])) continue;
    problems.add(['checks', at, 'move'], `There is no move "${move}".`, suggestName(move, moves));
  }
}

function buildCheck(raw: JsonObject, index: number, checking: MechanicsCheck): Check {
  const at: Place = ['checks', index];
  const { problems } = checking;
  const named = isObject(raw['given']) ? raw['given'] : {};
  const given = Object.keys(named);
  const own = withNames(new Map(given.map((name) => [name, 'number'])), checking.names);
  const isGivenBroken = checking.isBroken([...at, 'given']);
  const names = withAgainst(isGivenBroken ? withExcusedGiven(own) : own, checking.others);
  for (const member of ['dice', 'challenge'])
    checkDice(raw[member], { at: [...at, member], names, problems });
  const target = raw['target'];
  const measured =
    typeof target === 'string'
      ? checkFormula({ ...checking, names, source: target, at: [...at, 'target'], needs: 'number' })
      : undefined;
  checkTwins([...at, 'outcomes'], raw['outcomes'], problems);
  const outcomes = listObjects(raw['outcomes']).flatMap(([place, outcome]) => {
    if (typeof outcome['when'] !== 'string') return [];
    const when = checkFormula({
      ...checking,
      names: withNames(rolled, names),
      source: outcome['when'],
      at: [...at, 'outcomes', place, 'when'],
      needs: 'truth',
    });
    return when === undefined ? [] : [{ ...outcome, when }];
  });
  return { ...raw, given, defaults: readDefaults(named), target: measured, outcomes } as unknown as Check;
}

/** Excuses names without a dot: each may be the name of a given value that is at fault. */
function withExcusedGiven(names: Names): Names {
  return { ...names, isExcused: (name) => !name.includes('.') || names.isExcused(name) };
}

function readDefaults(given: JsonObject): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const number = readMember(value, 'default');
      return typeof number === 'number' ? [[name, number] as const] : [];
    }),
  );
}

interface DiceCheck {
  readonly at: Place;
  readonly names: Names;
  readonly problems: ProblemList;
}

/** Checks that a dice expression parses, and that each name in it exists and stands for one number. */
export function checkDice(source: Json | undefined, { at, names, problems }: DiceCheck): void {
  if (typeof source !== 'string' || problems.isFull) return;
  const parsed = parseDice(source);
  if (!parsed.ok) {
    const piece = source.slice(Math.max(0, parsed.at - 10), parsed.at + 20).trim();
    const suggestion =
      piece === '' ? 'Write dice such as 2d6+1.' : `Look at "${piece}"; dice are written like 2d6+1.`;
    problems.add(at, `The dice cannot be read: ${parsed.say}`, suggestion);
    return;
  }
  for (const path of parsed.dice.references) {
    const choices = names.listChoices(path);
    if (choices.length > 0)
      problems.add(at, `"@${path}" may mean either of two numbers.`, `Write @${choices.join(' or @')}.`);
    if (names.findKind(path) !== undefined || names.isExcused(path)) continue;
    problems.add(at, `There is no "${path}" to read for "@${path}".`, () => suggestPath(path, names.list()));
  }
}

/** Checks that no id occurs twice in a list. */
export function checkTwins(at: Place, json: Json | undefined, problems: ProblemList): void {
  const seen = new Map<string, number>();
  for (const [index, { id }] of listObjects(json)) {
    if (typeof id !== 'string') continue;
    const first = seen.get(id);
    if (first === undefined) seen.set(id, index);
    else {
      const says = `The id "${id}" belongs to /${[...at, first].join('/')} already.`;
      problems.add([...at, index, 'id'], says, `Choose another, such as "${id}_2".`);
    }
  }
}

export function checkTables({ json, problems }: Pick<MechanicsCheck, 'json' | 'problems'>): void {
  const tables = isObject(json['tables']) ? Object.entries(json['tables']) : [];
  for (const [name, table] of tables) {
    const rows = readMember(table, 'rows');
    if (isList(rows)) checkRows(rows.map(readWhole), ['tables', name, 'rows'], problems);
  }
}

/** The numbers of a row of a table; undefined if the row does not fit the schema, which was reported already. */
function readWhole(row: Json): readonly number[] | undefined {
  const numbers = readRow(row);
  return isList(row) && row.length === numbers.length ? numbers : undefined;
}

/** The numbers in a row of a table; anything else in it is left out. */
export function readRow(row: Json): readonly number[] {
  return isList(row) ? row.filter((one) => typeof one === 'number') : [];
}

function checkRows(rows: readonly (readonly number[] | undefined)[], at: Place, problems: ProblemList): void {
  const width = rows.find((row) => row !== undefined)?.length ?? 0;
  for (const [index, row] of rows.entries()) {
    if (row === undefined) continue;
    const before = rows[index - 1]?.[0];
    const key = row[0];
    if (row.length !== width) {
      const says = `This row has ${row.length} numbers, but the first row has ${width}.`;
      problems.add([...at, index], says, `Give this row ${width} numbers.`);
    } else if (before !== undefined && key !== undefined && key <= before) {
      const says = `The key ${key} is not above the key before it, ${before}.`;
      problems.add(
        [...at, index],
        says,
        'Sort the rows by their first numbers, and use each of these numbers once.',
      );
    }
  }
}

export function checkOracles(checking: MechanicsCheck): void {
  const { json, names, problems } = checking;
  checkTwins(['oracles'], json['oracles'], problems);
  checkFurtherTables(checking);
  for (const [index, oracle] of listObjects(json['oracles'])) {
    const at: Place = ['oracles', index];
    checkDice(oracle['dice'], { at: [...at, 'dice'], names, problems });
    const rows = listObjects(oracle['rows']).flatMap(([place, { from, to }]) =>
      typeof from === 'number' && typeof to === 'number' ? [{ place, from, to }] : [],
    );
    const faults = rows.flatMap((row, order) => {
      // A row that does not fit the schema is not in `rows`. It may be what closes the gap between its neighbours, so
      // these are not compared.
      const before = rows[order - 1];
      const fault = findRowFault(row, before?.place === row.place - 1 ? before : undefined);
      return fault === undefined ? [] : [{ ...fault, place: row.place }];
    });
    for (const { place, says, suggestion } of faults) problems.add([...at, 'rows', place], says, suggestion);
    // If a row is at fault, it is unclear which results the rows cover, so whether they cover all of them is not
    // checked.
    const written = oracle['rows'] ?? null;
    const isWhole = isList(written) && rows.length === written.length;
    if (faults.length === 0 && isWhole) checkReach(oracle['dice'], { rows, at: [...at, 'rows'] }, problems);
  }
}

/** Checks that the tables to which rows refer exist. */
function checkFurtherTables(checking: MechanicsCheck): void {
  for (const [index, oracle] of listObjects(checking.json['oracles'])) {
    for (const [place, { table }] of listObjects(oracle['rows']))
      checkId(table, { list: 'oracles', at: ['oracles', index, 'rows', place, 'table'] }, checking);
  }
}

interface Reach {
  readonly rows: readonly (Row & { readonly place: number })[];
  readonly at: Place;
}

/**
 * Checks that the first row begins with the lowest result of the dice, and that the last row ends with the highest.
 * Dice that read a sheet have no fixed results, so they are not checked.
 */
function checkReach(dice: Json | undefined, { rows, at }: Reach, problems: ProblemList): void {
  const parsed = typeof dice === 'string' ? parseDice(dice) : undefined;
  if (parsed?.ok !== true || parsed.dice.references.length > 0) return;
  const found = computeOdds(parsed.dice);
  const [first, last] = [rows[0], rows.at(-1)];
  if (!found.ok || first === undefined || last === undefined) return;
  const { min, max } = found.odds;
  if (first.from !== min) {
    const says = `The dice give ${min} or more, but the rows begin at ${first.from}.`;
    problems.add([...at, first.place], says, `Let the first row begin at ${min}.`);
  } else if (last.to !== max) {
    const says = `The dice give ${max} at most, and the rows end at ${last.to}.`;
    problems.add([...at, last.place], says, `Let the last row end at ${max}.`);
  }
}

interface Row {
  readonly from: number;
  readonly to: number;
}

function findRowFault({ from, to }: Row, before: Row | undefined) {
  if (from > to)
    return { says: `The row ends at ${to} before it begins at ${from}.`, suggestion: 'Turn the two around.' };
  if (before === undefined || from === before.to + 1) return undefined;
  const suggestion = `Let this row begin at ${before.to + 1}.`;
  if (from > before.to + 1) return { says: `No row covers ${before.to + 1} to ${from - 1}.`, suggestion };
  return { says: `The row begins at ${from}, and the one before it ends at ${before.to}.`, suggestion };
}
