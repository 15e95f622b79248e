// Tests formulas: what they compute, what is refused, and that work and results stay within bounds.

import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FormulaValue } from '../prefabs/prefab.ts';
import { parseFormula } from './parse-formula.ts';

const texts = readProcessEnvironment()['TERRARIUM_PROVE'] === '1' ? 10_000 : 1_000;

const values: Readonly<Record<string, FormulaValue>> = {
  level: 5,
  'attributes.con.score': 16,
  con_mod: 3,
  is_raging: true,
  'inventory.items.weight': [2, 0.5, 10],
  'inventory.items.quantity': [1, 4, 2],
  boxes: [true, false, true],
  nothing: [],
};

const scope = {
  read: (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined),
  findInTable: (table: string, key: number, column: number) =>
    table === 'xp' && key >= 1 ? key * 100 + column : undefined,
};

function compute(source: string): FormulaValue | string {
  const parsed = parseFormula(source);
  if (!parsed.ok) return `${parsed.at}: ${parsed.say}`;
  const evaluated = parsed.formula.evaluate(scope);
  return evaluated.ok ? evaluated.value : evaluated.say;
}

describe('what formulas compute', () => {
  test.each<[string, FormulaValue]>([
    ['8 + 4 * con_mod', 20],
    ['(attributes.con.score - 10) // 2', 3],
    ['-7 // 2', -4],
    ['-7 % 2', 1],
    ['7 % -2', -1],
    ['7 / 2', 3.5],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['(-2) ^ 2', 4],
    ['2 * -3 ^ 2', -18],
    ['0.29 * 100 // 1', 29],
    ['floor(0.29 * 100)', 29],
    ['ceil(1.1 * 10)', 11],
    ['round(2.5)', 3],
    ['round(-2.5)', -2],
    ['abs(-3)', 3],
    ['min(3, 1, 2)', 1],
    ['max(inventory.items.weight, 4)', 10],
    ['sum(inventory.items.weight)', 12.5],
    ['sum(inventory.items.weight * inventory.items.quantity)', 24],
    ['sum(nothing)', 0],
    ['clamp(17, 0, 10)', 10],
    ['count(boxes)', 2],
    ['count(boxes, false)', 1],
    ['count(inventory.items.quantity, 4)', 1],
    ['lookup(xp, level, 2)', 502],
    ['lookup(xp, level)', 501],
    ['if(level >= 5, 3, 2)', 3],
    ['if(level < 5, 1 / 0, 2)', 2],
    ['level > 3 and not is_raging', false],
    ['not level > 9', true],
    ['not not is_raging', true],
    ['level == 5 && !is_raging || true', true],
    ['false and 1 / 0 > 0', false],
    ['0 * -1', 0],
  ])('FM1: %s is %j', (source, value) => {
    expect(compute(source)).toEqual(value);
  });

  test('FM1: whole numbers divide as people divide: what // and % give makes the number again, and the rest is smaller', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -10_000, max: 10_000 }),
        fc.integer({ min: -100, max: 100 }),
        (dividend, divisor) => {
          fc.pre(divisor !== 0);
          const quotient = Number(compute(`(${dividend}) // (${divisor})`));
          const rest = Number(compute(`(${dividend}) % (${divisor})`));
          expect(quotient * divisor + rest).toBe(dividend);
          expect(Math.abs(rest)).toBeLessThan(Math.abs(divisor));
        },
      ),
    );
  });
});

