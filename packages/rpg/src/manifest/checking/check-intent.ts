// Checks an intent in the hints for the narrator: its check and dice, what it needs and costs, and what its outcomes do.

import { hasDice } from '../../dice/has-dice.ts';
import { parseDice } from '../../dice/parse-dice.ts';
import { readMember } from '../../prefabs/read-json.ts';
import { listShapeNumbers } from '../../system/list-shape-numbers.ts';
import { isList, isObject, type Json, type JsonObject } from '../../values/json.ts';
import {
  askFormula,
  checkEffect,
  type HintsCheck,
  lossNumbers,
  rollNumbers,
  type Sides,
  type Spot,
} from './check-effect.ts';
import { checkId } from './check-id.ts';
import { checkDice, listObjects } from './check-mechanics.ts';
import { findWritable } from './check-setting.ts';
import { withAgainst, withNames } from './names.ts';
import type { Place } from './problem-list.ts';
import { suggestName } from './suggest.ts';

/** The names of results, from best to worst. */
const degrees = ['triumph', 'success', 'mixed', 'failure', 'disaster'];

export function checkIntent(spot: Spot, checking: HintsCheck): void {
  const { raw, at, sides } = spot;
  for (const name of Object.keys(raw).filter((one) => raw[one] === null)) {
    const says = 'Only a variant can use null, to remove what its intent has.';
    checking.problems.add([...at, name], says, 'Leave it out.');
  }
  checkParts({ ...spot, whole: raw }, checking);
  checkListed(spot, checking);
  const { variants, ...inherited } = raw;
  for (const [index, variant] of listObjects(variants)) {
    const whole = { ...inherited, ...variant };
    const place = [...at, 'variants', index, 'when'];
    askOf('truth', { source: variant['when'], side: chooseOthers(sides), at: place }, checking);
    checkParts({ raw: variant, whole, at: [...at, 'variants', index], sides }, checking);
  }
}

/**
 * Checks `listed`, which says how an intent uses things on a list if the rules do not describe these things. Its
 * formulas and effects may read the numbers of such a thing.
 */
function checkListed({ raw, at, sides }: Spot, checking: HintsCheck): void {
  const { listed } = raw;
  const about = checking.sheets.get(sides.roller);
  if (!isObject(listed) || about === undefined) return;
  const place = [...at, 'listed'];
  const { on } = listed;
  if (typeof on === 'string') findWritable(on, [...place, 'on'], { ...about, problems: checking.problems });
  const list = listObjects(checking.json['fields']).find(([, { path }]) => path === on)?.[1];
  const numbers = new Map(listShapeNumbers(list?.['config']).map((name) => [name, 'number' as const]));
  askOf('truth', { source: listed['needs'], side: sides.roller, at: [...place, 'needs'], numbers }, checking);
  for (const member of ['cost', 'always'])
    checkEffects({ at: [...place, member], sides, numbers }, listed[member], checking);
}

/** The type of the side that is not the player's character: variants of an intent may depend on its sheet. */
function chooseOthers({ roller, opponent }: Sides): string {
  return roller === 'character' ? opponent : roller;
}

/** `whole` is `raw` with the members that a variant takes over from its intent. */
interface Parts extends Spot {
  readonly whole: JsonObject;
}

/** The conditions of an intent. If one of them is not met, `needs_say` tells the player why. */
const needing = ['needs', 'needs_opponent', 'needs_alone'];

function checkParts(parts: Parts, checking: HintsCheck): void {
  const { raw, whole, at, sides } = parts;
  const { problems } = checking;
  checkCheck(parts, checking);
  for (const [member, side] of [
    ['dice', sides.roller],
    ['opposed', sides.opponent],
  ] as const) {
    const own = checking.sheets.get(side)?.names;
    const names = own === undefined ? undefined : withAgainst(own, checking.others);
    if (names !== undefined) checkDice(raw[member], { at: [...at, member], names, problems });
  }
  checkNeeds(parts, checking);
  askOf('number', { source: raw['times'], side: sides.roller, at: [...at, 'times'] }, checking);
  checkVersus(parts, checking);
  for (const member of ['cost', 'always'])
    checkEffects({ ...parts, at: [...at, member] }, raw[member], checking);
  const outcomes = isObject(raw['outcomes']) ? Object.entries(raw['outcomes']) : [];
  const isRolled = !(isNothing(whole['check']) && isNothing(whole['dice']));
  const numbers = isRolled ? rollNumbers : parts.numbers;
  for (const [id, effects] of outcomes)
    checkEffects({ at: [...at, 'outcomes', id], sides, numbers }, effects, checking);
}

