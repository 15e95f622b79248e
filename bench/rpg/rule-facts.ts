// Answers questions about the rules of known game systems, mostly by settling a sheet or rolling dice.

import { readFileSync } from 'node:fs';
import { checkManifest } from '@terrarium/rpg/check-manifest';
import { parseFormula } from '@terrarium/rpg/parse-formula';
import { readShippedSystem } from '@terrarium/rpg/read-system';
import { rollCheck } from '@terrarium/rpg/roll-check';
import type { System } from '@terrarium/rpg/system';
import { settleSheet, type Values } from '@terrarium/rpg/testing/settle-sheet';

type Facts = Readonly<Record<string, unknown>>;

const edition = readShippedSystem('dnd5e');
const fate = readShippedSystem('fate');
const cairn = readCairn();

function readCairn(): System {
  const path = new URL(import.meta.resolve('@terrarium/rpg/testing/cairn.json'));
  const checked = checkManifest(JSON.parse(readFileSync(path, 'utf8')));
  if (!checked.ok) throw new Error(`The system is none: ${JSON.stringify(checked.problems.slice(0, 3))}`);
  return checked.system;
}

interface Rolling {
  readonly dice?: string;
  readonly target?: number;
  readonly set?: Values;
  /** What the dice show; when undefined, they all show 1. */
  readonly faces?: readonly number[];
}

function roll(system: System, id: string, { dice, target, set = {}, faces = [] }: Rolling) {
  const check = system.checks.get(id);
  if (check === undefined) throw new Error(`${system.id} has no check ${id}.`);
  const left = [...faces];
  const { scope, resolve } = settleSheet(system, 'character', set);
  const source = { draw: () => left.shift() ?? 1 };
  const rolled = rollCheck({ check, dice, target, scope, resolve, source });
  if (!rolled.ok) throw new Error(rolled.say);
  return { total: rolled.rolled.total, outcome: rolled.outcome?.id };
}

function read(system: System, path: string, set: Values = {}) {
  return settleSheet(system, 'character', set).read(path);
}

function listNumbers(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}

/** The texts that the player is told when a change crosses thresholds. */
function sayCrossed(system: System, from: Values, to: Values): string {
  return settleSheet(system, 'character', from)
    .with(to)
    .settled.crossed.map(({ say }) => say)
    .join(' ');
}

function ofText(system: System, pattern: RegExp): string | undefined {
  const texts = [
    ...Object.values(system.manifest.procedures),
    ...system.manifest.rules.map((rule) => rule.text),
  ];
  return texts.find((text) => pattern.test(text)) === undefined ? undefined : pattern.source;
}

const style = (total: number, target: number) =>
  ({ style: 'success_with_style', tie: 'tie', success: 'success', failure: 'failure' })[
    roll(fate, 'overcome', { dice: String(total), target }).outcome ?? 'failure'
  ];

const shiftsOf = (outcome: string) => listNumbers(0, 8).filter((shifts) => style(shifts + 2, 2) === outcome);

const boxesAt = (physique: number) =>
  Number(read(fate, 'stress.physical.size', { 'skills.physique': physique }));

/** Whether somebody who takes the stress or consequences of an option withstands a hit of so many shifts. */
function survives(option: readonly string[], shifts: number): boolean {
  const box = Number(/\d/.exec(option.find((each) => each.startsWith('stress')) ?? '')?.[0] ?? 0);
  const used = option
    .filter((each) => !each.startsWith('stress'))
    .map((each) => [`hit.${each}`, true] as const);
  const sheet = settleSheet(fate, 'character', {
    ...Object.fromEntries(used),
    'hit.box': box,
    'hit.shifts': shifts,
  });
  return sheet.read('hit.is_taken_out') === false;
}

