// Tests which gaps a model is asked about: only what the book mentions and the system lacks.

import { buildScriptedModel } from '@terrarium/kernel/testing/scripted-model';
import { expect, it } from 'vitest';
import type { JsonObject } from '../values/json.ts';
import { extractSystem } from './extract-system.ts';

const book = {
  file: 'thorn.md',
  text: `# Thorn

Every walker has Vigour, rolled with 1d6, and Armor from 0 to 3. A save is 2d6 at or under Vigour.

## Blows

Roll the die of your weapon: that much damage is done, less the armor of whoever is hit. Foes strike the same way.

## Beasts

A boar has Vigour 4 and a tusk of d8. At 0 Vigour one falls.

## Rest

An hour of rest and a meal restore all Vigour, but not to the starving.
`,
};
const vigour = (more: object = {}) => ({
  kind: 'field',
  path: 'resources.vigour',
  label: 'Vigour',
  prefab: 'RES_POOL',
  category: 'resources',
  quote: 'Every walker has Vigour, rolled with 1d6',
  ...more,
});
const number = (path: string, label: string, more: object = {}) => ({
  kind: 'field',
  path,
  label,
  prefab: 'VAL_INT',
  category: 'combat',
  quote: 'and Armor from 0 to 3',
  ...more,
});
const die = (more: object = {}) => ({
  ...number('combat.die', 'Weapon', more),
  prefab: 'VAL_STEP_DIE',
  quote: 'Roll the die of your weapon',
});
const blowQuote = 'Roll the die of your weapon: that much damage is done';
const lands = [{ id: 'lands', label: 'It lands', when: 'true', degree: 1 }];
const blow = {
  kind: 'check',
  id: 'blow',
  label: 'Blow',
  dice: '1d@combat.die',
  outcomes: lands,
  quote: blowQuote,
};
const engine = {
  kind: 'engine',
  dice: '2d6',
  mechanic: 'At or under.',
  success: 'at or under',
  crit: 'none',
  quote: 'A save is 2d6 at or under Vigour.',
};
const lose = (amount: string, who: string, more: object = {}) => [
  { lose: 'resources.vigour.current', amount, who, ...more },
];
const attack = (effects: object) => ({
  kind: 'intent',
  name: 'attack',
  check: 'blow',
  outcomes: { lands: effects },
  quote: blowQuote,
});
const opponents = (effects: object) => ({
  kind: 'opponents',
  type: 'creature',
  attack: { check: 'blow', outcomes: { lands: effects } },
  down_when: 'resources.vigour.current <= 0',
  quote: 'Foes strike the same way.',
});
const sheets = [
  number('combat.armor', 'Armor'),
  die(),
  number('combat.armor', 'Armor', { of: 'creature' }),
  die({ of: 'creature' }),
  vigour({ of: 'creature', quote: 'A boar has Vigour 4' }),
];
const others = [
  {
    kind: 'rest',
    name: 'short',
    minutes: 60,
    effects: [{ set: 'resources.vigour.current', to: '=resources.vigour.max' }],
    quote: 'An hour of rest and a meal restore all Vigour',
  },
  {
    kind: 'foe',
    id: 'boar',
    name: 'Boar',
    set: { 'resources.vigour': 4, 'combat.die': 'd8' },
    quote: 'A boar has Vigour 4 and a tusk of d8.',
  },
  {
    kind: 'downfall',
    down_when: 'resources.vigour.current <= 0',
    quote: 'At 0 Vigour one falls.',
  },
  {
    kind: 'upkeep',
    name: 'hunger',
    every: 1440,
    effects: [{ condition: 'starving' }],
    quote: 'but not to the starving.',
  },
];
const right = lose('total', 'opponent', { less: 'combat.armor' });
const rightBack = lose('total', 'player', { less: 'combat.armor' });

const extract = (...replies: readonly (readonly object[])[]) => extractFrom(book.text, ...replies);

async function extractFrom(text: string, ...replies: readonly (readonly object[])[]) {
  const model = buildScriptedModel(replies.map((items) => ({ text: JSON.stringify({ items }) })));
  const extraction = await extractSystem({
    book: { ...book, text },
    title: { id: 'thorn', name: 'Thorn' },
    model,
    journal: { list: () => [], record: () => undefined },
    countTokens: (text) => Math.ceil(text.length / 4),
    contextTokens: 32_000,
  });
  model.assertDone();
  const asked = model.requests.map(({ messages }) => String(messages.at(-1)?.content));
  return { extraction, asked };
}

