// Says, for each kind of number known from D&D's fifth edition, which values to set in a sheet and where to read the result.

import type { Values } from '@terrarium/rpg/testing/settle-sheet';

export interface FormulaRow {
  readonly id: string;
  readonly formula: string;
  readonly inputs: Readonly<Record<string, string | number | null | readonly string[]>>;
  readonly expected: number | readonly number[];
  readonly computed: number | readonly number[];
}

/** How to have a sheet compute the answer to one kind of row. */
export interface FormulaQuestion {
  readonly type: 'character' | 'creature';
  /**
   * The values to set in the sheet. If the row leaves something open (which ability an attack uses, whether a skill is
   * expert), there are several ways to set them. The way that leads to the number printed in the stat block counts; if
   * none does, the first.
   */
  ways(row: FormulaRow): readonly Values[];
  /** Further values that the row gives, by path: a way that leads to other values at these paths is ruled out. */
  readonly given?: (row: FormulaRow) => Readonly<Record<string, number>>;
  /** The path of the field with the answer; several paths if the answer is a list. */
  readonly read: (row: FormulaRow) => string | readonly string[];
}

/** For each proficiency bonus, one challenge rating that has it. */
const ratings: Readonly<Record<string, number>> = { 2: 1, 3: 5, 4: 9, 5: 13, 6: 17, 7: 21, 8: 25, 9: 29 };
const sizes: Readonly<Record<string, string>> = {
  4: 'tiny',
  6: 'small',
  8: 'medium',
  10: 'large',
  12: 'huge',
  20: 'gargantuan',
};
const abilities: Readonly<Record<string, string>> = {
  athletics: 'str',
  acrobatics: 'dex',
  'sleight-of-hand': 'dex',
  stealth: 'dex',
  arcana: 'int',
  history: 'int',
  investigation: 'int',
  nature: 'int',
  religion: 'int',
  'animal-handling': 'wis',
  insight: 'wis',
  medicine: 'wis',
  perception: 'wis',
  survival: 'wis',
  deception: 'cha',
  intimidation: 'cha',
  performance: 'cha',
  persuasion: 'cha',
};
const casters: Readonly<Record<string, string>> = { int: 'intelligence', wis: 'wisdom', cha: 'charisma' };
const armours: Readonly<Record<string, string>> = {
  'padded-armor': 'padded',
  'leather-armor': 'leather',
  'studded-leather-armor': 'studded leather',
  'hide-armor': 'hide',
  'chain-shirt': 'chain shirt',
  'scale-mail': 'scale mail',
  breastplate: 'breastplate',
  'half-plate-armor': 'half plate',
  'ring-mail': 'ring mail',
  'chain-mail': 'chain mail',
  'splint-armor': 'splint',
  'plate-armor': 'plate',
};

function number({ inputs }: FormulaRow, name: string): number {
  return Number(inputs[name]);
}

function text({ inputs }: FormulaRow, name: string): string {
  return String(inputs[name]);
}

function bonus(row: FormulaRow): Values {
  return { 'identity.cr': ratings[number(row, 'pb')] ?? 0 };
}

/** The three numbers of an expression such as `3d6+2`. */
function dice(row: FormulaRow, name: string): readonly [number, number, number] {
  const [, count = '', faces = '', added = '0'] = /^(\d+)d(\d+)([+-]\d+)?$/.exec(text(row, name)) ?? [];
  return [Number(count), Number(faces), Number(added)];
}

function wear(row: FormulaRow): Values {
  const worn = row.inputs['armor'];
  const names = Array.isArray(worn) ? worn.map(String) : [];
  const body = names.map((name) => armours[name]).find((name) => name !== undefined);
  return { 'combat.armour': body ?? 'none', 'combat.shield': names.includes('shield') };
}

function spell(row: FormulaRow): Values {
  const ability = text(row, 'ability');
  return {
    ...bonus(row),
    [`attributes.${ability}.score`]: number(row, 'score'),
    'combat.spell_ability': casters[ability] ?? 'none',
  };
}

function skillPath(row: FormulaRow): string {
  return `skills.${text(row, 'skill').replaceAll('-', '_')}`;
}

/** All possible trainings and proficiencies; the sheet shows which of them leads to the bonus that the row gives. */
function perceive(row: FormulaRow): readonly Values[] {
  const wisdom = { 'attributes.wis.score': number(row, 'wis') };
  if (row.inputs['skill'] === null) return [wisdom];
  return [0, 1, 2].flatMap((score) =>
    Object.values(ratings).map((cr) => ({ ...wisdom, 'skills.perception.score': score, 'identity.cr': cr })),
  );
}

const one = (path: string) => () => path;