/** Whether a formula of the facts gives the same value as a path of a sheet, for every modifier and bonus. */
function agrees(
  source: string,
  question: { path: string; set: (modifier: number, bonus: number) => Values },
) {
  const parsed = parseFormula(
    source.replace(/wis\(perception\) modifier/, 'ability_mod').replace('PB', 'bonus'),
  );
  if (!parsed.ok) return false;
  return listNumbers(-3, 5).every((modifier) =>
    [2, 3, 4, 5, 6].every((bonus) => {
      const known: Readonly<Record<string, number>> = { ability_mod: modifier, dex_mod: modifier, bonus };
      const evaluated = parsed.formula.evaluate({ read: (name) => known[name] });
      const found = read(edition, question.path, question.set(modifier, bonus));
      return evaluated.ok && evaluated.value === found;
    }),
  );
}

const level = (bonus: number) => (bonus - 2) * 4 + 1;
const cast = (modifier: number, bonus: number) => ({
  'identity.class': 'Wizard',
  'attributes.int.score': 10 + 2 * modifier,
  'progression.level': level(bonus),
});

const formula = (given: Facts, question: Parameters<typeof agrees>[1]) =>
  agrees(String(given['formula']), question) ? { formula: given['formula'] } : {};

/**
 * The difficulty of keeping concentration after this much damage, found as the lowest roll without a bonus
 * that succeeds.
 */
function concentrationTarget(damage: number): number {
  const passes = (total: number) =>
    roll(edition, 'concentration', { dice: String(total), set: { 'combat.damage_taken': damage } })
      .outcome === 'success';
  return listNumbers(1, 60).find(passes) ?? 0;
}

function concentration({ dc }: Facts): Facts {
  const [source = '', most = '0'] = String(dc).split(', max ');
  const parsed = parseFormula(source);
  const isSo = listNumbers(0, 90).every((damage) => {
    const evaluated = parsed.ok ? parsed.formula.evaluate({ read: () => damage }) : undefined;
    return (
      evaluated?.ok === true &&
      Math.min(Number(evaluated.value), Number(most)) === concentrationTarget(damage)
    );
  });
  return isSo ? { dc } : {};
}

const hints = JSON.stringify(edition.manifest.narrator);
const slots = (count: number) => listNumbers(1, count).map((at) => ({ name: `Thing ${at}` }));

