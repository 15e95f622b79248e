// Planted errors: one of each kind that a manifest can have, each at its own place so that all can be combined.

import type { Json } from '../../src/values/json.ts';
import { readTestManifest } from './build-test-system.ts';
import { plantedHints, soundEffects, soundHints } from './planted-hints.ts';

/** Mutable JSON, in which errors can be planted. */
type Soil = { [name: string]: Soil } & Soil[];

export interface PlantedError {
  readonly kind: string;
  readonly pointer: string;
  /** A text that the suggestion must contain. */
  readonly suggests: string | RegExp;
  plant(manifest: Soil): void;
}

const spareFields = 21;

/** The test manifest with room for errors: spare fields, tables, oracles, rules, checks and characters. */
export function readSpaciousManifest(): Json {
  const manifest = readTestManifest() as unknown as Soil;
  for (let number = 0; number < spareFields; number += 1) {
    push(manifest['fields'], {
      path: `spare.field_${number}`,
      label: `Spare ${number}`,
      prefab: 'VAL_INT',
      category: 'meta',
    });
  }
  for (const name of ['wide', 'falling']) put(manifest['tables'], name, { rows: rows(3) });
  for (const id of ['gap', 'overlap', 'short', 'backwards']) {
    const lines = [1, 2, 3, 4].map((from) => ({ from, to: from, say: `It is ${from}.` }));
    push(manifest['oracles'], { id, label: id, dice: '1d4', rows: lines });
  }
  for (const id of ['spare-1', 'spare-2', 'spare-3']) {
    push(manifest['rules'], { id, title: id, text: 'It is as it is.' });
  }
  const outcomes = [{ id: 'done', label: 'Done', when: 'total > 1', degree: 1 }];
  for (const id of ['one', 'two', 'three', 'four', 'five']) {
    push(manifest['checks'], { id, label: id, dice: '1d6', outcomes });
  }
  for (const id of ['bo', 'cy', 'di', 'ed']) {
    push(manifest['characters'], { id, name: id, concept: 'A spare one', set: {} });
  }
  for (const id of ['first', 'second']) {
    push(manifest['creation'], { id, label: id, holds: 'points > 0', say: 'So it is.' });
  }
  put(manifest, 'narrator', soundHints);
  put(at(manifest, 'narrator', 'rest'), 'short', { minutes: 30, effects: soundEffects });
  return manifest;
}

function rows(count: number): readonly (readonly number[])[] {
  return Array.from({ length: count }, (_, at) => [at, at * 2]);
}

function push(list: Soil | undefined, item: unknown): void {
  list?.push(structuredClone(item) as Soil);
}

function put(object: Soil | undefined, name: string, value: unknown): void {
  if (object !== undefined) object[name] = structuredClone(value) as Soil;
}

/** The test manifest; in each list, the spare entries come after those of the manifest. */
const own = readTestManifest() as unknown as Soil;
const start = (list: string) => own[list]?.length ?? 0;

function at(manifest: Soil, ...steps: (string | number)[]): Soil | undefined {
  return steps.reduce<Soil | undefined>((here, step) => here?.[step as string], manifest);
}

interface Spare {
  readonly kind: string;
  readonly suggests: string | RegExp;
  /** The place of the error, below the spare field. */
  readonly below: string;
  readonly changes: Readonly<Record<string, unknown>>;
}

