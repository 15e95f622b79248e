// Tests the shipped systems: each is sound, its texts name only what exists, and its hints can be followed.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settleSheet, type Values } from '../../test/support/settle-sheet.ts';
import { findShipped, shippedSystems } from '../../test/support/shipped-system.ts';
import { computeOdds } from '../dice/compute-odds.ts';
import { parseDice } from '../dice/parse-dice.ts';
import { checkManifest } from '../manifest/check-manifest.ts';
import { readHints } from '../narrator/hints.ts';
import { writeValue } from '../rules/read-value.ts';
import { resolvePath } from '../rules/resolve-path.ts';
import { settle } from '../rules/settle.ts';
import type { Manifest } from '../system/manifest.ts';
import type { System } from '../system/system.ts';
import { isCalmRoll } from '../tools/moves/is-calm.ts';
import type { Json, JsonObject } from '../values/json.ts';

const systems = shippedSystems;
const procedures = ['combat', 'exploration', 'social', 'downtime', 'character_creation'];
const intents = [
  'attack',
  'sneak',
  'talk',
  'look',
  'go',
  'use',
  'search',
  'help',
  'cast',
  'force',
  'flee',
  'risk',
];

describe('shipped systems', () => {
  it('NA20: six systems ship, each whole', () => {
    expect(systems.map(({ id }) => id)).toEqual([
      'blades-style',
      'dnd5e',
      'fate',
      'percentile',
      'starter',
      'step-dice',
    ]);
    for (const { manifest, checks, sheets } of systems) {
      expect(checks.has(manifest.engine.check ?? ''), manifest.id).toBe(true);
      expect(parseDice(manifest.engine.dice).ok).toBe(true);
      expect(procedures.filter((name) => manifest.procedures[name] === undefined)).toEqual([]);
      expect(manifest.rules.length).toBeGreaterThanOrEqual(18);
      expect(manifest.rules.filter((rule) => (rule.tags ?? []).length === 0)).toEqual([]);
      expect(manifest.fields.some((field) => field.thresholds !== undefined)).toBe(true);
      for (const type of ['npc', 'creature', 'item', 'location']) expect(sheets.has(type)).toBe(true);
      expect(manifest.oracles?.length).toBeGreaterThanOrEqual(6);
      expect(manifest.characters?.length).toBeGreaterThanOrEqual(3);
      expect(manifest.characters?.length).toBeLessThanOrEqual(5);
      expect(manifest.creation?.length).toBeGreaterThanOrEqual(4);
      const hints = readHints(manifest.narrator);
      expect(intents.filter((intent) => !Object.hasOwn(hints.intents, intent))).toEqual([]);
      expect([hints.opponents?.attack, hints.rest?.['long']], manifest.id).not.toContain(undefined);
    }
  });

  it('NA24: texts hold no placeholder and name only what is there', () => {
    expect(systems.flatMap(listTextFaults)).toEqual([]);
  });

  it('NA24: a path or a check that is not there is found in a text', () => {
    const [system] = systems;
    if (system === undefined) throw new Error('No system ships.');
    const rules = [
      { id: 'bad', title: 'Bad', text: 'Roll `no_such_check`, then lower resources.nowhere. TBD' },
    ];
    expect(listTextFaults({ ...system, manifest: { ...system.manifest, rules } })).toHaveLength(3);
  });

  it('NA24: a track is not called by what is left, since its boxes are ticked as it is used', () => {
    const tracks = systems.flatMap(({ manifest }) =>
      manifest.fields.filter(({ prefab }) => prefab === 'RES_TRACK').map(({ label }) => label),
    );
    expect(tracks).toContain('Armour used');
    expect(tracks.filter((label) => /\bleft\b/i.test(label ?? ''))).toEqual([]);
  });

  it('NA25: each total of the dice of an oracle has one row', () => {
    const oracles = systems.flatMap(({ id, manifest }) =>
      (manifest.oracles ?? []).map((oracle) => ({ name: `${id} ${oracle.id}`, oracle })),
    );
    for (const { name, oracle } of oracles) {
      const totals = listTotals(oracle.dice);
      expect(totals.length, name).toBeGreaterThan(1);
      const rows = totals.map((total) => oracle.rows.filter(({ from, to }) => from <= total && total <= to));
      expect(
        rows.filter((found) => found.length !== 1),
        name,
      ).toEqual([]);
    }
  });

  it('MV52: whoever only asks, looks, thinks or helps brings no danger closer by an ordinary failure', () => {
    const calm = ['talk', 'persuade', 'threaten', 'look', 'know', 'help'] as const;
    const failures = ['tie', 'bad', 'miss', 'disaster', 'failure'];
    const outcomes = shippedSystems.flatMap(({ manifest }) =>
      calm.map((move) => manifest.narrator?.intents?.[move]?.outcomes ?? {}),
    );
    const effects = outcomes.flatMap((by) => failures.flatMap((outcome) => by[outcome] ?? []));
    expect(effects.filter(({ oracle, clock }) => (oracle ?? clock) !== undefined)).toEqual([]);
    // A plain roll of the same dice counts too, whichever way the rules give those dice advantage.
    for (const [id, suffixes] of [
      ['step-dice', ['']],
      ['dnd5e', ['', ' adv', ' dis']],
    ] as const) {
      const system = findShipped(id);
      const { dice = '', versus } = system.manifest.narrator?.intents?.['persuade'] ?? {};
      expect(typeof versus, id).not.toBe('string');
      for (const suffix of suffixes) {
        const parsed = parseDice(`${dice}${suffix}`);
        const expression = parsed.ok ? parsed.dice.expression : '';
        const roll = { move: undefined, targetPath: undefined, rolled: { expression } as never };
        expect(isCalmRoll(system, roll), expression).toBe(true);
      }
    }
  });

  it('NA26: whoever is met by a threat comes to rest, and is not down', () => {
    for (const system of systems) {
      const { type = 'creature', threats = {}, down_when: down } = system.manifest.narrator?.opponents ?? {};
      expect(Object.keys(threats), system.id).toEqual(['minor', 'standard', 'dangerous', 'deadly']);
      for (const [name, { set = {} }] of Object.entries(threats)) {
        const { settled, holds } = settleSheet(system, type, set as Values);
        expect(settled.faults, `${system.id} ${name}`).toEqual([]);
        expect(holds(down ?? '1 < 0'), `${system.id} ${name}`).toBe(false);
      }
    }
  });

  it('NA26: a shipped system with a wrong hint does not load', () => {
    for (const { id, manifest } of systems) {
      const attack = { check: 'x', dice: '1d6+@nowhere', always: [{ lose: 'y' }, { oracle: 'z' }] };
      const narrator = { ...manifest.narrator, intents: { ...manifest.narrator?.intents, attack } };
      const checked = checkManifest({ ...manifest, narrator });
      const pointers = checked.ok ? [] : checked.problems.map(({ pointer }) => pointer);
      expect(pointers, id).toEqual([
        '/narrator/intents/attack/check',
        '/narrator/intents/attack/dice',
        '/narrator/intents/attack/always/0/lose',
        '/narrator/intents/attack/always/1/oracle',
      ]);
    }
  });

  it('NA27: licences that ask for attribution have it', () => {
    const attribution = (id: string) => findShipped(id).manifest.attribution ?? '';
    expect(attribution('dnd5e')).toMatch(/System Reference Document 5\.1.*5\.2\.1.*Attribution 4\.0/);
    expect(attribution('fate')).toMatch(/Fate Core System.*Evil Hat.*Attribution 3\.0/);
    expect(attribution('blades-style')).toMatch(/Blades in the Dark.*One Seven Design.*Attribution 3\.0/);
    for (const { manifest } of systems) {
      expect(manifest.attribution?.length, manifest.id).toBeGreaterThan(60);
      expect(`${manifest.id} ${manifest.name}`).not.toMatch(/dungeons|cthulhu|savage|blades in the dark/i);
    }
  });
});

