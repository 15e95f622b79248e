// Tests checking manifests: planted errors are found where they were planted, and no input makes the check throw.

import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildTestSystem, readTestManifest } from '../../test/support/build-test-system.ts';
import { plant, plantedErrors, readSpaciousManifest } from '../../test/support/planted-errors.ts';
import { anyJson } from '../../test/support/prefab-configs.ts';
import { settle } from '../rules/settle.ts';
import { baseFields } from '../system/base-entities.ts';
import type { Manifest } from '../system/manifest.ts';
import type { ManifestProblem } from '../system/system.ts';
import { isList, isObject, type Json, type JsonObject } from '../values/json.ts';
import { checkManifest, hashManifest } from './check-manifest.ts';
import { listShippedSystems, readShippedSystem } from './read-system.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';

function listProblems(json: unknown): readonly ManifestProblem[] {
  const checked = checkManifest(json);
  return checked.ok ? [] : checked.problems;
}

/** The value to which a JSON pointer leads; undefined if it leads nowhere. */
function follow(json: Json, pointer: string): Json | undefined {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce<Json | undefined>((here, step) => {
    if (isList(here)) return here[Number(step)];
    return isObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  }, json);
}

/** A copy of the JSON with `value` at the pointer. */
function put(json: Json, pointer: string, value: Json): Json {
  const [, step = '', ...rest] = pointer.split('/');
  const replace = (one: Json) => (rest.length === 0 ? value : put(one, `/${rest.join('/')}`, value));
  if (isList(json)) return json.map((one, at) => (String(at) === step ? replace(one) : one));
  return isObject(json) ? { ...json, [step]: replace(json[step] ?? null) } : json;
}

describe('planted errors', () => {
  test('MF1: a manifest with one error of each kind is answered with each, its place and what would do', () => {
    expect(plantedErrors.length).toBeGreaterThanOrEqual(30);
    const problems = listProblems(plant(plantedErrors));
    const pointers = problems.map((problem) => problem.pointer);
    expect(pointers.toSorted()).toEqual(plantedErrors.map((error) => error.pointer).toSorted());
    for (const { pointer, suggests } of plantedErrors) {
      const suggestion = problems.find((problem) => problem.pointer === pointer)?.suggestion ?? '';
      if (typeof suggests === 'string') expect(suggestion, pointer).toContain(suggests);
      else expect(suggestion, pointer).toMatch(suggests);
    }
  });

  test('MF1: a misspelt name whose right spelling stands beside it is told so, not sent to another name', () => {
    const json = structuredClone(readTestManifest());
    const narrator = { intents: { attack: {}, atack: {} } };
    const [problem] = listProblems({ ...json, narrator });
    expect(problem).toMatchObject({ pointer: '/narrator/intents/atack' });
    expect(problem?.suggestion).toMatch('Did you mean "attack"? That key is here already');
  });

  test.each(plantedErrors.map((error) => [error.kind, error] as const))(
    'MF1: found alone: %s',
    (_, error) => {
      expect(listProblems(plant([error])).map((problem) => problem.pointer)).toEqual([error.pointer]);
    },
  );

  test('MF2: any of them together are answered with those and no others', () => {
    fc.assert(
      fc.property(fc.subarray([...plantedErrors]), (errors) => {
        const pointers = listProblems(plant(errors)).map((problem) => problem.pointer);
        expect(pointers.toSorted()).toEqual(errors.map((error) => error.pointer).toSorted());
      }),
      { numRuns: isProof ? 1_000 : 60 },
    );
  });

  test('MF2: where nothing is planted nothing is found', () => {
    expect(listProblems(readSpaciousManifest())).toEqual([]);
  });
});