/** Errors in fields; each error spoils a spare field of its own. */
const spoiltFields: readonly Spare[] = [
  {
    kind: 'unknown category',
    below: '/category',
    suggests: 'attributes',
    changes: { category: 'atributes' },
  },
  {
    kind: 'path of odd letters',
    below: '/path',
    suggests: 'skills.high_diving',
    changes: { path: 'Skills.High-Diving' },
  },
  {
    kind: 'path that stands twice',
    below: '/path',
    suggests: 'another path',
    changes: { path: 'skills.knots' },
  },
  {
    kind: 'path within another',
    below: '/path',
    suggests: 'another path',
    changes: { path: 'resources.breath.deep' },
  },
  { kind: 'path of the house', below: '/path', suggests: 'another path', changes: { path: 'conditions' } },
  { kind: 'unknown prefab', below: '/prefab', suggests: 'VAL_INT', changes: { prefab: 'VAL_INTT' } },
  {
    kind: 'unknown member of a config',
    below: '/config/mix',
    suggests: 'min',
    changes: { config: { mix: 1 } },
  },
  {
    kind: 'impossible default',
    below: '/config/default',
    suggests: /change/i,
    changes: { config: { max: 5, default: 9 } },
  },
  {
    kind: 'default that is no option',
    below: '/config/default',
    suggests: /change/i,
    changes: { prefab: 'VAL_TEXT', config: { options: ['red', 'blue'], default: 'green' } },
  },
  { kind: 'config that lacks something', below: '', suggests: 'rungs', changes: { prefab: 'VAL_LADDER' } },
  {
    kind: 'formula that cannot be read',
    below: '/formula',
    suggests: 'Look at',
    changes: { formula: '1 + (2' },
  },
  {
    kind: 'unknown name in a formula',
    below: '/formula',
    suggests: 'attributes.might.modifier',
    changes: { formula: 'attributes.mihgt.modifier + 1' },
  },
  {
    kind: 'text used as a number',
    below: '/formula',
    suggests: 'Look at',
    changes: { formula: 'identity.trade + 1' },
  },
  {
    kind: 'list where a number is needed',
    below: '/formula',
    suggests: 'sum',
    changes: { formula: 'resources.wounds' },
  },
  {
    kind: 'formula where nothing is derived',
    below: '/formula',
    suggests: 'VAL_INT',
    changes: { prefab: 'CONT_TAGS', formula: '1' },
  },
  {
    kind: 'maximum that is said twice',
    below: '/max_formula',
    suggests: 'Remove',
    changes: { prefab: 'RES_POOL', config: { max: 3 }, max_formula: '4' },
  },
  { kind: 'track of no known length', below: '', suggests: 'boxes', changes: { prefab: 'RES_TRACK' } },
  { kind: 'unknown table', below: '/formula', suggests: 'ranks', changes: { formula: 'lookup(rank, 1, 1)' } },
  {
    kind: 'threshold that is no condition',
    below: '/thresholds/0/when',
    suggests: 'Compare',
    changes: { thresholds: [{ when: 'value - 1', say: 'So.' }] },
  },
  {
    kind: 'shown dice of an unknown name',
    below: '/shows_dice',
    suggests: 'skills.knots',
    changes: { shows_dice: '1d6+@skills.nots' },
  },
  {
    kind: 'formula that goes in a circle',
    below: '/formula',
    suggests: 'remove its formula',
    changes: { formula: 'spare.field_20 + 1' },
  },
];

