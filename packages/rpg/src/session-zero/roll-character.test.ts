// Tests the rolls for a new character: they are possible results, they are shown, and a model's proposal cannot change them.

import { readFileSync } from 'node:fs';
import { buildScriptedModel } from '@terrarium/kernel/testing/scripted-model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkManifest } from '../manifest/check-manifest.ts';
import { readShippedSystem } from '../manifest/read-system.ts';
import { buildCharacter } from './build-character.ts';
import { proposeCharacter } from './propose-character.ts';
import { rollCharacter } from './roll-character.ts';

const text = readFileSync(new URL('../../test/support/cairn.json', import.meta.url), 'utf8');

/** The system Cairn with creation by rolls, and whatever else a test changes. */
function build(change: (fields: Record<string, Record<string, unknown>>) => void = () => undefined) {
  const manifest = JSON.parse(text);
  manifest.oracles = [
    { id: 'trade', label: 'Trade', dice: '1d2', rows: [row(1, 'Smith'), row(2, 'Cook', 'tools')] },
    { id: 'tools', label: 'Tools', dice: '1d2', rows: [row(1, 'Pan'), row(2, 'Knife')] },
  ];
  manifest.fields.push(
    { path: 'resources.grit', label: 'Grit', prefab: 'RES_POOL', category: 'resources', roll: '1d6+1' },
    { path: 'identity.trade', label: 'Trade', prefab: 'VAL_TEXT', category: 'identity', roll: 'trade' },
  );
  const byPath = Object.fromEntries(manifest.fields.map((field: { path: string }) => [field.path, field]));
  byPath['progression.hp_rolled'].roll = '1d6';
  byPath['inventory.carried'].roll = ['tools', 'tools'];
  change(byPath);
  return checkManifest(manifest);
}

function row(at: number, say: string, table?: string) {
  return { from: at, to: at, say, ...(table === undefined ? {} : { table }) };
}

function buildSystem() {
  const checked = build();
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.system;
}

const system = buildSystem();

describe('what a new character rolls', () => {
  it('SZ30: lies within its dice, is shown as it fell, and what is rolled for points is their maximum', () =>
    fc.assert(
      fc.property(fc.array(fc.float({ min: 0, max: Math.fround(0.999) }), { minLength: 12 }), (faces) => {
        let at = 0;
        const next = () => faces[at++ % faces.length] ?? 0;
        const { set, rolls } = rollCharacter(system, { next } as never);
        const { values, refused } = buildCharacter(system, { name: 'A', about: '', set });
        expect(refused).toEqual([]);
        const grit = Number(set['resources.grit']);
        expect(grit).toBeGreaterThanOrEqual(2);
        expect(grit).toBeLessThanOrEqual(7);
        expect(values).toMatchObject({ resources: { grit: { current: grit, max: grit } } });
        expect(values).toMatchObject({
          resources: { hp: { current: set['progression.hp_rolled'], max: set['progression.hp_rolled'] } },
        });
        expect(rolls.find(({ path }) => path === 'resources.grit')?.rendered).toMatch(
          new RegExp(`^1d6 ?\\+ ?1: .*= ${grit}$`),
        );
        expect(String(set['identity.trade'])).toMatch(/^(?:Smith|Cook; (?:Pan|Knife))$/);
        expect(JSON.stringify(values['inventory'])).toMatch(/Pan|Knife/);
      }),
      { numRuns: 40 },
    ));

  it('SZ30: a system that rolls nothing sets nothing', () => {
    const chance = { next: () => 0.5 } as never;
    expect(rollCharacter(readShippedSystem('starter'), chance)).toEqual({ set: {}, rolls: [] });
  });

  it('SZ30: what was rolled stands against whatever a model proposes, which is shown it', async () => {
    const set = { 'resources.grit.current': 1, 'identity.trade': 'King', 'progression.hp_rolled': 6 };
    const model = buildScriptedModel([{ text: JSON.stringify({ name: 'Odo', about: 'A cook.', set }) }]);
    const rolled = { 'resources.grit': 4, 'identity.trade': 'Cook; Pan' };
    const proposed = await proposeCharacter({ system, wish: 'a cook', world: '', model, rolled });
    expect(proposed.set).toEqual({ 'progression.hp_rolled': 6, ...rolled });
    expect(String(model.requests[0]?.messages.at(-1)?.content)).toContain(
      '<rolled>{"resources.grit":4,"identity.trade":"Cook; Pan"}</rolled>',
    );
  });

  it('SZ30: a manifest that rolls what is no dice and no table, or fixes what is rolled, is refused with each place', () => {
    const checked = build((fields) => {
      Object.assign(fields['resources.grit'] ?? {}, { config: { max: 6 } });
      Object.assign(fields['identity.trade'] ?? {}, { roll: '2d6' });
      Object.assign(fields['inventory.carried'] ?? {}, { roll: ['tool'] });
      Object.assign(fields['progression.hp_rolled'] ?? {}, { roll: '1d6+@abilities.str.current' });
    });
    const places = checked.ok ? [] : checked.problems.map(({ pointer }) => pointer.replace(/\d+/, 'N'));
    expect(places.toSorted()).toEqual([
      '/fields/N/config/max',
      '/fields/N/roll',
      '/fields/N/roll',
      '/fields/N/roll/0',
    ]);
  });
});
