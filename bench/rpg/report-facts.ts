// Reports whether shipped formulas give known numbers, shipped systems follow known rules, and bounds hold.

import { readFileSync } from 'node:fs';
import { readShippedSystem } from '@terrarium/rpg/read-system';
import { settleSheet, type Values } from '@terrarium/rpg/testing/settle-sheet';
import { findEvaluationData } from '../evaluation-data.ts';
import { renderTable, writeResults } from '../report.ts';
import { listBrokenBounds } from './bound-facts.ts';
import { betterAttack, type FormulaQuestion, type FormulaRow, formulaQuestions } from './formula-rows.ts';
import { isKnownRule, observeRule } from './rule-facts.ts';

interface RuleFact {
  readonly id: string;
  readonly system: string;
  readonly question: string;
  readonly expected: Readonly<Record<string, unknown>>;
}

interface Hero {
  readonly hero: string;
  readonly cls: string;
  readonly hp: number;
  readonly hp_formula: number;
  readonly abilities: Readonly<Record<string, number>>;
}

interface Measured {
  readonly name: string;
  readonly right: number;
  readonly of: number;
  readonly wrong: readonly string[];
}

export function reportFacts(): string {
  const parts = [...measureFormulas(), measureHeroes(), ...measureRules(), measureBounds()];
  writeResults('rpg', parts, 'facts');
  return renderTable(
    ['facts', 'right', 'of', 'wrong'],
    parts.map(({ name, right, of, wrong }) => [
      name,
      String(right),
      String(of),
      wrong.slice(0, 3).join(' · '),
    ]),
  );
}

function measure<Item>(
  name: string,
  items: readonly Item[],
  findWrong: (item: Item) => string | undefined,
): Measured {
  const wrong = items.map(findWrong).filter((each) => each !== undefined);
  return { name, right: items.length - wrong.length, of: items.length, wrong };
}

function measureFormulas(): readonly Measured[] {
  const rows: readonly FormulaRow[] = readFileSync(findEvaluationData('rpg/formula_gold.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const kinds = [...new Set(rows.map((row) => row.formula))].sort();
  const measured = kinds.map((kind) =>
    measure(
      kind,
      rows.filter((row) => row.formula === kind),
      findWrongNumber,
    ),
  );
  const open = rows.filter((row) => (formulaQuestions[row.formula]?.ways(row).length ?? 0) > 1);
  const attacks = rows.filter((row) => row.formula.startsWith('weapon_attack'));
  const right = measured.reduce((sum, one) => sum + one.right, 0);
  return [
    ...measured,
    { name: 'all formulas', right, of: rows.length, wrong: [] },
    measure('  of these with a choice that the stat block makes', open, findWrongNumber),
    measure('  attacks by the better score alone', attacks, (row) => findWrongAnswer(row, betterAttack)),
  ];
}

function findWrongNumber(row: FormulaRow): string | undefined {
  const question = formulaQuestions[row.formula];
  return question === undefined ? `nothing asks for ${row.formula}` : findWrongAnswer(row, question);
}

function findWrongAnswer(row: FormulaRow, question: FormulaQuestion): string | undefined {
  const found = question.ways(row).flatMap((way) => ask(question, row, way));
  const chosen = found.find(({ answer }) => isSame(answer, row.expected)) ?? found[0];
  return isSame(chosen?.answer, row.computed)
    ? undefined
    : `${row.id} ${JSON.stringify(row.inputs)}: ${chosen?.answer}`;
}

const edition = readShippedSystem('dnd5e');

/** The answer of the sheet, in a list; an empty list if the sheet has other values than the row gives. */
function ask({ type, read, given }: FormulaQuestion, row: FormulaRow, way: Values) {
  const sheet = settleSheet(edition, type, way);
  const known = Object.entries(given?.(row) ?? {});
  if (known.some(([path, value]) => sheet.read(path) !== value)) return [];
  const paths = read(row);
  return [{ answer: typeof paths === 'string' ? sheet.read(paths) : paths.map((path) => sheet.read(path)) }];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function measureHeroes(): Measured {
  const heroes: readonly Hero[] = JSON.parse(
    readFileSync(findEvaluationData('rpg/heroes_foundry.json'), 'utf8'),
  );
  return measure('hit points of heroes', heroes, (hero) => {
    const scores = Object.entries(hero.abilities).map(([name, score]) => [`attributes.${name}.score`, score]);
    const given = { 'identity.class': hero.cls, ...Object.fromEntries(scores) };
    const found = settleSheet(edition, 'character', given).read('resources.hp.max');
    return found === hero.hp_formula ? undefined : `${hero.hero}: ${found}`;
  });
}

/** Checks that each fact holds, and that none of its mutations does. */
function measureRules(): readonly Measured[] {
  const facts: readonly RuleFact[] = JSON.parse(
    readFileSync(findEvaluationData('rpg/rule_facts.dev.json'), 'utf8'),
  );
  const systems = [...new Set(facts.map((fact) => fact.system))];
  const mutated = facts.flatMap((fact) =>
    listMutations(fact.expected).map((expected) => ({ ...fact, expected })),
  );
  return [
    ...systems.map((system) =>
      measure(
        `rules: ${system}`,
        facts.filter((fact) => fact.system === system),
        (fact) => (holds(fact) ? undefined : `${fact.id} ${fact.question}: ${show(fact)}`),
      ),
    ),
    measure('mutated rules refused', mutated, (fact) =>
      isKnownRule(fact.id) && !holds(fact)
        ? undefined
        : `${fact.id} ${fact.question}: ${JSON.stringify(fact.expected)}`,
    ),
  ];
}

function holds({ id, expected }: RuleFact): boolean {
  return isSame(observeRule(id, expected), expected);
}

function show({ id, expected }: RuleFact): string {
  return JSON.stringify(observeRule(id, expected));
}

/** The expected values with one number a step up or down, one true or false reversed, or one number in a text raised. */
function listMutations(expected: RuleFact['expected']): readonly RuleFact['expected'][] {
  return Object.entries(expected).flatMap(([name, value]) =>
    mutate(value).map((mutant) => ({ ...expected, [name]: mutant })),
  );
}

function mutate(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [value + 1, value - 1];
  if (typeof value === 'boolean') return [!value];
  if (Array.isArray(value) && typeof value[0] === 'number') {
    return [[...value.slice(0, -1), Number(value.at(-1)) + 1]];
  }
  if (typeof value !== 'string' || !/\d/.test(value)) return [];
  return [value.replace(/\d+/, (digits) => String(Number(digits) + 1))];
}

function measureBounds(): Measured {
  const { tried, broken } = listBrokenBounds();
  return { name: 'bounds that hold', right: tried - broken.length, of: tried, wrong: broken };
}
