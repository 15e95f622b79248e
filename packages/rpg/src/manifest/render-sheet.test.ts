// Tests rendering sheets: for people in lines of limited width, for models in few tokens, whatever texts they contain.

import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { buildTestSystem } from '../../test/support/build-test-system.ts';
import { anyJson } from '../../test/support/prefab-configs.ts';
import { writeValue } from '../rules/read-value.ts';
import { resolvePath } from '../rules/resolve-path.ts';
import { settle } from '../rules/settle.ts';
import { categories } from '../system/manifest.ts';
import type { System } from '../system/system.ts';
import type { Entity } from '../values/entity.ts';
import type { Json, JsonObject } from '../values/json.ts';
import { listShippedSystems, readShippedSystem } from './read-system.ts';
import { renderSheet } from './render-sheet.ts';
import { renderSheetForModel } from './render-sheet-for-model.ts';

/** A quick character of a system, settled as at the beginning of a game. */
function buildCharacter(system: System, index = 0): Entity {
  const sheet = system.sheets.get('character');
  const character = system.manifest.characters?.[index];
  if (sheet === undefined || character === undefined) throw new Error('there is nobody');
  let values: JsonObject = { name: character.name, about: character.concept };
  for (const [path, input] of Object.entries(character.set)) {
    const found = resolvePath(sheet, path);
    if (!found.ok) throw new Error(found.say);
    const { field, part } = found;
    const before = field.path.split('.').reduce<Json | undefined>(lookUp, values);
    const done = field.kind.set(before ?? field.kind.blank(), { part, input: input as Json });
    if (!done.ok) throw new Error(done.say);
    values = writeValue(values, field.path, done.value);
  }
  const settled = settle(sheet, values, system);
  return { id: 'character:player', type: 'character', key: 'player', sheet: settled.values };
}

function lookUp(here: Json | undefined, name: string): Json | undefined {
  return typeof here === 'object' && here !== null ? (here as JsonObject)[name] : undefined;
}

/** A character with any values that a file may contain. */
const anyCharacter = fc
  .array(
    fc.tuple(fc.constantFrom(...(buildTestSystem().sheets.get('character')?.byPath.keys() ?? [])), anyJson),
  )
  .map((entries): Entity => {
    const sheet = entries.reduce((values: JsonObject, [path, json]) => writeValue(values, path, json), {});
    return { id: 'character:player', type: 'character', key: 'player', sheet };
  });

test('MF13: a sheet for people', () => {
  const system = buildTestSystem();
  const sections = renderSheet(buildCharacter(system), system, { width: 40, isWhole: true });
  const text = sections.map(({ category, lines }) => [`# ${category}`, ...lines].join('\n')).join('\n');
  expect(text).toMatchInlineSnapshot(`
    "# resources
    Breath      9/9
    Wounds      □□□ 0/3
    Luck        1/3
    # status
    Omen        ○○○○○○ 0/6
    # combat
    Guard       8
    Armed       yes
    # identity
    Name        Ena Sorrel
    Trade       diver
    # progression
    Voyages     0
    Lessons     0/99
    # attributes
    Might       12 (+1)
    Wit         8 (-1)
    Grace       10 (+0)
    # skills
    Knots       d8
    Reputation  unknown (0)
    # features
    Traits      stubborn
    # inventory
    Gear        Rope ×2, Knife (7/22)
    Purse       —
    # connections
    Captain     —
    # narrative
    About       A diver who came up with
                something that was not hers"
  `);
});

test('MF13: in a narrow sheet no word of a label is split, and values are read before they are wrapped', () => {
  const system = readShippedSystem('dnd5e');
  const player = {
    id: 'character:player',
    type: 'character',
    key: 'player',
    sheet: { at: 'location:pewter-rows' },
  };
  const translate = (view: string) => view.replace('location:pewter-rows', 'Pewter Rows');
  const lines = renderSheet(player as never, system, { width: 36, translate }).flatMap((one) => one.lines);
  expect(lines.every((line) => [...line].length <= 36)).toBe(true);
  expect(lines.some((line) => /^Investigation /.test(line))).toBe(true);
  expect(lines.find((line) => line.startsWith('Where'))).toMatch(/Pewter Rows$/);
});

