// Tests what every prefab must do, with any configuration and any JSON.

import { readProcessEnvironment } from '@terrarium/kernel/process-environment';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyConfig, anyDerived, anyJson } from '../../test/support/prefab-configs.ts';
import type { Json } from '../values/json.ts';
import { buildBoundPrefab, type FieldKind } from './build-bound-prefab.ts';
import type { Done, FieldPart, Prefab } from './prefab.ts';
import { prefabs } from './prefabs.ts';

const isProof = readProcessEnvironment()['TERRARIUM_PROVE'] === '1';
const numRuns = isProof ? 5_000 : 250;

/** Does something to a value; undefined if this kind of field cannot do it. */
type Deed = (kind: FieldKind, value: Json) => Done | undefined;

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
        (one, value) =>
          one.set(value, asked),
    ),
    fc.record({ part, delta }).map(
      (asked): Deed =>
        (one, value) =>
          one.adjust?.(value, asked),
    ),
    delta.map(
      (count): Deed =>
        (one, value) =>
          one.mark?.(value, count),
    ),
    fc.record({ item: anyJson, id: fc.constantFrom('a', 'rope', 'x y', '') }).map(
      (asked): Deed =>
        (one, value) =>
          one.add?.(value, asked),
    ),
    fc
      .record({
        item: fc.constantFrom('rope', 'Prone', 'calm', 'a'),
        quantity: fc.option(delta, { nil: undefined }),
      })
      .map(
        (asked): Deed =>
          (one, value) =>
            one.remove?.(value, asked),
      ),
  );
}

function checkPart(kind: FieldKind, { name, kind: type, isWritable }: FieldPart, value: Json): void {
  const read = kind.read(value, name);
  if (type === 'list') expect(Array.isArray(read)).toBe(true);
  else expect(typeof read).toBe(type === 'text' ? typeof read : type);
  const own = typeof read === 'object' ? 0 : (read ?? 0);
  const done = kind.set(value, { part: name, input: name === '' ? value : own });
  expect(done.ok).toBe(isWritable);
  if (done.ok) expect(done.value).toEqual(value);
}

describe.each([...prefabs.values()].map((prefab) => [prefab.id, prefab] as const))('%s', (id, prefab) => {
  const config = anyConfig(id);

  test('PF1: any JSON becomes a value of its kind', () => {
    fc.assert(
      fc.property(config, fc.option(anyJson, { nil: undefined }), anyDerived, (given, json, derived) => {
        const kind = buildBoundPrefab(prefab, given);
        const { value } = kind.settle(json, derived);
        expect(JSON.parse(JSON.stringify(value))).toEqual(value);
      }),
      { numRuns },
    );
  });

  test('PF2: settling twice is settling once, and what changed is said', () => {
    fc.assert(
      fc.property(config, anyJson, anyDerived, (given, json, derived) => {
        const kind = buildBoundPrefab(prefab, given);
        const once = kind.settle(json, derived);
        const twice = kind.settle(once.value, derived);
        expect(twice.value).toBe(once.value);
        expect(twice.because).toBeUndefined();
        if (once.value !== json) expect(once.because).toMatch(/\w/);
        const blank = kind.blank();
        expect(kind.settle(blank, {}).value).toBe(blank);
        expect(kind.settle(undefined, {}).value).toEqual(blank);
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
        const kind = buildBoundPrefab(prefab, given);
        let value = kind.settle(json, {}).value;
        for (const deed of deeds) {
          const before = structuredClone(value);
          const done = deed(kind, value);
          expect(value).toEqual(before);
          if (done === undefined) continue;
          if (!done.ok) {
            expect(done.say).toMatch(/^.{8,}\.$/su);
            continue;
          }
          expect(kind.settle(done.value, {})).toEqual({ value: done.value });
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
        const kind = buildBoundPrefab(prefab, given);
        const done = act(kind, json);
        if (done?.ok === true) expect(kind.settle(done.value, {})).toEqual({ value: done.value });
      }),
      { numRuns },
    );
  });

  test('PF4: nothing throws where somebody only looks, and a view is one harmless line', () => {
    fc.assert(
      fc.property(config, anyJson, fc.string(), (given, json, name) => {
        const kind = buildBoundPrefab(prefab, given);
        const view = kind.view(json);
        expect(view).toMatch(/^[^\p{Cc}\p{Cs}]+$/u);
        expect(kind.hint('a.b')).toMatch(/^a\.b.*$/);
        for (const part of [name, ...prefab.listParts(given).map((one) => one.name)]) kind.read(json, part);
        for (const { to } of kind.references?.(json) ?? []) expect(to).toContain(':');
        for (const item of kind.items?.(json) ?? []) expect(item['id']).toMatch(/./);
      }),
      { numRuns },
    );
  });

  test('PF5: a writable part can be set to what it reads, any other is refused', () => {
    fc.assert(
      fc.property(config, anyJson, (given, json) => {
        const kind = buildBoundPrefab(prefab, given);
        const { value } = kind.settle(json, {});
        for (const part of prefab.listParts(given)) checkPart(kind, part, value);
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
