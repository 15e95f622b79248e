// Reports whether odds, seeded rolls and whole mechanics match known results, and whether wrong expressions are refused.

import { readFileSync } from 'node:fs';
import { computeOdds } from '@terrarium/rpg/compute-odds';
import { openFaceStream } from '@terrarium/rpg/open-face-stream';
import { parseDice } from '@terrarium/rpg/parse-dice';
import { rollDice } from '@terrarium/rpg/roll-dice';
import { findEvaluationData } from '../evaluation-data.ts';
import { renderTable, writeResults } from '../report.ts';
import { findOutcomeChance } from './system-checks.ts';

interface KnownExpression {
  readonly expr: string;
  readonly aliases: readonly string[];
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** The probability of each value, as a fraction. */
  readonly pmf?: Readonly<Record<string, string>>;
}

interface DiceFacts {
  readonly expressions: readonly KnownExpression[];
  readonly systems: readonly {
    readonly name: string;
    readonly outcomes: Readonly<Record<string, { readonly exact: string }>>;
  }[];
  readonly invalid: readonly string[];
}

const rolls = 20_000;

export function reportDice(): string {
  const facts: DiceFacts = JSON.parse(readFileSync(findEvaluationData('rpg/dice_facts.json'), 'utf8'));
  const spelt = facts.expressions.flatMap((known) =>
    [known.expr, ...known.aliases].map((text) => ({ text, known })),
  );
  const distributed = spelt.filter(({ known }) => known.pmf !== undefined);
  const parts = [
    measure('least, greatest, mean exact', spelt, ({ text, known }) =>
      hasOdds(text, known) ? undefined : text,
    ),
    measure('chance of each total', distributed, ({ text, known }) =>
      hasChances(text, known) ? undefined : text,
    ),
    measure(`chi-square of ${rolls} rolls`, distributed, ({ text, known }) => testRolls(text, known)),
    measure('mechanics as checks', facts.systems, findWrongOutcome),
    measure('refused, with the place', facts.invalid, (text) => (isRefused(text) ? undefined : text)),
  ];
  writeResults('rpg', parts, 'dice');
  return renderTable(
    ['dice', 'right', 'of', 'wrong'],
    parts.map(({ name, right, of, wrong }) => [name, String(right), String(of), wrong.join(' · ')]),
  );
}

/** Counts the items that are right, and says what is wrong with each of the others. */
function measure<Item>(name: string, items: readonly Item[], findWrong: (item: Item) => string | undefined) {
  const wrong = items.map(findWrong).filter((each) => each !== undefined);
  return { name, right: items.length - wrong.length, of: items.length, wrong };
}

function reckon(text: string) {
  const parsed = parseDice(text);
  const found = parsed.ok ? computeOdds(parsed.dice) : parsed;
  return found.ok ? found.odds : undefined;
}

function hasOdds(text: string, { min, max, mean }: KnownExpression): boolean {
  const odds = reckon(text);
  return odds?.min === min && odds.max === max && odds.mean === mean;
}

function listChances({ pmf = {} }: KnownExpression): readonly (readonly [number, number])[] {
  return Object.entries(pmf).map(([value, fraction]) => [Number(value), readFraction(fraction)]);
}

function readFraction(fraction: string): number {
  const [numerator = 0, denominator = 1] = fraction.split('/').map(Number);
  return numerator / denominator;
}

function hasChances(text: string, known: KnownExpression): boolean {
  const distribution = reckon(text)?.distribution;
  return listChances(known).every(
    ([value, chance]) => Math.abs((distribution?.get(value) ?? -1) - chance) < 1e-12,
  );
}

/**
 * Says what is wrong with seeded rolls, if anything. Rare totals are pooled until at least eight rolls are
 * expected in each pool. A deviation of more than five standard deviations is wrong.
 */
function testRolls(text: string, known: KnownExpression): string | undefined {
  const counts = countRolls(text);
  let statistic = 0;
  let cells = 0;
  let expected = 0;
  let seen = 0;
  for (const [value, chance] of listChances(known)) {
    expected += chance * rolls;
    seen += counts.get(value) ?? 0;
    if (expected < 8) continue;
    statistic += (seen - expected) ** 2 / expected;
    cells += 1;
    expected = 0;
    seen = 0;
  }
  const freedom = Math.max(1, cells - 1);
  return statistic > freedom + 5 * Math.sqrt(2 * freedom)
    ? `${text}: ${statistic.toFixed(1)} of ${freedom}`
    : undefined;
}

function countRolls(text: string): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  const parsed = parseDice(text);
  if (!parsed.ok) return counts;
  for (let roll = 0; roll < rolls; roll += 1) {
    const rolled = rollDice(parsed.dice, { source: openFaceStream({ seed: 'bench', turn: 1, roll }) });
    if (rolled.ok) counts.set(rolled.rolled.total, (counts.get(rolled.rolled.total) ?? 0) + 1);
  }
  return counts;
}

function findWrongOutcome({ name, outcomes }: DiceFacts['systems'][number]): string | undefined {
  const wrong = Object.entries(outcomes).find(([outcome, { exact }]) => {
    const chance = findOutcomeChance(name, outcome);
    return chance === undefined || Math.abs(chance - readFraction(exact)) > 1e-12;
  });
  return wrong && `${name}: ${wrong[0]} is ${findOutcomeChance(name, wrong[0])}`;
}

function isRefused(text: string): boolean {
  const parsed = parseDice(text);
  return !parsed.ok && parsed.say.length > 20 && parsed.at >= 0 && parsed.at <= text.length;
}