test('MF13: the sheet in play leaves out what is empty, and skills at their base share a few lines', () => {
  const system = readShippedSystem('dnd5e');
  const list = (isWhole: boolean) => renderSheet(buildCharacter(system), system, { isWhole });
  const short = list(false);
  expect(short.map(({ category }) => category)).toEqual([
    'resources',
    'combat',
    'identity',
    'progression',
    'attributes',
    'skills',
    'features',
    'inventory',
    'narrative',
  ]);
  const lines = short.flatMap((section) => section.lines);
  expect(lines.join('\n')).not.toMatch(/Spell slots|Death saves|Damage die|Base speed|Conditions/u);
  expect(lines.find((line) => line.startsWith('Athletics'))).toMatch(/\+5 trained$/u);
  expect(lines.find((line) => line.startsWith('Others'))).toMatch(/\+1: Acrobatics, Animal handling/u);
  const whole = list(true);
  expect(whole.at(-1)?.category).toBe('meta');
  expect(whole.flatMap((section) => section.lines).join('\n')).toMatch(
    /Spell slots, level 9 +0\/0[\s\S]*Base speed/u,
  );
});

test('MF13: no line is wider than asked, categories keep their order, and nothing is obeyed by a terminal', () => {
  const system = buildTestSystem();
  fc.assert(
    fc.property(anyCharacter, fc.integer({ min: 30, max: 120 }), fc.boolean(), (entity, width, isWhole) => {
      const sections = renderSheet(entity, system, { width, isWhole });
      const first = ['resources', 'status', 'combat'];
      const inPlay = [...first, ...categories.filter((one) => !first.includes(one))];
      const order = sections.map(({ category }) => inPlay.indexOf(category));
      expect(order).toEqual(order.toSorted((one, other) => one - other));
      for (const line of sections.flatMap(({ lines }) => lines)) {
        expect([...line].length).toBeLessThanOrEqual(width);
        expect(line).not.toMatch(/\p{Cc}|\p{Cs}/u);
      }
    }),
    { numRuns: 150 },
  );
});

test('MF14: a sheet for a model', () => {
  const system = buildTestSystem();
  const lines = renderSheetForModel(buildCharacter(system), system).split('\n');
  expect(lines).toContain('attributes.might score=12 modifier=1');
  expect(lines).toContain('inventory.gear items=Rope x2 (weight=3); Knife (weight=1) capacity=22');
  expect(lines.slice(-3)).toEqual([
    'derived:',
    'combat.guard=8',
    'empty: at conditions inventory.purse connections.captain',
  ]);
});

test('MF14: every field stands on one line by a path that tools accept, whatever it holds', () => {
  const system = buildTestSystem();
  const sheet = system.sheets.get('character');
  if (sheet === undefined) throw new Error('there is no sheet');
  fc.assert(
    fc.property(anyCharacter, (entity) => {
      const lines = renderSheetForModel(
        { ...entity, sheet: settle(sheet, entity.sheet, system).values },
        system,
      ).split('\n');
      const full = lines.filter((line) => line !== 'derived:' && !line.startsWith('empty: '));
      const empty = lines.flatMap((line) => (line.startsWith('empty: ') ? line.slice(7).split(' ') : []));
      const paths = [...full.map((line) => /^[a-z0-9_.]+/.exec(line)?.[0] ?? line), ...empty];
      expect(paths.toSorted()).toEqual([...sheet.byPath.keys()].toSorted());
      for (const path of paths) expect(resolvePath(sheet, path).ok).toBe(true);
    }),
    { numRuns: 150 },
  );
});

test.each(listShippedSystems())('MF14: in %s it takes at most 1.2 times the tokens of its JSON', (id) => {
  const system = readShippedSystem(id);
  for (const index of (system.manifest.characters ?? []).keys()) {
    const entity = buildCharacter(system, index);
    const tokens = encode(renderSheetForModel(entity, system)).length;
    expect(tokens / encode(JSON.stringify(entity.sheet)).length).toBeLessThanOrEqual(1.2);
  }
});