describe('what is refused', () => {
  test.each<[string, number, string]>([
    ['', 0, 'the formula is empty; write a number or a path'],
    ['"a" + 1', 0, 'a formula cannot contain text; compare numbers, or use a field with numbers'],
    ['eval(1)', 0, 'there is no function `eval`; there are'],
    ['1 + flor(2)', 4, 'there is no function `flor`; did you mean floor?'],
    [
      'level.toString()',
      0,
      'only a function can be called, by its name, such as floor(x); write a path without brackets',
    ],
    ['max(1, 2)(3)', 0, 'only a function can be called, by its name'],
    ['level.__proto__', 0, '`__proto__` is not the name of a field; write the path of a field'],
    ['1 + level.constructor', 4, '`constructor` is not the name of a field; write the path of a field'],
    ['this', 0, '`this` means nothing here; write the path of a field'],
    ['null + 1', 0, 'only numbers, true and false are allowed here'],
    ['level = 3', 6, '`=` sets nothing here; compare with `==`'],
    ['level === 3', 0, '`===` is not an operator here; use =='],
    ['level ** 2', 0, '`**` is not an operator here; use ^'],
    ['level | 2', 0, '`|` is not an operator here; use or'],
    ['~level', 0, '`~` is not an operator here; use - or not'],
    [
      'level[0]',
      5,
      'brackets [ ] have no meaning here; name an entry by its path, or use min, max, sum, count',
    ],
    ['level > 3 ? 1 : 2', 10, 'there is no ? here; write if(condition, then, else)'],
    ['1; 2', 1, 'a formula is one expression; leave the semicolon out'],
    ['1, 2', 1, 'a comma is allowed only between the arguments of a function, such as min(a, b)'],
    ['(1, 2)', 2, 'a comma is allowed only between the arguments of a function, such as min(a, b)'],
    ['level level', 0, 'something is missing between two parts, such as an operator'],
    ['1 +', 3, 'Expected expression after +'],
    ['(1 + 2', 6, 'Unclosed ('],
    ['1 + not level > 3', 0, '`not` is written before a condition; put it in brackets: (not x)'],
    ['-not is_raging', 0, '`not` is written before a condition; put it in brackets: (not x)'],
    ['level > 1 and not', 14, '`not` is not the name of a field; write the path of a field'],
    ['not$', 0, '`not$` is not a valid name; names consist of a-z, 0-9 and _'],
    ['not\u00a0level', 3, 'has no meaning here; names have a-z, 0-9 and _'],
    ['(1 + 2).level', 0, 'a dot is allowed only inside a path, such as resources.hp.current'],
    ['1e999', 0, 'the number is too large'],
    ['$level', 0, '`$level` is not a valid name; names consist of a-z, 0-9 and _'],
    ['nivåå', 3, '`å` has no meaning here; names have a-z, 0-9 and _'],
    ['floor(1, 2)', 0, '`floor` does not take 2 arguments; write floor(x)'],
    ['if(level > 1, 2)', 0, '`if` takes three arguments, not 2: if(condition, then, else)'],
    ['lookup(1, 2)', 0, '`lookup` takes the name of a table, a key and a column: lookup(table, key, 1)'],
  ])('FM2: %s', (source, at, say) => {
    const parsed = parseFormula(source);
    expect(parsed).toMatchObject({ ok: false, at, say: expect.stringContaining(say) });
  });

  test.each<[string, string]>([
    ['1 and 2', '`and` takes a truth value; write a comparison, such as x > 0'],
    ['not 1', '`not` takes a truth value'],
    ['(1 > 2) + 1', '`+` takes numbers, not truth values; write if(condition, 1, 0)'],
    ['1 < 2 < 3', '< compares numbers; join two comparisons with and: a < b and b < c'],
    ['-(1 > 2)', '`-` takes a number; write if(condition, 1, 0)'],
    ['1 == (2 > 1)', 'a number and a truth value are never the same'],
    ['if(1, 2, 3)', '`if` takes a truth value'],
    ['if(level > 1, 2, true)', 'both branches of if must give the same kind'],
    ['count(3)', 'argument 1 of `count` cannot be a number; write count(list) or count(list, value)'],
    ['floor(level > 2)', 'argument 1 of `floor` cannot be a truth value; write floor(x)'],
    ['weights > 3', '> compares numbers, not lists; use min, max, sum or count'],
    ['weights == 3', 'lists are not compared'],
    ['floor(weights)', 'argument 1 of `floor` cannot be a list; write floor(x)'],
    ['clamp(weights, 1, 2)', 'argument 1 of `clamp` cannot be a list'],
    ['about + 1', '`about` is text, which formulas cannot read; use a field with numbers'],
    ['lookup(xp, level > 3)', 'the key and the column of `lookup` must be numbers'],
  ])('FM4: %s', (source, say) => {
    const kinds = new Map<string, 'list' | 'text'>([
      ['weights', 'list'],
      ['about', 'text'],
    ]);
    expect(parseFormula(source, (name) => kinds.get(name))).toMatchObject({
      ok: false,
      say: expect.stringContaining(say),
    });
  });

  test.each([
    ['level + 1', 'unknown'],
    ['-level', 'number'],
    ['level > 1', 'boolean'],
    ['sum(weights)', 'number'],
    ['weights * 2', 'list'],
    ['if(level > 1, 2, 3)', 'number'],
    ['if(level > 1, 2, level)', 'unknown'],
    ['lookup(xp, level, 1)', 'number'],
  ])('FM4: %s is of kind %s', (source, kind) => {
    const parsed = parseFormula(source, (name) => (name === 'weights' ? 'list' : undefined));
    expect(parsed.ok && parsed.formula.kind).toBe(kind);
  });

  test.each([
    ['level / 0', 'division by zero'],
    ['level % 0', 'division by zero'],
    ['9 ^ 9 ^ 9 ^ 9', '^ gives no finite number'],
    ['(-8) ^ 0.5', '^ gives no finite number'],
    ['0 ^ -1', '^ gives no finite number'],
    ['1e308 * 10', '* gives no finite number'],
    ['absent + 1', 'there is nothing to read at `absent`'],
    ['boxes + 1', '`+` takes numbers, not a truth value; write if(condition, 1, 0)'],
    ['level and true', '`and` takes a truth value, not a number; write a comparison, such as x > 0'],
    ['max(nothing)', 'max of an empty list; give it a number too, such as max(list, 0)'],
    ['clamp(1, 3, 2)', 'clamp between 3 and 2: the lower bound comes first'],
    ['lookup(xp, 0)', 'the table `xp` has nothing for 0 in column 1'],
    ['nothing * boxes', '`*` takes lists of the same length, not 0 and 3 entries'],
    ['level == is_raging', '== compares two numbers or two truth values, not a number and a truth value'],
  ])('FM3: %s is said while it is evaluated', (source, say) => {
    expect(compute(source)).toBe(say);
  });
});

