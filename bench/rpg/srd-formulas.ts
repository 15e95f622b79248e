// Formulas of the SRD as a manifest would write them, with the tables they look into: what known figures are held against.

/** Each kind of fact by the formulas any of which may give it; an attack is made with strength or with grace. */
export const srdFormulas: Readonly<Record<string, readonly string[]>> = {
  'prof_bonus_by_cr = 2+floor((max(CR,1)-1)/4)': ['2 + (max(cr, 1) - 1) // 4'],
  'prof_bonus_by_level = 2+floor((lvl-1)/4)': ['2 + (level - 1) // 4'],
  'hp_bonus = dice*con_mod': ['dice * ((con - 10) // 2)'],
  'hp_avg = floor(dice*(faces+1)/2 + dice*con_mod)': [
    'floor(count * (faces + 1) / 2 + count * floor((con - 10) / 2))',
  ],
  'dice_average = floor(mean)': ['count * (faces + 1) // 2 + bonus'],
  hit_die_faces_by_size: ['lookup(faces_of_size, size_rank)'],
  'save = mod+PB': ['(score - 10) // 2 + pb'],
  'skill = mod+PB or mod+2PB': ['(score - 10) // 2 + pb', '(score - 10) // 2 + 2 * pb'],
  'passive_perception = 10+perception': ['10 + if(is_skilled, skill, (wis - 10) // 2)', '10 + skill'],
  'weapon_attack = PB+str or PB+dex': ['pb + (str - 10) // 2', 'pb + (dex - 10) // 2'],
  'ac_unarmored = 10+dex': ['10 + (dex - 10) // 2'],
  'ac_armored = base+min(dex,max)+shield': [
    'if(body == 0, 10 + dex_mod, lookup(armours, body, 1) + if(lookup(armours, body, 2) == 0, 0, min(dex_mod, lookup(armours, body, 2)))) + if(has_shield, 2, 0)',
  ],
  'spell_save_dc = 8+PB+mod': ['8 + pb + (score - 10) // 2'],
  'spell_attack = PB+mod': ['pb + (score - 10) // 2'],
  // What cannot fight is worth nothing.
  xp_by_cr: ['lookup(xp, cr)', 'if(cr == 0, 0, lookup(xp, cr))'],
};

export const armours = [
  ['leather-armor', 11, 9],
  ['studded-leather-armor', 12, 9],
  ['hide-armor', 12, 2],
  ['chain-shirt', 13, 2],
  ['scale-mail', 14, 2],
  ['breastplate', 14, 2],
  ['chain-mail', 16, 0],
  ['splint-armor', 17, 0],
  ['plate-armor', 18, 0],
] as const;

export const sizes: readonly string[] = ['Tiny', 'Small', 'Medium', 'Large', 'Huge', 'Gargantuan'];

/** Rows as a manifest writes them: the key, then the values. */
export const srdTables: Readonly<Record<string, readonly (readonly number[])[]>> = {
  faces_of_size: [4, 6, 8, 10, 12, 20].map((faces, at) => [at, faces]),
  armours: armours.map(([, base, most], at) => [at + 1, base, most]),
  xp: [
    ...[
      [0, 10],
      [0.125, 25],
      [0.25, 50],
      [0.5, 100],
    ],
    ...[
      200, 450, 700, 1100, 1800, 2300, 2900, 3900, 5000, 5900, 7200, 8400, 10_000, 11_500, 13_000, 15_000,
      18_000, 20_000, 22_000, 25_000, 33_000, 41_000, 50_000, 62_000, 75_000, 90_000, 105_000, 120_000,
      135_000, 155_000,
    ].map((xp, at) => [at + 1, xp]),
  ],
  slots: [
    [2],
    [3],
    [4, 2],
    [4, 3],
    [4, 3, 2],
    [4, 3, 3],
    [4, 3, 3, 1],
    [4, 3, 3, 2],
    [4, 3, 3, 3, 1],
    [4, 3, 3, 3, 2],
    [4, 3, 3, 3, 2, 1],
    [4, 3, 3, 3, 2, 1],
    [4, 3, 3, 3, 2, 1, 1],
    [4, 3, 3, 3, 2, 1, 1],
    [4, 3, 3, 3, 2, 1, 1, 1],
    [4, 3, 3, 3, 2, 1, 1, 1],
    [4, 3, 3, 3, 2, 1, 1, 1, 1],
    [4, 3, 3, 3, 3, 1, 1, 1, 1],
    [4, 3, 3, 3, 3, 2, 1, 1, 1],
    [4, 3, 3, 3, 3, 2, 2, 1, 1],
  ].map((slots, at) => [at + 1, ...Array.from({ length: 9 }, (_, level) => slots[level] ?? 0)]),
};