const known: Readonly<Record<string, (expected: Facts) => Facts>> = {
  'fate-01': () => ({ value: read(fate, 'skills.fight', { 'skills.fight': 'Great' }) }),
  'fate-02': () => ({ value: read(fate, 'skills.fight', { 'skills.fight': 'Legendary' }) }),
  'fate-03': () => ({ shifts_at_least: Math.min(...shiftsOf('success_with_style')) }),
  'fate-04': () => ({ shifts: shiftsOf('success') }),
  'fate-05': () => ({ boxes: listNumbers(1, boxesAt(0)) }),
  'fate-06': () =>
    Object.fromEntries(
      ['mild', 'moderate', 'severe'].map((name) => [
        name,
        read(fate, 'hit.absorbed', { [`hit.${name}`]: true }),
      ]),
    ),
  'fate-07': () => ({ max_per_hit: Number(read(fate, 'hit.absorbed', { 'hit.box': 99 })) / boxesAt(0) }),
  'fate-08': () => ({ boxes: listNumbers(boxesAt(0) + 1, boxesAt(3)) }),
  'fate-09': () => {
    const cap = fate.manifest.creation?.find((one) => one.id === 'cap')?.holds ?? 'false';
    const allowed = listNumbers(0, 8).filter((rating) =>
      settleSheet(fate, 'character', { 'skills.fight': rating }).holds(cap),
    );
    return { max: Math.max(...allowed) };
  },
  'fate-10': () => {
    const set = (fate.manifest.characters?.[0]?.set ?? {}) as Values;
    const sheet = settleSheet(fate, 'character', set);
    const pyramid = fate.manifest.creation?.find((one) => one.id === 'pyramid')?.holds ?? 'false';
    const ratings = Object.keys(set).filter((path) => path.startsWith('skills.'));
    const count = (rating: number) => ratings.filter((path) => sheet.read(path) === rating).length;
    return sheet.holds(pyramid) ? { great: count(4), good: count(3), fair: count(2), average: count(1) } : {};
  },
  'fate-11': ({ roll: faces, skill }) => {
    const shown = (faces as readonly number[]).map((face) => face + 2);
    const set = { 'skills.athletics': Number(skill) };
    const { total } = roll(fate, 'overcome', { faces: shown, set, target: 4 });
    const dice = total - Number(read(fate, 'skills.athletics', { 'skills.athletics': 'Good' }));
    return { roll: faces, skill: total - dice, total, beat_by: total - 4 };
  },
  'fate-12': ({ defence }) => {
    const set = { 'skills.athletics': 'Great' };
    const { total } = roll(fate, 'defend', { faces: [3, 2, 2, 2], set, target: Number(defence) });
    return { total, defence: defence === 2 ? 2 : undefined, outcome: style(total, Number(defence)) };
  },
  'fate-13': ({ total, shifts }) => {
    const rolled = roll(fate, 'attack', { dice: '4dF+6', faces: [3, 2, 2, 2], target: 3 }).total;
    return {
      total: rolled,
      shifts: rolled - 3,
      outcome: style(Number(total), Number(total) - Number(shifts)),
    };
  },
  'fate-14': ({ hit, options }) => {
    const isAll = (options as readonly (readonly string[])[]).filter((option) =>
      survives(option, Number(hit)),
    );
    const least = (options as readonly (readonly string[])[]).every(
      (option) => !survives(option, Number(hit) + 1),
    );
    return { hit: least ? hit : undefined, options: isAll };
  },
  'fate-15': ({ attack, defence }) => ({ attack, defence, outcome: style(Number(attack), Number(defence)) }),
  'cairn-01': () => ({
    roll: ofText(cairn, /3d6/),
    abilities: ['str', 'dex', 'wil'].filter((name) => read(cairn, `abilities.${name}.max`) === 18).map(upper),
    swap_two: ofText(cairn, /two of them may change places/) !== undefined,
  }),
  'cairn-02': () => ({ roll: ofText(cairn, /1d6/) }),
  'cairn-03': () => ({ roll: ofText(cairn, /2d20\+10/)?.replace('\\', '') }),
  'cairn-04': () => ({ slots: read(cairn, 'inventory.carried.capacity') }),
  'cairn-05': () => ({
    hp: read(cairn, 'resources.hp.current', { 'inventory.carried': { items: slots(10) } }),
  }),
  'cairn-06': () => ({
    max: read(cairn, 'combat.armour', { 'combat.worn': 'plate', 'combat.armour_bonus': 6 }),
  }),
  'cairn-07': () => ({ roll: cairn.checks.get('unarmed')?.dice }),
  'cairn-08': () => ({
    impaired: cairn.checks.get('impaired')?.dice,
    enhanced: cairn.checks.get('enhanced')?.dice,
  }),
  'cairn-09': () => {
    const save = (face: number, target: number) => roll(cairn, 'save', { faces: [face], target }).outcome;
    const isUnder = listNumbers(2, 19).every((face) => (save(face, 10) === 'success') === face <= 10);
    return { rule: isUnder ? 'd20 <= ability' : '', nat1: save(1, 0), nat20: save(20, 20) };
  },
  'cairn-10': () => ({
    effect: /scar/.exec(sayCrossed(cairn, {}, { 'resources.hp.current': 0 }))?.[0],
  }),
  'cairn-11': () => {
    const blow = { 'combat.damage': 7, 'combat.before': 4, 'combat.worn': 'brigandine' };
    const isSo = read(cairn, 'combat.to_strength', blow) === 2;
    const isSaved = /strength save/.test(sayCrossed(cairn, {}, blow));
    return { effect: isSo && isSaved ? 'STR -= remainder; STR save vs critical damage' : '' };
  },
  'cairn-12': () => ({
    effect: /dead/.test(sayCrossed(cairn, {}, { 'abilities.str.current': 0 })) ? 'death' : '',
  }),
  'cairn-13': () => {
    const { total } = roll(cairn, 'two_attackers', { faces: [2, 5] });
    return { keep: total === 5 ? 'highest' : '' };
  },
  'cairn-14': () => ({ fatigue: ofText(cairn, /Casting a spell adds 1 fatigue/) && '+1' }),
  'cairn-15': () => ({
    roll: cairn.checks.get('fate')?.dice,
    favourable_at: listNumbers(1, 6).find(
      (face) => roll(cairn, 'fate', { faces: [face] }).outcome === 'good',
    ),
  }),
  'cairn-16': () => {
    const worn = { 'combat.worn': 'chainmail' };
    const isBulky = read(cairn, 'combat.armour_slots', worn) === 2;
    return {
      armor: read(cairn, 'combat.armour', worn),
      bulky: isBulky,
      cost: read(cairn, 'combat.armour_price', worn),
    };
  },
  'dnd-01': (expected) => formula(expected, { path: 'combat.spell_dc', set: cast }),
  'dnd-02': (expected) => formula(expected, { path: 'combat.spell_attack', set: cast }),
  'dnd-03': () => ({ max: read(edition, 'attributes.str.score', { 'attributes.str.score': 99 }) }),
  'dnd-04': () => {
    const { total } = roll(edition, 'advantage', { faces: [4, 17], target: 10 });
    return { roll: total === 17 ? edition.checks.get('advantage')?.dice.replace(/-@.*/, '') : '' };
  },
  'dnd-05': () => ({
    dc: listNumbers(2, 19).find(
      (face) => roll(edition, 'death_save', { faces: [face] }).outcome === 'success',
    ),
    successes: read(edition, 'status.death_successes.size'),
    failures: read(edition, 'status.death_failures.size'),
  }),
  'dnd-06': () => ({ stack: adjustTwice('resources.hp', 'temp', [5, 3]) !== 5 }),
  'dnd-07': (expected) =>
    formula(expected, {
      path: 'combat.passive_perception',
      set: (modifier) => ({ 'attributes.wis.score': 10 + 2 * modifier }),
    }),
  'dnd-08': () => {
    const isTwice = hints.includes('(2*@combat.damage_dice)d(@combat.damage_faces)');
    return {
      rule: isTwice && ofText(edition, /damage dice are rolled twice/) ? 'roll attack damage dice twice' : '',
    };
  },
  'dnd-09': (expected) =>
    formula(expected, {
      path: 'combat.ac',
      set: (modifier) => ({ 'attributes.dex.score': 10 + 2 * modifier }),
    }),
  'dnd-10': concentration,
  'dnd-11': () => ({
    max: read(edition, 'status.exhaustion', { 'status.exhaustion': 99 }),
    at_max: /dead/.test(sayCrossed(edition, {}, { 'status.exhaustion': 6 })) ? 'death' : '',
  }),
  'dnd-12': () => {
    const long = /"long":.*?"lose":"status\.exhaustion","amount":(\d+)/.exec(hints);
    return { exhaustion: 0 - Number(long?.[1]) };
  },
};

function upper(name: string): string {
  return name.toUpperCase();
}

/** Adjusts a part of a field of D&D's fifth edition once for each delta, and reads the part after that. */
function adjustTwice(path: string, part: string, deltas: readonly number[]): unknown {
  const field = edition.sheets.get('character')?.byPath.get(path);
  let value = field?.kind.blank() ?? null;
  for (const delta of deltas) {
    const done = field?.kind.adjust?.(value, { part, delta });
    if (done?.ok === true) value = done.value;
  }
  return field?.kind.read(value, part);
}

export function isKnownRule(id: string): boolean {
  return Object.hasOwn(known, id);
}

/**
 * Has our systems compute the case that a fact describes; the result has the same shape as the fact. Only the inputs
 * are taken from `expected`.
 */
export function observeRule(id: string, expected: Facts): Facts | undefined {
  return known[id]?.(expected);
}