function checkNeeds({ raw, whole, at, sides }: Parts, checking: HintsCheck): void {
  for (const [member, side] of [
    ['needs', sides.roller],
    ['needs_alone', sides.roller],
    ['needs_opponent', sides.opponent],
  ] as const)
    askOf('truth', { source: raw[member], side, at: [...at, member] }, checking);
  if (typeof raw['needs_say'] !== 'string' || needing.some((member) => !isNothing(whole[member]))) return;
  checking.problems.add(
    [...at, 'needs_say'],
    'This text is never used, because the intent has no "needs".',
    'Add "needs", or remove it.',
  );
}

function isNothing(json: Json | undefined): boolean {
  return json === undefined || json === null;
}

interface Asked {
  readonly source: Json | undefined;
  /** The type of entity whose sheet the formula reads. */
  readonly side: string;
  readonly at: Place;
  /** Further names that the formula may read, which are on no sheet. */
  readonly numbers?: Spot['numbers'];
}

function askOf(needs: 'number' | 'truth', { source, side, at, numbers }: Asked, checking: HintsCheck): void {
  const own = checking.sheets.get(side)?.names;
  if (own === undefined) return;
  const names = withAgainst(own, checking.others);
  const known = numbers === undefined ? names : withNames(numbers, names);
  askFormula(source, { ...checking, names: known, at, needs });
}

/**
 * Checks that the check, if the intent names one, exists and can be rolled as the intent asks, and that the outcomes
 * that the intent mentions exist.
 */
function checkCheck(parts: Parts, checking: HintsCheck): void {
  const { raw, whole, at } = parts;
  const { json, isBroken } = checking;
  const checks = listObjects(json['checks']);
  const id = whole['check'];
  if (typeof id !== 'string') {
    checkOutcomes(parts, undefined, checking);
    return;
  }
  if (raw['check'] === id) checkId(id, { list: 'checks', at: [...at, 'check'] }, checking);
  const found = checks.find(([, check]) => check['id'] === id);
  if (found === undefined) return;
  const [index, check] = found;
  if (isBroken(['checks', index])) return;
  if (raw['check'] === id && isNothing(whole['dice'])) checkMissing(check, at, checking);
  checkOutcomes(parts, check, checking);
}

function checkOutcomes(
  { raw, whole, at }: Parts,
  check: JsonObject | undefined,
  { problems }: HintsCheck,
): void {
  const own = listObjects(check?.['outcomes']).map(([, outcome]) => String(outcome['id']));
  const known = [...degrees, ...own];
  const outcomes = isObject(whole['outcomes']) ? Object.keys(whole['outcomes']) : [];
  const whose = check === undefined ? 'Dice without a check have' : `The check "${String(check['id'])}" has`;
  for (const outcome of outcomes.filter((one) => !known.includes(one))) {
    const says = `${whose} no outcome "${outcome}"`;
    if (isObject(raw['outcomes'])) {
      problems.add([...at, 'outcomes', outcome], `${says}.`, suggestName(outcome, known));
    } else if (typeof raw['check'] === 'string') {
      const suggestion = 'Write the "outcomes" of the variant into the variant itself.';
      problems.add(
        [...at, 'check'],
        `${says}, but the intent of this variant has it among its outcomes.`,
        suggestion,
      );
    }
  }
}

/**
 * Values that are given to a check (`given`) are on no sheet. If the check's dice read one without a default, the
 * intent must write out its own dice.
 */