describe('bounds', () => {
  test('FM3: 500 characters and 32 levels are taken, one more is not', () => {
    expect(compute(`1${' + 1'.repeat(124)}   `)).toBe(125);
    expect(compute(`1${' + 1'.repeat(125)}`)).toContain(
      '500: a formula has at most 500 characters, and this one has 501',
    );
    expect(compute(`${'('.repeat(32)}1${')'.repeat(32)}`)).toBe(1);
    expect(compute(`${'('.repeat(33)}1${')'.repeat(33)}`)).toContain('brackets are nested more than 32 deep');
    expect(compute(`${'-'.repeat(31)}1`)).toBe(-1);
    expect(compute(`${'-'.repeat(32)}1`)).toContain('nested more than 32 deep');
    expect(compute(`1${' ^ 1'.repeat(31)}`)).toBe(1);
    expect(compute(`1${' ^ 1'.repeat(32)}`)).toContain('nested more than 32 deep');
    expect(compute(`${'not '.repeat(31)}true`)).toBe(false);
    expect(compute(`${'not '.repeat(32)}true`)).toContain('nested more than 32 deep');
  });

  test('FM5: a formula tells what it reads and where it looks up, each once', () => {
    const parsed = parseFormula(
      'con_mod * level + lookup(xp, level) + con_mod + sum(inventory.items.weight)',
    );
    expect(parsed.ok && [parsed.formula.reads, parsed.formula.tables]).toEqual([
      ['con_mod', 'level', 'inventory.items.weight'],
      ['xp'],
    ]);
  });

  test('FM3: any text is answered, and what is evaluated gives a finite value or says why not', () => {
    const word = fc.constantFrom(
      'level',
      'boxes',
      'inventory.items.weight',
      'nothing',
      'true',
      'not',
      'and',
      'or',
      'if(',
      'max(',
      'sum(',
      'count(',
      'clamp(',
      'lookup(',
      'xp',
      'floor(',
      ')',
      '(',
      ',',
      '+',
      '-',
      '*',
      '/',
      '//',
      '%',
      '^',
      '<',
      '==',
      '!',
      '.',
      '=',
      '[',
      ']',
      '1',
      '0',
      '999999999',
      '0.5',
      '1e308',
      '1e',
      '__proto__',
      'constructor',
      'this',
      '"',
      '\\',
      '?',
      ':',
      ';',
      '${',
      '`',
      'é',
    );
    const text = fc.oneof(
      { weight: 3, arbitrary: fc.array(word, { maxLength: 30 }).map((words) => words.join(' ')) },
      { weight: 1, arbitrary: fc.array(word, { maxLength: 200 }).map((words) => words.join('')) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 600 }) },
      { weight: 4, arbitrary: someFormula },
    );
    let evaluated = 0;
    fc.assert(
      fc.property(text, (source) => {
        const parsed = parseFormula(source);
        if (!parsed.ok) {
          expect(parsed.say).not.toBe('');
          expect(parsed.at).toBeGreaterThanOrEqual(0);
          expect(parsed.at).toBeLessThanOrEqual(source.length);
          return;
        }
        const result = parsed.formula.evaluate(scope);
        if (!result.ok) return;
        evaluated += 1;
        expectFinite(result.value);
      }),
      { numRuns: texts },
    );
    expect(evaluated).toBeGreaterThan(texts / 10);
  });
});

/** Random formulas that parse, built as trees. */
const { formula: someFormula } = fc.letrec<{ formula: string }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(
      fc.integer().map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }).map(String),
    ),
    fc.constantFrom('level', 'con_mod', 'is_raging', 'boxes', 'sum(inventory.items.weight)', 'absent'),
    fc
      .tuple(
        tie('formula'),
        fc.constantFrom('+', '-', '*', '/', '//', '%', '^', '<', '==', 'and', 'or'),
        tie('formula'),
      )
      .map((parts) => `(${parts.join(' ')})`),
    fc
      .tuple(fc.constantFrom('floor', 'ceil', 'round', 'abs', '-', 'not '), tie('formula'))
      .map(([name, of]) => `${name}(${of})`),
    fc
      .tuple(fc.constantFrom('min', 'max', 'sum'), tie('formula'), tie('formula'))
      .map(([name, one, other]) => `${name}(${one}, ${other})`),
    fc.tuple(tie('formula'), tie('formula')).map(([one, other]) => `if(${one} > 1, ${one}, ${other})`),
  ),
}));

function expectFinite(value: FormulaValue): void {
  if (Array.isArray(value)) for (const entry of value as readonly FormulaValue[]) expectFinite(entry);
  else if (typeof value === 'number') expect(Number.isFinite(value) && !Object.is(value, -0)).toBe(true);
  else expect(typeof value).toBe('boolean');
}