it('SZ32: a whole system is not asked about again', async () => {
  const items = [
    engine,
    blow,
    vigour({ roll: '1d6' }),
    ...sheets,
    attack(right),
    opponents(rightBack),
    ...others,
  ];
  const { extraction, asked } = await extract(items);
  expect([extraction.problems, extraction.refused, extraction.gaps]).toEqual([[], [], []]);
  expect(asked).toHaveLength(1);
  const { narrator, foes } = extraction.manifest as { narrator: JsonObject; foes: readonly JsonObject[] };
  expect(foes).toMatchObject([{ id: 'boar' }]);
  expect(narrator).toMatchObject({
    rest: { short: { minutes: 60 } },
    upkeep: [{ every: 1440 }],
    player: { down_when: 'resources.vigour.current <= 0' },
  });
});

it('SZ32: two dice for one blow, armor that nobody reads, rolls, rests, foes and falls are asked for with their passages, once', async () => {
  const poor = [engine, blow, vigour(), ...sheets, attack(lose('1d6', 'opponent')), opponents(rightBack)];
  const { extraction, asked } = await extract(poor, [vigour({ roll: '1d6' }), attack(right), ...others]);
  const [, gaps = ''] = asked;
  for (const said of [/character always lands and then throws dice/, /armor into account/, /rolls Vigour/])
    expect(gaps).toMatch(said);
  for (const kind of ['rest', 'upkeep', 'foe', 'downfall']) expect(gaps).toContain(`"${kind}"`);
  expect(gaps).toContain('An hour of rest and a meal restore all Vigour');
  expect(gaps).not.toMatch(/a foe always lands|a foe strikes|"order"|"spend"|what is carried/);
  expect([extraction.problems, extraction.gaps]).toEqual([[], []]);
  expect(extraction.manifest).toMatchObject({
    fields: [{ path: 'resources.vigour', roll: '1d6' }, {}, {}],
    narrator: { intents: { attack: { outcomes: { lands: [{ amount: 'total' }] } } } },
  });
});

it('SZ32: one long paragraph leaves room for the passages behind it, and is itself shown in part', async () => {
  const long = `Whoever starves is hungry: ${'it came to pass as it must. '.repeat(300)}`;
  const text = book.text.replace('\n\n', `\n\n${long}\n\n`);
  const poor = [engine, blow, vigour(), ...sheets, attack(right), opponents(rightBack)];
  const { asked } = await extractFrom(text, poor, [vigour({ roll: '1d6' }), ...others]);
  expect(asked[1]).toContain('An hour of rest and a meal restore all Vigour');
  expect(asked[1]).toContain('Whoever starves is hungry: it came to pass');
  expect(asked[1]?.length).toBeLessThan(long.length);
});

it('SZ32: what is still missing then is said, and the system can be played', async () => {
  const items = [engine, blow, vigour({ roll: '1d6' }), ...sheets, attack(right), opponents(rightBack)];
  const { extraction } = await extract(items, []);
  expect(extraction.problems).toEqual([]);
  expect(extraction.gaps.join(' ')).toMatch(/"rest".*"upkeep".*"downfall"/s);
});

it('SZ28: the items that are at fault are shown first, whatever their place, and named in words', async () => {
  const wrongFoe = { ...others[1], set: { 'resources.vigor': 4 } };
  const wrongAttack = attack(lose('total', 'opponent', { less: 'combat.armr' }));
  const wrongCreature = vigour({ of: 'creature', max_formula: 'combat.armr', quote: 'A boar has Vigour 4' });
  const items = [
    engine,
    blow,
    vigour({ roll: '1d6' }),
    ...sheets.slice(0, 4),
    wrongCreature,
    wrongAttack,
    opponents(rightBack),
    ...[others[0], others[2], others[3]].flatMap((one) => one ?? []),
    wrongFoe,
  ];
  const { asked } = await extract(
    items,
    [sheets[4], attack(right), others[1]].flatMap((one) => one ?? []),
  );
  const [, mending = ''] = asked;
  const made = mending.split('\n').filter((line) => line.startsWith('{'));
  const shown = made.map((line) => JSON.parse(line.replaceAll('&lt;', '<').replaceAll('&quot;', '"')).kind);
  expect(new Set(shown.slice(0, 3))).toEqual(new Set(['field', 'intent', 'foe']));
  expect(mending).toContain('- field creature resources.vigour, max_formula:');
  expect(mending).toContain('- intent attack, outcomes, lands, 0, less:');
  expect(mending).toContain('- foe boar, set, resources.vigor:');
});