describe('shipped sheets', () => {
  const sheets = systems.flatMap((system) => [...system.sheets.values()].map((sheet) => ({ system, sheet })));
  const anything = fc.oneof(
    fc.integer({ min: -1000, max: 1000 }),
    fc.boolean(),
    fc.string({ maxLength: 6 }),
    fc.constantFrom<Json>('d8', 'Great', null, [], {}, [true, false], { current: 3, max: 9 }, { score: 7 }),
    fc.double({ noNaN: true, min: -50, max: 50 }),
  );

  it('NA30: whatever is written on them, they come to rest and no formula fails', () => {
    const written = fc.constantFrom(...sheets).chain(({ system, sheet }) =>
      fc.record({
        system: fc.constant(system),
        sheet: fc.constant(sheet),
        values: fc.array(fc.tuple(fc.constantFrom(...sheet.fields.map(({ path }) => path)), anything), {
          maxLength: 12,
        }),
      }),
    );
    fc.assert(
      fc.property(written, ({ system, sheet, values }) => {
        const given = values.reduce<JsonObject>((sum, [path, value]) => writeValue(sum, path, value), {});
        const options = { tables: system.tables };
        const once = settle(sheet, given, options);
        expect(once.faults).toEqual([]);
        expect(settle(sheet, once.values, options).changes).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('NA30: blank sheets come to rest, thresholds and aliases can be evaluated on them', () => {
    for (const { system, sheet } of sheets) {
      const blank = settleSheet(system, sheet.type, {});
      expect(blank.settled.faults, `${system.id} ${sheet.type}`).toEqual([]);
      for (const name of sheet.aliases.keys()) {
        expect(typeof blank.read(name), `${system.id} ${sheet.type} ${name}`).toBe('number');
      }
    }
  });
});

const placeholder = /TBD|to be done|fill in|lorem|\{\{|\}\}|\?\?\?|<[a-z_]+>|undefined|\[object/i;

/** Lists placeholders in the texts of a system, and names in these texts that the system does not have. */
function listTextFaults(system: System): readonly string[] {
  const paths = [...system.sheets.values()];
  const roots = new Set(paths.flatMap(({ fields }) => fields.map(({ path }) => path.split('.')[0] ?? '')));
  const known = new Set([
    ...system.checks.keys(),
    ...(system.manifest.oracles ?? []).map(({ id }) => id),
    ...Object.keys(system.manifest.procedures),
  ]);
  return listTexts(system.manifest).flatMap((text) => {
    const isEmpty = placeholder.test(text) || text.trim() === '';
    const unknownPaths = [...text.matchAll(/(?<![\w.@])[a-z_]+(?:\.[a-z][a-z0-9_]*)+/g)]
      .map(([path]) => path)
      .filter((path) => roots.has(path.split('.')[0] ?? ''))
      .filter((path) => !paths.some((sheet) => resolvePath(sheet, path).ok));
    const unknownNames = [...text.matchAll(/`([a-z_]+)`/g)].filter(([, name = '']) => !known.has(name));
    const faults = [
      ...(isEmpty ? ['a placeholder'] : []),
      ...unknownPaths,
      ...unknownNames.map(([name]) => name),
    ];
    return faults.map((fault) => `${system.id}: ${fault}: ${text}`);
  });
}

function listTotals(dice: string): readonly number[] {
  const parsed = parseDice(dice);
  const found = parsed.ok ? computeOdds(parsed.dice) : undefined;
  return found?.ok === true ? [...(found.odds.distribution?.keys() ?? [])] : [];
}

function listTexts(manifest: Manifest): readonly string[] {
  const fields = [manifest.fields, ...Object.values(manifest.entities ?? {}).map((one) => one.fields)].flat();
  return [
    manifest.about ?? '',
    ...Object.values(manifest.engine).filter((text) => text !== undefined),
    ...Object.values(manifest.procedures),
    ...manifest.rules.flatMap(({ title, text }) => [title, text]),
    ...fields.flatMap(({ label, usage_hint: hint = label }) => [label, hint]),
    ...fields.flatMap(({ thresholds = [] }) => thresholds.map(({ say }) => say)),
    ...(manifest.checks ?? []).flatMap(({ label, use = label, outcomes }) => [
      label,
      use,
      ...outcomes.map((outcome) => outcome.label),
    ]),
    ...(manifest.oracles ?? []).flatMap(({ label, rows }) => [label, ...rows.map(({ say }) => say)]),
    ...(manifest.creation ?? []).flatMap(({ label, say }) => [label, say]),
    ...(manifest.characters ?? []).flatMap(({ name, concept }) => [name, concept]),
  ];
}
