// Builds a small system for tests, with derived values, limits, thresholds, lists, tracks, and checks of each kind.

import { checkManifest } from '../../src/manifest/check-manifest.ts';
import type { System } from '../../src/system/system.ts';

const fields = [
  {
    path: 'attributes.might',
    label: 'Might',
    prefab: 'VAL_INT',
    category: 'attributes',
    config: { min: 0, max: 20, default: 10 },
  },
  {
    path: 'attributes.bonus',
    label: 'Bonus',
    prefab: 'VAL_INT',
    category: 'attributes',
    config: { min: -10, max: 10 },
    formula: 'floor((attributes.might - 10) / 2)',
  },
  {
    path: 'combat.guard',
    label: 'Guard',
    prefab: 'VAL_INT',
    category: 'combat',
    config: { min: 0, max: 40 },
    formula: '10 + attributes.bonus',
  },
  {
    path: 'resources.health',
    label: 'Health',
    prefab: 'RES_POOL',
    category: 'resources',
    config: {},
    max_formula: 'max(1, 2 * attributes.might)',
    thresholds: [{ when: 'resources.health.current <= 0', say: 'You are down.', at: 'down' }],
  },
  {
    path: 'resources.stress',
    label: 'Stress',
    prefab: 'RES_TRACK',
    category: 'resources',
    config: { boxes: 6 },
  },
  {
    path: 'resources.luck',
    label: 'Luck',
    prefab: 'VAL_INT',
    category: 'resources',
    config: { min: 0, max: 100, default: 4 },
  },
  {
    path: 'resources.share',
    label: 'Share',
    prefab: 'VAL_INT',
    category: 'resources',
    config: { min: 0, max: 100 },
    formula: '100 // resources.luck',
  },
  { path: 'skills.blade', label: 'Blade', prefab: 'VAL_STEP_DIE', category: 'skills', config: {} },
  {
    path: 'inventory.items',
    label: 'Items',
    prefab: 'CONT_LIST',
    category: 'inventory',
    config: { item_shape: { weight: 'number' } },
  },
  { path: 'meta.tags', label: 'Tags', prefab: 'CONT_TAGS', category: 'meta', config: {} },
];

const manifest = {
  id: 'test',
  name: 'Test',
  version: '1',
  engine: { dice: '1d20', mechanic: 'Roll high.', success: 'Reach it.', crit: '20', check: 'test' },
  procedures: { combat: 'Fight.' },
  checks: [
    {
      id: 'test',
      label: 'Test',
      dice: '1d20+@attributes.bonus',
      target: '12',
      outcomes: [
        { id: 'hit', label: 'Hit', when: 'total >= target', degree: 1 },
        { id: 'miss', label: 'Miss', when: 'true', degree: -1 },
      ],
    },
  ],
  fields,
  rules: [],
  entities: {
    npc: {
      fields: [
        {
          path: 'resources.health',
          label: 'Health',
          prefab: 'RES_POOL',
          category: 'resources',
          config: { max: 8 },
        },
      ],
    },
    creature: {
      fields: [
        {
          path: 'resources.health',
          label: 'Health',
          prefab: 'RES_POOL',
          category: 'resources',
          config: { max: 5 },
        },
      ],
    },
  },
};

/** `formulas` replaces formulas by path, for tests that change the rules. */
export function buildSmallSystem(formulas: Readonly<Record<string, string>> = {}): System {
  const changed = fields.map((field) => {
    const formula = formulas[field.path];
    return formula === undefined ? field : { ...field, formula };
  });
  const checked = checkManifest({ ...manifest, fields: changed });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems, undefined, 1));
  return checked.system;
}