describe('hints for the narrator', () => {
  const planted = plantedErrors.filter(({ pointer }) => pointer.startsWith('/narrator'));

  test('MF15: each error in them is found at its place, with what would do', () => {
    expect(planted.length).toBeGreaterThanOrEqual(30);
    expect(listProblems(plant(planted)).map(({ pointer }) => pointer)).toHaveLength(planted.length);
  });

  test('MF15: they stay as they were written: nothing is filled in or left out', () => {
    const whole = readSpaciousManifest() as unknown as Manifest;
    const checked = checkManifest(whole);
    expect(checked.ok && checked.system.manifest.narrator).toEqual(whole.narrator);
    expect(checked.ok && checked.system.hash).toBe(hashManifest(whole));
  });

  test('MF15: what is wrong elsewhere is not told again where a hint names it', () => {
    const manifest = readSpaciousManifest() as unknown as { checks: { id: unknown; outcomes: unknown }[] };
    const strike = manifest.checks.find(({ id }) => id === 'strike');
    if (strike !== undefined) strike.id = 7;
    expect(listProblems(manifest).map(({ pointer }) => pointer)).toEqual(['/checks/1/id']);
  });
});

describe('whatever is given', () => {
  /** One change to the manifest: `by` replaces the value to which `steps` lead; null removes a member of an object. */
  const anyChange = fc.record({
    steps: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
    by: fc.option(anyJson),
  });

  function change(json: Json, steps: readonly number[], by: Json | null): Json {
    const [step, ...rest] = steps;
    if (step === undefined) return by;
    if (isList(json) && json.length > 0) {
      const at = step % json.length;
      return json.map((one, index) => (index === at ? change(one, rest, by) : one));
    }
    if (!isObject(json) || Object.keys(json).length === 0) return by;
    const names = Object.keys(json);
    const name = names[step % names.length];
    const entries = Object.entries(json).flatMap(([key, one]) => {
      if (key !== name) return [[key, one] as const];
      return rest.length === 0 && by === null ? [] : [[key, change(one, rest, by)] as const];
    });
    return Object.fromEntries(entries);
  }

  test('MF3: a manifest that was spoilt anywhere makes a system or a list of problems, each at a place that is there', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { minLength: 1, maxLength: 4 }), (changes) => {
        const spoilt = changes.reduce<Json>(
          (json, { steps, by }) => change(json, steps, by),
          readTestManifest(),
        );
        const checked = checkManifest(spoilt);
        if (checked.ok) return;
        expect(checked.problems.length).toBeGreaterThan(0);
        for (const { pointer, says, suggestion } of checked.problems) {
          expect(follow(spoilt, pointer), `${pointer}: ${says}`).toBeDefined();
          expect(says).toMatch(/[.?]$/);
          expect(suggestion).toMatch(/\w/);
        }
      }),
      { numRuns: isProof ? 5_000 : 250 },
    );
  });

  test('MF3: JSON that is no manifest at all is answered with problems', () => {
    fc.assert(
      fc.property(anyJson, (json) => {
        expect(listProblems(json).length).toBeGreaterThan(0);
      }),
    );
    expect(listProblems(undefined)).toHaveLength(1);
    expect(listProblems([])[0]).toMatchObject({ pointer: '', says: 'A manifest is a JSON object.' });
  });

  test('MF3: what is too deep or too much is refused before it is looked into', () => {
    let deep: Json = 1;
    for (let depth = 0; depth < 5_000; depth += 1) deep = { a: deep };
    const [problem, ...more] = listProblems({ ...readTestManifest(), narrator: deep });
    expect(problem?.says).toBe('The manifest is nested more than 32 levels deep here.');
    expect(more).toEqual([]);
    const much = { narrator: Array.from({ length: 500_000 }, () => 0) };
    expect(listProblems(much).map((one) => one.pointer)).toEqual(['']);
  });
});

