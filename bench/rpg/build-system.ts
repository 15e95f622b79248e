// Builds systems to measure: each has a hero's sheet with a given number of fields, most of them derived.

import { checkManifest } from '@terrarium/rpg/check-manifest';
import type { System } from '@terrarium/rpg/system';

const abilities = ['str', 'dex', 'con', 'int', 'wis', 'cha'];

/** Throws if the manifest is not a valid system, since there would be nothing to measure. */
export function buildSystem(count: number): System {
  const fields = [...buildCore(), ...buildSkills()].slice(0, count);
  const checked = checkManifest({
    id: `measured-${count}`,
    name: 'Measured',
    version: '1',
    engine: { dice: '1d20', mechanic: 'Roll and add.', success: 'Reach the target.', crit: 'A 20.' },
    procedures: {},
    aliases: Object.fromEntries(abilities.map((name) => [`${name}_mod`, `attributes.${name}.modifier`])),
    tables: { proficiency: { rows: [1, 5, 9, 13, 17].map((level, at) => [level, at + 2]) } },
    fields,
    rules: [],
  });
  if (!checked.ok)
    throw new Error(`The measured system is not valid: ${JSON.stringify(checked.problems.slice(0, 3))}`);
  return checked.system;
}

function buildCore(): readonly object[] {
  return [
    { path: 'level', prefab: 'VAL_INT', category: 'progression', config: { min: 1, max: 20, default: 1 } },
    ...abilities.map((name) => ({
      path: `attributes.${name}`,
      prefab: 'VAL_COMPOUND',
      category: 'attributes',
      config: { min: 1, max: 30, default: 10 },
      formula: `(attributes.${name}.score - 10) // 2`,
    })),
    {
      path: 'proficiency',
      prefab: 'VAL_INT',
      category: 'progression',
      formula: 'lookup(proficiency, level, 1)',
    },
    {
      path: 'resources.hp',
      prefab: 'RES_POOL',
      category: 'resources',
      max_formula: 'max(1, 8 + con_mod + (level - 1) * (5 + con_mod))',
      thresholds: [
        { when: 'resources.hp.current <= 0', say: 'They fall.' },
        { when: 'resources.hp.current * 2 <= resources.hp.max', say: 'They bleed.' },
      ],
    },
    {
      path: 'combat.armour',
      prefab: 'VAL_INT',
      category: 'combat',
      formula: '10 + min(dex_mod, 2) + combat.shield',
    },
    { path: 'combat.shield', prefab: 'VAL_INT', category: 'combat', config: { min: 0, max: 3, default: 0 } },
    {
      path: 'combat.initiative',
      prefab: 'VAL_INT',
      category: 'combat',
      formula: 'dex_mod + if(level >= 7, 2, 0)',
    },
    {
      path: 'combat.attack',
      prefab: 'VAL_INT',
      category: 'combat',
      formula: 'proficiency + max(str_mod, dex_mod)',
    },
    { path: 'resources.dice', prefab: 'RES_COUNTER', category: 'resources', max_formula: 'level' },
    {
      path: 'inventory.load',
      prefab: 'VAL_INT',
      category: 'inventory',
      formula: 'floor(attributes.str.score * 15 / 2)',
    },
  ].map((field) => ({ label: field.path, ...field }));
}

function buildSkills(): readonly object[] {
  return Array.from({ length: 100 }, (_, at) => ({
    path: `skills.skill_${at}`,
    label: `Skill ${at}`,
    prefab: 'VAL_INT',
    category: 'skills',
    config: { min: -10, max: 40 },
    formula: `${abilities[at % abilities.length]}_mod + if(level >= ${(at % 19) + 1}, proficiency, proficiency // 2)`,
  }));
}
