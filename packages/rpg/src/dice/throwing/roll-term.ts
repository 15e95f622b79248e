// Rolls the dice of one term: applies rerolls, least and greatest face, explosions and keeping, and computes its value.

import type { DiceGroup, Die, FaceSource } from '../dice.ts';
import { DiceFault, diceLimits } from '../dice-fault.ts';
import type { DiceTerm, Keep, PercentileTerm } from '../dice-node.ts';
import { renderNode } from '../render-node.ts';
import { clampFace, findExplosion, isMatch, readFaceRange, toNumber } from './resolved-term.ts';

interface ThrownDie {
  readonly faces: number | 'F';
  face: number;
  isKept: boolean;
  readonly marks: string[];
}

export function rollTerm(term: DiceTerm, source: FaceSource): DiceGroup {
  const dice: ThrownDie[] = [];
  for (let count = 0; count < toNumber(term.count); count += 1) rollExploding(term, dice, source);
  const standing = dice.filter((die) => die.isKept);
  if (term.rules.keep !== undefined) markOthersDropped(standing, term.rules.keep, (die) => die.face);
  return { notation: renderNode(term), dice, value: computeValue(term, dice) };
}

function rollExploding(term: DiceTerm, dice: ThrownDie[], source: FaceSource): void {
  const explosion = findExplosion(term);
  const first = rollOne(term, dice, source);
  if (explosion === undefined) return;
  const kind = term.rules.explode?.kind;
  let last = first;
  for (let count = 1; isMatch(last.thrown, explosion); count += 1) {
    if (count > diceLimits.explosions) throw refuseExplosions(term);
    if (!last.die.marks.includes('exploded')) last.die.marks.push('exploded');
    if (kind !== 'compound') {
      last = rollOne(term, dice, source);
      if (kind === 'penetrating') last.die.face -= 1;
      continue;
    }
    const more = rollOne(term, dice, source);
    dice.splice(dice.indexOf(more.die), 1);
    first.die.face += more.die.face;
    last = { die: first.die, thrown: more.thrown };
  }
}

function refuseExplosions(term: DiceTerm): DiceFault {
  return new DiceFault(
    `A die of ${renderNode(term)} exploded more than ${diceLimits.explosions} times; make it explode on fewer faces.`,
    term.at,
  );
}

/**
 * Throws one die until it counts, and adds it to `dice` after the throws that were rerolled; `thrown` is the face that
 * decides whether the die explodes.
 */
function rollOne(term: DiceTerm, dice: ThrownDie[], source: FaceSource): { die: ThrownDie; thrown: number } {
  const { reroll } = term.rules;
  const { high } = readFaceRange(term);
  const shift = term.faces === 'F' ? 2 : 0;
  const sides = term.faces === 'F' ? 3 : high;
  let face = source.draw(sides) - shift;
  for (let count = 1; reroll !== undefined && isMatch(face, reroll.when); count += 1) {
    if (reroll.isOnce && count > 1) break;
    if (count > diceLimits.rerolls) throw refuseRerolls(term);
    dice.push({ faces: toFaces(term), face, isKept: false, marks: ['rerolled'] });
    face = source.draw(sides) - shift;
  }
  const bound = clampFace(face, term);
  const marks = bound === face ? [] : [`${bound > face ? 'raised' : 'lowered'} from ${face}`];
  const die = { faces: toFaces(term), face: bound, isKept: true, marks };
  dice.push(die);
  return { die, thrown: bound };
}

function toFaces(term: DiceTerm): number | 'F' {
  return term.faces === 'F' ? 'F' : toNumber(term.faces);
}

function refuseRerolls(term: DiceTerm): DiceFault {
  return new DiceFault(
    `A die of ${renderNode(term)} was rerolled more than ${diceLimits.rerolls} times; make it reroll on fewer faces.`,
    term.at,
  );
}

/** If two items are equal, the earlier one is taken first: a keep rule keeps it, a drop rule drops it. */
export function markOthersDropped<Item extends { isKept: boolean }>(
  items: readonly Item[],
  keep: Keep,
  measure: (item: Item) => number,
): void {
  const sign = keep.which === 'high' ? -1 : 1;
  const sorted = items.toSorted((one, other) => sign * (measure(one) - measure(other)));
  const count = toNumber(keep.count);
  const dropped = keep.how === 'keep' ? sorted.slice(count) : sorted.slice(0, count);
  for (const item of dropped) item.isKept = false;
}

function computeValue({ rules }: DiceTerm, dice: readonly ThrownDie[]): number {
  const kept = dice.filter((die) => die.isKept);
  const { success, failure } = rules;
  if (success === undefined) return kept.reduce((sum, die) => sum + die.face, 0);
  let value = 0;
  for (const die of kept) {
    if (isMatch(die.face, success)) {
      die.marks.push('success');
      value += 1;
    } else if (failure !== undefined && isMatch(die.face, failure)) {
      die.marks.push('failure');
      value -= 1;
    }
  }
  return value;
}

/** All tens dice are read with the same units die; 00 and 0 together are 100. */
export function rollPercentile(term: PercentileTerm, source: FaceSource): DiceGroup {
  const bonus = toNumber(term.bonus);
  const units = source.draw(10) % 10;
  const tens = Array.from({ length: Math.abs(bonus) + 1 }, () => (source.draw(10) % 10) * 10);
  const results = tens.map((ten) => ten + units || 100);
  const value = bonus < 0 ? Math.max(...results) : Math.min(...results);
  const chosen = results.indexOf(value);
  const dice: readonly Die[] = [
    ...tens.map((face, index) => ({ faces: 100, face, isKept: index === chosen, marks: ['tens'] })),
    { faces: 10, face: units, isKept: true, marks: ['units'] },
  ];
  return { notation: renderNode(term), dice, value };
}