function checkMissing(check: JsonObject, at: Place, { problems }: HintsCheck): void {
  const parsed = typeof check['dice'] === 'string' ? parseDice(check['dice']) : undefined;
  const named = isObject(check['given']) ? Object.entries(check['given']) : [];
  const given = named.flatMap(([name, one]) => (readMember(one, 'default') === undefined ? [name] : []));
  const missing = parsed?.ok === true ? parsed.dice.references.filter((name) => given.includes(name)) : [];
  if (missing.length === 0) return;
  const says = `The check "${String(check['id'])}" must be given "${missing[0]}", and nothing gives it.`;
  problems.add(
    [...at, 'check'],
    says,
    `Add "dice", such as "${String(check['dice'])}" with a path in place of "${missing[0]}".`,
  );
}

function checkVersus({ raw, at, sides }: Parts, checking: HintsCheck): void {
  const { versus } = raw;
  const place = [...at, 'versus'];
  askOf('number', { source: versus, side: sides.roller, at: place }, checking);
  if (!isObject(versus)) return;
  const { opponent, difficulty } = versus;
  askOf('number', { source: opponent, side: sides.opponent, at: [...place, 'opponent'] }, checking);
  const { narrator } = checking.json;
  const difficulties =
    isObject(narrator) && isObject(narrator['difficulties']) ? narrator['difficulties'] : {};
  if (typeof difficulty !== 'string' || Object.hasOwn(difficulties, difficulty)) return;
  const says = `There is no difficulty "${difficulty}".`;
  checking.problems.add([...place, 'difficulty'], says, suggestName(difficulty, Object.keys(difficulties)));
}

export function checkEffects(
  { at, sides, numbers }: Omit<Spot, 'raw'>,
  effects: Json | undefined,
  checking: HintsCheck,
): void {
  if (!isList(effects ?? null)) return;
  for (const [index, raw] of listObjects(effects)) {
    const spot = { raw, at: [...at, index], sides, numbers };
    checkEffect(spot, checking);
    checkElse(raw['else'], { at: [...spot.at, 'else'], sides }, checking);
    checkChoose(raw['choose'], { at: [...spot.at, 'choose'], sides, numbers }, checking);
    const lost = new Map([...(numbers ?? []), ...lossNumbers]);
    for (const member of ['if_over', 'if_exact'])
      checkEffects({ at: [...spot.at, member], sides, numbers: lost }, raw[member], checking);
    checkFurther(spot, checking);
  }
}

/** Checks a further roll, made by the same entity or by the entity that the effect is about. */
function checkFurther({ raw, at, sides }: Spot, checking: HintsCheck): void {
  const { further, who } = raw;
  if (!isObject(further)) return;
  const isTurned = who === 'opponent' || (who === 'player' && sides.roller !== 'character');
  const turned = isTurned ? { roller: sides.opponent, opponent: sides.roller } : sides;
  checkIntent({ raw: further, at: [...at, 'further'], sides: turned }, checking);
}

/** Checks each option of a choice; its effects may contain no dice. */
function checkChoose(
  choose: Json | undefined,
  { at, sides, numbers }: Omit<Spot, 'raw'>,
  checking: HintsCheck,
): void {
  for (const [index, option] of listObjects(choose)) {
    const place = [...at, index];
    askOf('truth', { source: option['if'], side: sides.roller, at: [...place, 'if'], numbers }, checking);
    checkEffects({ at: [...place, 'does'], sides, numbers }, option['does'], checking);
    refuseDice(option['does'], [...place, 'does'], checking);
  }
}

/** Checks `else`, the effects if there is nothing to take; they may contain no dice. */
function checkElse(instead: Json | undefined, { at, sides }: Omit<Spot, 'raw'>, checking: HintsCheck): void {
  checkEffects({ at, sides }, instead, checking);
  refuseDice(instead, at, checking);
}

function refuseDice(effects: Json | undefined, at: Place, { problems }: HintsCheck): void {
  for (const [number, { amount }] of listObjects(effects)) {
    if (typeof amount !== 'string' || !hasDice(amount)) continue;
    const says = 'There can be no dice in an effect that does not always happen.';
    problems.add([...at, number, 'amount'], says, 'Give a number or a formula.');
  }
}
