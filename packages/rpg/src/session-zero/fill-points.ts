// Spends the points that a proposed character has left, or takes back those that it spent beyond what the rules allow.

import type { System } from '../system/system.ts';
import type { Json } from '../values/json.ts';
import { buildCharacter, type CharacterOptions } from './build-character.ts';
import { countShort } from './list-unmet.ts';

/** The largest step by which a value is changed at once, so that the points are spread over several values. */
const largestStep = 5;
/** A character is computed at most this often. */
const mostBuilt = 240;
/** A larger difference is no slip of counting. */
const mostSpent = 150;

type Kept = Readonly<Record<string, Json>>;

/**
 * Changes numbers that the character was given until each sum that the rules count is right; a model seldom adds up
 * many numbers without a fault. What was rolled stays. The character is unchanged unless all sums can be made right in
 * this way.
 */
export function fillPoints(system: System, character: CharacterOptions, rolled: Kept = {}): CharacterOptions {
  const isRolled = (path: string) =>
    Object.keys(rolled).some((one) => path === one || path.startsWith(`${one}.`));
  const paths = Object.keys(character.set).filter(
    (path) => typeof character.set[path] === 'number' && !isRolled(path),
  );
  const filling = { system, character, standing: readStanding(system, character), built: 0 };
  let isChanged = true;
  while (isChanged && filling.standing.short.length > 0) {
    const changed = paths.filter((path) => adjustValue(filling, path));
    isChanged = changed.length > 0;
  }
  return filling.standing.short.length === 0 ? filling.character : character;
}

interface Filling {
  readonly system: System;
  character: CharacterOptions;
  standing: Standing;
  /** How often the character was computed so far. */
  built: number;
}

/** Changes one value by the largest step that helps; returns whether there is one. */
function adjustValue(filling: Filling, path: string): boolean {
  const { system, character, standing } = filling;
  const step = listSteps(standing.short).find((one) => {
    if (one === 0 || filling.built >= mostBuilt) return false;
    filling.built += 1;
    const set = { ...character.set, [path]: Number(character.set[path]) + one };
    const tried = readStanding(system, { ...character, set });
    if (!isBetter(tried, standing, one)) return false;
    Object.assign(filling, { character: { ...character, set }, standing: tried });
    return true;
  });
  return step !== undefined;
}

interface Standing {
  /** By rule, how many points must be added; negative if some must be taken back. */
  readonly short: readonly (readonly [string, number])[];
  /** How many other things are wrong. */
  readonly wrong: number;
}

function readStanding(system: System, character: CharacterOptions): Standing {
  const { refused, unmet, values } = buildCharacter(system, character);
  const short = countShort(system, values);
  const isSlip = short.every(([, gap]) => Math.abs(gap) <= mostSpent);
  return { short: isSlip ? short : [], wrong: refused.length + unmet.length - (isSlip ? short.length : 0) };
}

/** The steps that may bring the first sum nearer to what it must be, the largest first. */
function listSteps([first]: Standing['short']): readonly number[] {
  const gap = first?.[1] ?? 0;
  const step = Math.sign(gap) * Math.min(Math.abs(gap), largestStep);
  return Math.abs(step) > 1 ? [step, Math.sign(gap)] : [step];
}

/**
 * Whether the step brought the first sum nearer by its whole size, made no other sum worse, and broke no other rule.
 */
function isBetter(tried: Standing, before: Standing, step: number): boolean {
  const [first, ...others] = before.short;
  if (first === undefined || tried.wrong > before.wrong) return false;
  const after = new Map(tried.short);
  const isNearer = Math.abs(after.get(first[0]) ?? 0) === Math.abs(first[1]) - Math.abs(step);
  return (
    isNearer &&
    tried.short.every(([id]) => before.short.some(([known]) => known === id)) &&
    others.every(([id, gap]) => Math.abs(after.get(id) ?? 0) <= Math.abs(gap))
  );
}