/** The attacks of `weapon_attack` below, if only the scores are known and not the ability that is used. */
export const betterAttack: FormulaQuestion = {
  type: 'creature',
  ways: (row) => [
    {
      ...bonus(row),
      'attributes.str.score': number(row, 'str'),
      'attributes.dex.score': number(row, 'dex'),
    },
  ],
  read: one('combat.attack'),
};

export const formulaQuestions: Readonly<Record<string, FormulaQuestion>> = {
  'prof_bonus_by_cr = 2+floor((max(CR,1)-1)/4)': {
    type: 'creature',
    ways: (row) => [{ 'identity.cr': number(row, 'cr') }],
    read: one('progression.proficiency'),
  },
  'prof_bonus_by_level = 2+floor((lvl-1)/4)': {
    type: 'character',
    ways: (row) => [{ 'progression.level': number(row, 'level') }],
    read: one('progression.proficiency'),
  },
  'hp_bonus = dice*con_mod': {
    type: 'creature',
    ways: (row) => [
      { 'resources.hit_dice': number(row, 'dice'), 'attributes.con.score': number(row, 'con') },
    ],
    read: one('resources.hp_bonus'),
  },
  'hp_avg = floor(dice*(faces+1)/2 + dice*con_mod)': {
    type: 'creature',
    ways(row) {
      const [count, faces] = dice(row, 'hit_dice');
      const size = sizes[faces] ?? 'medium';
      const con = number(row, 'con');
      return [{ 'resources.hit_dice': count, 'identity.size': size, 'attributes.con.score': con }];
    },
    read: one('resources.hp.max'),
  },
  hit_die_faces_by_size: {
    type: 'creature',
    ways: (row) => [{ 'identity.size': text(row, 'size').toLowerCase() }],
    read: one('resources.hit_die'),
  },
  'save = mod+PB': {
    type: 'creature',
    ways: (row) => [
      {
        ...bonus(row),
        [`attributes.${text(row, 'ability')}.score`]: number(row, 'score'),
        [`saves.${text(row, 'ability')}.score`]: 1,
      },
    ],
    read: (row) => `saves.${text(row, 'ability')}.modifier`,
  },
  'skill = mod+PB or mod+2PB': {
    type: 'creature',
    ways(row) {
      const ability = `attributes.${abilities[text(row, 'skill')]}.score`;
      const given = { ...bonus(row), [ability]: number(row, 'score') };
      return [1, 2].map((score) => ({ ...given, [`${skillPath(row)}.score`]: score }));
    },
    read: (row) => `${skillPath(row)}.modifier`,
  },
  'passive_perception = 10+perception': {
    type: 'creature',
    ways: perceive,
    given: (row): Readonly<Record<string, number>> =>
      row.inputs['skill'] === null ? {} : { 'skills.perception.modifier': number(row, 'skill') },
    read: one('combat.passive_perception'),
  },
  'weapon_attack = PB+str or PB+dex': {
    type: 'creature',
    ways: (row) =>
      ['strength', 'dexterity'].map((ability) => ({
        ...bonus(row),
        'attributes.str.score': number(row, 'str'),
        'attributes.dex.score': number(row, 'dex'),
        'combat.attack_ability': ability,
      })),
    read: one('combat.attack'),
  },
  'ac_unarmored = 10+dex': {
    type: 'creature',
    ways: (row) => [{ 'attributes.dex.score': number(row, 'dex') }],
    read: one('combat.ac'),
  },
  'ac_armored = base+min(dex,max)+shield': {
    type: 'creature',
    ways: (row) => [{ ...wear(row), 'attributes.dex.score': number(row, 'dex') }],
    read: one('combat.ac'),
  },
  'dice_average = floor(mean)': {
    type: 'creature',
    ways(row) {
      const [count, faces, added] = dice(row, 'expr');
      return [{ 'combat.damage_dice': count, 'combat.damage_faces': faces, 'combat.damage': added }];
    },
    read: one('combat.damage_average'),
  },
  'spell_save_dc = 8+PB+mod': { type: 'creature', ways: (row) => [spell(row)], read: one('combat.spell_dc') },
  'spell_attack = PB+mod': {
    type: 'creature',
    ways: (row) => [spell(row)],
    read: one('combat.spell_attack'),
  },
  xp_by_cr: {
    type: 'creature',
    ways: (row) =>
      [false, true].map((harmless) => ({
        'identity.cr': number(row, 'cr'),
        'identity.is_harmless': harmless,
      })),
    read: one('progression.xp'),
  },
  full_caster_slots: {
    type: 'character',
    ways: (row) => [
      { 'progression.level': number(row, 'level'), 'identity.class': row.id.replace(/-\d+$/, '') },
    ],
    read: () => Array.from({ length: 9 }, (_, at) => `resources.slots_${at + 1}.max`),
  },
};