describe('what is suggested for a formula', () => {
  const suggest = (formula: string) => {
    const { fields, ...rest } = readTestManifest() as { readonly fields: readonly Json[] };
    const field = { path: 'a', label: 'A', prefab: 'VAL_INT', category: 'meta' };
    const reader = { ...field, path: 'zz', formula };
    return listProblems({ ...rest, fields: [...fields, field, reader] }).map((one) => one.suggestion);
  };

  test('MF3: a name is suggested only when it is near', () => {
    expect(suggest('damage_bonanza')[0]).toMatch(/^Possible: /);
    expect(suggest('mihgt + 1')[0]).toMatch(/^Did you mean "attributes\.might/);
    expect(suggest('might_score + 1')[0]).toMatch(/^Did you mean "attributes\.might/);
  });

  test('MF3: where a formula stops to be read, what follows is said to be unseen', () => {
    expect(suggest('1 + ) + 2 * ( + 3')[0]).toMatch(
      /^Look at ".*"\. Nothing after this place was checked\.$/,
    );
    expect(suggest('1 + )')[0]).toMatch(/^Look at "1 \+ \)"\.$/);
  });
});

describe('words for a formula', () => {
  const list = (more: JsonObject) => {
    const { fields, ...rest } = readTestManifest() as { readonly fields: readonly Json[] };
    const field = { path: 'a', label: 'A', prefab: 'VAL_INT', category: 'meta', formula_words: 'Twice two' };
    return listProblems({ ...rest, fields: [...fields, { ...field, ...more }] }).map((one) => one.pointer);
  };

  test('MF20: words without a formula are a problem', () => {
    expect(list({ formula: '2 * 2' })).toEqual([]);
    expect(list({})).toEqual([expect.stringMatching(/^\/fields\/\d+\/formula_words$/u)]);
  });
});

describe('the system that is made', () => {
  test('MF5: every type has the fields of the house, then those of the manifest', () => {
    const { sheets } = buildTestSystem();
    expect([...sheets.keys()]).toEqual([...baseFields.keys()]);
    const paths = (type: string) => sheets.get(type)?.fields.map((field) => field.path);
    expect(paths('location')).toEqual(['name', 'about', 'exits', 'is_visited', 'depth']);
    expect(paths('npc')).toEqual(
      expect.arrayContaining(['name', 'at', 'conditions', 'attitude', 'is_gone', 'combat.guard']),
    );
    expect(paths('location')).not.toContain('resources.breath');
    expect(
      sheets
        .get('character')
        ?.fields.slice(0, 4)
        .map((field) => field.path),
    ).toEqual(['name', 'about', 'at', 'conditions']);
  });

  test('MF6: what a formula reads comes before it, and its readers are known', () => {
    const sheet = buildTestSystem().sheets.get('character');
    const might = sheet?.byPath.get('attributes.might');
    const guard = sheet?.byPath.get('combat.guard');
    expect(might?.order).toBeLessThan(guard?.order ?? 0);
    expect(might?.readers).toEqual(['combat.guard', 'inventory.gear', 'resources.breath']);
    expect(sheet?.inOrder.map((field) => field.order)).toEqual(sheet?.fields.map((_, at) => at));
  });

  test('MF6: what a formula sets cannot be written', () => {
    const sheet = buildTestSystem().sheets.get('character');
    const writable = (path: string) =>
      sheet?.byPath.get(path)?.parts.flatMap((part) => (part.isWritable ? [part.name] : []));
    expect(writable('combat.guard')).toEqual([]);
    expect(writable('resources.breath')).toEqual(['', 'current', 'temp']);
    expect(writable('resources.luck')).toEqual(['', 'current']);
    expect(writable('attributes.might')).toEqual(['', 'score']);
  });

  test('MF6: an alias is known to the sheets that can compute it', () => {
    const { sheets } = buildTestSystem();
    expect([...(sheets.get('character')?.aliases.keys() ?? [])]).toEqual(['points', 'burden', 'edge']);
    expect([...(sheets.get('npc')?.aliases.keys() ?? [])]).toEqual([]);
  });

  test('MF7: a circle is told once, from its first name to its first name', () => {
    const manifest = readTestManifest() as { aliases: Record<string, string> };
    manifest.aliases['left'] = 'right + 1';
    manifest.aliases['right'] = 'left - 1';
    expect(listProblems(manifest)).toEqual([
      {
        pointer: '/aliases/left',
        says: 'It goes in a circle: left → right → left.',
        suggestion: 'Let one of these fields read something else, or remove its formula.',
      },
    ]);
  });

  test('MF8: a check knows what it may be given, and what a roll comes to', () => {
    const effort = buildTestSystem().checks.get('effort');
    expect(effort?.given).toEqual(['bonus']);
    expect(effort?.target?.source).toBe('8 + burden');
    expect(effort?.outcomes.map((outcome) => outcome.when.source)[0]).toBe('natural == 12');
  });

  test('MF15: an intent need not write out the dice of a check whose given value has a default', () => {
    const rolled = { say: 'what helps', default: 0 };
    const withGiven = (bonus: Json) => {
      const sound = put(readTestManifest(), '/checks/0/given/bonus', bonus);
      return listProblems(put(sound, '/narrator', { intents: { attack: { check: 'effort' } } }));
    };
    expect(withGiven(rolled)).toEqual([]);
    expect(withGiven('what helps')).toMatchObject([{ pointer: '/narrator/intents/attack/check' }]);
  });

  test('MF9: a quick character that a formula holds back is told so', () => {
    const manifest = readTestManifest() as unknown as { characters: { set: Record<string, Json> }[] };
    const ena = manifest.characters[0];
    if (ena !== undefined) ena.set['resources.breath.current'] = 30;
    expect(listProblems(manifest)).toMatchObject([
      { pointer: '/characters/0/set/resources.breath.current', says: expect.stringContaining('becomes 9') },
    ]);
  });

  test('MF9: the boxes of a quick character are judged by as many as the formula gives', () => {
    const withBoxes = (boxes: Json) => {
      const manifest = readTestManifest() as unknown as { characters: { set: Record<string, Json> }[] };
      const ena = manifest.characters[0];
      if (ena !== undefined) ena.set['resources.wounds'] = boxes;
      return listProblems(manifest);
    };
    const blank = buildTestSystem().blanks.get('character') as { resources: { wounds: Json[] } } | undefined;
    const count = blank?.resources.wounds.length ?? 0;
    const row = Array.from({ length: count }, (_, at) => at === count - 1);
    expect(count).toBeGreaterThan(1);
    expect(withBoxes(row)).toEqual([]);
    expect(withBoxes([true])).toEqual([]);
    expect(withBoxes(1)).toEqual([]);
    expect(withBoxes([...row, true])).toMatchObject([
      {
        pointer: '/characters/0/set/resources.wounds',
        says: expect.stringContaining(`A list of ${count} values`),
      },
    ]);
  });

  test.each([
    ['/checks/0/id', 'Not an id'],
    ['/checks/0/given', ['bonus']],
    ['/checks/0/given/bonus', 5],
    ['/oracles/0/id', 'Not an id'],
    ['/oracles/0/rows/1', 'No.'],
    ['/oracles/0/rows/0', 'No.'],
    ['/oracles/0/rows/3/from', 'six'],
    ['/tables/ranks/rows/1/1', 'two'],
    ['/tables/ranks/rows/0/1', 'two'],
    ['/narrator', 5],
    ['/narrator/intents', 5],
    ['/narrator/intents/attack', 5],
  ])('MF2: what only follows from the fault at %s is not reported', (pointer, value) => {
    const rows = [{ from: 1, to: 6, say: 'Ask again.', table: 'answer' }];
    const sound = readTestManifest() as { [name: string]: Json } & {
      checks: JsonObject[];
      fields: JsonObject[];
      oracles: Json[];
    };
    const whole: Json = {
      ...sound,
      checks: sound.checks.map((check, at) => (at === 0 ? { ...check, move: 'attack' } : check)),
      fields: sound.fields.map((field) =>
        field['path'] === 'identity.trade' ? { ...field, roll: ['answer'] } : field,
      ),
      oracles: [...sound.oracles, { id: 'further', label: 'Further', dice: '1d6', rows }],
      narrator: { intents: { attack: { check: 'effort', dice: '2d6' } } },
    };
    expect(listProblems(whole)).toEqual([]);
    expect(listProblems(put(whole, pointer, value)).map((problem) => problem.pointer)).toEqual([pointer]);
  });

  test('MF10: the hash knows what changed, not in which order it was written', () => {
    const turned = (json: Json): Json => {
      if (isList(json)) return json.map(turned);
      return isObject(json)
        ? Object.fromEntries(
            Object.entries(json)
              .reverse()
              .map(([k, v]) => [k, turned(v)]),
          )
        : json;
    };
    const hash = buildTestSystem().hash;
    const again = checkManifest(turned(readTestManifest()));
    expect(again.ok && again.system.hash).toBe(hash);
    const other = { ...readTestManifest(), version: '1.0.1' } as unknown as Manifest;
    expect(hashManifest(other)).not.toBe(hash);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('effects that are written once', () => {
  const harm = [{ lose: 'resources.vigour.current', amount: 1 }];
  const change = (reward: Json, effects: Json): JsonObject => {
    const { manifest } = readShippedSystem('starter');
    const narrator = { ...(manifest.narrator as unknown as JsonObject), reward, effects };
    return { ...(manifest as unknown as JsonObject), narrator };
  };

  test('MF19: they take the place of whatever names them, and the system is the same as if they were written out', () => {
    const { effects: _effects, ...narrator } = change(harm, {})['narrator'] as JsonObject;
    const out = checkManifest({ ...change(harm, {}), narrator });
    const once = checkManifest(change([{ same: 'harm' }], { harm }));
    expect(once.ok && out.ok && once.system.hash === out.system.hash).toBe(true);
  });

  test('MF19: a name that does not exist, effects that nothing names, and too many of them are problems', () => {
    expect(listProblems(change([{ same: 'harm' }], {})).map(({ pointer }) => pointer)).toEqual([
      '/narrator/reward/0/same',
    ]);
    expect(listProblems(change(harm, { harm })).map(({ pointer }) => pointer)).toEqual([
      '/narrator/effects/harm',
    ]);
    // 180 places would each add more than 6,000 characters. Together this is more than may be added, so the last places
    // fail.
    const much = Array.from({ length: 20 }, () => ({ say: 'x'.repeat(300) }));
    const many = [{ same: 'much' }];
    const degrees = ['triumph', 'success', 'mixed', 'failure', 'disaster'];
    const outcomes = Object.fromEntries(degrees.map((degree) => [degree, many]));
    const variants = Array.from({ length: 30 }, (_, at) => ({
      words: [`way ${at}`],
      always: many,
      outcomes,
    }));
    const whole = change(harm, { much });
    const narrator = whole['narrator'] as JsonObject;
    const intents = narrator['intents'] as JsonObject;
    const sneak = { ...(intents['sneak'] as JsonObject), variants };
    const problems = listProblems({ ...whole, narrator: { ...narrator, intents: { ...intents, sneak } } });
    expect(problems.length).toBeGreaterThan(0);
    for (const { pointer } of problems)
      expect(pointer).toMatch(/^\/narrator\/intents\/sneak\/variants\/2\d\/.*\/same$/u);
  });
});

describe('the systems that ship', () => {
  test.each(listShippedSystems())('MF12: %s loads, and its sheets come to rest', (id) => {
    const system = readShippedSystem(id);
    expect(system.id).toBe(id);
    for (const sheet of system.sheets.values()) {
      const fresh = settle(sheet, {}, system);
      expect(fresh.faults).toEqual([]);
      expect(settle(sheet, fresh.values, system).changes).toEqual([]);
    }
  });

  test('are checked once in each process', () => {
    expect(readShippedSystem('starter')).toBe(readShippedSystem('starter'));
  });

  test('MF12: an unknown one is refused with those there are', () => {
    expect(() => readShippedSystem('dnd6e')).toThrow(/no bundled system "dnd6e".*starter/s);
    expect(listShippedSystems()).toContain('starter');
  });
});
