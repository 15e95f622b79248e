// Conformance of prefabs: what holds for every kind of field, whatever its configuration and whatever stood in a file.

import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyConfig, anyDerived, anyJson } from '../../test/support/prefab-configs.ts';
import type { Json } from '../values/json.ts';
import type { Done, FieldPart, Prefab } from './prefab.ts';
import { prefabs } from './prefabs.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const numRuns = isProof ? 5_000 : 250;

/** One thing done to a value; undefined where the kind of field knows no such thing. */
type Deed = (prefab: Prefab<unknown>, value: Json, config: unknown) => Done | undefined;

function anyDeed(prefab: Prefab<unknown>, config: unknown): fc.Arbitrary<Deed> {
  const names = prefab.listParts(config).map((part) => part.name);
  const part = fc.oneof(
    fc.constantFrom(...names),
    fc.constantFrom('', 'rope.qty', 'rope', 'rope.weight', 'prone', 'constructor', 'x.y.z'),
  );
  const delta = fc.oneof(fc.integer({ min: -20, max: 20 }), fc.double());
  return fc.oneof(
    fc.record({ part, input: anyJson }).map(
      (asked): Deed =>
        (one, value, given) =>
          one.set(value, asked, given),
    ),
    fc.record({ part, delta }).map(
      (asked): Deed =>
        (one, value, given) =>
          one.adjust?.(value, asked, given),
    ),
    delta.map(
      (count): Deed =>
        (one, value, given) =>
          one.mark?.(value, count, given),
    ),
    fc.record({ item: anyJson, id: fc.constantFrom('a', 'rope', 'x y', '') }).map(
      (asked): Deed =>
        (one, value, given) =>
          one.add?.(value, asked, given),
    ),
    fc
      .record({
        item: fc.constantFrom('rope', 'Prone', 'calm', 'a'),
        quantity: fc.option(delta, { nil: undefined }),
      })
      .map(
        (asked): Deed =>
          (one, value, given) =>
            one.remove?.(value, asked, given),
      ),
  );
}

function checkPart(
  prefab: Prefab<unknown>,
  { name, kind, isWritable }: FieldPart,
  { value, config }: { readonly value: Json; readonly config: unknown },
): void {
  const read = prefab.read(value, name, config);
  if (kind === 'list') expect(Array.isArray(read)).toBe(true);
  else expect(typeof read).toBe(kind === 'text' ? typeof read : kind);
  const own = typeof read === 'object' ? 0 : (read ?? 0);
  const done = prefab.set(value, { part: name, input: name === '' ? value : own }, config);
  expect(done.ok).toBe(isWritable);
  if (done.ok) expect(done.value).toEqual(value);
}

describe.each([...prefabs.values()].map((prefab) => [prefab.id, prefab] as const))('%s', (id, prefab) => {
  const config = anyConfig(id);

  test('PF1: any JSON becomes a value of its kind', () => {
    fc.assert(
      fc.property(config, fc.option(anyJson, { nil: undefined }), anyDerived, (given, json, derived) => {
        const { value } = prefab.settle(json, given, derived);
        expect(JSON.parse(JSON.stringify(value))).toEqual(value);
      }),
      { numRuns },
    );
  });

  test('PF2: settling twice is settling once, and what changed is said', () => {
    fc.assert(
      fc.property(config, anyJson, anyDerived, (given, json, derived) => {
        const once = prefab.settle(json, given, derived);
        const twice = prefab.settle(once.value, given, derived);
        expect(twice.value).toBe(once.value);
        expect(twice.because).toBeUndefined();
        if (once.value !== json) expect(once.because).toMatch(/\w/);
        const blank = prefab.buildBlank(given);
        expect(prefab.settle(blank, given, {}).value).toBe(blank);
        expect(prefab.settle(undefined, given, {}).value).toEqual(blank);
      }),
      { numRuns },
    );
  });

  test('PF3: what comes of a deed is in order, or it is refused in words', () => {
    const life = config.chain((given) =>
      fc.tuple(fc.constant(given), anyJson, fc.array(anyDeed(prefab, given), { minLength: 1, maxLength: 6 })),
    );
    fc.assert(
      fc.property(life, ([given, json, deeds]) => {
        let value = prefab.settle(json, given, {}).value;
        for (const deed of deeds) {
          const before = structuredClone(value);
          const done = deed(prefab, value, given);
          expect(value).toEqual(before);
          if (done === undefined) continue;
          if (!done.ok) {
            expect(done.say).toMatch(/^.{8,}\.$/su);
            continue;
          }
          expect(prefab.settle(done.value, given, {})).toEqual({ value: done.value });
          value = done.value;
        }
      }),
      { numRuns },
    );
  });

  test('PF3: deeds to a value that was never settled do not throw either', () => {
    const deed = config.chain((given) => fc.tuple(fc.constant(given), anyJson, anyDeed(prefab, given)));
    fc.assert(
      fc.property(deed, ([given, json, act]) => {
        const done = act(prefab, json, given);
        if (done?.ok === true) expect(prefab.settle(done.value, given, {})).toEqual({ value: done.value });
      }),
      { numRuns },
    );
  });

  test('PF4: nothing throws where somebody only looks, and a view is one harmless line', () => {
    fc.assert(
      fc.property(config, anyJson, fc.string(), (given, json, name) => {
        const view = prefab.render(json, given);
        expect(view).toMatch(/^[^\p{Cc}\p{Cs}]+$/u);
        expect(prefab.describe('a.b', given)).toMatch(/^a\.b.*$/);
        for (const part of [name, ...prefab.listParts(given).map((one) => one.name)])
          prefab.read(json, part, given);
        for (const { to } of prefab.listReferences?.(json, given) ?? []) expect(to).toContain(':');
        for (const item of prefab.listItems?.(json, given) ?? []) expect(item['id']).toMatch(/./);
      }),
      { numRuns },
    );
  });

  test('PF5: a writable part can be set to what it reads, any other is refused', () => {
    fc.assert(
      fc.property(config, anyJson, (given, json) => {
        const { value } = prefab.settle(json, given, {});
        for (const part of prefab.listParts(given)) checkPart(prefab, part, { value, config: given });
      }),
      { numRuns },
    );
  });

  test('PF1: its parts are told apart, and what formulas derive is one of them', () => {
    fc.assert(
      fc.property(config, (given) => {
        const names = prefab.listParts(given).map((part) => part.name);
        expect(new Set(names).size).toBe(names.length);
        expect(names).toContain('');
        if (prefab.derives.value !== undefined) expect(names).toContain(prefab.derives.value);
        if (prefab.derives.max?.part !== undefined) expect(names).toContain(prefab.derives.max.part);
      }),
      { numRuns: 50 },
    );
  });
});
