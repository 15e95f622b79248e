// Tests manifests made to overload the check: they do not crash it, and only a limited number of problems is reported.

import { describe, expect, test } from 'vitest';
import { readTestManifest } from '../../test/support/build-test-system.ts';
import { settle } from '../rules/settle.ts';
import type { ManifestProblem } from '../system/system.ts';
import type { Json, JsonObject } from '../values/json.ts';
import { checkManifest } from './check-manifest.ts';
import { mostProblems, mostSuggested } from './checking/problem-list.ts';

function listProblems(json: unknown): readonly ManifestProblem[] {
  const checked = checkManifest(json);
  return checked.ok ? [] : checked.problems;
}

function repeat<Made>(count: number, make: (at: number) => Made): Made[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

function fill(changes: JsonObject): JsonObject {
  return { ...(readTestManifest() as JsonObject), ...changes };
}

function field(number: number, more: JsonObject): JsonObject {
  return { path: `f${number}`, label: `F ${number}`, prefab: 'VAL_INT', category: 'meta', ...more };
}

/** Counts the problems that have a suggestion: only the first ones get one, since finding it takes the most time. */
function countSuggested(problems: readonly ManifestProblem[]): number {
  return problems.filter(({ suggestion }) => /^(Did you mean|Possible)/.test(suggestion)).length;
}

describe('MF16: work that is bounded', () => {
  test('MF16: 40,000 unknown names are told as far as anybody reads', () => {
    const names = (from: number) => repeat(125, (at) => `n${(from + at).toString(36)}`).join('+');
    const problems = listProblems(
      fill({ fields: repeat(300, (at) => field(at, { formula: names(at * 125).slice(0, 500) })) }),
    );
    expect(problems).toHaveLength(mostProblems);
    expect(countSuggested(problems)).toBe(mostSuggested);
  });

  test('MF16: 3,000 aliases, each made of the next, are refused for their number alone', () => {
    const entries = repeat(3_000, (at) => [`a${at}`, `a${at + 1} + 1`] as const);
    expect(listProblems(fill({ aliases: Object.fromEntries(entries) }))).toEqual([
      {
        pointer: '/aliases',
        says: 'This is too many: at most 100 entries.',
        suggestion: 'Bring it down to 100.',
      },
    ]);
  });

  test('MF16: aliases that are made of each other are evaluated as deep as they are accepted', () => {
    const whole = readTestManifest() as { readonly aliases: JsonObject; readonly fields: readonly Json[] };
    const chain = (length: number) => {
      const steps = repeat(
        length,
        (at) => [`a${at}`, at === length - 1 ? '1' : longSum(`a${at + 1}`)] as const,
      );
      const aliases = { ...whole.aliases, ...Object.fromEntries(steps) };
      return fill({ aliases, fields: [...whole.fields, field(1, { formula: longSum('a0') })] });
    };
    const checked = checkManifest(chain(20));
    const sheet = checked.ok ? checked.system.sheets.get('character') : undefined;
    if (!checked.ok || sheet === undefined) throw new Error('The chain is not accepted.');
    const { values, faults } = settle(sheet, {}, checked.system);
    expect([faults, values['f1']]).toEqual([[], 1 + 20 * 120]);
    expect(listProblems(chain(60)).map(({ pointer }) => pointer)).toEqual(['/aliases/a39']);
  });

  test('MF16: aliases that all read each other, and fields that read all of them', () => {
    const all = repeat(100, (at) => `a${at}`);
    const sum = all.join('+');
    const aliases = Object.fromEntries(all.map((name) => [name, sum]));
    const fields = repeat(300, (at) =>
      field(at, { prefab: 'VAL_COMPOUND', formula: sum, default_formula: sum }),
    );
    const problems = listProblems(fill({ aliases, fields, characters: [], checks: [], creation: [] }));
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThanOrEqual(mostProblems);
  });

  test('MF16: 300 fields that read each other are told as some circles, not as all there are', () => {
    const formula = (at: number) => repeat(80, (by) => `f${(at + by + 1) % 300}`).join('+');
    const fields = repeat(300, (at) => field(at, { formula: formula(at) }));
    const circles = listProblems(fill({ fields })).filter(({ says }) => says.includes('in a circle'));
    expect(circles.length).toBeGreaterThan(0);
    expect(circles.length).toBeLessThanOrEqual(50);
  });

  test.each<[string, Json]>([
    ['members nobody knows', Object.fromEntries(repeat(90_000, (at) => [`member_${at}`, at]))],
    ['fields that are numbers', { fields: repeat(90_000, (at) => at) }],
    ['rules that are empty', { rules: repeat(90_000, () => ({})) }],
    ['entries of a record', { tables: Object.fromEntries(repeat(40_000, (at) => [`t${at}`, { rows: at }])) }],
    ['unknown members of each field', { fields: repeat(300, (at) => field(at, members(300))) }],
    [
      'unknown members of each configuration',
      { fields: repeat(300, (at) => field(at, { config: members(300) })) },
    ],
    ['names of four megabytes', { ['x'.repeat(4_000_000)]: 'y' }],
    ['a text of four megabytes', { name: '('.repeat(4_000_000), about: '@'.repeat(4_000_000) }],
    ['paths of a character', { characters: [{ id: 'a', name: 'A', concept: '', set: members(400) }] }],
    ['effects of nothing', { narrator: { intents: { attack: { always: repeat(90_000, () => ({})) } } } }],
    ['rolls within rolls', { narrator: { intents: { risk: nest(12) } } }],
  ])('MF16: nonsense is answered with a list that is bounded: %s', (_, nonsense) => {
    const problems = listProblems(fill(nonsense as JsonObject));
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThanOrEqual(mostProblems);
    for (const { says, suggestion } of problems.slice(0, 20)) {
      expect(says.length).toBeLessThan(500);
      expect(suggestion.length).toBeLessThan(1_000);
    }
  });
});

/** A sum of as many terms as a formula can have. */
function longSum(first: string): string {
  return `${first}${' + 1'.repeat(120)}`;
}

function members(count: number): JsonObject {
  return Object.fromEntries(repeat(count, (at) => [`member_${at}`, at]));
}

/** A chain of rolls, each of which asks for a further roll; the check of the last one does not exist. */
function nest(depth: number): JsonObject {
  return depth === 0 ? { check: 'nowhere' } : { always: [{ further: nest(depth - 1) }] };
}
