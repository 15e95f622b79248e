// Tests reading arguments: those with only one possible meaning are accepted; for others, the refusal says what is valid.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readArguments, renderProblems } from './read-arguments.ts';

const schema = z.strictObject({
  path: z.string().min(1),
  delta: z.number(),
  count: z.int().min(1).default(1),
  is_open: z.boolean().optional(),
  about: z.string().min(1).optional(),
  versus: z.union([z.number(), z.string()]).optional(),
  value: z.unknown().optional(),
  kind: z.enum(['lore', 'fact']).optional(),
  exits: z.array(z.strictObject({ to: z.string(), is_locked: z.boolean().optional() })).optional(),
});

function read(given: unknown) {
  const answer = readArguments(schema, given);
  return answer.ok ? answer.value : renderProblems(answer.problems);
}

describe('arguments', () => {
  it.each([
    [{ delta: '-5' }, { delta: -5 }],
    [{ delta: ' +2.5 ' }, { delta: 2.5 }],
    [{ delta: '−3' }, { delta: -3 }],
    [
      { delta: 1, count: '3.0' },
      { delta: 1, count: 3 },
    ],
    [
      { delta: 1, is_open: 'True' },
      { delta: 1, is_open: true },
    ],
    [
      { delta: 1, is_open: 0 },
      { delta: 1, is_open: false },
    ],
    [{ delta: 1, about: null, count: null, is_open: '' }, { delta: 1 }],
    [{ delta: 1, about: '' }, { delta: 1 }],
    [
      { delta: 1, exits: [{ to: 'x', is_locked: 'yes' }] },
      { delta: 1, exits: [{ to: 'x', is_locked: true }] },
    ],
  ])('%j are read as what the schema asks for', (given, taken) => {
    expect(read({ path: 'hp', ...given })).toEqual({ path: 'hp', count: 1, ...taken });
  });

  it('that are text or anything at all stay as they were written', () => {
    const given = { path: '7', delta: '4', versus: '15', value: '3', about: 'true' };
    expect(read(given)).toEqual({ ...given, delta: 4, count: 1 });
    expect(read({ path: 'hp', delta: '1', value: null })).toMatchObject({ value: null });
  });

  it.each([
    [{ detla: 2 }, /delta: is missing: expected number/],
    [{ detla: 2 }, /detla: is unknown; did you mean delta\? Possible: path, delta, count/],
    [{ delta: 1, hours: 2 }, /^hours: is unknown; Possible: path, delta/],
    [{ delta: 'a few' }, /^delta: .*expected number, received string/],
    [{ delta: '1e9' }, /^delta/],
    [{ delta: 1, count: '2.5' }, /^count: .*int/],
    [{ delta: 1, is_open: 'perhaps' }, /^is_open: .*boolean/],
    [{ delta: 1, versus: [] }, /^versus: expected number or string/],
    [{ delta: 1, kind: 'lores' }, /^kind: .*did you mean "lore"/],
    [
      { delta: 1, exits: [{ to: 'x', locked: true }] },
      /^exits\.0\.locked: is unknown; .*Possible: to, is_locked/,
    ],
    [{ delta: null }, /^delta: /],
  ])('%j are answered with what would do', (given, said) => {
    expect(read({ path: 'hp', ...given })).toMatch(said);
  });

  it('that fit are taken as they are, whatever they are', () => {
    const fitting = fc.record({
      path: fc.string({ minLength: 1 }),
      delta: fc.integer(),
      value: fc.jsonValue(),
    });
    fc.assert(
      fc.property(fitting, (given) => {
        expect(read(given)).toEqual({ ...given, count: 1 });
      }),
    );
  });

  it('of any shape are answered on one line', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (given) => {
        const answer = readArguments(schema, given);
        if (!answer.ok) expect(renderProblems(answer.problems)).toMatch(/^.+$/);
      }),
    );
  });
});