const others: readonly PlantedError[] = [
  {
    kind: 'unknown member',
    pointer: '/atribution',
    suggests: 'attribution',
    plant: (m) => put(m, 'atribution', 'ours'),
  },
  {
    kind: 'member of the wrong type',
    pointer: '/version',
    suggests: 'a text',
    plant: (m) => put(m, 'version', 3),
  },
  {
    kind: 'text that is too long',
    pointer: '/about',
    suggests: '600',
    plant: (m) => put(m, 'about', 'x'.repeat(601)),
  },
  {
    kind: 'missing member',
    pointer: `/rules/${start('rules')}`,
    suggests: 'title',
    plant: (m) => delete at(m, 'rules', start('rules'))?.['title'],
  },
  {
    kind: 'misspelt member',
    pointer: `/rules/${start('rules') + 1}/txet`,
    suggests: '"text"',
    plant: (m) => {
      const rule = at(m, 'rules', start('rules') + 1);
      delete rule?.['text'];
      put(rule, 'txet', 'It is as it is.');
    },
  },
  {
    kind: 'id that stands twice',
    pointer: `/rules/${start('rules') + 2}/id`,
    suggests: 'another',
    plant: (m) => put(at(m, 'rules', start('rules') + 2), 'id', 'wounds'),
  },
  {
    kind: 'unknown type of entity',
    pointer: '/entities/creatures',
    suggests: '"creature"? That key is here already',
    plant: (m) => put(m['entities'], 'creatures', { fields: [] }),
  },
  {
    kind: 'alias of an unknown name',
    pointer: '/aliases/haste',
    suggests: 'attributes.grace.score',
    plant: (m) => put(m['aliases'], 'haste', 'atributes.grace.score'),
  },
  {
    kind: 'alias with the path of a field',
    pointer: '/aliases/depth',
    suggests: 'depth_alias',
    plant: (m) => put(m['aliases'], 'depth', '1 + 1'),
  },
  {
    kind: 'row of another length',
    pointer: '/tables/wide/rows/1',
    suggests: '2',
    plant: (m) => push(at(m, 'tables', 'wide', 'rows', 1), 7),
  },
  {
    kind: 'keys that do not rise',
    pointer: '/tables/falling/rows/2',
    suggests: 'Sort the rows',
    plant: (m) => put(at(m, 'tables', 'falling', 'rows', 2), '0', 1),
  },
  {
    kind: 'unknown check',
    pointer: '/engine/check',
    suggests: 'effort',
    plant: (m) => put(m['engine'], 'check', 'efort'),
  },
  {
    kind: 'dice that cannot be read',
    pointer: `/checks/${start('checks')}/dice`,
    suggests: '2d6',
    plant: (m) => put(at(m, 'checks', start('checks')), 'dice', '2d6+'),
  },
  {
    kind: 'dice of an unknown name',
    pointer: `/checks/${start('checks') + 1}/dice`,
    suggests: 'skills.knots',
    plant: (m) => put(at(m, 'checks', start('checks') + 1), 'dice', '1d6+@skills.nots'),
  },
  {
    kind: 'dice of a score that has a modifier',
    pointer: `/checks/${start('checks') + 4}/dice`,
    suggests: '@attributes.might.modifier or @attributes.might.score',
    plant: (m) => put(at(m, 'checks', start('checks') + 4), 'dice', '1d6+@attributes.might'),
  },
  {
    kind: 'outcome of an unknown name',
    pointer: `/checks/${start('checks') + 2}/outcomes/0/when`,
    suggests: 'total',
    plant: (m) => put(at(m, 'checks', start('checks') + 2, 'outcomes', 0), 'when', 'totl > 3'),
  },
  {
    kind: 'degree out of bounds',
    pointer: `/checks/${start('checks') + 3}/outcomes/0/degree`,
    suggests: '2',
    plant: (m) => put(at(m, 'checks', start('checks') + 3, 'outcomes', 0), 'degree', 5),
  },
  {
    kind: 'gap between rows',
    pointer: `/oracles/${start('oracles')}/rows/1`,
    suggests: '2',
    plant: (m) => at(m, 'oracles', start('oracles'), 'rows')?.splice(1, 1),
  },
  {
    kind: 'rows that overlap',
    pointer: `/oracles/${start('oracles') + 1}/rows/2`,
    suggests: '4',
    plant: (m) => put(at(m, 'oracles', start('oracles') + 1, 'rows', 1), 'to', 3),
  },
  {
    kind: 'rows that end before the dice',
    pointer: `/oracles/${start('oracles') + 2}/rows/3`,
    suggests: '6',
    plant: (m) => put(at(m, 'oracles', start('oracles') + 2), 'dice', '1d6'),
  },
  {
    kind: 'row that ends before it begins',
    pointer: `/oracles/${start('oracles') + 3}/rows/3`,
    suggests: 'Turn',
    plant: (m) => put(at(m, 'oracles', start('oracles') + 3, 'rows', 3), 'to', 2),
  },
  {
    kind: 'character with an unknown path',
    pointer: `/characters/${start('characters')}/set/skills.knost`,
    suggests: 'skills.knots',
    plant: (m) => put(at(m, 'characters', start('characters'), 'set'), 'skills.knost', 'd8'),
  },
  {
    kind: 'character that sets what is derived',
    pointer: `/characters/${start('characters') + 1}/set/attributes.wit.modifier`,
    suggests: 'attributes.wit',
    plant: (m) => put(at(m, 'characters', start('characters') + 1, 'set'), 'attributes.wit.modifier', 4),
  },
  {
    kind: 'character with an impossible value',
    pointer: `/characters/${start('characters') + 2}/set/skills.knots`,
    suggests: 'd12',
    plant: (m) => put(at(m, 'characters', start('characters') + 2, 'set'), 'skills.knots', 'd7'),
  },
  {
    kind: 'character beyond a bound',
    pointer: `/characters/${start('characters') + 3}/set/attributes.wit.score`,
    suggests: '20',
    plant: (m) => put(at(m, 'characters', start('characters') + 3, 'set'), 'attributes.wit.score', 50),
  },
  {
    kind: 'creation rule that is no condition',
    pointer: `/creation/${start('creation')}/holds`,
    suggests: 'Compare',
    plant: (m) => put(at(m, 'creation', start('creation')), 'holds', 'points'),
  },
  {
    kind: 'creation rule of an unknown name',
    pointer: `/creation/${start('creation') + 1}/holds`,
    suggests: 'points',
    plant: (m) => put(at(m, 'creation', start('creation') + 1), 'holds', 'pints > 3'),
  },
];

export const plantedErrors: readonly PlantedError[] = [
  ...spoiltFields.map(({ kind, below, suggests, changes }, index): PlantedError => {
    const place = start('fields') + index;
    return {
      kind,
      pointer: `/fields/${place}${below}`,
      suggests,
      plant: (m) => {
        for (const [name, value] of Object.entries(changes)) put(at(m, 'fields', place), name, value);
      },
    };
  }),
  ...others,
  ...plantedHints.map(
    ({ kind, below, suggests, place, hint }): PlantedError => ({
      kind,
      pointer: `/narrator${below}`,
      suggests,
      plant: (m) => put(at(m, 'narrator', ...place.slice(0, -1)), place.at(-1) ?? '', hint),
    }),
  ),
];

export function plant(errors: readonly PlantedError[]): Json {
  const manifest = readSpaciousManifest();
  for (const error of errors) error.plant(manifest as unknown as Soil);
  return manifest;
}
